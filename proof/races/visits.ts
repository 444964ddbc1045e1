import { type AppointmentAction, transitions, type Transition } from '@teleward/contract/appointments/rules.ts'
import type { AppointmentStatus } from '@teleward/contract/appointments/schema.ts'
import { sql } from '../../server/src/platform/db/index.ts'
import type { Answer, Person, Visit, World } from '../lib/world.ts'
import { type Contest, count, crowd, fired, judge, row } from './contest.ts'

const step = (world: World, who: Person, qid: number, action: string, process: number, version = 1) =>
  world.as(who, 'POST', '/his/api/queue', { qid, action, version, reason: '病人改期' }, { process })

interface HistoryRow {
  action: AppointmentAction
  from: AppointmentStatus
  to: AppointmentStatus
  kind: string
}
/** The kept steps of a visit are a path through the table, from where it began to where it stands. */
async function history(world: World, qid: number, began: AppointmentStatus) {
  const steps = await world.rows(sql<HistoryRow>`
    select action, from_status as "from", to_status as "to", actor_kind as kind from appointment_event where qid = ${qid} order by id`)
  const now = await row(
    world,
    sql<{ status: AppointmentStatus; version: number }>`select status, version from appointment where qid = ${qid}`,
  )
  let at = began
  let legal = true
  for (const { action, from, to } of steps) {
    const rule: Transition = transitions[action]
    legal &&= from === at && rule.from.includes(from) && to === (rule.to === 'same' ? from : rule.to)
    at = to
  }
  return { steps, now, legal: legal && now.status === at && now.version === 1 + steps.length }
}
const done = (steps: readonly HistoryRow[], action: string, kind: string) =>
  steps.filter((one) => one.action === action && one.kind === kind).length
const ok = (answers: readonly Answer[]) => answers.filter(({ code }) => code === 'OK').length
const path = (steps: readonly HistoryRow[]) => steps.map(({ action, kind }) => `${action} (${kind})`).join(' → ')

async function over(world: World, visit: Visit): Promise<boolean> {
  const links = await count(world, sql`video_link where qid = ${visit.qid} and state <> 'dead'`)
  const rooms = await count(world, sql`room where qid = ${visit.qid} and state <> 'closed'`)
  return links === 0 && rooms === 0
}

/** Doctor and nurse in several tabs finish the same visit. */
const finishing: Contest = {
  name: 'finish',
  crowd: 10,
  share: 8,
  falls: ['locks'],
  async situation(world) {
    const { doctor, nurses } = await world.team(1)
    const people = [doctor, ...nurses]
    const visit = await world.visit(doctor)
    const answers = await crowd(10, (at) => step(world, people[at % 2] as Person, visit.qid, 'finish', at))
    const seen = judge()
    seen.one(answers, ['VERSION_STALE'])
    const { steps, legal } = await history(world, visit.qid, 'checkedIn')
    seen.holds(legal && steps.length === 1, () => `it went ${path(steps)}`)
    seen.holds(await over(world, visit), () => 'a link or a room outlived the visit')
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Checked in at the desk and by the link, called off at the desk and by the link. */
const checkInOrCancel: Contest = {
  name: 'check in against cancel',
  crowd: 12,
  share: 8,
  falls: ['locks'],
  async situation(world) {
    const { doctor, nurses } = await world.team(1)
    const nurse = nurses[0] as Person
    const visit = await world.visit(doctor, { status: 'registered' })
    const devices = { camera: 'ok', microphone: 'ok', speaker: 'ok' }
    const answers = await crowd(12, (at) => {
      if (at % 4 === 0) return step(world, nurse, visit.qid, 'checkIn', at >> 2)
      if (at % 4 === 1) return step(world, doctor, visit.qid, 'cancel', at >> 2)
      if (at % 4 === 2) return world.patient(visit, 'arrivals', devices, { process: at >> 2 })
      return world.patient(visit, 'cancel', {}, { process: at >> 2 })
    })
    const of = (which: number) => answers.filter((_, at) => at % 4 === which)
    const seen = judge()
    seen.among(answers, ['OK', 'VERSION_STALE', 'APPT_ILLEGAL_STEP', 'LINK_DEAD'])
    const { steps, now, legal } = await history(world, visit.qid, 'registered')
    seen.holds(legal, () => `it went ${path(steps)} and stands as ${now.status}`)
    // Who was served has a step of their own; a second arrival of the patient is a return, and none.
    seen.holds(
      ok(of(0)) === done(steps, 'checkIn', 'staff') &&
        ok(of(1)) === done(steps, 'cancel', 'staff') &&
        ok(of(3)) === done(steps, 'cancel', 'patient') &&
        done(steps, 'checkIn', 'patient') <= ok(of(2)),
      () => `served ${[0, 1, 2, 3].map((which) => ok(of(which)))} but it went ${path(steps)}`,
    )
    seen.holds(now.status === 'cancelled' && (await over(world, visit)), () => `it stands as ${now.status}`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Finished, called off and closed at once: a visit ends in one way. */
const finishOrCancel: Contest = {
  name: 'cancel against finish',
  crowd: 12,
  share: 8,
  falls: ['locks'],
  async situation(world) {
    const { doctor, nurses } = await world.team(1)
    const nurse = nurses[0] as Person
    const visit = await world.visit(doctor)
    const answers = await crowd(12, (at) => {
      if (at % 4 === 0) return step(world, doctor, visit.qid, 'finish', at >> 2)
      if (at % 4 === 1) return step(world, nurse, visit.qid, 'cancel', at >> 2)
      if (at % 4 === 2) return step(world, nurse, visit.qid, 'close', at >> 2)
      return world.patient(visit, 'cancel', {}, { process: at >> 2 })
    })
    const seen = judge()
    seen.one(answers, ['VERSION_STALE', 'APPT_ILLEGAL_STEP', 'LINK_DEAD'])
    const { steps, now, legal } = await history(world, visit.qid, 'checkedIn')
    seen.holds(legal && steps.length === 1, () => `it went ${path(steps)} and stands as ${now.status}`)
    seen.holds(await over(world, visit), () => 'a link or a room outlived the visit')
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Links that nobody opened: each is called off once, whichever process looks first, however often both look. */
const timers: Contest = {
  name: 'timers of two processes',
  crowd: 40,
  share: 6,
  falls: ['locks'],
  async situation(world) {
    const { doctor } = await world.team(0)
    const visits = await Promise.all(
      Array.from({ length: 10 }, () => world.visit(doctor, { status: 'registered', link: 'sent' })),
    )
    for (const { linkId } of visits)
      await world.run(
        sql`insert into timer (kind, key, due_at) values ('link.expire', ${linkId}, ${world.clock.now()})`,
      )
    await world.fire(2)
    const seen = judge()
    for (const visit of visits) {
      seen.holds(await fired(world, ['link.expire'], [visit.linkId]), () => 'a timer is left over')
      const { steps, now } = await history(world, visit.qid, 'registered')
      const { tries } = await row(world, sql<{ tries: number }>`select tries from appointment where qid = ${visit.qid}`)
      seen.holds(
        steps.length === 1 && steps[0]?.action === 'linkExpired' && now.status === 'autoCancelled' && tries === 1,
        () => `a link's end fired ${steps.length} times: ${path(steps)}, ${now.status}, ${tries} tries`,
      )
    }
    return { attempts: visits.length * 2 * world.apps.length, violations: seen.violations }
  },
}

export const visitContests: readonly Contest[] = [finishing, checkInOrCancel, finishOrCancel, timers]
