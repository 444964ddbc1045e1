import { type EcgLead, type EcgRecording, isStandard, standardLeads } from '../../signals/ecg.ts'

export const SPEEDS = [12.5, 25, 50] as const
export const GAINS = [5, 10, 20] as const
export type Layout = 'rows' | 'grid'
/** Room for the names of leads and the 1 mV pulse, in millimetres. */
const MARGIN_MM = 16
/** Below this a column of the printed layout holds less than a beat. */
export const GRID_MIN_WIDTH = 900

/** A strip of paper: which leads lie side by side in it. */
export interface Strip {
  leads: EcgLead[]
}
/** As on paper: three strips of four leads each, one after the other in time, and the rhythm beneath. */
export function strips(recording: EcgRecording, layout: Layout, only: string | null): Strip[] {
  const chosen = only === null ? recording.leads : recording.leads.filter(({ label }) => label === only)
  if (layout === 'rows' || only !== null || !isStandard(recording.leads))
    return inOrder(chosen).map((lead) => ({ leads: [lead] }))
  const named = new Map(recording.leads.map((lead) => [lead.label, lead]))
  const of = (...labels: string[]) => labels.flatMap((label) => named.get(label) ?? [])
  return [
    { leads: of('I', 'aVR', 'V1', 'V4') },
    { leads: of('II', 'aVL', 'V2', 'V5') },
    { leads: of('III', 'aVF', 'V3', 'V6') },
    { leads: of('II') },
  ]
}
const inOrder = (leads: readonly EcgLead[]) => {
  const place = ({ label }: EcgLead) =>
    standardLeads.includes(label) ? standardLeads.indexOf(label) : standardLeads.length
  return leads.toSorted((a, b) => place(a) - place(b))
}

export interface Paper {
  width: number
  height: number
  /** CSS pixels for a millimetre. */
  mm: number
  /** Where the curves begin. */
  left: number
  pxPerSecond: number
  /** Seconds that fit beside each other. */
  seconds: number
  rowHeight: number
  gain: number
  speed: number
}
export function paperOf({
  width,
  mm,
  speed,
  gain,
  rows,
}: {
  width: number
  mm: number
  speed: number
  gain: number
  rows: number
}): Paper {
  const left = Math.round(MARGIN_MM * mm)
  const pxPerSecond = speed * mm
  const rowHeight = (gain >= 20 ? 45 : gain >= 10 ? 25 : 15) * mm
  return {
    width,
    height: Math.ceil(rowHeight * rows + 6 * mm),
    mm,
    left,
    pxPerSecond,
    seconds: Math.max(0.2, (width - left) / pxPerSecond),
    rowHeight,
    gain,
    speed,
  }
}

/** Where a lead lies at rest, so that the curve stands in the middle of its strip: differences are what calipers measure. */
export const restOf = (lead: EcgLead): number => once(rests, lead, middleOf)
const rests = new WeakMap<EcgLead, number>()
const once = (known: WeakMap<EcgLead, number>, lead: EcgLead, make: (lead: EcgLead) => number): number => {
  const found = known.get(lead) ?? make(lead)
  known.set(lead, found)
  return found
}
function middleOf({ samples }: EcgLead): number {
  const step = Math.max(1, Math.floor(samples.length / 5000))
  const some: number[] = []
  for (let at = 0; at < samples.length; at += step) {
    const value = samples[at] as number
    if (!Number.isNaN(value)) some.push(value)
  }
  some.sort((a, b) => a - b)
  return some[some.length >> 1] ?? 0
}
/** Millimetres for one of the lead's unit: a voltage by the gain, anything else so that it fills its strip. */
export function mmPerUnit(lead: EcgLead, { gain, rowHeight, mm }: Paper): number {
  if (lead.unit === 'mV') return gain
  const span = once(spans, lead, spanOf)
  return span > 0 ? ((rowHeight / mm) * 0.8) / span : 1
}
const spans = new WeakMap<EcgLead, number>()
function spanOf(lead: EcgLead): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of lead.samples) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return high > low ? high - low : 0
}

// ── calipers ────────────────────────────────────────────────────────────────────────────────────────────────────
export interface Point {
  /** Seconds from the beginning of the recording. */
  seconds: number
  /** Of the lead's unit above its rest. */
  value: number
}
export interface Calipers {
  strip: number
  /** Of the strip, the lead that the first point lies in. */
  lead: number
  from: Point
  to: Point
}
export const snapped = (seconds: number, rate: number) => Math.round(seconds * rate) / rate
export interface Measured {
  ms: number
  /** `null` where no heart beats so fast or slow. */
  bpm: number | null
  value: number
}
/** What lies between: the time, the rate of beats that far apart, the height. */
export function measured({ from, to }: Pick<Calipers, 'from' | 'to'>): Measured {
  const ms = Math.round(Math.abs(to.seconds - from.seconds) * 10_000) / 10
  const bpm = ms > 0 ? Math.round(60_000 / ms) : null
  return { ms, bpm: bpm !== null && bpm >= 10 && bpm <= 400 ? bpm : null, value: to.value - from.value }
}
