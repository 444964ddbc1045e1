import { DICOM_FORM, type DicomSummary } from '@teleward/contract/files/dicom.ts'
import { transferSyntaxes } from '@teleward/contract/files/dicom-syntaxes.ts'
import { DicomError, readElements } from './elements.ts'
import { imageOf } from './image.ts'
import { recognise, type Recognised } from './recognise.ts'
import type { Source } from './source.ts'
import { Values } from './values.ts'

export interface Opened {
  found: Recognised
  set: Values
  truncated: boolean
  /** It calls itself a DICOM file, and reads as none from some element on. */
  broken: boolean
}
/** `null`: no DICOM file. */
export async function openDicom(file: Source): Promise<Opened | null> {
  const found = await recognise(file)
  if (!found) return null
  try {
    const { elements, truncated } = await readElements(found.source, found.from, found.writing)
    return { found, set: new Values(elements, found.writing), truncated, broken: false }
  } catch (error) {
    if (!(error instanceof DicomError)) throw error
    // A scanner's odd file is kept, and can be saved; nothing in it is believed.
    return found.meta ? { found, set: new Values([], found.writing), truncated: false, broken: true } : null
  }
}

/** What the product keeps of a DICOM file beside its bytes; `null` where it is none. */
export async function summaryOf(file: Source): Promise<DicomSummary | null> {
  const opened = await openDicom(file)
  if (!opened) return null
  const { found, set, truncated, broken } = opened
  const read = await imageOf(found, set)
  const problems = new Set(read?.problems)
  if (truncated) problems.add('truncated')
  if (broken) problems.add('header')
  if (found.huge) problems.add('huge')
  if (!transferSyntaxes[found.syntax]) problems.add('syntax')
  const document = documentOf(set)
  const waveform = waveformOf(set)
  const object = read
    ? 'image'
    : document
      ? 'document'
      : waveform
        ? 'waveform'
        : set.has(0x0040a730) || set.has(0x0040a040)
          ? 'report'
          : 'other'
  return {
    form: DICOM_FORM,
    object,
    syntax: found.syntax,
    sopClass: set.code(0x00080016),
    sop: set.code(0x00080018),
    study: set.code(0x0020000d),
    series: set.code(0x0020000e),
    modality: set.code(0x00080060),
    studyDate: set.code(0x00080020),
    studyTime: set.code(0x00080030),
    studyDescription: set.text(0x00081030),
    seriesDescription: set.text(0x0008103e),
    seriesNumber: set.int(0x00200011),
    number: set.int(0x00200013),
    bodyPart: set.text(0x00180015),
    maker: set.text(0x00080070),
    person: {
      name: set.text(0x00100010),
      id: set.text(0x00100020),
      birthday: set.code(0x00100030),
      sex: set.code(0x00100040),
    },
    image: read?.image ?? null,
    document,
    waveform,
    deflated: found.deflated,
    problems: [...problems],
  }
}

function documentOf(set: Values): DicomSummary['document'] {
  const held = set.element(0x00420011)
  if (!held) return null
  return { offset: held.at, length: held.length, mime: set.code(0x00420012), title: set.text(0x00420010) }
}
function waveformOf(set: Values): DicomSummary['waveform'] {
  const group = set.item(0x54000100)
  if (!group) return null
  const [samples, rate] = [group.number(0x003a0010), group.number(0x003a001a)]
  const leads = group.items(0x003a0200).map((channel) => channel.item(0x003a0208)?.text(0x00080104) ?? '')
  return {
    channels: group.int(0x003a0005) ?? leads.length,
    seconds: samples && rate ? samples / rate : 0,
    leads: leads.slice(0, 64),
  }
}
