import { maskPhone } from '@teleward/contract/core/text.ts'
import type { Affected, AffectedList } from '@teleward/contract/shifts/schema.ts'
import { canSeeRow } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { currentAt } from '../visits/current.ts'

/** Days a change reaches; `to` null: without end. */
export interface DateRange {
  from: string
  to: string | null
}
export interface Overfull {
  date: string
  interval: number
  n: number
}

/** Entries to come that no open session covers, of whichever unit. */
export async function uncovered(read: Read, did: number, now: Date, range: DateRange): Promise<number[]> {
  const rows = await read(
    sql<{
      qid: number
    }>`select u.qid from shift_uncovered(${did}::int, ${now}::timestamptz, ${range.from}::date, ${range.to}::date) u order by 1`,
  )
  return rows.map(({ qid }) => qid)
}

/** What is left of one's own day, or of the night that still runs, but emergencies: whoever waits already, and whoever is still to come. */
export async function leftOf(read: Read, { mid, partnerId }: StaffActor, now: Date): Promise<number[]> {
  const rows = await read(sql<{ qid: number }>`
    select a.qid from appointment a join partner p on p.id = a.partner_id
    where a.did = ${mid} and a.partner_id = ${partnerId} and ${currentAt(now)} and a.kind <> 'emergency'
      and a.status in ('held', 'registered', 'checkedIn', 'redial') and (a.start_at > ${now}::timestamptz or a.status in ('checkedIn', 'redial'))
    order by 1`)
  return rows.map(({ qid }) => qid)
}

export const overfull = (tx: Tx, did: number, range: DateRange): Promise<Overfull[]> =>
  tx.many(
    sql<Overfull>`select o.date, o."interval", o.n from shift_overfull(${did}::int, ${range.from}::date, ${range.to}::date) o`,
  )

type Row = Omit<Affected, 'startAt' | 'patient'> & Affected['patient'] & { startAt: Date; email: string | null }
/** Those entries as they are shown; what the caller does not see is a number only. */
export async function listed(read: Read, who: StaffActor, qids: readonly number[]): Promise<AffectedList> {
  if (!qids.length) return { n: 0, hidden: 0, affected: [] }
  const rows = await read(sql<Row>`
    select q.qid, q.version, q.pid, q.did, q.date, q."interval", q.start_at as "startAt", q.duration_minutes as minutes, q.status, q.kind,
      q.site, q.payment = 'paid' as paid, q.consult_problem as problem, m.name, m.name_en as "nameEn", m.gender, m.birthday, m.vip,
      m.mobile, m.email,
      array(select mu.unit_id from member_unit mu where mu.pid = q.pid and mu.partner_id = q.partner_id and mu.status = 'active'
        and mu.unit_id = any (${[...who.unitIds]}::int[]) and ${canSeeRow('mu')} order by 1) as "unitIds"
    from appointment q join member m on m.pid = q.pid
    where q.qid = any (${[...qids]}::int[]) and q.partner_id = ${who.partnerId} and q.unit_id = any (${[...who.unitIds]}::int[])
    order by q.start_at, q.qid`)
  const affected = rows.map(({ name, nameEn, gender, birthday, vip, mobile, email, unitIds, startAt, ...entry }) => ({
    ...entry,
    startAt: startAt.toISOString(),
    patient: {
      name,
      nameEn,
      gender,
      birthday,
      vip,
      mobile: mobile ? maskPhone(mobile) : null,
      reachable: Boolean(mobile || email),
      unitIds,
    },
  }))
  return { n: qids.length, hidden: qids.length - affected.length, affected }
}
