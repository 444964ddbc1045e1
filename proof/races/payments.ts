import { randomUUID } from 'node:crypto'
import type { Refund } from '@teleward/contract/fees/refunds.ts'
import { signAsDevelopment } from '../../server/src/payments/development.ts'
import { sql } from '../../server/src/platform/db/index.ts'
import type { Answer, Person, World } from '../lib/world.ts'
import { type Booked, book, charges, type Clinic, clinic, FEE } from './bookings.ts'
import { type Contest, crowd, fired, judge, row, answersOf } from './contest.ts'

interface Due extends Clinic {
  qid: number
  /** The page at the provider that the patient has open. */
  checkout: string
}
/** A place that waits for its payment, of a doctor and a patient of this situation alone. */
async function due(world: World): Promise<Due> {
  const there = await clinic(world, 2, 1)
  await charges(world, there.doctor)
  const { data } = await book(world, there, there.nurse, 0)
  const qid = data.entry?.qid ?? 0
  const checkout = randomUUID()
  await world.run(sql`
    insert into checkout (id, partner_id, unit_id, pid, qid, amount, currency, provider, opened_at, expires_at)
    select ${checkout}::uuid, partner_id, unit_id, pid, qid, fee, currency, 'development', ${world.clock.now()}::timestamptz, hold_until
    from appointment where qid = ${qid}`)
  return { ...there, qid, checkout }
}

/** The provider says it, signed. */
async function report(world: World, checkout: string, outcome: 'paid' | 'refused', process: number) {
  const said = { payment: `${outcome}-${checkout}`, checkout, outcome, amount: FEE, currency: 'TWD' }
  const signature = await signAsDevelopment(world.db, JSON.stringify(said))
  return world.ask<{ taken: boolean }>('POST', '/his/api/paymentreports/development', said, { signature, process })
}
const atDesk = (world: World, who: Person, qid: number, process: number) =>
  world.as(
    who,
    'POST',
    '/his/api/payments',
    { action: 'record', qid, version: 1, method: 'cash', amount: FEE, currency: 'TWD' },
    { process },
  )
/** Calls the visit off as it stands, however often it changes meanwhile. */
async function callOff(world: World, who: Person, qid: number, process: number): Promise<Answer<Booked>> {
  for (let tries = 0; ; tries += 1) {
    const { version } = await row(world, sql<{ version: number }>`select version from appointment where qid = ${qid}`)
    const wish = { action: 'cancel', qid, version, reason: '病人取消' }
    const answer = await world.as<Booked>(who, 'POST', '/his/api/reservation', wish, { process })
    if (answer.code !== 'VERSION_STALE' || tries > 20) return answer
  }
}
const NOT_DUE = ['PAYMENT_ILLEGAL_STEP', 'HOLD_EXPIRED', 'VERSION_STALE', 'APPT_ILLEGAL_STEP']

interface Money {
  status: string
  payment: string
  /** What came, what is on its way back or was given back, and what was given back, all in fees. */
  came: number
  owed: number
  given: number
  lines: Record<string, number>
}
const moneyOf = (world: World, qid: number): Promise<Money> =>
  row(
    world,
    sql<Money>`select a.status, a.payment,
      (select coalesce(sum(l.amount), 0)::int / ${FEE} from payment l where l.qid = a.qid and l.kind in ('paid', 'surplus')) as came,
      (select coalesce(sum(r.amount), 0)::int / ${FEE} from refund r where r.qid = a.qid and r.state <> 'stopped') as owed,
      (select coalesce(sum(l.amount), 0)::int / ${FEE} from payment l where l.qid = a.qid and l.kind = 'refunded') as given,
      (select coalesce(jsonb_object_agg(k.kind, k.n), '{}') from
        (select l.kind, count(*)::int as n from payment l where l.qid = a.qid group by l.kind) k) as lines
      from appointment a where a.qid = ${qid}`,
  )
const shown = (money: Money) => JSON.stringify(money)
const paidReports = (answers: readonly Answer<{ taken: boolean }>[]) => answers.filter(({ data }) => data.taken).length

/** One payment told dozens of times, and between them that a card was refused before: it is taken once, and all hear yes. */
const reports: Contest = {
  name: '[APPT-09~] one payment, reported many times',
  crowd: 16,
  share: 4,
  falls: ['locks', 'locks and indexes'],
  async situation(world) {
    const { qid, checkout } = await due(world)
    const [paid, refused] = await Promise.all([
      crowd(12, (at) => report(world, checkout, 'paid', at)),
      crowd(4, (at) => report(world, checkout, 'refused', at)),
    ])
    const seen = judge()
    seen.among([...paid, ...refused], ['OK'])
    seen.holds(paidReports(paid) === 1, () => `${paidReports(paid)} of 12 reports of one payment were taken`)
    seen.holds(paidReports(refused) <= 1, () => `${paidReports(refused)} reports of one refusal were taken`)
    const money = await moneyOf(world, qid)
    seen.holds(
      money.status === 'registered' && money.payment === 'paid' && money.came === 1 && money.owed === 0,
      () => `paid once it stands as ${shown(money)}`,
    )
    return { attempts: paid.length + refused.length, violations: seen.violations }
  },
}

/** The provider reports, the desk takes cash, and the visit is called off, at once: what came and pays nothing goes back. */
const fromAllSides: Contest = {
  name: '[APPT-09~] reports against the desk and calling off',
  crowd: 12,
  share: 5,
  falls: ['locks', 'locks and indexes'],
  async situation(world) {
    const { qid, checkout, nurse, doctor } = await due(world)
    const [told6, desk, off] = await Promise.all([
      crowd(6, (at) => report(world, checkout, 'paid', at)),
      crowd(4, (at) => atDesk(world, at % 2 ? nurse : doctor, qid, at)),
      crowd(2, (at) => callOff(world, nurse, qid, at)),
    ])
    const seen = judge()
    seen.among(told6, ['OK'])
    seen.among(desk, ['OK', ...NOT_DUE])
    seen.one(off, ['APPT_ILLEGAL_STEP'])
    const took = paidReports(told6) + desk.filter(({ code }) => code === 'OK').length
    const money = await moneyOf(world, qid)
    seen.holds(
      paidReports(told6) === 1 && money.came === took,
      () => `${took} were told that it is paid: ${shown(money)}`,
    )
    // It is called off in the end, whoever was first: all of it goes back.
    seen.holds(
      money.status === 'cancelled' && money.payment === 'refundDue' && money.owed === money.came,
      () => `of a visit that was called off: ${shown(money)}`,
    )
    return { attempts: told6.length + desk.length + off.length, violations: seen.violations }
  },
}

/** The half hour is over: the alarm of two processes, the desk and the provider come at once. It is let go once, the money back. */
const tooLate: Contest = {
  name: '[APPT-09~] reports against the end of a hold',
  crowd: 12,
  share: 4,
  falls: ['locks', 'locks and indexes'],
  async situation(world) {
    const { qid, checkout, nurse } = await due(world)
    const now = world.clock.now()
    // In one statement: the situations beside fire whatever is due.
    await world.run(sql`
      with over as (update appointment set hold_until = ${now}::timestamptz where qid = ${qid} returning qid)
      update timer t set due_at = ${now}::timestamptz from over where t.kind = 'booking.hold' and t.key = over.qid::text`)
    const [told6, desk] = await Promise.all([
      crowd(6, (at) => report(world, checkout, 'paid', at)),
      crowd(4, (at) => atDesk(world, nurse, qid, at)),
      world.fire(),
    ])
    const seen = judge()
    seen.among(told6, ['OK'])
    seen.among(desk, ['HOLD_EXPIRED'])
    seen.holds(await fired(world, ['booking.hold'], [String(qid)]), () => 'the end of the hold is left over')
    const money = await moneyOf(world, qid)
    const { released } = await row(
      world,
      sql<{
        released: number
      }>`select count(*)::int as released from appointment_event where qid = ${qid} and action = 'release'`,
    )
    seen.holds(
      released === 1 && money.status === 'released' && money.lines.expired === 1,
      () => `let go ${released} times: ${shown(money)}`,
    )
    seen.holds(
      paidReports(told6) === 1 && money.came === 1 && money.owed === 1 && money.payment === 'refundDue',
      () => `${paidReports(told6)} reports were taken too late: ${shown(money)}`,
    )
    return { attempts: told6.length + desk.length + world.apps.length, violations: seen.violations }
  },
}

const admin = (world: World) => world.person({ doctortype: 'admin', staffType: 5 })
const refundsOf = (world: World, qid: number) =>
  world.rows(
    sql<{ id: string; why: string; version: number }>`
      select id, why, version from refund where qid = ${qid} and state in ('due', 'working') order by why`,
  )
const give = (
  world: World,
  who: Person,
  qid: number,
  one: { id: string; version: number },
  method: string,
  process: number,
) =>
  world.as<Refund & Record<string, unknown>>(
    who,
    'POST',
    `/his/api/payments/${qid}/refunds`,
    { refund: one.id, version: one.version, method, ...(method === 'transfer' ? { reference: 'T-1' } : {}) },
    { process },
  )
const GIVEN = ['PAYMENT_ILLEGAL_STEP', 'VERSION_STALE']

/** Money that came twice for a visit that is called off: two people give each of both back, by the provider and by hand. */
const givingBack: Contest = {
  name: '[APPT-09~] one refund, given by several',
  crowd: 12,
  share: 4,
  falls: ['locks', 'locks and indexes'],
  async situation(world) {
    const { qid, checkout, nurse } = await due(world)
    const people = [await admin(world), await admin(world)]
    await atDesk(world, nurse, qid, 0)
    await report(world, checkout, 'paid', 1)
    await callOff(world, nurse, qid, 0)
    const open = await refundsOf(world, qid)
    const seen = judge()
    seen.holds(open.length === 2, () => `${open.length} refunds of two payments`)
    // What came through the provider may go back through it, or by hand.
    const ways = { double: ['checkout', 'cash'], cancelled: ['cash', 'transfer'] } as Record<string, string[]>
    const answers = await Promise.all(
      open.map((one) =>
        crowd(6, (at) =>
          give(world, people[at % 2] as Person, qid, one, ways[one.why]?.[at % 3 ? 0 : 1] ?? 'cash', at),
        ),
      ),
    )
    for (const each of answers) seen.one(each, GIVEN)
    const money = await moneyOf(world, qid)
    seen.holds(
      money.came === 2 && money.given === 2 && money.payment === 'refunded',
      () => `given back: ${shown(money)}; ${answersOf(answers.flat())}`,
    )
    return { attempts: answers.flat().length, violations: seen.violations }
  },
}

/** The provider was asked a minute ago and never answered: several ask again, others want to do it by hand. Once. */
const askedAgain: Contest = {
  name: '[APPT-09~] a refund nobody answered, asked for again',
  crowd: 8,
  share: 3,
  falls: ['locks', 'locks and indexes'],
  async situation(world) {
    const { qid, checkout, nurse } = await due(world)
    const people = [await admin(world), await admin(world)]
    await report(world, checkout, 'paid', 0)
    await callOff(world, nurse, qid, 1)
    const begun = new Date(world.clock.now().getTime() - 61_000)
    await world.run(
      sql`update refund set state = 'working', method = 'checkout', begun_at = ${begun}::timestamptz where qid = ${qid}`,
    )
    const [one] = await refundsOf(world, qid)
    const seen = judge()
    const answers = await crowd(8, (at) =>
      give(
        world,
        people[at % 2] as Person,
        qid,
        one ?? { id: randomUUID(), version: 1 },
        at % 4 ? 'checkout' : 'cash',
        at,
      ),
    )
    seen.one(answers, GIVEN)
    const money = await moneyOf(world, qid)
    seen.holds(money.given === 1 && money.payment === 'refunded', () => `given back: ${shown(money)}`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** A missed visit is rung again while its money is given back: either it stays, or it goes. */
const rungAgain: Contest = {
  name: '[APPT-09~] a refund against ringing again',
  crowd: 8,
  share: 3,
  falls: ['locks'],
  async situation(world) {
    const { doctor } = await world.team(0)
    const people = [await admin(world), await admin(world)]
    const { qid } = await world.visit(doctor, { status: 'autoCancelled' })
    const id = randomUUID()
    await world.run(
      sql`update appointment set fee = ${FEE}, currency = 'TWD', payment = 'refundDue', status_by = 'missed' where qid = ${qid}`,
    )
    for (const kind of ['due', 'paid', 'refundDue'])
      await world.run(sql`
        insert into payment (id, partner_id, unit_id, pid, qid, kind, amount, currency, method)
        select gen_random_uuid(), partner_id, unit_id, pid, qid, ${kind}, fee, currency, ${kind === 'paid' ? 'cash' : null}::text
        from appointment where qid = ${qid}`)
    await world.run(sql`
      insert into refund (id, partner_id, unit_id, pid, qid, amount, currency, why, due_at)
      select ${id}::uuid, partner_id, unit_id, pid, qid, fee, currency, 'cancelled', ${world.clock.now()}::timestamptz
      from appointment where qid = ${qid}`)
    const ring = async (at: number) => {
      const { version } = await row(world, sql<{ version: number }>`select version from appointment where qid = ${qid}`)
      return world.as(doctor, 'POST', '/his/api/queue', { qid, action: 'redial', version }, { process: at })
    }
    const [given, rung] = await Promise.all([
      crowd(5, (at) => give(world, people[at % 2] as Person, qid, { id, version: 1 }, 'cash', at)),
      crowd(3, ring),
    ])
    const seen = judge()
    seen.among(given, ['OK', ...GIVEN])
    seen.among(rung, ['OK', 'VERSION_STALE', 'APPT_ILLEGAL_STEP'])
    const money = await moneyOf(world, qid)
    const back = given.filter(({ code }) => code === 'OK').length
    const kept = money.lines.refundStopped ?? 0
    seen.holds(
      back + kept === 1 && money.given === back && money.payment === (back ? 'refunded' : 'paid'),
      () => `${back} gave it back, ${kept} kept it: ${shown(money)}`,
    )
    return { attempts: given.length + rung.length, violations: seen.violations }
  },
}

export const paymentContests: readonly Contest[] = [reports, fromAllSides, tooLate, givingBack, askedAgain, rungAgain]
