import { canSeeAlert, canReadMeasurements } from '../access/visible.ts'
import { severities } from '@teleward/contract/monitoring/group-rules.ts'
import { sql } from '../platform/db/index.ts'

export const rank = sql`array_position(array[${sql.join([...severities])}]::text[], a.severity)`
/** Nothing is wanted of it for now. */
export const muted = (row: string) =>
  sql<boolean>`(${sql.ref(`${row}.state`)} <> 'resolved' and alert_muted(${sql.ref(`${row}.id`)}, ${sql.ref(`${row}.reopened_at`)}))`
/** What nobody has seen to first; of these the worst, and of these the oldest. Behind it what is muted, and what is over, newest first. */
export const standing = sql`a.state = 'resolved', ${muted('a')}, ${rank}, a.state <> 'open',
  case when a.state <> 'resolved' then a.raised_at end, a.raised_at desc, a.id`

/** Of one member (`row.pid`): how many alerts run, and which of them stands first; null where the caller may not know. */
export const alertsOf = (row: string) => sql`case when ${canReadMeasurements(row)} then (
  select jsonb_build_object('running', count(*), 'worst', (array_agg(jsonb_build_object(
    'severity', a.severity, 'state', a.state, 'since', a.raised_at) order by ${standing}))[1])
  from monitor_alert a where a.pid = ${sql.ref(`${row}.pid`)} and a.state <> 'resolved' and ${canSeeAlert('a')} and not ${muted('a')}) end`
