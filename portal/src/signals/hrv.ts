import { beatsOf } from '@teleward/contract/monitoring/beats.ts'
import { type Ecg, type EcgLead, milliVolts } from './ecg.ts'
import { fft } from './spectrum.ts'

/**
 * Variability of the heart rate by the Task Force of the ESC and NASPE, Circulation 1996;93:1043-65. Short-term values are of
 * five minutes; of a shorter recording only what it allows is said, and of less than a minute nothing. Of a longer one the five
 * minutes with the fewest beats left out stand.
 */
export interface Variability {
  /** Seconds of the recording that the values are of. */
  from: number
  to: number
  lead: string
  /** Intervals between normal beats, and those left out: extrasystoles, missed beats, gaps. */
  intervals: number
  leftOut: number
  /** Of the beats that were counted, a minute. */
  rate: number
  /** ms. */
  sdnn: number
  rmssd: number
  /** Per cent. */
  pnn50: number
  /** ms², and their ratio: of five minutes alone. */
  power: { lf: number; hf: number; ratio: number } | null
}
export type HrvProblem = 'noRhythm' | 'coarse' | 'short' | 'unsteady'
export type Hrv = Variability | { problem: HrvProblem; seconds: number }

export const SHORT_TERM_S = 300
export const LEAST_S = 60
/** Below this a peak's place says nothing about milliseconds. */
const LEAST_RATE = 100
/** More than this left out: what remains is no sinus rhythm, or no good recording. */
const MOST_LEFT_OUT = 0.2

/** Of the recording of an ECG file that is longest. */
export function hrvOf({ recordings }: Ecg): Hrv {
  const longest = recordings.filter(({ kind }) => kind !== 'beat').toSorted((a, b) => b.seconds - a.seconds)[0]
  const lead = longest && leadFor(longest.leads)
  if (!longest || !lead) return { problem: 'noRhythm', seconds: 0 }
  const seconds = lead.samples.length / lead.rate
  if (seconds < LEAST_S) return { problem: 'short', seconds }
  if (lead.rate < LEAST_RATE) return { problem: 'coarse', seconds }
  const found = variabilityOf(beatsOf(lead.samples, lead.rate), seconds)
  return 'problem' in found ? found : { ...found, lead: lead.label }
}

/** II as on a rhythm strip, where it is there. */
function leadFor(leads: readonly EcgLead[]): EcgLead | undefined {
  const waves = leads.filter(({ unit, samples }) => milliVolts(unit) !== null && samples.length > 0)
  return ['II', 'MLII', 'I'].map((name) => waves.find(({ label }) => label === name)).find(Boolean) ?? waves[0]
}

interface Interval {
  at: number
  /** s */
  length: number
  normal: boolean
}
/** Of beats in seconds. An interval is normal from 0.3 to 2 s and within a fifth of the median of those around it. */
function intervalsOf(beats: readonly number[]): Interval[] {
  const all = beats.slice(1).map((at, index) => ({ at, length: at - (beats[index] as number) }))
  return all.map(({ at, length }, index) => {
    const around = all
      .slice(Math.max(0, index - 5), index + 6)
      .map((one) => one.length)
      .toSorted((a, b) => a - b)
    const median = around[around.length >> 1] ?? length
    return { at, length, normal: length >= 0.3 && length <= 2 && Math.abs(length - median) <= 0.2 * median }
  })
}

export function variabilityOf(beats: readonly number[], seconds: number): Hrv {
  if (seconds < LEAST_S) return { problem: 'short', seconds }
  const all = intervalsOf(beats)
  const shares = (some: readonly Interval[]) =>
    some.length ? some.filter(({ normal }) => !normal).length / some.length : 1
  const span = Math.min(SHORT_TERM_S, seconds)
  let best = { from: 0, some: all.filter(({ at, length }) => at - length >= 0 && at <= span) }
  for (let from = 30; from + span <= seconds; from += 30) {
    const some = all.filter(({ at, length }) => at - length >= from && at <= from + span)
    if (shares(some) < shares(best.some)) best = { from, some }
  }
  const normal = best.some.filter((one) => one.normal)
  // Gaps hold no interval at all: what is covered has to be most of the time.
  const covered = normal.reduce((sum, { length }) => sum + length, 0)
  if (normal.length < 30 || shares(best.some) > MOST_LEFT_OUT || covered < span * (1 - MOST_LEFT_OUT))
    return { problem: 'unsteady', seconds }
  const ms = normal.map(({ length }) => length * 1000)
  const steps = best.some.flatMap((one, index) => {
    const before = best.some[index - 1]
    return before?.normal && one.normal ? [(one.length - before.length) * 1000] : []
  })
  const mean = ms.reduce((sum, value) => sum + value, 0) / ms.length
  return {
    from: best.from,
    to: best.from + span,
    lead: '',
    intervals: normal.length,
    leftOut: best.some.length - normal.length,
    rate: 60_000 / mean,
    sdnn: Math.sqrt(ms.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (ms.length - 1)),
    rmssd: Math.sqrt(steps.reduce((sum, step) => sum + step * step, 0) / (steps.length || 1)),
    pnn50: (100 * steps.filter((step) => Math.abs(step) > 50).length) / (steps.length || 1),
    power: seconds >= SHORT_TERM_S ? powerOf(normal, best.from, span) : null,
  }
}

/** Samples a second that the course of the intervals is drawn out to, by a cubic spline, before its spectrum is taken. */
const TACHOGRAM_HZ = 4
const LF = [0.04, 0.15] as const
const HF = [0.15, 0.4] as const

function powerOf(normal: readonly Interval[], from: number, span: number): Variability['power'] {
  const course = spline(
    normal.map(({ at }) => at),
    normal.map(({ length }) => length * 1000),
  )
  const many = Math.floor(span * TACHOGRAM_HZ)
  const [first, last] = [normal[0]?.at ?? 0, normal.at(-1)?.at ?? 0]
  // Outside of the first and last interval a spline runs away.
  const values = Array.from({ length: many }, (_, n) =>
    course(Math.min(last, Math.max(first, from + n / TACHOGRAM_HZ))),
  )
  const size = 2 ** Math.ceil(Math.log2(many))
  const [re, im] = [new Float64Array(size), new Float64Array(size)]
  let weight = 0
  for (const [n, value] of detrended(values).entries()) {
    const hann = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / (many - 1))
    re[n] = value * hann
    weight += hann * hann
  }
  fft(re, im)
  const step = TACHOGRAM_HZ / size
  const within = ([low, high]: readonly [number, number]) => {
    let sum = 0
    for (let k = 1; k < size / 2; k += 1)
      if (k * step >= low && k * step < high)
        sum += (2 * ((re[k] as number) ** 2 + (im[k] as number) ** 2)) / (TACHOGRAM_HZ * weight)
    return sum * step
  }
  const [lf, hf] = [within(LF), within(HF)]
  return hf > 0 ? { lf, hf, ratio: lf / hf } : null
}

/** Without its straight line. */
function detrended(values: readonly number[]): number[] {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let [above, below] = [0, 0]
  for (const [n, value] of values.entries()) {
    above += (n - middle) * (value - mean)
    below += (n - middle) ** 2
  }
  const slope = below ? above / below : 0
  return values.map((value, n) => value - mean - slope * (n - middle))
}

/** The natural cubic spline through points in the order of x. */
function spline(x: readonly number[], y: readonly number[]): (at: number) => number {
  const n = x.length
  const [second, rest] = [new Float64Array(n), new Float64Array(n)]
  const [X, Y] = [(i: number) => x[i] as number, (i: number) => y[i] as number]
  for (let i = 1; i < n - 1; i += 1) {
    const part = (X(i) - X(i - 1)) / (X(i + 1) - X(i - 1))
    const under = part * (second[i - 1] as number) + 2
    second[i] = (part - 1) / under
    const bend = (Y(i + 1) - Y(i)) / (X(i + 1) - X(i)) - (Y(i) - Y(i - 1)) / (X(i) - X(i - 1))
    rest[i] = ((6 * bend) / (X(i + 1) - X(i - 1)) - part * (rest[i - 1] as number)) / under
  }
  second[n - 1] = 0
  for (let i = n - 2; i >= 0; i -= 1)
    second[i] = (second[i] as number) * (second[i + 1] as number) + (rest[i] as number)
  let low = 0
  return (at) => {
    if (X(low) > at) low = 0
    while (low < n - 2 && X(low + 1) < at) low += 1
    const wide = X(low + 1) - X(low)
    const [a, b] = [(X(low + 1) - at) / wide, (at - X(low)) / wide]
    const curve = (a ** 3 - a) * (second[low] as number) + (b ** 3 - b) * (second[low + 1] as number)
    return a * Y(low) + b * Y(low + 1) + (curve * wide * wide) / 6
  }
}
