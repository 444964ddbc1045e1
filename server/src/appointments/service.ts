import type { QueuesQuery, QueueStep } from '@teleward/contract/appointments/endpoints.ts'
import type { Actor } from '@teleward/contract/appointments/rules.ts'
import type {
  Appointment,
  AppointmentDetail,
  HomeDashboard,
  HomePeriod,
  StaleAppointment,
} from '@teleward/contract/appointments/schema.ts'
import { maskPhone } from '@teleward/contract/core/text.ts'
import { patientBrief, type Read } from '../members/service.ts'
import type { Tx } from '../platform/db/index.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import { homeFigures, lastVisit, type Scope } from './figures.ts'
import { agentBooked, feeReach } from './history.ts'
import * as repo from './repo.ts'
import { transition } from './transition.ts'
import type { Viewer } from './viewer.ts'

export { onStep, type Step, type StepOptions, touched, transition, visitStarted } from './transition.ts'

export const actorOf = (viewer: Viewer): Actor => ({
  kind: 'staff',
  mid: viewer.mid,
  level: (permission) => viewer.rights[permission],
})

/** A list of the path's form: of the caller's own institution, and of one who sees patients there. */
export async function requirePlace(
  read: Read,
  viewer: Viewer,
  place: { partnerid: number; sdid: number },
): Promise<void> {
  if (place.partnerid !== viewer.partnerId) throw new AppError('NOT_FOUND')
  if (!(await repo.isDoctorOf(read, viewer.partnerId, place.sdid))) throw new AppError('NOT_FOUND')
}

export const queues = (read: Read, viewer: Viewer, now: Date, query: QueuesQuery) =>
  repo.list(read, viewer, now, query, query.agent ? agentBooked(viewer) : undefined)

export const queuesElsewhere = (read: Read, now: Date, query: repo.ElsewhereQuery) => repo.elsewhere(read, now, query)

export async function entry(read: Read, viewer: Viewer, qid: number): Promise<Appointment> {
  const found = await repo.one(read, viewer.partnerId, qid)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

export async function entryInFull(read: Read, viewer: Viewer, now: Date, qid: number): Promise<AppointmentDetail> {
  const found = await repo.detail(read, viewer, now, qid)
  if (!found) throw new AppError('NOT_FOUND')
  const reach = feeReach(viewer.rights)
  const shown = reach === 'all' || (reach === 'own' && found.did === viewer.mid)
  return {
    ...found,
    ...(shown ? {} : { fee: null, payment: 'none' as const }),
    mobile: found.mobile ? maskPhone(found.mobile) : null,
  }
}

export async function patientHistory(
  read: Read,
  viewer: Viewer,
  ask: { pid: number; partnerid: number; page: number; pageSize: number },
) {
  if (ask.partnerid !== viewer.partnerId || !(await patientBrief(read, ask.pid))) throw new AppError('NOT_FOUND')
  return repo.history(read, viewer.partnerId, ask.pid, ask.page, ask.pageSize)
}

/** A step asked for by a member of staff. A stale version answers the current entry beside the code. */
export async function step(tx: Tx, viewer: Viewer, now: Date, ask: QueueStep): Promise<Appointment> {
  const { qid, action, version, reason, memo } = ask
  try {
    await transition(tx, actorOf(viewer), qid, action, { now, version, reason, memo })
  } catch (error) {
    if (!isAppError(error, 'VERSION_STALE')) throw error
    throw new AppError('VERSION_STALE', { data: await current(tx.many, viewer, qid), cause: error })
  }
  const after = await repo.one(tx.many, viewer.partnerId, qid)
  if (!after) throw new AppError('NOT_FOUND')
  return after
}

/** The entry as it is, and which colleague brought it there. */
export async function current(read: Read, viewer: Viewer, qid: number): Promise<StaleAppointment> {
  return { ...(await entry(read, viewer, qid)), changedBy: await repo.lastHand(read, qid) }
}

/** Doctors look at their own day unless they ask for another's. */
export const ownByDefault = (viewer: Viewer, scope: Scope): Scope =>
  viewer.doctortype === 'doctor' && scope.did === undefined ? { ...scope, did: viewer.mid } : scope

const WAITING_SHOWN = 8
export async function home(
  read: Read,
  viewer: Viewer,
  now: Date,
  asked: Scope & { period?: HomePeriod },
): Promise<HomeDashboard> {
  const { did, unit } = ownByDefault(viewer, asked)
  const scope = { did, unit }
  const signer = viewer.rights['emr.sign'] === '-' ? null : viewer.mid
  const base: QueuesQuery = {
    tab: 'today',
    slot: [],
    state: [],
    site: [],
    pay: [],
    agent: false,
    q: '',
    sort: 'default',
    page: 1,
    pageSize: WAITING_SHOWN,
    ...scope,
  }
  const [{ rows: waiting }, figures] = await Promise.all([
    repo.list(read, viewer, now, { ...base, state: ['waiting'], sort: 'next' }),
    homeFigures(read, viewer.partnerId, now, { ...scope, period: asked.period ?? 'today' }, signer),
  ])
  const first = waiting[0] ?? (await nextRegistered(read, viewer, now, base))
  const seen =
    first && first.patient.authorised !== 'notAuthorised' ? await lastVisit(read, first.pid, first.startAt) : null
  return { ...figures, waiting, next: first ? { ...first, lastVisit: seen } : null }
}

async function nextRegistered(
  read: Read,
  viewer: Viewer,
  now: Date,
  base: QueuesQuery,
): Promise<Appointment | undefined> {
  const { rows } = await repo.list(read, viewer, now, {
    ...base,
    state: ['registered'],
    sort: 'time',
    pageSize: 1,
  })
  return rows[0]
}
