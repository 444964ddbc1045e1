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
import { receiptOf } from '../fees/receipt.ts'
import { patientBrief, type Read } from '../patients/service.ts'
import type { Tx } from '../platform/db/index.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import { feeHidden, showsFee } from './fees-shown.ts'
import { homeFigures, lastVisit, type Scope } from './figures.ts'
import { all } from './filters.ts'
import { agentBooked } from './history.ts'
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
export async function requireDoctorRef(
  read: Read,
  viewer: Viewer,
  place: { partnerid: number; sdid: number },
): Promise<void> {
  if (place.partnerid !== viewer.partnerId) throw new AppError('NOT_FOUND')
  if (!(await repo.isDoctorOf(read, viewer.partnerId, place.sdid))) throw new AppError('NOT_FOUND')
}

/** Whose fee is not shown is not found by it either. */
export async function queues(read: Read, viewer: Viewer, now: Date, query: QueuesQuery): Promise<repo.Rows> {
  const only = [...(query.agent ? [agentBooked(viewer)] : []), ...(query.pay.length ? [showsFee(viewer)] : [])]
  const { rows, total } = await repo.list(read, viewer, now, query, only.length ? all(only) : undefined)
  return { rows: rows.map((row) => feeHidden(viewer, row)), total }
}

export const queuesElsewhere = (read: Read, now: Date, query: repo.ElsewhereQuery) => repo.elsewhere(read, now, query)

export async function entry(read: Read, viewer: Viewer, qid: number): Promise<Appointment> {
  const found = await repo.one(read, viewer.partnerId, qid)
  if (!found) throw new AppError('NOT_FOUND')
  return feeHidden(viewer, found)
}

/** Of these there is money that came. */
const receiptStates: readonly Appointment['payment'][] = ['paid', 'refundDue', 'refunded']
export async function entryInFull(read: Read, viewer: Viewer, now: Date, qid: number): Promise<AppointmentDetail> {
  const found = await repo.detail(read, viewer, now, qid)
  if (!found) throw new AppError('NOT_FOUND')
  const shown = feeHidden(viewer, found)
  return {
    ...shown,
    mobile: found.mobile ? maskPhone(found.mobile) : null,
    receipt: receiptStates.includes(shown.payment) ? await receiptOf(read, qid) : null,
  }
}

export async function patientHistory(
  read: Read,
  viewer: Viewer,
  now: Date,
  ask: { pid: number; partnerid: number; page: number; pageSize: number },
) {
  if (ask.partnerid !== viewer.partnerId || !(await patientBrief(read, ask.pid))) throw new AppError('NOT_FOUND')
  const { rows, total } = await repo.history(read, viewer.partnerId, now, ask.pid, ask.page, ask.pageSize)
  return { rows: rows.map((row) => feeHidden(viewer, row)), total }
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
  return entry(tx.many, viewer, qid)
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
  const [{ rows: queued }, figures] = await Promise.all([
    repo.list(read, viewer, now, { ...base, state: ['waiting'], sort: 'next' }),
    homeFigures(read, viewer.partnerId, now, { ...scope, period: asked.period ?? 'today' }, signer),
  ])
  const waiting = queued.map((row) => feeHidden(viewer, row))
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
  return rows[0] && feeHidden(viewer, rows[0])
}
