import type { Alert } from './alert-schema.ts'
import type { Measure } from './group-rules.ts'
import { DIASTOLIC, kindRules } from './kinds.ts'

const spanOf = (measure: Measure): { from: number; to: number } => {
  if (measure === 'systolic') return kindRules.blood_pressure
  if (measure === 'diastolic') return DIASTOLIC
  return kindRules[measure === 'bp_pulse' ? 'pulse' : measure]
}
type Struck = Pick<
  Alert,
  'measure' | 'test' | 'limit' | 'value' | 'worstValue' | 'lastValue' | 'baseValue' | 'raisedAt' | 'reopenedAt'
>
/**
 * Of the way from the limit to the last that a body can have, how much has been gone: so a saturation is set beside a pressure. None
 * where nothing came.
 */
export function shareBeyond({ measure, test, limit, value, worstValue, lastValue, baseValue }: Struck): number {
  const worst = worstValue ?? lastValue ?? value
  if (worst === null || limit === null) return 0
  const { from, to } = spanOf(measure)
  const share =
    test === 'above'
      ? (worst - limit) / (to - limit)
      : test === 'below'
        ? (limit - worst) / (limit - from)
        : test === 'change' && baseValue !== null
          ? (Math.abs(worst - baseValue) - limit) / (to - from)
          : 0
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 1
}
const since = ({ reopenedAt, raisedAt }: Struck) => reopenedAt ?? raisedAt
/** Of alerts of one severity the worst first, then whoever waits longest. */
export const worstFirst = <T extends Struck>(alerts: readonly T[]): T[] =>
  alerts.toSorted((a, b) => shareBeyond(b) - shareBeyond(a) || (since(a) < since(b) ? -1 : 1))
