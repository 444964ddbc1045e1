import { deepStrictEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { isCurrent } from '@teleward/contract/appointments/current.ts'
import {
  type Actor,
  type AppointmentAction,
  type AppointmentFacts,
  appointmentActions,
  can,
  finalStatuses,
  needsReason,
  staffActions,
  targetOf,
} from '@teleward/contract/appointments/rules.ts'
import { type AppointmentStatus, appointmentStatus } from '@teleward/contract/appointments/schema.ts'
import { permissionsOf } from '@teleward/contract/core/access.ts'
import { localDay, localTime, startOfDay } from '@teleward/contract/core/dates.ts'
import fc from 'fast-check'
import { transition } from '../../server/src/appointments/service.ts'
import { sql } from '../../server/src/platform/db/index.ts'
import { isAppError } from '../../server/src/platform/errors.ts'
import { PATIENT, type Person, type Visit, type World } from '../lib/world.ts'
import { leadsTo, type Machine, refused, type Said, type Step } from './machine.ts'

/** What the rules look at, and the clock of both sides. */
export interface Model extends AppointmentFacts {
  version: number
  now: number
  /** Once over, a link stays over: a visit taken up again needs a new one. */
  linkDead: boolean
  /** Steps kept in the history. */
  steps: number
}
const staff = ['doctor', 'nurse', 'pharmacist', 'agent', 'volunteer', 'stranger'] as const
type Kind = (typeof staff)[number]
/** Numbers of the people within a model; the real ones have others. */
const numbers: Record<Kind, number> = { doctor: 1, nurse: 2, pharmacist: 3, agent: 4, volunteer: 5, stranger: 6 }
const doctortypes: Record<Kind, string> = {
  doctor: 'doctor',
  nurse: 'nurse',
  pharmacist: 'pharmacist',
  agent: 'agent',
  volunteer: 'volunteer',
  stranger: 'doctor',
}
export interface Real {
  world: World
  visit: Visit
  people: Record<Kind, Person>
}
const ZONE = 'Asia/Taipei'
const MINUTE = 60_000
/** Minutes of a visit. */
const LASTS = 15
/** The part of the day of a session from 22:00 to 04:00. */
const NIGHT = 5

const moment = ({ now }: Model) => ({ now: new Date(now), today: localDay(new Date(now), ZONE) })
const isFinal = (status: AppointmentStatus) => (finalStatuses as readonly AppointmentStatus[]).includes(status)

/** The table's verdict, and where the entry is then. */
function table(action: AppointmentAction, actor: Actor, model: Model): Said<Model> {
  const verdict = can(action, { actor, record: model, at: moment(model) })
  if (!verdict.ok) return refused(verdict.code)
  const status = targetOf(action, model.status)
  return leadsTo({
    ...model,
    status,
    version: model.version + 1,
    steps: model.steps + 1,
    ...(action === 'finish'
      ? { finishedAt: new Date(model.now).toISOString(), finishedBy: actor.kind === 'staff' ? actor.mid : null }
      : action === 'undoFinish'
        ? { finishedAt: null, finishedBy: null }
        : {}),
    // A visit that is over takes its room along.
    ...(isFinal(status) && !isFinal(model.status) ? { inConsultation: false, linkDead: true } : {}),
  })
}

function staffStep(
  kind: Kind,
  action: (typeof staffActions)[number],
  behind: number,
  reason: boolean,
): Step<Model, Real> {
  const sent = (seen: Model) => Math.max(1, seen.version - behind)
  const rights = permissionsOf({ doctortype: doctortypes[kind], onBoard: true })
  const mid = numbers[kind]
  const actor: Actor = { kind: 'staff', mid, level: (permission) => rights[permission] }
  return {
    name: `${kind} ${action}${behind ? ', from an older version' : ''}${reason ? '' : ', without a reason'}`,
    said(model, seen) {
      const own = model.did === mid || model.bookedBy === mid
      const stale = sent(seen) !== model.version
      const hidden = kind === 'stranger' || (rights['appointment.read'] === 'o' && !own)
      const verdict = table(action, actor, model)
      const wanting = needsReason(action) && !reason
      // The three that every step may be refused with, and a reason that is missing, stand beside the table's.
      if (hidden || stale || wanting || !verdict.ok)
        return refused(
          ...(hidden ? ['NOT_FOUND'] : [stale && 'VERSION_STALE', wanting && 'REASON_REQUIRED']),
          ...(verdict.ok || hidden ? [] : verdict.codes),
        )
      return verdict
    },
    async done({ world, visit, people }, seen) {
      const version = sent(seen)
      const body = { qid: visit.qid, action, version, memo: 'memo', ...(reason ? { reason: '病人改期' } : {}) }
      return (await world.as(people[kind], 'POST', '/his/api/queue', body)).code
    },
  }
}

/** The link as its page sees it: over with the visit, and when that is none of today's any more. */
const linkOver = (model: Model) =>
  model.linkDead ? 'LINK_DEAD' : isCurrent(model, moment(model)) ? undefined : 'LINK_EXPIRED'
const asPatient = (model: Model): Actor => ({ kind: 'patient', pid: model.pid, qid: model.qid })

const patientSteps: readonly Step<Model, Real>[] = [
  {
    name: 'patient checkIn',
    said(model) {
      const over = linkOver(model)
      if (over) return refused(over)
      const verdict = table('checkIn', asPatient(model), model)
      // Whoever is in already comes back: no step.
      const back = ['checkedIn', 'redial', 'autoCancelled'].includes(model.status) && isCurrent(model, moment(model))
      return verdict.ok || !back ? verdict : leadsTo(model)
    },
    keyed: true,
    done: async ({ world, visit }, _, key) =>
      (await world.patient(visit, 'arrivals', { camera: 'ok', microphone: 'ok', speaker: 'ok' }, key ? { key } : {}))
        .code,
  },
  {
    name: 'patient cancel',
    said(model) {
      const over = linkOver(model)
      return over ? refused(over) : table('cancel', asPatient(model), model)
    },
    done: async ({ world, visit }) => (await world.patient(visit, 'cancel', {})).code,
  },
]

const systemStep = (action: AppointmentAction): Step<Model, Real> => ({
  name: `system ${action}`,
  said: (model) => {
    const verdict = table(action, { kind: 'system' }, model)
    return verdict.ok && needsReason(action) ? refused('REASON_REQUIRED') : verdict
  },
  async done({ world, visit }) {
    try {
      const [app] = world.apps
      await app?.deps.db.system.tx((tx) =>
        transition(tx, { kind: 'system' }, visit.qid, action, { now: world.clock.now() }),
      )
      return 'OK'
    } catch (error) {
      if (isAppError(error)) return error.code
      throw error
    }
  },
})

/** Time passes, and what is due fires: the end of the day, or of a night, does to the entry what the table lets the system do. */
const pass = (minutes: number): Step<Model, Real> => ({
  name: `${minutes} minutes pass`,
  alone: true,
  said(model) {
    let next: Model = { ...model, now: model.now + minutes * MINUTE }
    const ends = new Date(model.overAt).getTime()
    if (moment(next).today !== moment(model).today || (model.now < ends && ends <= next.now))
      for (const action of ['timeoutCancel', 'timeoutClose'] as const) {
        const verdict = table(action, { kind: 'system' }, next)
        if (verdict.ok) next = verdict.next
      }
    return leadsTo(next)
  },
  async done({ world }) {
    world.clock.advance(minutes * MINUTE)
    await world.fire()
    return 'OK'
  },
})
const consultation = (on: boolean): Step<Model, Real> => ({
  name: on ? 'the room goes live' : 'the room empties',
  alone: true,
  idle: (model) => isFinal(model.status) || model.inConsultation === on,
  said: (model) => leadsTo({ ...model, inConsultation: on }),
  async done({ world, visit }) {
    const state = on ? 'live' : 'waiting'
    const changed = await world.run(
      sql`update room set state = ${state} where qid = ${visit.qid} and state <> 'closed'`,
    )
    if (!changed)
      await world.run(sql`insert into room (room_id, partner_id, unit_id, qid, pid, state, ds_room_id)
        values (${randomUUID()}, 1, 2, ${visit.qid}, ${PATIENT}, ${state}, 'x')`)
    return 'OK'
  },
})
const signature = (on: boolean): Step<Model, Real> => ({
  name: on ? 'its note is signed' : 'its note is withdrawn',
  alone: true,
  idle: (model) => model.noteSigned === on,
  said: (model) => leadsTo({ ...model, noteSigned: on }),
  async done({ world, visit }) {
    if (on)
      await world.run(sql`insert into note (id, partner_id, unit_id, pid, qid, author_mid, state, s)
        values (${randomUUID()}, 1, 2, ${PATIENT}, ${visit.qid}, ${visit.did}, 'signed', 's')`)
    else await world.run(sql`update note set state = 'withdrawn' where qid = ${visit.qid}`)
    return 'OK'
  },
})

/** People are the same in all runs; a stranger is of another institution. */
const peopleOf = new WeakMap<World, Promise<Record<Kind, Person>>>()
async function people(world: World): Promise<Record<Kind, Person>> {
  const { doctor, nurses } = await world.team(1)
  const other = (doctortype: string, staffType: number) => world.person({ doctortype, staffType })
  return {
    doctor,
    nurse: nurses[0] as Person,
    pharmacist: await other('pharmacist', 3),
    agent: await other('agent', 7),
    volunteer: await other('volunteer', 3),
    stranger: await world.person({ partnerId: 32, unitId: 90 }),
  }
}

export const appointment = (world: World): Machine<Model, Real> => ({
  name: 'appointment',
  begin: fc
    .record({
      status: fc.constantFrom(...appointmentStatus.options),
      bookedBy: fc.constantFrom(null, numbers.agent, numbers.volunteer),
      inHours: fc.constantFrom(0, 2),
      night: fc.boolean(),
    })
    .map(({ status, bookedBy, inHours, night }): Model => {
      const now = world.clock.now()
      return {
        qid: 0,
        pid: PATIENT,
        did: numbers.doctor,
        bookedBy,
        status,
        date: localDay(now, ZONE),
        kind: 'general',
        interval: night ? NIGHT : 1,
        startAt: new Date(now.getTime() + inHours * 60 * MINUTE).toISOString(),
        overAt: new Date(now.getTime() + (inHours * 60 + LASTS) * MINUTE).toISOString(),
        finishedAt: status === 'finished' ? now.toISOString() : null,
        finishedBy: status === 'finished' ? numbers.doctor : null,
        inConsultation: false,
        noteSigned: false,
        linkDead: isFinal(status),
        version: 1,
        now: now.getTime(),
        steps: 0,
      }
    }),
  step: fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .record({
          kind: fc.constantFrom(...staff, 'doctor', 'doctor', 'nurse'),
          action: fc.constantFrom(...staffActions),
          behind: fc.integer({ min: 0, max: 7 }).map((n) => (n === 0 ? 1 : 0)),
          reason: fc.integer({ min: 0, max: 7 }).map((n) => n !== 0),
        })
        .map(({ kind, action, behind, reason }) => staffStep(kind, action, behind, reason)),
    },
    { weight: 4, arbitrary: fc.constantFrom(...patientSteps) },
    { weight: 4, arbitrary: fc.constantFrom(...appointmentActions).map(systemStep) },
    { weight: 2, arbitrary: fc.constantFrom(3, 9, 40, 100, 14 * 60, 24 * 60).map(pass) },
    { weight: 1, arbitrary: fc.boolean().map(consultation) },
    { weight: 1, arbitrary: fc.boolean().map(signature) },
  ),
  async open(_, begin) {
    const known = peopleOf.get(world) ?? people(world)
    peopleOf.set(world, known)
    const crew = await known
    // Each walk begins in a morning: an entry of today that starts tomorrow is none that the product makes.
    const { hour } = localTime(world.clock.now(), ZONE)
    if (hour >= 18 || hour < 6) {
      world.clock.advance((((32 - hour) % 24) + 1) * 60 * MINUTE)
      await world.fire()
    }
    // Shrinking comes back to an older beginning: its times are counted from now.
    const shift = world.clock.now().getTime() - begin.now
    const moved = (at: string | null) => (at ? new Date(new Date(at).getTime() + shift) : null)
    begin.now += shift
    begin.startAt = moved(begin.startAt)?.toISOString() ?? begin.startAt
    begin.overAt = moved(begin.overAt)?.toISOString() ?? begin.overAt
    begin.finishedAt = moved(begin.finishedAt)?.toISOString() ?? null
    begin.date = localDay(world.clock.now(), ZONE)
    if (begin.interval === NIGHT) {
      begin.startAt = new Date(startOfDay(begin.date, ZONE).getTime() + 23.5 * 60 * MINUTE).toISOString()
      begin.overAt = new Date(startOfDay(begin.date, ZONE).getTime() + 28 * 60 * MINUTE).toISOString()
    }
    const visit = await world.visit(crew.doctor, { status: begin.status })
    await world.run(sql`insert into shift_change (partner_id, did, date, "interval", closed, start_time, end_time, capacity, slot_minutes, site, created_by, created_at)
      values (1, ${visit.did}, ${begin.date}::date, ${NIGHT}, false, '22:00', '04:00', 999, 15, 'any', ${visit.did}, now()) on conflict do nothing`)
    const real = (mid: number | null) =>
      mid === null ? null : crew[staff.find((kind) => numbers[kind] === mid) ?? 'doctor'].mid
    await world.run(sql`update appointment set booked_by = ${real(begin.bookedBy)}::int, start_at = ${begin.startAt}::timestamptz, "interval" = ${begin.interval},
      finished_at = ${begin.finishedAt}::timestamptz, finished_by = ${real(begin.finishedBy)}::int where qid = ${visit.qid}`)
    if (isFinal(begin.status))
      await world.run(sql`update video_link set state = 'dead', step = 'ended' where qid = ${visit.qid}`)
    return { world, visit, people: crew }
  },
  async compare(model, { visit, people: crew }) {
    const { data } = await world.as<Record<string, unknown> & { timeline: { action: string }[] }>(
      crew.doctor,
      'GET',
      `/his/api/getQueueDetailByQid/${visit.qid}`,
    )
    const finisher = staff.find((kind) => crew[kind].mid === data.finishedBy)
    deepStrictEqual(
      {
        status: data.status,
        version: data.version,
        finishedBy: finisher ? numbers[finisher] : null,
        inConsultation: data.inConsultation,
        noteSigned: data.noteSigned,
        steps: data.timeline.length,
      },
      {
        status: model.status,
        version: model.version,
        finishedBy: model.finishedBy,
        inConsultation: model.inConsultation,
        noteSigned: model.noteSigned,
        steps: model.steps,
      },
    )
    const [kept] = await world.rows(sql<{ rooms: number; links: number; chain: boolean }>`
      select (select count(*)::int from room where qid = ${visit.qid} and state <> 'closed') as rooms,
        (select count(*)::int from video_link where qid = ${visit.qid} and state not in ('dead', 'expired')) as links,
        coalesce((select bool_and(e.from_status = e.before) from (
          select from_status, lag(to_status, 1, from_status) over (order by id) as before from appointment_event where qid = ${visit.qid}) e), true) as chain`)
    deepStrictEqual(kept?.chain, true, 'the history is no path')
    deepStrictEqual((kept?.rooms ?? 0) <= 1, true, 'several rooms are open')
    if (isFinal(model.status))
      deepStrictEqual([kept?.rooms, kept?.links], [0, 0], 'a room or a link outlived the visit')
  },
})

/** The same, where everybody is at the end of a visit: most of what two do at once is about who comes first. */
export const contested = (world: World): Machine<Model, Real> => ({
  ...appointment(world),
  begin: appointment(world).begin.map((model) => ({
    ...model,
    status: 'checkedIn',
    finishedAt: null,
    finishedBy: null,
    linkDead: false,
  })),
  step: fc
    .tuple(fc.constantFrom<Kind>('doctor', 'nurse'), fc.constantFrom('finish', 'cancel', 'close', 'undoCheckIn'))
    .map(([kind, action]) => staffStep(kind, action as (typeof staffActions)[number], 0, true)),
})
