import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type * as api from '@teleward/contract/monitoring/alert-endpoints.ts'
import { muteRefusal } from '@teleward/contract/monitoring/alert-rules.ts'
import type { Alert } from '@teleward/contract/monitoring/alert-schema.ts'
import { alertChanged } from '@teleward/contract/monitoring/events.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import * as repo from './alert-repo.ts'
import { tellMuted } from './reach.ts'

const MUTE_OVER = 'monitorMute'
const fields = { END_TIME_REQUIRED: 'until', VALUE_INVALID: 'until', REASON_REQUIRED: 'note' } as const

async function locked(tx: Tx, id: string): Promise<Alert> {
  const alert = (await repo.lockForUpdate(tx.many, id)) && (await repo.byId(tx.many, id))
  if (!alert) throw new AppError('NOT_FOUND')
  return alert
}
async function told(tx: Tx, who: StaffActor, id: string): Promise<Alert> {
  const after = await repo.byId(tx.many, id)
  if (!after) throw new AppError('NOT_FOUND')
  const { pid, state, unitId } = after
  await tx.emit(alertChanged, [audience.unit(unitId)], { id, pid, state, by: who.mid })
  return after
}

type Ask = EndpointParsed<typeof api.putAlertMute>['body']
/** Muted anew it takes the place of what stood. NOT_FOUND; what `muteRefusal` says. Of a critical one the carers are told. */
export async function mute(
  tx: Tx,
  who: StaffActor,
  now: Date,
  timers: Deps['timers'],
  id: string,
  ask: Ask,
): Promise<Alert> {
  const alert = await locked(tx, id)
  const until = ask.until === null ? null : new Date(ask.until)
  const no = muteRefusal(alert, { until: until?.getTime() ?? null, note: ask.note, now: now.getTime() })
  if (no === 'ALERT_TAKEN') throw new AppError(no, { data: { name: alert.resolved?.by.name ?? '', alert } })
  if (no)
    throw new AppError(no, no in fields ? { fields: [{ path: fields[no as keyof typeof fields], code: no }] } : {})
  if (until === null) throw new AppError('END_TIME_REQUIRED')
  await end(tx, who, now, id)
  await tx.run(sql`insert into monitor_alert_mute (alert_id, mid, at, until, note)
    values (${id}::uuid, ${who.mid}, ${now}::timestamptz, ${until}::timestamptz, ${ask.note.trim()})`)
  await timers.set(tx, MUTE_OVER, id, until)
  if (alert.severity === 'critical') await tellMuted(tx, now, who.mid, alert)
  return told(tx, who, id)
}
export async function unmute(tx: Tx, who: StaffActor, now: Date, timers: Deps['timers'], id: string): Promise<Alert> {
  await locked(tx, id)
  await end(tx, who, now, id)
  await timers.clear(tx, MUTE_OVER, id)
  return told(tx, who, id)
}
const end = (tx: Tx, who: StaffActor, now: Date, id: string) =>
  tx.run(sql`update monitor_alert_mute set ended_by = ${who.mid}, ended_at = ${now}::timestamptz
    where alert_id = ${id}::uuid and ended_at is null and until > ${now}::timestamptz`)

/** It is over by itself: pages that show the alert look again. */
export function registerMute({ db, timers }: Deps): void {
  timers.on(MUTE_OVER, ({ key }) =>
    db.system.tx(async (tx) => {
      const one = await tx.maybe(sql<{ pid: number; unitId: number; state: Alert['state'] }>`
        select a.pid, a.unit_id as "unitId", a.state from monitor_alert a where a.id = ${key}::uuid and a.state <> 'resolved'`)
      if (one)
        await tx.emit(alertChanged, [audience.unit(one.unitId)], { id: key, pid: one.pid, state: one.state, by: null })
    }),
  )
}
