import { measureRange } from '@teleward/contract/monitoring/group-rules.ts'
import type { MonitorRule } from '@teleward/contract/monitoring/group-schema.ts'
import { isApiError } from '../../api/errors.ts'
import { invalidateTags, wordsOf } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'

const signs: Readonly<Record<string, string>> = { Cel: '°C', '/min': 'bpm' }
/** A unit of measure as people write it. */
export const unitSign = (unit: string) => signs[unit] ?? unit
export const unitOf = (measure: MonitorRule['measure']) => unitSign(measureRange(measure).unit)

/** What somebody else changed meanwhile is fetched; the form says why it did not go through. */
export function onStale(error: unknown): boolean {
  if (!isApiError(error, 'VERSION_STALE')) return false
  void invalidateTags(['admin'])
  notify({ kind: 'warn', title: wordsOf(error), text: t('groups.staleText') })
  return true
}
