/**
 * The header of a WFDB record (PhysioNet's header(5)): text that says how the numbers of its data files are written. Both
 * sides read it: the server to know a pair for one, the portal to draw it.
 */
export const signalProblems = [
  'unreadable',
  'notHeader',
  'noSignals',
  'segments',
  'format',
  'fileName',
  'counts',
  'tooLarge',
  'otherFile',
  'noData',
  'entities',
  'truncated',
  'encoding',
  'notWaveform',
] as const
export type SignalProblem = (typeof signalProblems)[number]
/** Why a recording cannot be shown: a word that has its sentence, and what it speaks of. */
export class SignalError extends Error {
  readonly problem: SignalProblem
  readonly about: string
  constructor(problem: SignalProblem, about = '') {
    super(about ? `${problem}: ${about}` : problem)
    this.problem = problem
    this.about = about
  }
}

/** Larger ones are no header: the longest known have some hundred lines. */
export const HEADER_MAX_BYTES = 64 * 1024
/** Of all signals together; an hour of twelve leads at 1,000 Hz is 43 million. */
export const SAMPLES_MAX = 50_000_000
const SIGNALS_MAX = 64
const RATE_MAX = 100_000
const SPF_MAX = 1000

/** Bits of a sample as it lies in the file. */
export const wfdbBits = { 16: 16, 24: 24, 32: 32, 61: 16, 80: 8, 212: 12 } as const
export type WfdbFormat = keyof typeof wfdbBits
export interface WfdbSignal {
  file: string
  format: WfdbFormat
  samplesPerFrame: number
  skew: number
  /** Bytes before the first sample of the file. */
  offset: number
  /** Units of the converter for one of `unit`. */
  gain: number
  calibrated: boolean
  baseline: number
  unit: string
  /** Sum of all samples, 16 bit, where the header has it. */
  checksum: number | null
  label: string
}
export interface WfdbHeader {
  record: string
  /** Frames a second. */
  frequency: number
  /** Frames in all; `null`: the header does not say. */
  frames: number | null
  /** As the header has it: `HH:MM:SS DD/MM/YYYY`, or ''. */
  start: string
  signals: WfdbSignal[]
}

/** A name in the folder of the header, and no way out of it. */
const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/
const WHOLE = /^[+-]?\d{1,15}$/
const whole = (text: string | undefined): number | null =>
  text !== undefined && WHOLE.test(text) ? Number(text) : null

/** @throws SignalError notHeader, segments, noSignals, format, fileName, counts, tooLarge */
export function parseWfdbHeader(text: string): WfdbHeader {
  if (text.length > HEADER_MAX_BYTES) throw new SignalError('tooLarge')
  // Anything beside printable letters, tabs and line ends is another kind of file.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text)) throw new SignalError('notHeader')
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const [first = '', ...rest] = lines
  const said =
    /^([\w-]{1,100})(\/\d+)?[ \t]+(\d{1,6})(?:[ \t]+(\S+))?(?:[ \t]+(\d{1,15}))?(?:[ \t]+([\d:./ \t]{1,40}))?$/.exec(
      first,
    )
  if (!said) throw new SignalError('notHeader')
  const [, record = '', segments, count = '', rate = '250', frames, start = ''] = said
  if (segments) throw new SignalError('segments')
  const many = Number(count)
  if (many === 0) throw new SignalError('noSignals')
  if (many > SIGNALS_MAX) throw new SignalError('counts', count)
  const frequency = Number(/^\d+(?:\.\d+)?(?:e[+-]?\d{1,2})?/i.exec(rate)?.[0] ?? Number.NaN)
  if (!(frequency > 0 && frequency <= RATE_MAX)) throw new SignalError('counts', rate)
  if (rest.length < many) throw new SignalError('truncated', `${rest.length} / ${many}`)
  const signals = rest.slice(0, many).map(signalOf)
  const length = frames === undefined || Number(frames) === 0 ? null : Number(frames)
  const wide = signals.reduce((sum, { samplesPerFrame }) => sum + samplesPerFrame, 0)
  if (length !== null && length * wide > SAMPLES_MAX) throw new SignalError('tooLarge', String(length))
  return { record, frequency, frames: length, start: start.trim(), signals }
}

const SIGNAL = /^(\d{1,4})(?:x(\d{1,6}))?(?::(\d{1,6}))?(?:\+(\d{1,12}))?$/
const GAIN = /^([+-]?\d*\.?\d+(?:e[+-]?\d{1,3})?)(?:\(([+-]?\d{1,12})\))?(?:\/(\S{1,20}))?$/i
function signalOf(line: string): WfdbSignal {
  const [file = '', kind = '', gainText, , zero, , sum, , ...label] = line.split(/[ \t]+/)
  if (!PLAIN.test(file) || file.includes('..')) throw new SignalError('fileName', file.slice(0, 60))
  const form = SIGNAL.exec(kind)
  if (!form) throw new SignalError('notHeader')
  const format = Number(form[1])
  if (!(format in wfdbBits)) throw new SignalError('format', form[1])
  const samplesPerFrame = Number(form[2] ?? 1)
  if (samplesPerFrame < 1 || samplesPerFrame > SPF_MAX) throw new SignalError('counts', kind)
  const gain = gainText === undefined ? null : GAIN.exec(gainText)
  if (gainText !== undefined && !gain) throw new SignalError('notHeader')
  const units = Number(gain?.[1] ?? 0)
  if (!Number.isFinite(units) || units < 0) throw new SignalError('counts', gainText)
  return {
    file,
    format: format as WfdbFormat,
    samplesPerFrame,
    skew: Number(form[3] ?? 0),
    offset: Number(form[4] ?? 0),
    // As the WFDB library has it: no gain, or 0, is 200 and not calibrated.
    gain: units || 200,
    calibrated: units !== 0,
    baseline: whole(gain?.[2]) ?? whole(zero) ?? 0,
    unit: gain?.[3] ?? 'mV',
    checksum: whole(sum),
    label: label.join(' '),
  }
}

export const signalsIn = (header: WfdbHeader, file: string): WfdbSignal[] =>
  header.signals.filter((signal) => signal.file.toLowerCase() === file.toLowerCase())

/** How many bytes so many frames take in a data file, without what lies before the first. */
export function frameBytes(signals: readonly WfdbSignal[], frames: number): number {
  const first = signals[0]
  if (!first) return 0
  const samples = frames * signals.reduce((sum, { samplesPerFrame }) => sum + samplesPerFrame, 0)
  return Math.ceil((samples * wfdbBits[first.format]) / 8)
}

/** Which file of the header this one is, by its name; in a batch the name begins with whose it is. */
export const dataFileOf = (header: WfdbHeader, name: string): string | undefined => {
  const said = name.toLowerCase()
  return header.signals
    .map(({ file }) => file)
    .find((file) => said === file.toLowerCase() || said.endsWith(`_${file.toLowerCase()}`))
}
/** Whether a file of this length can be the data that the header speaks of. A writer may fill up to a whole block. */
export function fitsHeader(header: WfdbHeader, file: string, bytes: number): boolean {
  const signals = signalsIn(header, file)
  const body = bytes - (signals[0]?.offset ?? 0)
  if (!signals.length || body <= 0) return false
  if (header.frames === null) return body >= frameBytes(signals, 1)
  const said = frameBytes(signals, header.frames)
  return body >= said && body <= said + 512
}
