import { type BookingSession, type Taken, timesOf } from '@teleward/contract/appointments/booking.ts'
import { addDays, localDay, saidOnce } from '@teleward/contract/core/dates.ts'
import type { LinkPayment } from '@teleward/contract/links/schema.ts'
import { type Compilable, type Db, sql } from '../platform/db/index.ts'
import { receiptOf } from '../fees/receipt.ts'
import { termsOf } from './refunds.ts'

type Read = <T>(query: Compilable<T>) => Promise<T[]>

interface Of {
  qid: number
  partnerId: number
  timeZone: string
  did: number
  pid: number
}
interface Row {
  state: LinkPayment['state']
  visit: LinkPayment['visit']
  site: LinkPayment['site']
  amount: number | null
  currency: LinkPayment['currency']
  holdUntil: Date | null
  checkout: LinkPayment['checkout']
  surplus: number
}

/** How far ahead another time is offered, and how many. */
const DAYS = 14
const TIMES = 40

/** What the patient's page says of the money, and when there is room instead: of a place let go, or to choose another. */
export async function paymentOf(
  deps: { db: Db; read: Read; online: boolean },
  link: Of,
  mayChange: boolean,
  now: Date,
): Promise<LinkPayment> {
  const [row] = await deps.read(sql<Row>`
    select a.payment as state, a.status as visit, a.site, a.fee as amount, a.currency, a.hold_until as "holdUntil",
      (select c.state from checkout c where c.qid = a.qid order by (c.state = 'open') desc, c.opened_at desc limit 1) as checkout,
      coalesce((select sum(l.amount)::int from payment l where l.qid = a.qid and l.kind = 'surplus'), 0) as surplus
    from appointment a
    where a.qid = ${link.qid}`)
  if (!row) throw new Error(`visit ${link.qid} has a link and is not there`)
  const gone = row.visit === 'released'
  return {
    state: row.state,
    visit: row.visit,
    site: row.site,
    amount: row.amount ?? 0,
    currency: row.currency,
    holdUntil: row.holdUntil?.toISOString() ?? null,
    receipt: await receiptOf(deps.read, link.qid),
    online: deps.online,
    checkout: row.checkout,
    surplus: row.surplus,
    terms: await termsOf(deps.read, link.qid),
    freeTimes: gone || mayChange ? await room(deps.db, link, row.site, now) : [],
  }
}

interface Own extends Taken {
  did: number
  date: string
}
type At = { date: string }

/** Times at which the same doctor has room for this patient. Whose the others are is neither asked nor told. */
async function room(db: Db, link: Of, site: LinkPayment['site'], now: Date): Promise<LinkPayment['freeTimes']> {
  const from = localDay(now, link.timeZone)
  const to = addDays(from, DAYS)
  const days = sql`between ${from}::date and ${to}::date`
  const [sessions, taken, own] = await Promise.all([
    db.system.read(sql<BookingSession & At & { startAt: Date; endAt: Date }>`
      select date, "interval", start_at as "startAt", end_at as "endAt", capacity, slot_minutes as "slotMinutes", site, closed
      from schedule_sessions(${[link.did]}::int[], ${from}::date, ${to}::date) where partner_id = ${link.partnerId} order by start_at`),
    db.system.read(sql<Taken & At & { startAt: Date }>`
      select q.date, case when q.partner_id = ${link.partnerId} then q."interval" end as "interval", q.start_at as "startAt",
        q.duration_minutes as minutes from appointment q
      where q.did = ${link.did} and q.date between ${from}::date - 1 and ${to}::date + 1 and takes_place(q.status)
        and q.kind <> 'emergency' and q.qid <> ${link.qid}`),
    db.system.read(sql<Own & { startAt: Date }>`
      select q.did, q.date, q."interval", q.start_at as "startAt", q.duration_minutes as minutes from appointment q
      where q.pid = ${link.pid} and q.partner_id = ${link.partnerId} and q.date ${days} and q.qid <> ${link.qid} and q.kind <> 'emergency'
        and q.status in ('held', 'registered', 'checkedIn', 'redial', 'autoCancelled')`),
  ])
  const iso = <T extends { startAt: Date }>(row: T) => ({ ...row, startAt: row.startAt.toISOString() })
  const mine = own.map(iso)
  const busy = (at: string, minutes: number) =>
    mine.some(
      (one) =>
        Date.parse(one.startAt) < Date.parse(at) + minutes * 60_000 &&
        Date.parse(at) < Date.parse(one.startAt) + one.minutes * 60_000,
    )
  return sessions
    .filter((one) => one.site === 'any' || (one.site === 'onsite') === (site === 'onsite'))
    .filter(
      (one) =>
        !mine.some((other) => other.did === link.did && other.date === one.date && other.interval === one.interval),
    )
    .flatMap((one) => {
      const once = saidOnce(one.startAt, one.endAt, link.timeZone)
      return timesOf(
        { ...iso(one), endAt: one.endAt.toISOString() },
        taken.map(iso).map((other) => (other.date === one.date ? other : { ...other, interval: null })),
      ).flatMap((place) => (once(place.startAt) ? [{ ...place, date: one.date }] : []))
    })
    .filter(({ free, startAt, minutes }) => free > 0 && Date.parse(startAt) > now.getTime() && !busy(startAt, minutes))
    .map(({ date, startAt }) => ({ date, at: startAt }))
    .slice(0, TIMES)
}
