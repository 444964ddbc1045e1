import { addDays } from '@teleward/contract/core/dates.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import { seedAppointments } from './appointments.ts'
import { type Calendar, calendar, type DemoAppointment, type Plan, planDay, planEmergency, planNow } from './days.ts'
import { random } from './random.ts'
import { seedNotes, reference } from './record.ts'
import { seedCalls } from './calls.ts'
import { seedCases } from './cases.ts'
import { seedChats } from './chats.ts'
import { seedChildren } from './children.ts'
import { seedDiet } from './diet.ts'
import { seedEvents } from './events.ts'
import { seedForms } from './forms.ts'
import { seedFees } from './fees.ts'
import { seedGroups } from './groups.ts'
import { seedHandoffs } from './handoffs.ts'
import { seedOpinions } from './opinions.ts'
import { seedReadings } from './readings.ts'
import { seedNotices } from './notices.ts'
import { seedPharmacies } from './pharmacies.ts'
import { seedProducts } from './products.ts'
import { seedReferrals } from './referrals.ts'
import { seedSets } from './sets.ts'
import { earlierDays, seedSettlement } from './settlement.ts'
import { seedPayments, seedRefunds } from './refunds.ts'
import { openFor, seedPatterns } from './shifts.ts'
import { seedWorld } from './world.ts'

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
      const world = await seedWorld(tx, random(20_260_101), timeZone)
      state = { mids: Object.fromEntries(world.mids), members: Object.fromEntries(world.members), known: world.known }
      await tx.run(sql`insert into server_state (key, value) values ('demo', ${JSON.stringify(state)}::jsonb)`)
    }
    await seedPatterns(tx, state.mids)
    await seedFees(tx, state.mids)
    const ref = await reference(tx)
    const place = await tx.one(sql<{ zone: string }>`select time_zone as zone from partner where id = ${PARTNER}`)
    const days = plans(state, calendar(place.zone))
    const hours = days[0]?.calendar
    const earlier = before || !hours ? [] : earlierDays(hours, now, PAST_DAYS)
    await plantDays(tx, days, { now, ref, zone: place.zone, earlier })
    await sendHome(tx, days, now)
    const [first, second] = days
    const faces = state.known
    if (first)
      await plantToday(tx, first, now, faces, place.zone, { first: faces, arrived: ENOUGH_WAITING, emergency: 1 })
    if (second) await plantToday(tx, second, now, faces, place.zone, { first: [], arrived: 0, emergency: 0 })
    await seedReferrals(tx, state.mids, now)
    await seedHandoffs(tx, state.mids, state.known, { now, zone: place.zone })
    await seedOpinions(tx, state.mids, state.known, { now, zone: place.zone })
    await seedGroups(tx, state.mids, state.known, now)
    await seedReadings(tx, state.mids, now)
    await seedCases(tx, state.mids, state.known, now)
    await seedDiet(tx, state.mids, state.known, now)
    await seedEvents(tx, state.mids, state.known, { now, zone: place.zone })
    await seedForms(tx, state.mids, state.known, now)
    await seedChildren(tx, state.mids, now)
    await seedSets(tx, state.mids, now)
    await seedProducts(tx, state.mids, now)
    await seedPharmacies(tx, state.mids, now)
    await seedPayments(tx, now)
    await seedRefunds(tx, now)
    await seedSettlement(tx, state.mids, now)
    await seedCalls(tx, state.mids, now)
    await seedChats(tx, state.mids, state.known, now)
    await seedNotices(tx, state.mids, state.known, { now })
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

/** Some patients live on the mainland, and pay there. */
const asAbroad = (entry: DemoAppointment, at: number): DemoAppointment =>
  at % 5 === 4 ? { ...entry, currency: 'CNY', fee: 20_000 } : entry
/** Of the months before, which a settlement has closed: a part of a day's visits. */
const EARLIER_LOAD = 0.3
interface Planting {
  now: Date
  ref: Awaited<ReturnType<typeof reference>>
  zone: string
  earlier: readonly string[]
}
async function plantDays(tx: Tx, all: Plan[], { now, ref, zone, earlier }: Planting): Promise<void> {
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
  for (const day of earlier) {
    const dice = random(Number(day.replaceAll('-', '')))
    for (const plan of all)
      entries.push(...planDay(dice, { ...plan, load: plan.load * EARLIER_LOAD }, PARTNER, day, now).map(asAbroad))
  }
  await openFor(tx, entries, zone)
  const planted = await seedAppointments(tx, entries)
  await seedNotes(
    tx,
    planted.filter((entry) => entry.status === 'finished'),
    ref,
  )
}

/** Those whom the demo itself let wait, half a day and a midnight ago, and whom nobody has touched, have gone home by now. */
async function sendHome(tx: Tx, plans: readonly Plan[], now: Date): Promise<void> {
  const [plan] = plans
  if (!plan) return
  await tx.run(sql`
    update appointment set status = 'closed', status_by = 'staff', cancel_reason = '未看診先行離開', version = version + 1, updated_at = ${now}::timestamptz
    where partner_id = ${PARTNER} and did = any (${plans.map(({ did }) => did)}::int[]) and date < ${plan.calendar.dayOf(now)}::date
      and start_at < ${now}::timestamptz - interval '12 hours' and version = 1
      and (status = 'checkedIn' or (status = 'registered' and kind = 'emergency'))`)
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
  await seedAppointments(tx, entries)
}
