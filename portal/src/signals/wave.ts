import { SignalError } from '@teleward/contract/files/wfdb.ts'

/** A sound as numbers from -1 to 1; several channels are mixed into one for the eye. */
export interface Sound {
  rate: number
  seconds: number
  samples: Float32Array<ArrayBuffer>
  /** What the recorder wrote beside the sound (RIFF INFO), by its four letters. */
  notes: Record<string, string>
  cut: boolean
}
/** An hour at 8,000 Hz; longer ones are played, not analysed. */
const MAX = 30_000_000
const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe

/** RIFF WAVE, PCM of 8 to 32 bits or floating point. @throws SignalError */
export function readWave(bytes: Uint8Array): Sound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length))
  if (bytes.length < 44 || text(0, 4) !== 'RIFF' || text(8, 4) !== 'WAVE') throw new SignalError('unreadable', 'WAV')
  let format: { kind: number; channels: number; rate: number; bits: number } | undefined
  let data: { from: number; length: number; said: number } | undefined
  const notes: Record<string, string> = {}
  for (let at = 12, n = 0; at + 8 <= bytes.length && n < 1000; n += 1) {
    const name = text(at, 4)
    const said = view.getUint32(at + 4, true)
    const length = Math.min(said, bytes.length - at - 8)
    if (name === 'fmt ' && length >= 16) {
      const kind = view.getUint16(at + 8, true)
      format = {
        kind: kind === EXTENSIBLE && length >= 26 ? view.getUint16(at + 32, true) : kind,
        channels: view.getUint16(at + 10, true),
        rate: view.getUint32(at + 12, true),
        bits: view.getUint16(at + 22, true),
      }
    } else if (name === 'data') data = { from: at + 8, length, said }
    else if (name === 'LIST' && text(at + 8, 4) === 'INFO') readNotes(bytes.subarray(at + 12, at + 8 + length), notes)
    at += 8 + said + (said % 2)
  }
  if (!format || !data) throw new SignalError('unreadable', 'WAV')
  const { channels, rate, bits } = format
  if (channels < 1 || channels > 8 || rate < 100 || rate > 192_000)
    throw new SignalError('counts', `${channels} × ${rate} Hz`)
  const read = sampleOf(view, format.kind, bits)
  const width = bits / 8
  const frames = Math.floor(data.length / (width * channels))
  if (frames === 0) throw new SignalError('truncated', '0')
  if (frames * channels > MAX) throw new SignalError('tooLarge', String(frames))
  const samples = new Float32Array(frames)
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0
    for (let channel = 0; channel < channels; channel += 1)
      sum += read(data.from + (frame * channels + channel) * width)
    samples[frame] = sum / channels
  }
  return { rate, seconds: frames / rate, samples, notes, cut: data.length < data.said }
}

function sampleOf(view: DataView, kind: number, bits: number): (at: number) => number {
  if (kind === FLOAT && bits === 32) return (at) => finite(view.getFloat32(at, true))
  if (kind === PCM && bits === 8) return (at) => (view.getUint8(at) - 128) / 128
  if (kind === PCM && bits === 16) return (at) => view.getInt16(at, true) / 32_768
  if (kind === PCM && bits === 24) return (at) => ((view.getInt16(at + 1, true) << 8) | view.getUint8(at)) / 8_388_608
  if (kind === PCM && bits === 32) return (at) => view.getInt32(at, true) / 2_147_483_648
  throw new SignalError('format', `${kind} / ${bits}`)
}
const finite = (value: number) => (Number.isFinite(value) ? value : 0)

function readNotes(bytes: Uint8Array, into: Record<string, string>): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 8 <= bytes.length; ) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4))
    const length = view.getUint32(at + 4, true)
    const value = bytes.subarray(at + 8, Math.min(at + 8 + length, bytes.length, at + 8 + 2000))
    if (/^[A-Z0-9]{4}$/.test(name)) into[name] = new TextDecoder().decode(value).replace(/\0+$/, '')
    at += 8 + length + (length % 2)
  }
}
