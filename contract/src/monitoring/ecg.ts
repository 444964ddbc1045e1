import { z } from 'zod'
import { id, instant, singleLine } from '../core/scalars.ts'
import { beatsOf } from './beats.ts'

/** Of all leads together: four minutes of one at 250 Hz, or ten seconds of twelve at 1,000. */
export const MOST_SAMPLES = 120_000
/** What sixteen bits hold of millionths of a volt: beyond it no electrode measures a heart. */
const MICROVOLTS = 32_767
export const MOST_LEADS = 12
/** So long is what a rate can be counted from. */
const LEAST_SECONDS = 1

const lead = z.object({
  /** As on paper: I, II, V1. */
  label: singleLine(12).min(1),
  /** In µV. */
  samples: z.array(z.number().int().min(-MICROVOLTS).max(MICROVOLTS)),
})
/** The curves of an ECG as a device sends them: all leads of one length. */
export const ecgWave = z
  .object({
    /** Samples a second. */
    rate: z.number().int().min(50).max(1000),
    leads: z.array(lead).min(1).max(MOST_LEADS),
  })
  .describe('All leads have one length, of at least a second, and names of their own')
export type EcgWave = z.output<typeof ecgWave>

/** What is wrong with the curves as a whole; `null`: nothing. */
export function waveFault({ rate, leads }: EcgWave): 'length' | 'names' | null {
  const length = leads[0]?.samples.length ?? 0
  const even = leads.every(({ samples }) => samples.length === length)
  if (!even || length < rate * LEAST_SECONDS || length * leads.length > MOST_SAMPLES) return 'length'
  return new Set(leads.map(({ label }) => label)).size === leads.length ? null : 'names'
}

const LEAST_BEATS = 4
/** Beats a minute by the middle distance of those found in lead II, or in the first; `null` where too few are found. */
export function rateOf({ rate, leads }: EcgWave): number | null {
  const best = leads.find(({ label }) => label === 'II') ?? leads[0]
  if (!best) return null
  const beats = beatsOf(Float32Array.from(best.samples), rate)
  if (beats.length < LEAST_BEATS) return null
  const gaps = beats
    .slice(1)
    .map((at, nth) => at - (beats[nth] ?? at))
    .toSorted((one, other) => one - other)
  const gap = gaps[Math.floor(gaps.length / 2)] ?? 0
  const found = gap > 0 ? Math.round(60 / gap) : 0
  return found >= 20 && found <= 300 ? found : null
}

/** An ECG without its curves. */
export const ecgBrief = z.object({
  id: z.number().int(),
  at: instant,
  seconds: z.number(),
  leads: z.array(z.string()),
  /** Beats a minute; none where they could not be counted. */
  heartRate: z.number().int().nullable(),
  /** By the system from the curve; else the device said it. */
  counted: z.boolean(),
})
export type EcgBrief = z.output<typeof ecgBrief>
export const ecg = ecgBrief.extend({
  pid: id,
  receivedAt: instant,
  deviceName: z.string(),
  wave: ecgWave,
})
export type MeasuredEcg = z.output<typeof ecg>
