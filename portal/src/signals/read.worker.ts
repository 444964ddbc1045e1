import { SignalError, type SignalProblem } from '@teleward/contract/files/wfdb.ts'
import { readAecg } from './aecg.ts'
import { readDicom } from './dicom.ts'
import type { Ecg } from './ecg.ts'
import { type Hrv, hrvOf } from './hrv.ts'
import { peaks, type Spectrogram, spectrogram } from './spectrum.ts'
import { readWave } from './wave.ts'
import { readWfdb } from './wfdb.ts'

/** What a file of a stranger is taken apart in: a thread of its own, which can be ended, and has no page to harm. */
export type Asked =
  | ({ what: 'xml' | 'dcm'; bytes: ArrayBuffer } & EcgWish)
  | ({ what: 'hea'; bytes: ArrayBuffer; data: { name: string; bytes: ArrayBuffer } | null } & EcgWish)
  | { what: 'wav'; bytes: ArrayBuffer; top: number; columns: number }
/** Of an ECG: its curves, or only what its intervals say. */
interface EcgWish {
  variability?: boolean
}
export interface SoundPicture {
  rate: number
  seconds: number
  notes: Record<string, string>
  cut: boolean
  /** Pairs of lowest and highest, column by column. */
  wave: Float32Array<ArrayBuffer>
  spectrum: Spectrogram
}
export type Answered =
  | { ecg: Ecg }
  | { hrv: Hrv; cut: boolean }
  | { sound: SoundPicture }
  | { problem: SignalProblem; about: string }

function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    if (cause instanceof TypeError) throw new SignalError('encoding')
    throw cause
  }
}
function ecgOf(asked: Exclude<Asked, { what: 'wav' }>): Ecg {
  const bytes = new Uint8Array(asked.bytes)
  if (!('data' in asked)) return asked.what === 'xml' ? readAecg(textOf(asked.bytes)) : readDicom(bytes)
  return readWfdb(
    new TextDecoder('latin1').decode(bytes),
    asked.data && { name: asked.data.name, bytes: new Uint8Array(asked.data.bytes) },
  )
}
function answer(asked: Asked): Answered {
  if (asked.what === 'wav') {
    const { samples, ...sound } = readWave(new Uint8Array(asked.bytes))
    const spectrum = spectrogram(samples, sound.rate, asked.top, asked.columns)
    return { sound: { ...sound, spectrum, wave: peaks(samples, Math.min(asked.columns, samples.length)) } }
  }
  const ecg = ecgOf(asked)
  if (!asked.variability) return { ecg }
  return { hrv: hrvOf(ecg), cut: ecg.warnings.some(({ problem }) => problem === 'cut' || problem === 'sum') }
}
const buffers = (answered: Answered): Transferable[] =>
  'ecg' in answered
    ? answered.ecg.recordings.flatMap(({ leads }) => leads.map(({ samples }) => samples.buffer))
    : 'sound' in answered
      ? [answered.sound.wave.buffer, answered.sound.spectrum.levels.buffer]
      : []

self.onmessage = ({ data }: MessageEvent<Asked>) => {
  let answered: Answered
  try {
    answered = answer(data)
  } catch (error) {
    // What a broken file makes of a reader that did not expect it is said as that, and kept for whoever looks for the cause.
    if (!(error instanceof SignalError)) console.error(error)
    answered =
      error instanceof SignalError
        ? { problem: error.problem, about: error.about }
        : { problem: 'unreadable', about: '' }
  }
  self.postMessage(answered, { transfer: buffers(answered) })
}
