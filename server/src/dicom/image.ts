import type { DicomImage, DicomProblem } from '@teleward/contract/files/dicom.ts'
import { FRAME_MAX_PIXELS, transferSyntaxes } from '@teleward/contract/files/dicom-syntaxes.ts'
import { PIXEL_DATA } from './elements.ts'
import { framesOf } from './frames.ts'
import { paletteOf, tableOf } from './palette.ts'
import type { Recognised } from './recognise.ts'
import type { Values } from './values.ts'

export interface ReadImage {
  image: DicomImage | null
  problems: DicomProblem[]
}
const photometrics = /^(MONOCHROME[12]|RGB|PALETTE COLOR|YBR_(FULL|FULL_422|RCT|ICT|PARTIAL_42[02]))$/

/** What is needed to show the pixels, and what is wrong with them. */
export async function imageOf(found: Recognised, set: Values): Promise<ReadImage | null> {
  const pixels = set.element(PIXEL_DATA)
  const [rows, columns] = [set.int(0x00280010), set.int(0x00280011)]
  if (!pixels && rows === null && columns === null) return null
  const frames = set.has(0x00280008) ? set.int(0x00280008) : 1
  const samples = set.int(0x00280002) ?? 1
  const bitsAllocated = set.int(0x00280100)
  const photometric = (set.code(0x00280004) ?? '').toUpperCase()
  const odd = (rows ?? 0) * (columns ?? 0) * samples * (frames ?? 0)
  const swapped = found.writing.bigEndian && bitsAllocated === 8 && pixels?.vr === 'OW'
  const said =
    !!rows &&
    !!columns &&
    !!frames &&
    frames <= 100_000 &&
    // Grey of eight or sixteen bits, colours of eight each.
    (bitsAllocated === 8 || (bitsAllocated === 16 && samples === 1)) &&
    (samples === 1 || samples === 3) &&
    // A frame that ends within a word is no part of the file by itself.
    !(swapped && odd % 2)
  if (!said || !photometrics.test(photometric)) return { image: null, problems: ['header'] }
  if (!pixels) return { image: null, problems: ['truncated', 'header'] }
  if (rows * columns > FRAME_MAX_PIXELS) return { image: null, problems: ['huge'] }
  const offsets = set.numbers(0x7fe00001)
  const size = { rows, columns, frames, samples, bitsAllocated, photometric }
  const { native, pieces, problems } = await framesOf(found.source, found.syntax, pixels, size, offsets)
  // A grey picture may carry colours for parts of it, which are not its own.
  const palette = photometric === 'PALETTE COLOR' ? paletteOf(set) : null
  if (photometric === 'PALETTE COLOR' && !palette) problems.push('header')
  const values = valuesOf(set, frames)
  return {
    image: {
      ...size,
      bitsStored: set.int(0x00280101) ?? bitsAllocated,
      signed: set.int(0x00280103) === 1,
      planar: set.int(0x00280006) === 1,
      swapped,
      values,
      ...placed(set),
      frameMs: frameMs(set),
      lossy: set.code(0x00282110) === '01' || transferSyntaxes[found.syntax]?.lossy === true,
      palette,
      voi: tableOf(set.item(0x00283010), 0x00283002, 0x00283006),
      pieces,
      native,
    },
    problems,
  }
}

type Of = (frame: number, group: number) => Values | undefined
/** Functional groups (PS3.3 C.7.6.16): what all frames have in common, and what each has of its own. */
function groupsOf(set: Values): Of {
  const shared = set.item(0x52009229)
  const own = set.items(0x52009230)
  return (frame, group) => own[frame]?.item(group) ?? shared?.item(group)
}

function valuesOf(set: Values, frames: number): DicomImage['values'] {
  const of = groupsOf(set)
  const one = (frame: number) => {
    const rescale = of(frame, 0x00289145) ?? set
    const window = of(frame, 0x00289132) ?? set
    const place = of(frame, 0x00209113) ?? set
    const position = place.numbers(0x00200032)
    const slope = rescale.number(0x00281053)
    return {
      // A slope of nothing would make one value of all.
      slope: slope === null || slope === 0 ? 1 : slope,
      intercept: rescale.number(0x00281052) ?? 0,
      windows: windowsOf(window),
      position: position.length === 3 ? position : null,
    }
  }
  if (set.items(0x52009230).length < 2) return [one(0)]
  return Array.from({ length: frames }, (_, frame) => one(frame))
}
function windowsOf(set: Values) {
  const [centres, widths] = [set.numbers(0x00281050), set.numbers(0x00281051)]
  const names = (set.text(0x00281055) ?? '').split('\\')
  return centres
    .flatMap((centre, n) => {
      const width = widths[n]
      return width === undefined || width <= 0 ? [] : [{ centre, width, name: names[n]?.trim() ?? '' }]
    })
    .slice(0, 20)
}

function placed(set: Values): Pick<DicomImage, 'spacing' | 'regions' | 'orientation' | 'edges'> {
  const of = groupsOf(set)
  const orientation = (of(0, 0x00209116) ?? set).numbers(0x00200037)
  const [right = '', bottom = ''] = (set.code(0x00200020) ?? '').split('\\')
  return {
    spacing: spacingOf(set, of(0, 0x00289110)),
    regions: set.items(0x00186011).flatMap(region).slice(0, 50),
    orientation: orientation.length === 6 ? orientation : null,
    edges: /^[LRAPHF]{1,3}$/.test(right) && /^[LRAPHF]{1,3}$/.test(bottom) ? { right, bottom } : null,
  }
}
function spacingOf(set: Values, measures: Values | undefined): DicomImage['spacing'] {
  const good = ([row, column]: number[]) => (row && column && row > 0 && column > 0 ? { row, column } : null)
  const inPatient = good((measures ?? set).numbers(0x00280030))
  if (inPatient) return { ...inPatient, plane: 'patient' }
  // What a scanner of paper or film, or a projection, says of the plane of its picture.
  const detector = good(set.numbers(0x00181164)) ?? good(set.numbers(0x00182010))
  return detector && { ...detector, plane: 'detector' }
}
/** Of an ultrasound picture the parts that have a scale in cm both ways (PS3.3 C.8.5.5). */
function region(one: Values): DicomImage['regions'] {
  const [x0, y0, x1, y1] = [0x00186018, 0x0018601a, 0x0018601c, 0x0018601e].map((tag) => one.int(tag))
  const [dx, dy] = [one.number(0x0018602c), one.number(0x0018602e)].map((cm) => Math.abs(cm ?? 0) * 10)
  const inCm = one.int(0x00186024) === 3 && one.int(0x00186026) === 3
  if (x0 == null || y0 == null || x1 == null || y1 == null || !inCm || !dx || !dy) return []
  return [{ x0, y0, x1, y1, dx, dy }]
}

function frameMs(set: Values): number | null {
  const time = set.number(0x00181063)
  const rate = set.number(0x00082144) ?? set.number(0x00180040)
  const listed = set.numbers(0x00181065)[1]
  const ms = time ?? listed ?? (rate ? 1000 / rate : null)
  return ms !== null && ms >= 1 && ms <= 60_000 ? ms : null
}
