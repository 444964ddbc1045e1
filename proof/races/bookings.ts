import { sql } from '../../server/src/platform/db/index.ts'
import type { Answer, Person, World } from '../lib/world.ts'
import { type Contest, count, crowd, fired, judge, row, answersOf } from './contest.ts'

/** Friday after the world's Thursday. */
const FRIDAY = '2026-03-13'
const CROWD = 200

// Far from the numbers that members get who are added beside.
let nextPid = 500_000
/** Patients of this situation alone: another's appointments are not in their way. Answers the first one's number. */
async function patients(world: World, many: number): Promise<number> {
  const first = nextPid
  nextPid += many
  await world.run(sql`insert into member (pid, member_no, name) overriding system value
    select n, 'R-' || n, '病人' || n from generate_series(${first}::int, ${first + many - 1}::int) n`)
  await world.run(sql`insert into member_unit (pid, partner_id, unit_id)
    select n, 1, 2 from generate_series(${first}::int, ${first + many - 1}::int) n`)
  return first
}
export interface Clinic {
  doctor: Person
  nurse: Person
  /** The first patient of as many as are wanted. */
  pid: number
}
/** A doctor with so many places on Friday morning, and as many in the afternoon. */
export async function clinic(world: World, capacity: number, many: number): Promise<Clinic> {
  const pid = await patients(world, many)
  const { doctor, nurses } = await world.team(1)
  for (const [part, from, to] of [
    [1, '09:00', '12:00'],
    [2, '14:00', '17:00'],
  ] as const)
    await world.run(sql`insert into schedule_entry (partner_id, did, weekday, "interval", start_time, end_time, capacity, slot_minutes, valid_from)
      values (1, ${doctor.mid}, 5, ${part}, ${from}::time, ${to}::time, ${capacity}, 15, '2026-01-01')`)
  return { doctor, nurse: nurses[0] as Person, pid }
}
/** By day. */
export const FEE = 45_000
/** Visits with the doctor cost something: a place waits for its payment. */
export const charges = (world: World, { mid }: Person) =>
  world.run(sql`insert into doctor_fee (mid, partner_id, tw_day, tw_night) values (${mid}, 1, ${FEE}, 60000)`)
export interface Booked extends Record<string, unknown> {
  entry: { qid: number; version: number } | null
}
export const book = (world: World, { doctor, pid }: Clinic, who: Person, at: number, over: object = {}) =>
  world.as<Booked>(
    who,
    'POST',
    '/his/api/reservation',
    { action: 'book', pid: pid + at, did: doctor.mid, date: FRIDAY, interval: 1, ...over },
    { process: at },
  )
const takenOf = (world: World, did: number, part: number) =>
  count(world, sql`appointment where did = ${did} and "interval" = ${part} and takes_place(status)`)

/** 200 at once for the last place of a session, by its time and without one, on two processes. */
const lastPlace: Contest = {
  name: '[APPT-06] the last place',
  crowd: CROWD,
  share: 24,
  falls: ['places'],
  async situation(world) {
    const there = await clinic(world, 1, CROWD)
    const { doctor, nurse } = there
    const answers = await crowd(CROWD, (at) =>
      book(world, there, at % 3 ? nurse : doctor, at, at % 2 ? { time: '09:00' } : {}),
    )
    const seen = judge()
    seen.one(answers, ['SLOT_FULL'])
    const taken = await takenOf(world, doctor.mid, 1)
    seen.holds(taken === 1, () => `${taken} sit on one place: ${answersOf(answers)}`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Bookings and moves want the same last place: one gets it, and nobody loses the place they had. */
const moveOrBook: Contest = {
  name: '[APPT-06~] move against booking',
  crowd: 12,
  share: 6,
  falls: ['places'],
  async situation(world) {
    const there = await clinic(world, 6, 60)
    const { doctor, nurse } = there
    const times = ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15']
    const first = await crowd(6, (at) => book(world, there, nurse, at, { time: times[at] }))
    await crowd(5, (at) => book(world, there, nurse, 20 + at, { interval: 2 }))
    const standing = first.flatMap(({ data }) => (data.entry ? [data.entry] : []))
    const answers = await Promise.all([
      ...standing.map(({ qid, version }, at) =>
        world.as<Booked>(
          at % 2 ? nurse : doctor,
          'POST',
          '/his/api/reservation',
          { action: 'change', qid, version, interval: 2 },
          { process: at },
        ),
      ),
      ...Array.from({ length: 12 - standing.length }, (_, at) => book(world, there, nurse, 40 + at, { interval: 2 })),
    ])
    const seen = judge()
    seen.holds(standing.length === 6, () => `the morning was not full: ${answersOf(first)}`)
    seen.one(answers, ['SLOT_FULL'])
    const [am, pm] = [await takenOf(world, doctor.mid, 1), await takenOf(world, doctor.mid, 2)]
    seen.holds(pm === 6 && am >= 5, () => `${am} in the morning and ${pm} of 6 in the afternoon: ${answersOf(answers)}`)
    const kept = await count(
      world,
      sql`appointment where qid = any (${standing.map(({ qid }) => qid)}::int[]) and takes_place(status)`,
    )
    seen.holds(kept === standing.length, () => `${standing.length - kept} lost the place they had`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/**
 * Holds whose half hour is over, and visits half an hour away: each is let go, each reminded of, once, whichever process
 * looks first, however often both look. Who set the alarm need not be there any more: all of it stands in the database.
 */
const holds: Contest = {
  name: '[APPT-09~] holds and reminders of two processes',
  crowd: 40,
  share: 6,
  falls: ['locks'],
  async situation(world) {
    const there = await clinic(world, 10, 10)
    const { doctor, nurse } = there
    await charges(world, doctor)
    const answers: Answer<Booked>[] = []
    for (let at = 0; at < 10; at += 1) answers.push(await book(world, there, nurse, at))
    const qids = answers.flatMap(({ data }) => (data.entry ? [data.entry.qid] : []))
    const seen = judge()
    seen.holds(qids.length === 10, () => `not all were held: ${answersOf(answers)}`)
    // Half of them paid, and half an hour away.
    const coming = qids.slice(5)
    await world.run(sql`update appointment set status = 'registered', payment = 'paid', hold_until = null
      where qid = any (${coming}::int[])`)
    await world.run(
      sql`update timer set kind = 'booking.reminder' where kind = 'booking.hold' and key = any (${coming.map(String)}::text[])`,
    )
    // The half hour of the others is over; nobody else's is. Due last of all: the situations beside fire what is due.
    await world.run(
      sql`update appointment set hold_until = ${world.clock.now()}::timestamptz where qid = any (${qids.slice(0, 5)}::int[])`,
    )
    await world.run(
      sql`update timer set due_at = ${world.clock.now()}::timestamptz
        where kind in ('booking.hold', 'booking.reminder') and key = any (${qids.map(String)}::text[])`,
    )
    await world.fire(2)
    seen.holds(
      await fired(world, ['booking.hold', 'booking.reminder'], qids.map(String)),
      () => 'an alarm is left over',
    )
    for (const qid of coming) {
      const reminded = await count(world, sql`appointment_event where qid = ${qid} and action = 'remind'`)
      seen.holds(reminded === 1, () => `a visit was reminded of ${reminded} times`)
    }
    for (const qid of qids.slice(0, 5)) {
      const { status, steps, lines } = await row(
        world,
        sql<{ status: string; steps: number; lines: number }>`select a.status,
          (select count(*)::int from appointment_event e where e.qid = a.qid and e.action = 'release') as steps,
          (select count(*)::int from payment p where p.qid = a.qid and p.kind = 'expired') as lines
          from appointment a where a.qid = ${qid}`,
      )
      seen.holds(
        status === 'released' && steps === 1 && lines === 1,
        () => `a hold stands as ${status} after ${steps} releases, ${lines} lines`,
      )
    }
    return { attempts: qids.length * 2 * world.apps.length, violations: seen.violations }
  },
}

/** Paid and waived at two desks at once: one of them, and one line of it. */
const paying: Contest = {
  name: '[APPT-09~] payments at once',
  crowd: 12,
  share: 4,
  falls: ['locks'],
  async situation(world) {
    const there = await clinic(world, 2, 1)
    const { doctor, nurse } = there
    await charges(world, doctor)
    const { data } = await book(world, there, nurse, 0)
    const qid = data.entry?.qid ?? 0
    const answers = await crowd(12, (at) =>
      world.as(
        at % 3 ? nurse : doctor,
        'POST',
        '/his/api/payments',
        at % 2
          ? { action: 'record', qid, version: 1, method: 'cash', amount: FEE, currency: 'TWD' }
          : { action: 'waive', qid, version: 1, reason: '優待' },
        { process: at },
      ),
    )
    const seen = judge()
    seen.one(answers, ['PAYMENT_ILLEGAL_STEP', 'VERSION_STALE', 'APPT_ILLEGAL_STEP'])
    const lines = await count(world, sql`payment where qid = ${qid} and kind in ('paid', 'waived')`)
    seen.holds(lines === 1, () => `${lines} lines for one payment`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/**
 * Fees change while visits are booked by them. Of edits from one version one is served; every booking bears one whole
 * state of the fees, and none that had been replaced before it was written.
 */
const feeEdit: Contest = {
  name: '[FEE-01~] fee edit against booking',
  crowd: 26,
  share: 6,
  falls: ['places'],
  async situation(world) {
    const there = await clinic(world, 12, 12)
    const { doctor, nurse } = there
    const edit = (version: number, twDay: number, process: number) =>
      world.as(
        doctor,
        'POST',
        '/his/api/createDoctorFee',
        { version, twDay, twNight: twDay * 2, cnDay: null, cnNight: null },
        { process },
      )
    await edit(0, 10_000, 0)
    const seen = judge()
    const [edits, bookings] = await Promise.all([
      // Six of one version at once, then one after the other for as long as bookings come.
      (async () => {
        const first = await crowd(6, (at) => edit(1, 20_000 + at * 100, at))
        for (let version = 2; version < 10; version += 1) await edit(version, 30_000 + version * 100, version)
        return first
      })(),
      crowd(12, (at) => book(world, there, nurse, at)),
    ])
    seen.one(edits, ['VERSION_STALE'])
    seen.among(bookings, ['OK', 'SLOT_FULL'])
    const wrong = await count(
      world,
      sql`appointment a left join doctor_fee_version v on v.mid = a.did and v.partner_id = a.partner_id and v.version = a.fee_version
        where a.did = ${doctor.mid} and (v.tw_day is distinct from a.fee or v.tw_day is distinct from a.default_fee)`,
    )
    seen.holds(wrong === 0, () => `${wrong} bookings bear a fee that never was`)
    const late = await count(
      world,
      sql`appointment a join doctor_fee_version v on v.mid = a.did and v.version > a.fee_version and v.at < a.booked_at where a.did = ${doctor.mid}`,
    )
    seen.holds(late === 0, () => `${late} bookings were written by fees that had been replaced`)
    return { attempts: edits.length + 8 + bookings.length, violations: seen.violations }
  },
}

export const bookingContests: readonly Contest[] = [lastPlace, moveOrBook, holds, paying, feeEdit]
