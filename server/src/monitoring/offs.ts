import { canSeeMember, canSeeRow } from '../access/visible.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { saysSomething } from '@teleward/contract/core/text.ts'
import type * as api from '@teleward/contract/monitoring/group-endpoints.ts'
import { absence, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { tell } from './groups.ts'

interface Off {
  reason: string
  name: string
  nameEn: string | null
  at: string
}
/** Why the member's monitoring is off in a unit of the caller's; null where it is on. */
export async function offOf(read: Read, pid: number): Promise<Off | null> {
  const [row] = await read(sql<Omit<Off, 'at'> & { at: Date }>`
    select o.reason, s.name, s.name_en as "nameEn", o.off_at as at from monitor_off o join staff s on s.mid = o.off_by
    where o.pid = ${pid} and o.on_at is null and ${canSeeRow('o')} order by o.off_at desc, o.id desc limit 1`)
  return row ? { ...row, at: row.at.toISOString() } : null
}

type Ask = EndpointParsed<typeof api.putMonitorOff>['body']
/** In the caller's own units. Off again, or on again, changes nothing: the first reason stands. */
export async function switchMonitoring(
  tx: Tx,
  who: StaffActor,
  now: Date,
  pid: number,
  { off, reason }: Ask,
): Promise<{ pid: number; off: Off | null; before: boolean }> {
  // The memberships are held meanwhile: two who switch at once do it one after the other.
  const here = await tx.many(sql<{ unitId: number }>`
    select mu.unit_id as "unitId" from member_unit mu join member m on m.pid = mu.pid
    where mu.pid = ${pid} and mu.status = 'active' and ${canSeeRow('mu')} and ${canSeeMember('m')} order by 1 for no key update of mu`)
  if (!here.length) throw await absence(tx.many, pid)
  if (off && !saysSomething(reason ?? ''))
    throw new AppError('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'REASON_REQUIRED' }] })
  const before = (await offOf(tx.many, pid)) !== null
  if (off)
    await tx.run(sql`
      insert into monitor_off (pid, partner_id, unit_id, reason, off_by, off_at)
      select ${pid}::int, ${who.partnerId}::int, u.id, ${reason ?? ''}::text, ${who.mid}::int, ${now}::timestamptz
      from unnest(${here.map(({ unitId }) => unitId)}::int[]) u(id)
      where not exists (select 1 from monitor_off o where o.pid = ${pid} and o.unit_id = u.id and o.on_at is null)`)
  else
    await tx.run(sql`
      update monitor_off set on_by = ${who.mid}, on_at = ${now}::timestamptz
      where pid = ${pid} and on_at is null and unit_id = any (${here.map(({ unitId }) => unitId)}::int[])`)
  await tell(tx, who, now)
  return { pid, off: await offOf(tx.many, pid), before }
}

/** A reading's member is monitored in that unit: `l` is a row with `pid` and `unit_id`. */
export const monitored = (row: string) => sql<boolean>`not exists (select 1 from monitor_off o
  where o.pid = ${sql.ref(`${row}.pid`)} and o.unit_id = ${sql.ref(`${row}.unit_id`)} and o.on_at is null)`
