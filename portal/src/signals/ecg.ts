import { SAMPLES_MAX, SignalError } from '@teleward/contract/files/wfdb.ts'

/** One curve. What was not recorded is `NaN`, and drawn as a gap. */
export interface EcgLead {
  label: string
  /** `mV`, or what else was measured. */
  unit: string
  /** Samples a second. */
  rate: number
  samples: Float32Array<ArrayBuffer>
  /** The writer gave no gain: heights are by the usual one. */
  uncalibrated?: boolean
}
/** Curves that were recorded together. */
export interface EcgRecording {
  kind: 'rhythm' | 'beat' | 'other'
  /** The group's own name, where it has one. */
  name: string
  /** As the file writes it. */
  start: string
  seconds: number
  leads: EcgLead[]
}
export interface EcgWarning {
  problem: 'cut' | 'missingFile' | 'sum' | 'uncalibrated' | 'skipped'
  about: string
}
export interface Ecg {
  source: 'aecg' | 'wfdb' | 'dicom'
  recordings: EcgRecording[]
  /** What a reader has to know before trusting the curves. */
  warnings: EcgWarning[]
  /** Whom the file says it is of, where it says so. */
  patient: string
}

const NAMES: Record<string, string> = { avr: 'aVR', avl: 'aVL', avf: 'aVF', mlii: 'MLII', mliii: 'MLIII' }
/** The name of a lead as it is printed on paper: `MDC_ECG_LEAD_AVR`, `Lead aVR`, `avr` are all aVR. */
export function leadName(said: string): string {
  const bare = said
    .trim()
    .replace(/^MDC_ECG_(?:LEAD_)?/i, '')
    .replace(/^lead[ _]+/i, '')
    .replace(/ *\(.*\)$/, '')
  const known = NAMES[bare.toLowerCase()]
  if (known) return known
  return /^(?:i{1,3}|v[1-9]r?|v[xyz]|[xyz])$/i.test(bare) ? bare.toUpperCase().replace('V', 'V') : bare.slice(0, 40)
}

/** How many millivolts one of the unit is; `null`: no voltage. */
export function milliVolts(unit: string): number | null {
  const scale: Record<string, number> = { V: 1000, mV: 1, uV: 1e-3, µV: 1e-3, μV: 1e-3, nV: 1e-6 }
  return scale[unit.trim()] ?? null
}

/** Twelve leads in the order of paper, whatever order the file has; others behind them as they come. */
const ORDER = ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6']
export const standardLeads: readonly string[] = ORDER
export const isStandard = (leads: readonly EcgLead[]) =>
  ORDER.every((name) => leads.some(({ label }) => label === name))

/** Refuses before memory is asked for. */
export function affordable(samples: number): void {
  if (!Number.isSafeInteger(samples) || samples < 0) throw new SignalError('counts', String(samples))
  if (samples > SAMPLES_MAX) throw new SignalError('tooLarge', String(samples))
}
