import {
  frameBytes,
  parseWfdbHeader,
  SignalError,
  signalsIn,
  wfdbBits,
  type WfdbFormat,
  type WfdbHeader,
  type WfdbSignal,
} from '@teleward/contract/files/wfdb.ts'
import { affordable, type Ecg, type EcgLead, type EcgWarning, leadName, milliVolts } from './ecg.ts'

type Sample = (at: number) => number
/** The n-th sample of a data file as it was converted; the writer's mark for 'none' is `NaN`. */
function reader(bytes: Uint8Array, format: WfdbFormat): Sample {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const marked =
    (none: number, read: Sample): Sample =>
    (at) => {
      const value = read(at)
      return value === none ? Number.NaN : value
    }
  switch (format) {
    case 16:
      return marked(-32_768, (at) => view.getInt16(at * 2, true))
    case 61:
      return marked(-32_768, (at) => view.getInt16(at * 2, false))
    case 24:
      return marked(-8_388_608, (at) => (view.getInt16(at * 3 + 1, true) << 8) | view.getUint8(at * 3))
    case 32:
      return marked(-2_147_483_648, (at) => view.getInt32(at * 4, true))
    case 80:
      return marked(-128, (at) => view.getUint8(at) - 128)
    // Two samples in three bytes, the high bits of both in the middle one.
    case 212:
      return marked(-2048, (at) => {
        const pair = (at >> 1) * 3
        const middle = view.getUint8(pair + 1)
        const raw =
          at & 1 ? ((middle & 0xf0) << 4) | view.getUint8(pair + 2) : ((middle & 0x0f) << 8) | view.getUint8(pair)
        return (raw << 20) >> 20
      })
  }
}
/** How many whole samples lie in so many bytes. */
const fits = (bytes: number, format: WfdbFormat): number =>
  format === 212 ? Math.floor(bytes / 3) * 2 + (bytes % 3 === 2 ? 1 : 0) : Math.floor((bytes * 8) / wfdbBits[format])

/**
 * A record of header and one data file. Signals that lie in other files are named among the warnings, as is data that ends
 * early; what is there is shown.
 * @throws SignalError where the header is none, or the data is not the header's.
 */
export function readWfdb(headerText: string, data: { name: string; bytes: Uint8Array } | null): Ecg {
  const header = parseWfdbHeader(headerText)
  if (!data) throw new SignalError('noData', [...new Set(header.signals.map(({ file }) => file))].join(', '))
  const signals = signalsIn(header, data.name)
  const first = signals[0]
  if (!first) throw new SignalError('otherFile', data.name)
  if (signals.some(({ format }) => format !== first.format)) throw new SignalError('format', String(first.format))
  const warnings: EcgWarning[] = [...new Set(header.signals.map(({ file }) => file))]
    .filter((file) => file !== first.file)
    .map((about) => ({ problem: 'missingFile', about }))
  if (signals.some(({ calibrated }) => !calibrated)) warnings.push({ problem: 'uncalibrated', about: '' })
  const frames = framesIn(header, signals, data.bytes, warnings)
  const leads = curves(header, signals, data.bytes, frames, warnings)
  const seconds = frames / header.frequency
  const recordings = [{ kind: 'rhythm' as const, name: header.record, start: header.start, seconds, leads }]
  return { source: 'wfdb', recordings, warnings, patient: '' }
}

function framesIn(header: WfdbHeader, signals: WfdbSignal[], bytes: Uint8Array, warnings: EcgWarning[]): number {
  const [first] = signals
  if (!first) return 0
  const wide = signals.reduce((sum, { samplesPerFrame }) => sum + samplesPerFrame, 0)
  const there = Math.floor(fits(Math.max(0, bytes.length - first.offset), first.format) / wide)
  if (there === 0) throw new SignalError('truncated', `${bytes.length} B`)
  const frames = Math.min(there, header.frames ?? there)
  if (header.frames !== null && there < header.frames)
    warnings.push({ problem: 'cut', about: `${there} / ${header.frames}` })
  affordable(frames * wide)
  return frames
}

function curves(
  header: WfdbHeader,
  signals: WfdbSignal[],
  bytes: Uint8Array,
  frames: number,
  warnings: EcgWarning[],
): EcgLead[] {
  const [first] = signals
  if (!first) return []
  const read = reader(bytes.subarray(first.offset, first.offset + frameBytes(signals, frames)), first.format)
  const wide = signals.reduce((sum, { samplesPerFrame }) => sum + samplesPerFrame, 0)
  let before = 0
  return signals.map((signal, place) => {
    const { samplesPerFrame: each, gain, baseline, unit, checksum, calibrated } = signal
    const factor = milliVolts(unit)
    const samples = new Float32Array(frames * each)
    let sum = 0
    for (let frame = 0; frame < frames; frame += 1)
      for (let one = 0; one < each; one += 1) {
        const raw = read(frame * wide + before + one)
        sum += Number.isNaN(raw) ? -32_768 : raw
        samples[frame * each + one] = ((raw - baseline) / gain) * (factor ?? 1)
      }
    before += each
    const label = leadName(signal.label || String(place + 1))
    // The writer's own proof that nothing was changed on the way.
    const whole = frames === header.frames
    if (whole && checksum !== null && ((sum - checksum) & 0xffff) !== 0) warnings.push({ problem: 'sum', about: label })
    return {
      label,
      unit: factor === null ? unit : 'mV',
      rate: header.frequency * each,
      samples: shifted(samples, signal.skew * each),
      ...(calibrated ? {} : { uncalibrated: true }),
    }
  })
}

/** A signal that was written late begins earlier; its end was not recorded. */
function shifted(samples: Float32Array<ArrayBuffer>, by: number): Float32Array<ArrayBuffer> {
  if (by === 0) return samples
  const out = new Float32Array(samples.length).fill(Number.NaN)
  out.set(samples.subarray(Math.min(by, samples.length)))
  return out
}
