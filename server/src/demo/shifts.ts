import { localDay, localTime } from '@teleward/contract/core/dates.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import type { DemoAppointment } from './days.ts'
import { insertRows } from './rows.ts'

const SINCE = '2025-01-01'
const daily = [1, 2, 3, 4, 5, 6, 7]
const workdays = [1, 2, 3, 4, 5]

interface Hours {
  interval: number
  start: string
  end: string
  capacity: number
  slot: number
}
/** The sessions the demo books into, with a few places more than it draws at most. */
const clinicHours: Hours[] = [
  { interval: 1, start: '09:00', end: '12:00', capacity: 18, slot: 10 },
  { interval: 2, start: '14:00', end: '17:00', capacity: 9, slot: 20 },
  { interval: 3, start: '18:30', end: '20:30', capacity: 6, slot: 20 },
]
const therapyHours: Hours[] = [
  { interval: 1, start: '09:00', end: '12:00', capacity: 6, slot: 30 },
  { interval: 2, start: '13:30', end: '16:30', capacity: 6, slot: 30 },
]

/** Account, institution, days, hours: whom one can see when at the demo's institutions. */
const patterns: [account: string, partner_id: number, weekdays: number[], hours: Hours[]][] = [
  ['dr.lin', 1, daily, clinicHours],
  ['dr.wang', 1, daily, clinicHours],
  ['dr.lai', 1, daily, clinicHours],
  ['dr.huang', 1, daily, clinicHours],
  ['diet.hsu', 1, workdays, therapyHours],
  ['pt.cheng', 1, workdays, therapyHours],
  ['psy.hung', 1, [2, 4], therapyHours],
  ['dr.hua', 32, workdays, clinicHours],
]

/** The weekly patterns, once. */
export async function seedPatterns(tx: Tx, mids: Record<string, number>): Promise<void> {
  const there = await tx.maybe(sql<{ id: number }>`select id from schedule_entry limit 1`)
  if (there) return
  const rows = patterns.flatMap(([account, partner_id, weekdays, hours]) => {
    const did = mids[account]
    if (!did) return []
    return weekdays.flatMap((weekday) =>
      hours.map(({ interval, start, end, capacity, slot }) => ({
        partner_id,
        did,
        weekday,
        interval,
        start_time: start,
        end_time: end,
        capacity,
        slot_minutes: slot,
        site: 'any',
        valid_from: SINCE,
        created_by: did,
        created_at: new Date(`${SINCE}T09:00:00+08:00`),
      })),
    )
  })
  await insertRows(tx, 'schedule_entry', rows)
}

const QUARTER = 15
const clock = (minutes: number) => {
  const inDay = minutes % 1440
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}

/**
 * Whoever is to come has a session to come to: where the pattern has none at that hour, or has no place left, the day is
 * changed (as a doctor does who sees people beyond the usual hours).
 */
export async function openFor(tx: Tx, entries: readonly DemoAppointment[], zone: string): Promise<void> {
  const people = entries.filter(({ kind }) => kind !== 'emergency')
  const [first] = people
  if (!first) return
  const keyOf = (at: { did: number; date: string; interval: number }) => `${at.did} ${at.date} ${at.interval}`
  const groups = new Map<string, DemoAppointment[]>()
  for (const entry of people) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry])
  const days = people.map(({ date }) => date).sort()
  const span = sql`${`{${[...new Set(people.map(({ did }) => did))].join(',')}}`}::int[], ${days[0]}::date, ${days.at(-1)}::date`
  const sessions = new Map(
    (
      await tx.many(sql<Session>`
        select s.did, s.date, s."interval", s.start_at as start, s.end_at as "end", s.capacity, s.slot_minutes as slot
        from schedule_sessions(${span}) s where s.partner_id = ${first.partner_id}`)
    ).map((session) => [keyOf(session), session]),
  )
  const taken = new Map(
    (
      await tx.many(sql<{ did: number; date: string; interval: number; n: number }>`
        select did, date, "interval", count(*)::int as n from appointment
        where date between ${days[0]}::date and ${days.at(-1)}::date and kind <> 'emergency' and takes_place(status)
        group by 1, 2, 3`)
    ).map((row) => [keyOf(row), row.n]),
  )
  const changes = [...groups].flatMap(([key, group]) => {
    const change = changeFor(group, sessions.get(key), taken.get(key) ?? 0, zone)
    return change ? [change] : []
  })
  for (const change of changes)
    await tx.run(sql`
      insert into shift_change (partner_id, did, date, "interval", start_time, end_time, capacity, slot_minutes, created_by)
      values (${first.partner_id}, ${change.did}, ${change.date}::date, ${change.interval}, ${change.start}::time,
        ${change.end}::time, ${change.capacity}, ${change.slot}, ${change.did})
      on conflict (did, date, partner_id, "interval") where withdrawn_at is null
      do update set start_time = excluded.start_time, end_time = excluded.end_time, capacity = excluded.capacity`)
}

interface Session {
  did: number
  date: string
  interval: number
  start: Date
  end: Date
  capacity: number
  slot: number
}

/** What the day has to become so that all of the group can come; null where they can. */
function changeFor(group: DemoAppointment[], session: Session | undefined, taken: number, zone: string) {
  const [first] = group
  if (!first) return null
  const minuteOf = (at: Date) => {
    const { hour, minute } = localTime(at, zone)
    return hour * 60 + minute + (localDay(at, zone) > first.date ? 1440 : 0)
  }
  const starts = group.map((entry) => minuteOf(entry.start_at))
  const ends = group.map((entry, index) => (starts[index] ?? 0) + entry.duration_minutes)
  const [open, close] = session ? [minuteOf(session.start), minuteOf(session.end)] : []
  const from = Math.floor(Math.min(...starts, open ?? Number.POSITIVE_INFINITY) / QUARTER) * QUARTER
  const until = Math.ceil(Math.max(...ends, close ?? 0) / QUARTER) * QUARTER
  const wanted = taken + group.length
  if (session && open === from && close === until && wanted <= session.capacity) return null
  return {
    did: first.did,
    date: first.date,
    interval: first.interval,
    start: clock(from),
    end: clock(until),
    capacity: Math.max(wanted, session?.capacity ?? 6),
    slot: session?.slot ?? 10,
  }
}
