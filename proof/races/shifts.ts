import { sql } from '../../server/src/platform/db/index.ts'
import type { Answer, Person, World } from '../lib/world.ts'
import { type Contest, count, judge, answersOf } from './contest.ts'

/** Friday after the world's Thursday, and the Friday after that. */
const FRIDAY = '2026-03-13'
const NEXT = '2026-03-20'
const BOOKINGS = 8

let nextPid = 400_000
interface Clinic {
  doctor: Person
  nurse: Person
  pid: number
}
/** A doctor with Friday mornings, and patients nobody else's contest touches. */
async function clinic(world: World, many: number): Promise<Clinic> {
  const pid = nextPid
  nextPid += many
  await world.run(sql`insert into member (pid, member_no, name) overriding system value
    select n, 'S-' || n, '病人' || n from generate_series(${pid}::int, ${pid + many - 1}::int) n`)
  await world.run(sql`insert into member_unit (pid, partner_id, unit_id)
    select n, 1, 2 from generate_series(${pid}::int, ${pid + many - 1}::int) n`)
  const { doctor, nurses } = await world.team(1)
  await world.run(sql`insert into schedule_entry (partner_id, did, weekday, "interval", start_time, end_time, capacity, slot_minutes, valid_from)
    values (1, ${doctor.mid}, 5, 1, '09:00', '12:00', 24, 15, '2026-01-01')`)
  return { doctor, nurse: nurses[0] as Person, pid }
}
interface Booked extends Record<string, unknown> {
  entry: { qid: number; version: number } | null
}
const book = (world: World, { doctor, nurse, pid }: Clinic, at: number) =>
  world.as<Booked>(
    nurse,
    'POST',
    '/his/api/reservation',
    { action: 'book', pid: pid + at, did: doctor.mid, date: FRIDAY, interval: 1 },
    { process: at },
  )
const standing = (world: World, did: number) =>
  count(world, sql`appointment where did = ${did} and date = ${FRIDAY}::date and takes_place(status)`)
const closed = (world: World, did: number) =>
  count(
    world,
    sql`schedule_sessions(array[${did}::int], ${FRIDAY}::date, ${FRIDAY}::date) s where s.closed is not null`,
  )
const leave = { from: FRIDAY, to: FRIDAY }

/** A day is taken off, or its session closed, or the pattern ended, while people book into it. */
const takeOff: Contest = {
  name: '[SHIFT-03~] a shift change against bookings',
  crowd: BOOKINGS + 1,
  share: 24,
  falls: ['places'],
  async situation(world) {
    const there = await clinic(world, BOOKINGS)
    const { doctor } = there
    const ways: [string, object][] = [
      ['updateLeave', leave],
      ['updateShift', { date: FRIDAY, interval: 1, change: { closed: true } }],
      ['delschedule', { effectiveFrom: FRIDAY, cells: [{ weekday: 5, interval: 1 }] }],
    ]
    const [path, body] = ways[there.pid % ways.length] as [string, object]
    const change = (at: number) => world.as(doctor, 'POST', `/his/api/${path}`, body, { process: at })
    // Now before, now among, now after those who book.
    const place = (there.pid / BOOKINGS) % BOOKINGS
    const all = Array.from(
      { length: BOOKINGS + 1 },
      (_, at): Promise<Answer<unknown>> => (at === place ? change(at) : book(world, there, at > place ? at - 1 : at)),
    )
    const answers = await Promise.all(all)
    const changed = answers[place] as Answer
    const others = answers.filter((_, at) => at !== place)
    const seen = judge()
    seen.among([changed], ['OK', 'SHIFT_AFFECTED'])
    seen.among(others, ['OK', 'SLOT_CLOSED'])
    const left = await standing(world, doctor.mid)
    const open = await count(
      world,
      sql`schedule_sessions(array[${doctor.mid}::int], ${FRIDAY}::date, ${FRIDAY}::date) s where s.closed is null`,
    )
    seen.holds(open === 1 || left === 0, () => `${left} are booked into a session that is gone: ${answersOf(answers)}`)
    seen.holds((changed.code === 'OK') === (open === 0), () => `the answer ${changed.code} does not say what is`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Two confirm the same list at once while others book: one does all of it or nobody anything. */
const confirmTwice: Contest = {
  name: '[SHIFT-03~] a confirmed change, twice, against bookings',
  crowd: 6,
  share: 18,
  falls: ['places'],
  async situation(world) {
    const there = await clinic(world, 8)
    const { doctor } = there
    const first = [await book(world, there, 0), await book(world, there, 1), await book(world, there, 2)]
    const entries = first.flatMap(({ data }) => (data.entry ? [data.entry] : []))
    const seen = judge()
    seen.holds(entries.length === 3, () => `not all were booked: ${answersOf(first)}`)
    const ways = entries.map(({ qid, version }, at) =>
      at === 0
        ? { qid, version, act: 'move', date: NEXT, interval: 1 }
        : { qid, version, act: at === 1 ? 'cancel' : 'keep' },
    )
    const confirm = (at: number) =>
      world.as(doctor, 'POST', '/his/api/updateLeave', { ...leave, confirm: { ways } }, { process: at })
    const answers: Answer<unknown>[] = await Promise.all([
      confirm(0),
      confirm(1),
      ...[3, 4, 5, 6].map((at) => book(world, there, at)),
    ])
    const [one, other] = answers as [Answer, Answer]
    seen.among([one, other], ['OK', 'SHIFT_AFFECTED', 'VERSION_STALE'])
    seen.among(answers.slice(2), ['OK', 'SLOT_CLOSED'])
    const done = await count(
      world,
      sql`appointment where qid = any (${entries.map(({ qid }) => qid)}::int[]) and (date = ${NEXT}::date or status = 'cancelled')`,
    )
    const gone = (await closed(world, doctor.mid)) > 0
    seen.holds(done === (gone ? 2 : 0), () => `${done} of 2 were settled, and the day is ${gone ? 'off' : 'on'}`)
    const left = await standing(world, doctor.mid)
    // Only the one that was kept on purpose stands on a day that is off.
    seen.holds(!gone || left === 1, () => `${left} stand on a day that is off: ${answersOf(answers)}`)
    const moves = await count(world, sql`appointment_event where qid = ${entries[0]?.qid ?? 0} and action = 'move'`)
    seen.holds(moves <= 1, () => `moved ${moves} times`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

export const shiftContests: readonly Contest[] = [takeOff, confirmTwice]
