import type { UrgentAlerts } from '@teleward/contract/monitoring/alert-schema.ts'
import { worstFirst } from '@teleward/contract/monitoring/worst-first.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { alertChanged } from '@teleward/contract/monitoring/events.ts'
import { notify } from '../notifications/service.ts'
import type { Read } from '../patients/service.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import * as repo from './alert-repo.ts'
import { takers } from './carers.ts'

/** How long the unit waits for those of its people who care for the member and may take an alert. */
const unitWaits = (pid: ReturnType<typeof sql>, unitId: ReturnType<typeof sql>) =>
  sql<string>`alert_unit_waits(${pid}, ${unitId}, ${[...takers]}::text[])`

/** When the unit is told of an alert that nobody has taken: one timer an alert. */
const UNIT_TOLD = 'monitorReach'

interface Waiting {
  id: string
  pid: number
  unitId: number
}
const entry = (tx: Tx, now: Date, { id, pid, unitId }: Waiting) => {
  const link = {
    screen: 'monitor' as const,
    search: { whose: 'all', pid: String(pid), open: `${pid}-${unitId}`, mark: id },
  }
  return async (
    mids: readonly number[],
    what: 'alert.critical' | 'alert.waits' | 'alert.muted',
    once: string,
    from?: number,
  ) => {
    const { partnerId } = await tx.one(
      sql<{ partnerId: number }>`select u.partner_id as "partnerId" from unit u where u.id = ${unitId}`,
    )
    for (const mid of mids)
      await notify(tx, {
        partnerId,
        mid,
        kind: 'alert',
        what,
        subject: { kind: 'alert', id },
        link,
        from: from ?? null,
        pid,
        once,
        at: now,
      })
  }
}

/**
 * A critical alert that is new, or that waits again because it got worse, leaves an entry with each who cares for the member;
 * what strikes again besides adds none. `once` names which of these it is. The unit is told when the minutes of the group are
 * over, or at once where nobody of these may take it.
 */
export async function tellCarers(tx: Tx, now: Date, of: Waiting, once: string): Promise<void> {
  const carers = await tx.many(
    sql<{ mid: number }>`select mid from app_alert_carers(${of.pid}::int, ${of.unitId}::int)`,
  )
  await entry(tx, now, of)(
    carers.map(({ mid }) => mid),
    'alert.critical',
    once,
  )
  await tx.run(sql`
    insert into timer (kind, key, due_at)
    select ${UNIT_TOLD}, ${of.id}, ${now}::timestamptz + ${unitWaits(sql`${of.pid}::int`, sql`${of.unitId}::int`)}
    on conflict (kind, key) do update set due_at = excluded.due_at`)
}

/** That somebody wants nothing of a critical alert for a while is known to all who care for the member. */
export async function tellMuted(tx: Tx, now: Date, by: number, of: Waiting): Promise<void> {
  const carers = await tx.many(
    sql<{ mid: number }>`select mid from app_alert_carers(${of.pid}::int, ${of.unitId}::int)`,
  )
  const others = carers.map(({ mid }) => mid).filter((mid) => mid !== by)
  await entry(tx, now, of)(others, 'alert.muted', `muted ${now.toISOString()}`, by)
}

/** The minutes are over: everybody of the unit who may take it is told, unless somebody has. */
async function tellUnit({ db, clock, timers }: Pick<Deps, 'db' | 'clock' | 'timers'>, id: string): Promise<void> {
  const now = clock.now()
  await db.system.tx(async (tx) => {
    const one = await tx.maybe(sql<Waiting & { since: Date; due: Date }>`
      select a.id, a.pid, a.unit_id as "unitId", s.since, s.since + ${unitWaits(sql`a.pid`, sql`a.unit_id`)} as due
      from monitor_alert a cross join lateral (select coalesce(a.reopened_at, a.raised_at) as since) s
      where a.id = ${id}::uuid and a.state = 'open' and a.severity = 'critical' for update of a`)
    if (!one) return
    // The group waits longer than it did when the alert was raised.
    if (one.due > now) return timers.set(tx, UNIT_TOLD, id, one.due)
    const unit = await tx.many(sql<{ mid: number }>`
      select su.mid from staff_unit su join staff s on s.mid = su.mid join staff_partner sp on sp.mid = su.mid and sp.partner_id = su.partner_id
      where su.unit_id = ${one.unitId} and s.status = 'active' and sp.status = 'active' and sp.review = 'onBoard'
        and sp.doctortype in (${sql.join([...takers])}) order by su.mid`)
    await entry(tx, now, one)(
      unit.map(({ mid }) => mid),
      'alert.waits',
      `waits ${one.since.toISOString()}`,
    )
    await tx.emit(alertChanged, [audience.unit(one.unitId)], { id, pid: one.pid, state: 'open', by: null })
  })
}
export function registerReach(deps: Deps): void {
  deps.timers.on(UNIT_TOLD, ({ key }) => tellUnit(deps, key))
}

/** What calls for the caller now: from what is open, so that a page that is loaded anew shows the same. */
export async function urgentAlerts(read: Read, now: Date): Promise<UrgentAlerts> {
  const [alerts, shut] = await Promise.all([repo.urgent(read, now), repo.urgentShut(read, now)])
  return { alerts: worstFirst(alerts), shut }
}
/** The number of the menu: critical alerts of open records that nobody has taken, and those of shut ones that the caller is told of. */
export const urgentCount = async (read: Read, now: Date): Promise<number> => {
  const [row] = await read(repo.urgentCount(now))
  return row?.many ?? 0
}
