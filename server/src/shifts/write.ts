import { overlapOf } from '@teleward/contract/shifts/rules.ts'
import type { UpdateShiftAsk } from '@teleward/contract/shifts/endpoints.ts'
import type { EndingPlan, WeekEntry } from '@teleward/contract/shifts/schema.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

/** Whose rows, by whom, when. Each statement names the institution; who may is asked before (access.ts) and by the policies. */
export interface Whose {
  who: StaffActor
  did: number
  now: Date
}
const refused = (code: 'SHIFT_OVERLAP', path: string, data?: unknown) =>
  new AppError(code, { fields: [{ path, code }], ...(data === undefined ? {} : { data }) })

interface Cell {
  weekday: number
  interval: number
}
const cellsOf = (cells: readonly Cell[]) =>
  sql`(select c.weekday, c."interval" from jsonb_to_recordset(${json(cells.map(({ weekday, interval }) => ({ weekday, interval })))}) as c (weekday int, "interval" int))`

/**
 * Plans of these cells that were to begin after `from`: they end by the change, and are named before (SHIFT_ENDS_PLANS). One
 * that says the same as what takes its place is none.
 */
export async function refuseEndingPlans(
  tx: Tx,
  { who, did }: Whose,
  ask: { entries: readonly WeekEntry[]; gone: readonly Cell[] },
  from: string,
): Promise<void> {
  const later = await tx.many(sql<EndingPlan>`
    select e.weekday, e."interval", to_char(e.start_time, 'HH24:MI') as start, to_char(e.end_time, 'HH24:MI') as "end", e.capacity,
      e.slot_minutes as "slotMinutes", e.site, e.valid_from as "validFrom", e.valid_until as "validUntil"
    from schedule_entry e
    where e.did = ${did} and e.partner_id = ${who.partnerId} and (e.weekday, e."interval") in ${cellsOf([...ask.entries, ...ask.gone])}
      and e.valid_from > ${from}::date and (e.valid_until is null or e.valid_until > e.valid_from)
    order by e.valid_from, e.weekday, e.start_time`)
  const plans = later.filter(
    (plan) =>
      plan.validUntil !== null ||
      !ask.entries.some(
        (entry) =>
          entry.weekday === plan.weekday &&
          entry.interval === plan.interval &&
          entry.start === plan.start &&
          entry.end === plan.end &&
          entry.capacity === plan.capacity &&
          entry.slotMinutes === plan.slotMinutes &&
          entry.site === plan.site,
      ),
  )
  if (plans.length) throw new AppError('SHIFT_ENDS_PLANS', { data: { plans } })
}

/** What these cells hold ends at `from`; plans that were to begin later never do. */
export async function endCells(tx: Tx, { who, did, now }: Whose, cells: readonly Cell[], from: string): Promise<void> {
  await tx.run(sql`
    update schedule_entry e set valid_until = greatest(e.valid_from, ${from}::date), ended_by = ${who.mid}, ended_at = ${now}::timestamptz
    where e.did = ${did} and e.partner_id = ${who.partnerId} and (e.weekday, e."interval") in ${cellsOf(cells)}
      and (e.valid_until is null or (e.valid_until > ${from}::date and e.valid_until > e.valid_from))`)
}

/** From `from` on the cells are these. A cell that is so already keeps its row. */
export async function setCells(tx: Tx, whose: Whose, entries: readonly WeekEntry[], from: string): Promise<void> {
  const { who, did, now } = whose
  const same = await tx.many(sql<Cell>`
    select e.weekday, e."interval" from schedule_entry e
    join jsonb_to_recordset(${json(entries)}) as n (weekday int, "interval" int, start time, "end" time, capacity int, "slotMinutes" int, site text)
      on n.weekday = e.weekday and n."interval" = e."interval" and n.start = e.start_time and n."end" = e.end_time
        and n.capacity = e.capacity and n."slotMinutes" = e.slot_minutes and n.site = e.site
    where e.did = ${did} and e.partner_id = ${who.partnerId} and e.valid_until is null and e.valid_from <= ${from}::date`)
  const changed = entries.filter(
    (entry) => !same.some(({ weekday, interval }) => weekday === entry.weekday && interval === entry.interval),
  )
  if (!changed.length) return
  await endCells(tx, whose, changed, from)
  await tx.run(sql`
    insert into schedule_entry (partner_id, did, weekday, "interval", start_time, end_time, capacity, slot_minutes, site, valid_from, created_by, created_at)
    select ${who.partnerId}, ${did}, n.weekday, n."interval", n.start, n."end", n.capacity, n."slotMinutes", n.site, ${from}::date, ${who.mid}, ${now}::timestamptz
    from jsonb_to_recordset(${json(changed)}) as n (weekday int, "interval" int, start time, "end" time, capacity int, "slotMinutes" int, site text)`)
}

/** No two cells of the week run at once, on whatever day from `from` on. */
export async function refuseOverlap(tx: Tx, { who, did }: Whose, from: string): Promise<void> {
  const entries = await tx.many(sql<
    Cell & { start: string; end: string; validFrom: string; validUntil: string | null }
  >`
    select e.weekday, e."interval", to_char(e.start_time, 'HH24:MI') as start, to_char(e.end_time, 'HH24:MI') as "end",
      e.valid_from as "validFrom", e.valid_until as "validUntil"
    from schedule_entry e where e.did = ${did} and e.partner_id = ${who.partnerId}
      and (e.valid_until is null or (e.valid_until > ${from}::date and e.valid_until > e.valid_from))`)
  const begins = [from, ...entries.map(({ validFrom }) => validFrom).filter((day) => day > from)]
  for (const day of new Set(begins)) {
    const inForce = entries.filter((e) => e.validFrom <= day && (e.validUntil === null || e.validUntil > day))
    const clash = overlapOf(inForce)
    if (clash)
      throw refused('SHIFT_OVERLAP', 'entries', {
        cells: clash.map(({ weekday, interval }) => ({ weekday, interval })),
      })
  }
  await refuseDayOverlap(tx, { who, did }, from, null)
}

/** No two sessions of single days run at once: those days that differ from the pattern, with their neighbours. */
export async function refuseDayOverlap(
  tx: Tx,
  { who, did }: Pick<Whose, 'who' | 'did'>,
  from: string,
  to: string | null,
): Promise<void> {
  const clash = await tx.maybe(sql<{ date: string; interval: number }>`
    with span as (select min(c.date) - 1 as first, max(c.date) + 1 as last from shift_change c
      where c.did = ${did} and c.partner_id = ${who.partnerId} and c.withdrawn_at is null and not c.closed
        and c.date >= ${from}::date and (${to}::date is null or c.date <= ${to}::date)),
    s as materialized (select x.* from span, schedule_sessions(array[${did}::int], span.first, span.last) x
      where span.first is not null and x.partner_id = ${who.partnerId} and x.closed is distinct from 'closed')
    select a.date, a."interval" from s a join s b on a.changed and (a.date, a."interval") <> (b.date, b."interval")
      and a.start_at < b.end_at and b.start_at < a.end_at
    where a.date >= ${from}::date limit 1`)
  if (clash) throw refused('SHIFT_OVERLAP', 'change', clash)
}

/** One session of one day: closed, other hours, or again as the pattern says (`null`). */
export async function setDay(
  tx: Tx,
  { who, did, now }: Whose,
  ask: Pick<UpdateShiftAsk, 'date' | 'interval' | 'change'>,
): Promise<void> {
  const { date, interval, change } = ask
  await tx.run(sql`
    update shift_change c set withdrawn_by = ${who.mid}, withdrawn_at = ${now}::timestamptz
    where c.did = ${did} and c.partner_id = ${who.partnerId} and c.date = ${date}::date and c."interval" = ${interval} and c.withdrawn_at is null`)
  if (change === null) return
  const hours = 'closed' in change ? null : change
  await tx.run(sql`
    insert into shift_change (partner_id, did, date, "interval", closed, start_time, end_time, capacity, slot_minutes, site, created_by, created_at)
    values (${who.partnerId}, ${did}, ${date}::date, ${interval}, ${hours === null}, ${hours?.start ?? null}::time, ${hours?.end ?? null}::time,
      ${hours?.capacity ?? null}::int, ${hours?.slotMinutes ?? null}::int, ${hours?.site ?? null}::text, ${who.mid}, ${now}::timestamptz)`)
}

/** Another maximum for one session; everything else of that day stays as it is. */
export async function setLimit(
  tx: Tx,
  { who, did, now }: Whose,
  ask: { date: string; interval: number; capacity: number },
): Promise<void> {
  const before = await tx.maybe(sql<{ id: number }>`
    update shift_change c set withdrawn_by = ${who.mid}, withdrawn_at = ${now}::timestamptz
    where c.did = ${did} and c.partner_id = ${who.partnerId} and c.date = ${ask.date}::date and c."interval" = ${ask.interval}
      and c.withdrawn_at is null returning c.id`)
  await tx.run(sql`
    insert into shift_change (partner_id, did, date, "interval", closed, start_time, end_time, capacity, slot_minutes, site, created_by, created_at)
    select ${who.partnerId}, ${did}, ${ask.date}::date, ${ask.interval}, coalesce(c.closed, false), c.start_time, c.end_time,
      ${ask.capacity}, c.slot_minutes, c.site, ${who.mid}, ${now}::timestamptz
    from (select 1) one left join shift_change c on c.id = ${before?.id ?? null}::int and c.partner_id = ${who.partnerId}`)
}

export interface Off {
  from: string
  to: string
  intervals: readonly number[]
  kind: 'leave' | 'absence'
  reason?: string | undefined
}
const daysOf = ({ from, to }: Off) =>
  sql`generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as d (day)`

export async function addOff(tx: Tx, { who, did, now }: Whose, off: Off): Promise<void> {
  await tx.run(sql`
    insert into day_off (partner_id, did, date, "interval", kind, reason, created_by, created_at)
    select ${who.partnerId}, ${did}, d.day::date, part.code, ${off.kind}, ${off.reason ?? null}::text, ${who.mid}, ${now}::timestamptz
    from ${daysOf(off)}, unnest(${off.intervals.length ? [...off.intervals] : [null]}::smallint[]) as part (code)
    on conflict (did, date, partner_id, coalesce("interval", -1)) where withdrawn_at is null do nothing`)
}

/** Gives back what was taken off: of the named parts, or everything of those days. Answers how many rows. */
export const removeOff = (tx: Tx, { who, did, now }: Whose, off: Off): Promise<number> =>
  tx.run(sql`
    update day_off o set withdrawn_by = ${who.mid}, withdrawn_at = ${now}::timestamptz
    where o.did = ${did} and o.partner_id = ${who.partnerId} and o.kind = ${off.kind} and o.withdrawn_at is null
      and o.date between ${off.from}::date and ${off.to}::date
      and (${off.intervals.length === 0}::boolean or o."interval" = any (${[...off.intervals]}::smallint[]))`)
