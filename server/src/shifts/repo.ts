import {
  type DayOff,
  LOAD_PARTS,
  type PatternEntry,
  type Shift,
  type ShiftStaff,
} from '@teleward/contract/shifts/schema.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { mayShift, recordsAbsence, sharesUnit } from './access.ts'

export interface Span {
  from: string
  to: string
}
const ids = (dids: readonly number[]) => sql`${[...dids]}::int[]`

type ShiftRow = Omit<Shift, 'startAt' | 'endAt' | 'load'> & { startAt: Date; endAt: Date; starts: number[] | null }

/** How many begin in each sixth of the session. */
function loadOf({ startAt, endAt, starts }: ShiftRow): number[] {
  const load = Array.from({ length: LOAD_PARTS }, () => 0)
  const [from, span] = [startAt.getTime(), Math.max(1, endAt.getTime() - startAt.getTime())]
  for (const start of starts ?? []) {
    const part = Math.floor(((start - from) / span) * LOAD_PARTS)
    const place = Math.min(LOAD_PARTS - 1, Math.max(0, part))
    load[place] = (load[place] ?? 0) + 1
  }
  return load
}
/** Sessions with what is booked into them, in one statement. */
export async function shifts(
  read: Read,
  who: StaffActor,
  dids: readonly number[],
  { from, to }: Span,
): Promise<Shift[]> {
  const rows = await read(sql<ShiftRow>`
    select s.did, s.date, s."interval", s.start_at as "startAt", s.end_at as "endAt",
      to_char(s.start_at at time zone p.time_zone, 'HH24:MI') as start, to_char(s.end_at at time zone p.time_zone, 'HH24:MI') as "end",
      s.capacity, coalesce(t.booked, 0)::int as booked, coalesce(t.held, 0)::int as held, s.slot_minutes as "slotMinutes", s.site,
      s.closed, s.changed, t.starts
    from schedule_sessions(${ids(dids)}, ${from}::date, ${to}::date) s
    join partner p on p.id = s.partner_id
    left join (select did, date, "interval", count(*) as booked, count(*) filter (where held) as held,
        jsonb_agg((extract(epoch from start_at) * 1000)::bigint) as starts
      from places_taken(${ids(dids)}, ${from}::date, ${to}::date) group by 1, 2, 3) t
      on t.did = s.did and t.date = s.date and t."interval" = s."interval"
    where s.partner_id = ${who.partnerId} order by s.date, s.start_at, s.did limit 20000`)
  return rows.map(({ starts, ...row }) => ({
    ...row,
    load: loadOf({ ...row, starts }),
    startAt: row.startAt.toISOString(),
    endAt: row.endAt.toISOString(),
  }))
}

type PatternRow = Omit<PatternEntry, 'createdAt'> & { createdAt: Date }
/** The pattern in force or planned at `from`; with `history` also what was before, and plans given up. */
export async function pattern(
  read: Read,
  who: StaffActor,
  did: number,
  from: string,
  history: boolean,
): Promise<PatternEntry[]> {
  const rows = await read(sql<PatternRow>`
    select e.id, e.did, e.weekday, e."interval", to_char(e.start_time, 'HH24:MI') as start, to_char(e.end_time, 'HH24:MI') as "end",
      e.capacity, e.slot_minutes as "slotMinutes", e.site, e.valid_from as "validFrom", e.valid_until as "validUntil",
      s.name as "createdBy", e.created_at as "createdAt"
    from schedule_entry e left join staff s on s.mid = e.created_by
    where e.did = ${did} and e.partner_id = ${who.partnerId}
      and (${history}::boolean or ((e.valid_until is null or e.valid_until > ${from}::date) and (e.valid_until is null or e.valid_until > e.valid_from)))
    order by e.weekday, e."interval", e.valid_from, e.id limit 2000`)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** `to` null: all that are planned. */
export const daysOff = (
  read: Read,
  who: StaffActor,
  dids: readonly number[],
  { from, to }: { from: string; to: string | null },
): Promise<DayOff[]> =>
  read(sql<DayOff>`
    select o.id, o.did, o.date, o."interval", o.kind,
      case when o.did = ${who.mid} or ${recordsAbsence(who)}::boolean then o.reason end as reason
    from day_off o where o.did = any (${ids(dids)}) and o.partner_id = ${who.partnerId} and o.withdrawn_at is null
      and o.date >= ${from}::date and (${to}::date is null or o.date <= ${to}::date) order by o.date, o.did, o."interval" limit 20000`)

const staffColumns = (who: StaffActor, now: Date) => sql`
  s.mid as did, s.name, s.name_en as "nameEn", s.avatar, sp.doctortype, sp.title, sp.division, sp.division_en as "divisionEn",
  ${mayShift(who, now, sql.ref('s.mid'))} as editable,
  (${recordsAbsence(who)}::boolean and ${sharesUnit(who, sql`s.mid`)}) as absence`
const onBoard = (who: StaffActor) =>
  sql`sp.partner_id = ${who.partnerId} and sp.status = 'active' and sp.review = 'onBoard'`

export async function person(read: Read, who: StaffActor, now: Date, did: number): Promise<ShiftStaff[]> {
  return read(sql<ShiftStaff>`select ${staffColumns(who, now)} from staff s join staff_partner sp on sp.mid = s.mid
    where s.mid = ${did} and sp.partner_id = ${who.partnerId}`)
}

/** Everybody of the caller's units (or of one of them) with hours in the span. */
export async function team(read: Read, who: StaffActor, now: Date, span: Span, unit?: number): Promise<ShiftStaff[]> {
  const units = unit === undefined ? [...who.unitIds] : who.unitIds.filter((own) => own === unit)
  return read(sql<ShiftStaff>`
    select ${staffColumns(who, now)} from staff s join staff_partner sp on sp.mid = s.mid
    where ${onBoard(who)} and exists (select 1 from staff_unit u where u.mid = s.mid and u.partner_id = ${who.partnerId}
        and u.unit_id = any (${units}::int[]))
      and (exists (select 1 from schedule_entry e where e.did = s.mid and e.partner_id = ${who.partnerId}
          and e.valid_from <= ${span.to}::date and (e.valid_until is null or e.valid_until > ${span.from}::date))
        or exists (select 1 from shift_change c where c.did = s.mid and c.partner_id = ${who.partnerId} and c.withdrawn_at is null
          and c.date between ${span.from}::date and ${span.to}::date))
    order by sp.division nulls last, s.name, s.mid limit 500`)
}

/** Others whose shifts the caller may change, also those who have none yet. */
export const others = (
  read: Read,
  who: StaffActor,
  now: Date,
): Promise<{ did: number; name: string; nameEn: string | null }[]> =>
  who.rights['shift.others'] === '-'
    ? Promise.resolve([])
    : read(sql<{ did: number; name: string; nameEn: string | null }>`
        select s.mid as did, s.name, s.name_en as "nameEn" from staff s join staff_partner sp on sp.mid = s.mid
        where ${onBoard(who)} and s.mid <> ${who.mid} and sp.staff_type in (1, 2, 3) and ${mayShift(who, now, sql.ref('s.mid'))}
        order by s.name, s.mid limit 500`)
