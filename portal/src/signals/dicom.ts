import { SignalError } from '@teleward/contract/files/wfdb.ts'
import dicom, { type DataSet } from 'dicom-parser'
import { affordable, type Ecg, type EcgLead, type EcgRecording, type EcgWarning, leadName, milliVolts } from './ecg.ts'

type Reading = (view: DataView, at: number) => number
/** Waveform Sample Interpretation (5400,1006) of the ECG storage classes: linear, and of so many bytes. */
const SAMPLES: Record<string, { bytes: number; read: Reading }> = {
  SB: { bytes: 1, read: (view, at) => view.getInt8(at) },
  UB: { bytes: 1, read: (view, at) => view.getUint8(at) },
  SS: { bytes: 2, read: (view, at) => view.getInt16(at, true) },
  US: { bytes: 2, read: (view, at) => view.getUint16(at, true) },
  SL: { bytes: 4, read: (view, at) => view.getInt32(at, true) },
  UL: { bytes: 4, read: (view, at) => view.getUint32(at, true) },
}
const CHANNELS_MAX = 64

/** Multiplex groups of a DICOM waveform object (PS3.3 C.10.9), with or without the preamble. @throws SignalError */
export function readDicom(bytes: Uint8Array): Ecg {
  const set = parsed(bytes)
  const items = set.elements.x54000100?.items
  if (!items?.length) throw new SignalError('notWaveform')
  const warnings: EcgWarning[] = []
  let total = 0
  const recordings = items.map(({ dataSet }): EcgRecording => {
    if (!dataSet) throw new SignalError('unreadable', '5400,0100')
    const channels = dataSet.uint16('x003a0005') ?? 0
    const count = dataSet.uint32('x003a0010') ?? 0
    if (channels < 1 || channels > CHANNELS_MAX) throw new SignalError('counts', `${channels} channels`)
    total += channels * count
    affordable(total)
    return recordingOf(dataSet, channels, count, warnings)
  })
  const start = set.string('x0008002a') ?? ''
  const patient = [set.string('x00100010'), set.string('x00100020')].filter(Boolean).join(' ')
  return {
    source: 'dicom',
    recordings: recordings.map((one) => ({ ...one, start })),
    warnings,
    // Letters beyond ASCII need the file's own table of letters; the number alone is enough to compare.
    patient: /^[\x20-\x7e]*$/.test(patient) ? patient : (set.string('x00100020') ?? ''),
  }
}

const PART10 = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(128, 132)) === 'DICM'
function parsed(bytes: Uint8Array): DataSet {
  try {
    if (PART10(bytes)) return dicom.parseDicom(bytes)
    // Older writers leave the preamble out, and then write implicitly.
    return dicom.parseDicom(bytes, { TransferSyntaxUID: '1.2.840.10008.1.2' })
  } catch (cause) {
    throw new SignalError('unreadable', cause instanceof Error ? cause.message.slice(0, 80) : 'DICOM')
  }
}

function recordingOf(set: DataSet, channels: number, count: number, warnings: EcgWarning[]): EcgRecording {
  const rate = Number(set.string('x003a001a'))
  if (!(rate > 0 && rate <= 100_000)) throw new SignalError('counts', `${set.string('x003a001a')} Hz`)
  const form = SAMPLES[(set.string('x54001006') ?? '').trim()]
  const bits = set.uint16('x54001004')
  if (!form || bits !== form.bytes * 8) throw new SignalError('format', `${set.string('x54001006')} ${bits}`)
  const data = set.elements.x54001010
  if (!data) throw new SignalError('noData', '5400,1010')
  const there = Math.min(data.length, set.byteArray.length - data.dataOffset)
  const whole = Math.min(count, Math.floor(there / (channels * form.bytes)))
  if (whole === 0) throw new SignalError('truncated', `0 / ${count}`)
  if (whole < count) warnings.push({ problem: 'cut', about: `${whole} / ${count}` })
  const view = new DataView(set.byteArray.buffer, set.byteArray.byteOffset + data.dataOffset, there)
  const definitions = set.elements.x003a0200?.items ?? []
  const padding = paddingOf(set, form.bytes, form.read)
  const leads = Array.from({ length: channels }, (_, channel): EcgLead => {
    const definition = definitions[channel]?.dataSet
    const scale = scaleOf(definition)
    if (!scale.calibrated) warnings.push({ problem: 'uncalibrated', about: labelOf(definition, channel) })
    const samples = new Float32Array(whole)
    for (let at = 0; at < whole; at += 1) {
      const raw = form.read(view, (at * channels + channel) * form.bytes)
      samples[at] = raw === padding ? Number.NaN : (raw * scale.step + scale.baseline) * (scale.factor ?? 1)
    }
    return {
      label: labelOf(definition, channel),
      unit: scale.factor === null ? scale.unit : 'mV',
      rate,
      samples,
      ...(scale.calibrated ? {} : { uncalibrated: true }),
    }
  })
  const name = (set.string('x003a0020') ?? '').trim()
  const kind = /median|beat|template/i.test(name) ? 'beat' : /rhythm|ecg/i.test(name) || !name ? 'rhythm' : 'other'
  return { kind, name, start: '', seconds: whole / rate, leads }
}

function paddingOf(set: DataSet, bytes: number, read: Reading): number | null {
  const element = set.elements.x5400100a
  if (!element || element.length < bytes || element.dataOffset + bytes > set.byteArray.length) return null
  return read(new DataView(set.byteArray.buffer, set.byteArray.byteOffset + element.dataOffset, bytes), 0)
}
const nested = (set: DataSet | undefined, tag: string): DataSet | undefined => set?.elements[tag]?.items?.[0]?.dataSet
function labelOf(definition: DataSet | undefined, channel: number): string {
  const source = nested(definition, 'x003a0208')
  const said = source?.string('x00080104') ?? definition?.string('x003a0203') ?? source?.string('x00080100')
  return leadName(said?.trim() || String(channel + 1))
}
/** Without a sensitivity the numbers have no height that one could measure: a thousand of them are drawn as 1 mV. */
function scaleOf(definition: DataSet | undefined) {
  const said = Number(definition?.string('x003a0210'))
  const unit = (nested(definition, 'x003a0211')?.string('x00080100') ?? '').trim()
  const correction = Number(definition?.string('x003a0212') ?? 1)
  const baseline = Number(definition?.string('x003a0213') ?? 0)
  const calibrated = Number.isFinite(said) && said !== 0 && unit !== ''
  if (!calibrated) return { step: 1e-3, baseline: 0, unit: 'mV', factor: 1, calibrated }
  const step = said * (Number.isFinite(correction) && correction !== 0 ? correction : 1)
  return { step, baseline: Number.isFinite(baseline) ? baseline : 0, unit, factor: milliVolts(unit), calibrated }
}
