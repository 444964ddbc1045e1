import { deepStrictEqual } from 'node:assert/strict'
import { type Actor as VisitActor, can as canVisit, targetOf } from '@teleward/contract/appointments/rules.ts'
import type { AppointmentStatus } from '@teleward/contract/appointments/schema.ts'
import { type CallActor, type CallRecord, callSteps, can, type CallStepName } from '@teleward/contract/calls/rules.ts'
import { type CallState, RING_MS, ROOM_IDLE_MS } from '@teleward/contract/calls/schema.ts'
import {
  AFTER_ANSWER_MS,
  AFTER_END_MS,
  AWAY,
  BUSY,
  nextPresence,
  ONLINE,
  type PresenceState,
  type PresenceStep,
  VANISHED_MS,
} from '@teleward/contract/staff/rules.ts'
import fc from 'fast-check'
import { sql } from '../../server/src/platform/db/index.ts'
import type { Line, Person, Visit, World } from '../lib/world.ts'
import { type Alarm, type Clocked, clear, passes, set } from './alarms.ts'
import { leadsTo, type Machine, refused, refusedBut, type Said, type Step } from './machine.ts'

const kinds = ['doctor', 'nurse', 'colleague'] as const
type Kind = (typeof kinds)[number]
/** Numbers of the people within a model. */
const numbers: Record<Kind, number> = { doctor: 1, nurse: 2, colleague: 3 }
const kindOf = (mid: number) => kinds[mid - 1] as Kind
/** Whoever a patient's call rings: the doctor and the bound nurse. */
const rung: readonly Kind[] = ['doctor', 'nurse']

interface Call extends CallRecord {
  id: number
  state: Exclude<CallState, 'idle'>
  /** Of those who are rung, for whom it still rings. */
  ringing: readonly number[]
}
export interface Model {
  status: AppointmentStatus
  call: Call | null
  calls: number
  roomOpen: boolean
  /** The link died with 'end for all', or with its visit. */
  linkDead: boolean
  presence: Record<Kind, PresenceState>
  alarms: Clocked['alarms']
  now: number
}
export interface Real {
  world: World
  visit: Visit
  people: Record<Kind, Person>
  page: Line
  /** Calls of the visit as they appeared; the model's numbers are places in it, from 1. */
  ids: string[]
}

function present(model: Model, kind: Kind, step: PresenceStep): Model {
  const next = nextPresence(model.presence[kind], step)
  if (next === 'PRESENCE_IN_CALL') throw new Error('no step of a call is refused by presence')
  return { ...model, presence: { ...model.presence, [kind]: next } }
}
const callName = (id: number) => `call ${id}`
const started = (model: Model, kind: Kind, call: number) =>
  present(clear(model, { kind: 'callEnded', mid: numbers[kind], call }), kind, {
    kind: 'callStarted',
    callId: callName(call),
  })
const ended = (model: Model, mid: number | null, call: number, answered: boolean) =>
  mid === null ? model : set(model, { kind: 'callEnded', mid, call }, answered ? AFTER_ANSWER_MS : AFTER_END_MS)

/** A step of the visit that follows from the call, as the visit's own table has it. */
function visit(model: Model, actor: VisitActor, action: Parameters<typeof targetOf>[0]): Model {
  const at = { now: new Date(model.now), today: 'today' }
  const record = { ...facts, status: model.status }
  return canVisit(action, { actor, record, at }).ok ? { ...model, status: targetOf(action, model.status) } : model
}
const facts = {
  qid: 1,
  pid: 1,
  did: 1,
  bookedBy: null,
  date: 'today',
  kind: 'general',
  interval: 1,
  startAt: '2100-01-01T00:00:00Z',
  overAt: '2100-01-01T00:15:00Z',
  finishedAt: null,
  finishedBy: null,
  inConsultation: false,
  noteSigned: false,
}
const asPatient: VisitActor = { kind: 'patient', pid: 1, qid: 1 }
const asStaff = (mid: number): VisitActor => ({ kind: 'staff', mid, level: () => 'y' })
const system: VisitActor = { kind: 'system' }

const inCall = ({ call }: Model, mid: number) =>
  call !== null &&
  ((call.state === 'answered' && (call.answeredByMid === mid || call.callerMid === mid)) ||
    (call.state === 'ringing' && call.callerMid === mid))
const running = ({ call }: Model) => call !== null && (callSteps.fail.from as readonly CallState[]).includes(call.state)
const to = (model: Model, call: Call, step: CallStepName, more: Partial<Call> = {}): Model => ({
  ...model,
  call: { ...call, ...more, state: callSteps[step].to as Call['state'], ringing: [] },
})

/** A ringing call that ends without an answer. */
const unanswered = (model: Model, call: Call, step: CallStepName): Model =>
  ended(clear(to(model, call, step), { kind: 'ring' }), call.callerMid, call.id, false)
/** An answered one that is over. */
const over = (model: Model, call: Call, step: CallStepName): Model =>
  [call.callerMid, call.answeredByMid].reduce((next, mid) => ended(next, mid, call.id, true), to(model, call, step))
function shut(model: Model): Model {
  const { call } = model
  const next = !call
    ? model
    : call.state === 'answered'
      ? over(model, call, 'end')
      : call.state === 'ringing'
        ? unanswered(model, call, 'fail')
        : model
  return { ...clear(next, { kind: 'idle' }), roomOpen: false }
}

const patientRings: Step<Model, Real> = {
  name: 'patient rings',
  keyed: true,
  said(model) {
    if (model.linkDead) return refused('LINK_DEAD')
    if (!['checkedIn', 'redial', 'autoCancelled'].includes(model.status)) return refused('APPT_ILLEGAL_STEP')
    if (running(model)) return refused('CALL_ALREADY')
    const free = rung.filter((kind) => model.presence[kind].code === ONLINE && !inCall(model, numbers[kind]))
    if (!free.length) return nobody(model)
    const targets = rung.filter((kind) => model.presence[kind].code !== AWAY).map((kind) => numbers[kind])
    return leadsTo(
      rings(model, { direction: 'inbound', callerMid: null, targets, ringing: free.map((kind) => numbers[kind]) }),
    )
  },
  done: async ({ world, visit: { ...link } }, _, key) =>
    (await world.patient(link, 'calls', { videoCall: true }, key ? { key } : {})).code,
}
/** Refused, but kept as a call that was missed: the staff see that somebody tried. */
function nobody(model: Model): Said<Model> {
  const mids = (of: readonly Kind[]) => of.map((kind) => numbers[kind])
  const busy = rung.filter((kind) => inCall(model, numbers[kind]) || model.presence[kind].code === BUSY)
  const targets = mids(busy.length ? busy : rung)
  const made = rings(model, { direction: 'inbound', callerMid: null, targets, ringing: [] })
  const missed = { ...made, alarms: model.alarms, call: made.call && { ...made.call, state: callSteps.timeout.to } }
  return refusedBut(missed, busy.length ? 'CALLEE_BUSY' : 'DOCTOR_OFFLINE')
}
function rings(model: Model, call: Pick<Call, 'direction' | 'callerMid' | 'targets' | 'ringing'>): Model {
  const id = model.calls + 1
  const made: Call = { ...call, id, state: callSteps.ring.to, answeredByMid: null }
  return set({ ...model, call: made, calls: id, roomOpen: true }, { kind: 'ring' }, RING_MS)
}

const staffRings = (kind: Kind): Step<Model, Real> => ({
  name: `${kind} rings the patient`,
  keyed: true,
  said(model) {
    const mid = numbers[kind]
    const codes = [
      !['registered', 'checkedIn', 'redial', 'autoCancelled'].includes(model.status) && 'APPT_ILLEGAL_STEP',
      inCall(model, mid) && 'CALL_ALREADY',
      model.linkDead && 'PATIENT_OFFLINE',
      running(model) && 'CALLEE_BUSY',
    ].filter((code) => code !== false)
    if (codes.length) return refused(...codes)
    const redialled = model.status === 'autoCancelled' ? visit(model, asStaff(mid), 'redial') : model
    const made = rings(redialled, { direction: 'outbound', callerMid: mid, targets: [], ringing: [] })
    return leadsTo(started(made, kind, made.calls))
  },
  done: async ({ world, people, visit: { qid } }, _, key) =>
    (await world.as(people[kind], 'POST', '/his/api/callout', { queueID: qid }, key ? { key } : {})).code,
})

type Action = 'answer' | 'reject' | 'cancel' | 'hangup' | 'end'
/** What the table says of a step with the call that was seen. */
function act(model: Model, seen: Model, action: Action, actor: CallActor): Said<Model> {
  const call = model.call?.id === seen.call?.id ? model.call : seen.call && { ...seen.call, state: 'ended' as const }
  if (!call) return refused('NOT_FOUND')
  const mid = actor.kind === 'staff' ? actor.mid : null
  const verdict = can(action, { actor, record: call })
  // Whoever is no party to a call learns nothing of it.
  if (!verdict.ok) return refused(verdict.code === 'FORBIDDEN' ? 'NOT_FOUND' : verdict.code)
  if (action === 'answer') {
    if (mid !== null && inCall(model, mid)) return refused('CALL_ALREADY')
    let next = set(
      clear(to(model, call, action, { answeredByMid: mid }), { kind: 'ring' }),
      { kind: 'idle' },
      ROOM_IDLE_MS,
    )
    if (mid !== null) next = started(next, kindOf(mid), call.id)
    if (next.status === 'autoCancelled' && mid !== null) next = visit(next, asStaff(mid), 'redial')
    if (next.status === 'redial') next = visit(next, asPatient, 'redialAnswered')
    if (next.status === 'registered' && mid === null) next = visit(next, asPatient, 'checkIn')
    return leadsTo(next)
  }
  if (action === 'reject') {
    const left = mid === null ? [] : call.ringing.filter((one) => one !== mid)
    // One rejection stops that person's ringing only.
    if (left.length) return leadsTo({ ...model, call: { ...call, ringing: left } })
    return leadsTo(unanswered(model, call, action))
  }
  if (action === 'cancel') return leadsTo(unanswered(model, call, action))
  if (action === 'hangup') return leadsTo(set(over(model, call, action), { kind: 'idle' }, ROOM_IDLE_MS))
  return leadsTo({ ...shut(model), linkDead: true })
}
const staffActs = (kind: Kind, action: Action): Step<Model, Real> => ({
  name: `${kind}: ${action}`,
  idle: ({ call }) => call === null,
  said: (model, seen) => act(model, seen, action, { kind: 'staff', mid: numbers[kind] }),
  async done({ world, people, ids }, seen) {
    const callID = ids[(seen.call?.id ?? 0) - 1]
    return (await world.as(people[kind], 'POST', '/his/api/updatecallinfostatus', { callID, action })).code
  },
})
const patientActs = (action: Exclude<Action, 'end'>): Step<Model, Real> => ({
  name: `patient: ${action}`,
  idle: ({ call }) => call === null,
  said: (model, seen) => (model.linkDead ? refused('LINK_DEAD') : act(model, seen, action, { kind: 'patient' })),
  done: async ({ world, visit: link, ids }, seen) =>
    (await world.patient(link, `calls/${ids[(seen.call?.id ?? 0) - 1]}`, { action })).code,
})

const setPresence = (kind: Kind, code: typeof ONLINE | typeof AWAY): Step<Model, Real> => ({
  name: `${kind} is ${code}`,
  said(model) {
    const next = nextPresence(model.presence[kind], { kind: 'set', code })
    if (next === 'PRESENCE_IN_CALL') return refused(next)
    return leadsTo({ ...model, presence: { ...model.presence, [kind]: next } })
  },
  done: async ({ world, people }) =>
    (await world.as(people[kind], 'POST', '/his/api/doctorstatus', { doctorStatus: code })).code,
})

/** Time passes, and what is due fires. */
const pass = (ms: number): Step<Model, Real> => ({
  name: `${ms / 1000} s pass`,
  alone: true,
  said: (model) => leadsTo(passes(model, ms, fires).at(-1) ?? model),
  // Not in one leap: what fires late would count its own time from there.
  async done({ world }, seen) {
    let { now } = seen
    for (const state of passes(seen, ms, fires)) {
      world.clock.advance(state.now - now)
      now = state.now
      await world.fire()
    }
    return 'OK'
  },
})
function fires(model: Model, alarm: Alarm): Model {
  const { call } = model
  if (alarm.kind === 'ring') {
    if (!call || !can('timeout', { actor: { kind: 'system' }, record: call }).ok) return model
    const missed = unanswered(model, call, 'timeout')
    // A patient who misses a call of the staff misses the visit; the other way round never.
    return call.direction === 'outbound' ? visit(missed, system, 'missed') : missed
  }
  if (alarm.kind === 'idle') return model.roomOpen ? shut(model) : model
  const kind = kindOf(alarm.mid)
  if (alarm.kind === 'vanished') return present(model, kind, { kind: 'vanished' })
  const back = present(model, kind, { kind: 'callEnded', callId: callName(alarm.call) })
  // No tab of theirs is connected: on line is not for long.
  return set(back, { kind: 'vanished', mid: alarm.mid }, VANISHED_MS)
}

const actions = ['answer', 'reject', 'cancel', 'hangup', 'end'] as const
const who = fc.constantFrom<Kind>('doctor', 'doctor', 'nurse', 'nurse', 'colleague')

export const call = (world: World): Machine<Model, Real> => ({
  name: 'call',
  begin: fc
    .record({
      status: fc.constantFrom<AppointmentStatus>(
        'registered',
        'checkedIn',
        'checkedIn',
        'redial',
        'autoCancelled',
        'finished',
      ),
      nurse: fc.constantFrom(ONLINE, ONLINE, AWAY),
    })
    .map(
      ({ status, nurse }): Model => ({
        status,
        call: null,
        calls: 0,
        roomOpen: false,
        linkDead: status === 'finished',
        presence: {
          doctor: { code: ONLINE, before: null, inCall: null },
          nurse: { code: nurse, before: null, inCall: null },
          colleague: { code: ONLINE, before: null, inCall: null },
        },
        alarms: [],
        now: 0,
      }),
    ),
  step: fc.oneof(
    { weight: 4, arbitrary: fc.constant(patientRings) },
    { weight: 3, arbitrary: who.map(staffRings) },
    {
      weight: 8,
      arbitrary: fc
        .tuple(who, fc.constantFrom(...actions, 'answer', 'hangup'))
        .map(([kind, action]) => staffActs(kind, action as Action)),
    },
    {
      weight: 3,
      arbitrary: fc
        .constantFrom('answer', 'reject', 'cancel', 'hangup')
        .map((action) => patientActs(action as Exclude<Action, 'end'>)),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(who, fc.constantFrom(ONLINE, ONLINE, AWAY)).map(([kind, code]) => setPresence(kind, code)),
    },
    { weight: 3, arbitrary: fc.constantFrom(3000, 31_000, 121_000).map(pass) },
  ),
  async open(_, begin) {
    const { doctor, nurses } = await world.team(1)
    const people = { doctor, nurse: nurses[0] as Person, colleague: await world.person() }
    for (const kind of kinds)
      await world.run(sql`update presence set code = ${begin.presence[kind].code} where mid = ${people[kind].mid}`)
    const link = await world.visit(doctor, { status: begin.status, inHours: 4 })
    // The page of a visit that is over does not connect; nor is it rung.
    const page = begin.linkDead
      ? ({ socket: { disconnect: () => undefined } } as unknown as Line)
      : await world.line('/patient', { token: link.token }, { cookie: link.cookie })
    return { world, visit: link, people, page, ids: [] }
  },
  async compare(model, real) {
    const { visit: link, people, ids } = real
    // Of two that were made at once the one that rings is the later: beside it none is made. Rows have no order of their own.
    const found = await world.rows(
      sql<{ id: string }>`select call_id as id from call where qid = ${link.qid} order by state = 'ringing'`,
    )
    for (const { id } of found) if (!ids.includes(id)) ids.push(id)
    deepStrictEqual(ids.length, model.calls, 'the number of calls')
    const mids = kinds.map((kind) => people[kind].mid)
    const numberOf = (mid: unknown) => (mid === null ? null : mids.indexOf(Number(mid)) + 1)
    if (model.call) {
      const told = await world.as<{
        state: string
        direction: string
        callerMid: number | null
        takenBy: { mid: number } | null
        targets: { mid: number; state: string }[]
      }>(people.doctor, 'POST', '/his/api/callinfo', { callID: ids[model.call.id - 1] })
      const { state, direction, callerMid, takenBy, targets } = told.data
      deepStrictEqual(
        {
          state,
          direction,
          caller: numberOf(callerMid),
          takenBy: takenBy ? numberOf(takenBy.mid) : null,
          ringing: targets.filter((one) => one.state === 'ringing').map(({ mid }) => numberOf(mid)),
        },
        {
          state: model.call.state,
          direction: model.call.direction,
          caller: model.call.callerMid,
          takenBy: model.call.answeredByMid,
          ringing: [...model.call.ringing],
        },
      )
    }
    const presence = await world.as<{ mid: number; code: number }[]>(
      people.doctor,
      'GET',
      `/his/api/doctorstatus?mids=${mids.join()}`,
    )
    deepStrictEqual(
      Object.fromEntries(presence.data.map(({ mid, code }) => [kindOf(numberOf(mid) ?? 0), code])),
      Object.fromEntries(kinds.map((kind) => [kind, model.presence[kind].code])),
      'presence',
    )
    const [kept] = await world.rows(sql<{ status: string; rooms: number; live: number; inTwo: number }>`
      select a.status, (select count(*)::int from room r where r.qid = a.qid and r.state <> 'closed') as rooms,
        (select count(*)::int from call c where c.qid = a.qid and c.state in ('ringing', 'answered')) as live,
        (select count(*)::int from call_target t join call c on c.call_id = t.call_id where c.qid = a.qid and c.state <> 'ringing' and t.state = 'ringing') as "inTwo"
      from appointment a where a.qid = ${link.qid}`)
    deepStrictEqual(
      kept,
      { status: model.status, rooms: model.roomOpen ? 1 : 0, live: running(model) ? 1 : 0, inTwo: 0 },
      'visit, open rooms, running calls, people rung by a call that is over',
    )
    for (const kind of kinds)
      if (model.presence[kind].inCall) deepStrictEqual(model.presence[kind].code, BUSY, 'whoever talks is busy')
  },
  close: async ({ page }) => void page.socket.disconnect(),
})
