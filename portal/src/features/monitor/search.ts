import { id, uuid } from '@teleward/contract/core/scalars.ts'
import { type MemberQuery, monitorSort } from '@teleward/contract/monitoring/alert-schema.ts'
import { severities } from '@teleward/contract/monitoring/group-rules.ts'
import { readingKinds } from '@teleward/contract/monitoring/rules.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

export const DAYS = ['1', '3', '7', '30', '0'] as const
export const ALERTS = ['any', ...severities] as const

export const STATUSES = ['open', 'acknowledged'] as const
export const SINCE = ['shift', '8', '12', '24', '72'] as const
export type Since = (typeof SINCE)[number]

/** What lives in the address. The word that is searched for does not: it is a name. */
const search = z.object({
  ...listFields,
  sort: monitorSort.optional(),
  days: z.enum(DAYS).catch('7').default('7'),
  /** Unless told: one's own groups, where one has any. */
  whose: z.enum(['groups', 'all']).optional(),
  group: uuid.optional(),
  kind: z.enum(readingKinds).optional(),
  alert: z.enum(ALERTS).optional(),
  status: z.enum(STATUSES).optional(),
  unit: id.optional(),
  /** Who has seen the member, or will. */
  did: id.optional(),
  /** What has come since then stands over the list: the end of one's last shift, or so many hours ago. */
  since: z.enum(SINCE).optional(),
  off: z.literal('1').optional(),
  pid: id.optional(),
  /** The open row: member and unit. */
  open: z
    .string()
    .regex(/^\d{1,10}-\d{1,10}$/)
    .optional(),
  /** The alert that one came for: of the open member. */
  mark: uuid.optional(),
  compare: z.literal('1').optional(),
})
export type MonitorSearch = z.output<typeof search>
export type MonitorChange = Partial<MonitorSearch>
export const useMonitorSearch = () => useSearchState(search)

export const NO_FILTERS = {
  days: '7',
  whose: undefined,
  group: undefined,
  kind: undefined,
  alert: undefined,
  status: undefined,
  unit: undefined,
  did: undefined,
  since: undefined,
  off: undefined,
  pid: undefined,
} as const satisfies MonitorChange

export const dayNumber = (days: MonitorSearch['days']) => Number(days) as MemberQuery['days']
export function toQuery(value: MonitorSearch, q: string, whose: 'groups' | 'all', pageSize: number): MemberQuery {
  const { days, off, page, sort, group, unit, kind, alert, status, did, pid } = value
  const narrowed = { group, unit, kind, alert, status, did, pid }
  return { page, pageSize, sort, q, whose, ...narrowed, days: dayNumber(days), off: off === '1' }
}
