import { addDays } from '@teleward/contract/core/dates.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import { plantAppointments } from './appointments.ts'
import { type Calendar, calendar, type DemoAppointment, type Plan, planDay, planEmergency, planNow } from './days.ts'
import { random } from './random.ts'
import { plantNotes, reference } from './record.ts'
import { plantCases } from './cases.ts'
import { plantChats } from './chats.ts'
import { plantDiet } from './diet.ts'
import { plantFees } from './fees.ts'
import { plantGroups } from './groups.ts'
import { plantHandoffs } from './handoffs.ts'
import { plantReadings } from './readings.ts'
import { plantReferrals } from './referrals.ts'
import { plantPayments, plantRefunds } from './refunds.ts'
import { openFor, plantPatterns } from './shifts.ts'
import { plantWorld } from './world.ts'

const PARTNER = 1
const PAST_DAYS = 28
const FUTURE_DAYS = 10
/** Below this many people still to be seen today, the demo lets some more come. */
const ENOUGH_WAITING = 4
const ENOUGH_COMING = 3

interface State {
  mids: Record<string, number>
  members: Record<string, number[]>
  known: number[]
}

/**
 * Brings the demo institution to life: everything on an empty database, later only the days that are not there yet,
 * so that its appointments follow the calendar. Harmless to call at each start and at midnight. `timeZone` is where its
 * institutions lie, from the first start on.
 */
export async function seedDemo(db: Db, now: Date, timeZone = 'Asia/Taipei'): Promise<{ planted: boolean }> {
  return db.system.tx(async (tx) => {
    const before = await tx.maybe(sql<{ value: State }>`select value from server_state where key = 'demo'`)
    let state = before?.value
    if (!state) {
      const foreign = await tx.maybe(sql<{ id: number }>`select id from partner limit 1`)
      // An institution that is not the demo's lives here: it stays alone.
      if (foreign) return { planted: false }
      const world = await plantWorld(tx, random(20_260_101), timeZone)
      state = { mids: Object.fromEntries(world.mids), members: Object.fromEntries(world.members), known: world.known }
      await tx.run(sql`insert into server_state (key, value) values ('demo', ${JSON.stringify(state)}::jsonb)`)
    }
    await plantPatterns(tx, state.mids)
    await plantFees(tx, state.mids)
    const ref = await reference(tx)
    const place = await tx.one(sql<{ zone: string }>`select time_zone as zone from partner where id = ${PARTNER}`)
    const days = plans(state, calendar(place.zone))
    await plantDays(tx, days, now, ref, place.zone)
    const [first, second] = days
    const faces = state.known
    if (first)
      await plantToday(tx, first, now, faces, place.zone, { first: faces, arrived: ENOUGH_WAITING, emergency: 1 })
    if (second) await plantToday(tx, second, now, faces, place.zone, { first: [], arrived: 0, emergency: 0 })
    await plantReferrals(tx, state.mids, now)
    await plantHandoffs(tx, state.mids, state.known, { now, zone: place.zone })
    await plantGroups(tx, state.mids, state.known, now)
    await plantReadings(tx, state.mids, now)
    await plantCases(tx, state.mids, state.known, now)
    await plantDiet(tx, state.mids, state.known, now)
    await plantPayments(tx, now)
    await plantRefunds(tx, now)
    await plantChats(tx, state.mids, state.known, now)
    return { planted: !before }
  })
}

function plans(state: State, hours: Calendar): Plan[] {
  const mid = (account: string) => state.mids[account] ?? 0
  const unit = (id: number) => state.members[String(id)] ?? []
  const secretary = mid('sec.kuo')
  const plan = (doctor: string, unit_id: number, load: number, agent: number | null = null): Plan => ({
    calendar: hours,
    did: mid(doctor),
    unit_id,
    pids: unit(unit_id),
    agent,
    booker: secretary,
    load,
  })
  return [
    plan('dr.lin', 2, 0.85, mid('agent.kao')),
    plan('dr.wang', 2, 0.55),
    plan('dr.lai', 3, 0.3),
    plan('dr.huang', 3, 0.3),
  ]
}

async function plantDays(
  tx: Tx,
  all: Plan[],
  now: Date,
  ref: Awaited<ReturnType<typeof reference>>,
  zone: string,
): Promise<void> {
  const today = all[0]?.calendar.dayOf(now) ?? ''
  const there = new Set(
    (await tx.many(sql<{ date: string }>`select distinct date from appointment where partner_id = ${PARTNER}`)).map(
      (row) => row.date,
    ),
  )
  const entries: DemoAppointment[] = []
  for (let offset = -PAST_DAYS; offset <= FUTURE_DAYS; offset++) {
    const day = addDays(today, offset)
    if (there.has(day)) continue
    const dice = random(Number(day.replaceAll('-', '')))
    for (const plan of all) entries.push(...planDay(dice, plan, PARTNER, day, now))
  }
  await openFor(tx, entries, zone)
  const planted = await plantAppointments(tx, entries)
  await plantNotes(
    tx,
    planted.filter((entry) => entry.status === 'finished'),
    ref,
  )
}

/** Somebody always waits: at night, on Sundays, and when the day's list has been worked off. */
async function plantToday(
  tx: Tx,
  plan: Plan,
  now: Date,
  faces: number[],
  zone: string,
  { first, arrived, emergency }: { first: number[]; arrived: number; emergency: number },
): Promise<void> {
  const today = plan.calendar.dayOf(now)
  const waiting = await tx.one(sql<{ count: number; coming: number; next: number; emergency: number; pids: number[] }>`
    select count(*) filter (where kind = 'general' and status = 'checkedIn' and start_at > ${now}::timestamptz - interval '45 minutes')::int as count,
      count(*) filter (where kind = 'general' and status = 'registered' and site = 'video' and start_at between ${now}::timestamptz - interval '20 minutes' and ${now}::timestamptz + interval '2 hours')::int as coming,
      coalesce(max(queue_no) filter (where kind = 'general'), 0)::int + 1 as next,
      count(*) filter (where kind = 'emergency')::int as emergency, coalesce(array_agg(distinct pid), '{}') as pids
    from appointment where did = ${plan.did} and date = ${today}::date`)
  const dice = random(now.getTime() % 2_147_483_647)
  const entries: DemoAppointment[] = []
  // Whoever was or is here today comes no second time.
  const fresh = (pid: number) => !waiting.pids.includes(pid)
  const known = first.filter(fresh)
  const others = plan.pids.filter((pid) => fresh(pid) && !faces.includes(pid)).sort(() => dice.next() - 0.5)
  const somebody = () => known.shift() ?? others.pop() ?? dice.pick(plan.pids)
  const wanted: { pid: number; status: string; site: string }[] = []
  // The patients whose links the start prints come first, and have not arrived yet.
  for (let index = waiting.coming; index < ENOUGH_COMING; index++)
    wanted.push({ pid: somebody(), status: 'registered', site: 'video' })
  for (let index = waiting.count; index < arrived; index++)
    wanted.push({
      pid: somebody(),
      status: 'checkedIn',
      site: index === 3 ? 'voice' : 'video',
    })
  entries.push(...planNow(dice, plan, PARTNER, now, waiting.next, wanted))
  if (waiting.emergency < emergency)
    entries.push(planEmergency(dice, plan, PARTNER, now, others.pop() ?? dice.pick(plan.pids)))
  await openFor(tx, entries, zone)
  await plantAppointments(tx, entries)
}
