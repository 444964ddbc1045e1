import { canSeeVisit } from '../access/visible.ts'
import type { Actor } from '@teleward/contract/appointments/rules.ts'
import type { AppointmentStatus, PaymentState } from '@teleward/contract/appointments/schema.ts'
import { refundOf, wholeUntil } from '@teleward/contract/fees/refund-rule.ts'
import type { PaymentAct } from '@teleward/contract/fees/schema.ts'
import { type BookingDeps, HOLD_TIMER, REMINDER_TIMER, remindLater } from '../appointments/booking.ts'
import { tellBooking } from '../appointments/booking-messages.ts'
import { type Step, transition } from '../appointments/transition.ts'
import { isConflict, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { keepMoney, owe, termsOf } from './refunds.ts'
import { writeLine } from '../fees/service.ts'

interface Owed {
  status: AppointmentStatus
  payment: PaymentState
  fee: number | null
  currency: string
  version: number
  startAt: Date
  holdUntil: Date | null
}
interface Payer {
  mid: number
  partnerId: number
}

async function owedOf(tx: Tx, who: Payer, qid: number): Promise<Owed> {
  return tx.one(sql<Owed>`
    select status, payment, fee, currency, version, start_at as "startAt", hold_until as "holdUntil" from appointment a
    where qid = ${qid} and partner_id = ${who.partnerId} and ${canSeeVisit('a')} for update`)
}

/** Its time is over, whether or not an alarm has rung yet. */
const over = ({ status, payment, holdUntil }: Owed, now: Date) =>
  status === 'released' || payment === 'expired' || (status === 'held' && holdUntil !== null && holdUntil <= now)

/**
 * At the desk: what is due is paid, whole and in its currency, or waived with a reason. What waited for it is the
 * patient's then. Time over: `HOLD_EXPIRED`; nothing due: `PAYMENT_ILLEGAL_STEP`.
 */
export async function settleAtDesk(
  tx: Tx,
  deps: BookingDeps,
  who: Payer,
  actor: Actor,
  act: PaymentAct,
): Promise<void> {
  const now = deps.clock.now()
  const owed = await owedOf(tx, who, act.qid)
  if (over(owed, now)) throw new AppError('HOLD_EXPIRED')
  if (owed.payment !== 'due') throw new AppError('PAYMENT_ILLEGAL_STEP')
  if (owed.version !== act.version) throw new AppError('VERSION_STALE')
  const reason = act.action === 'waive' ? act.reason?.trim() : undefined
  if (act.action === 'waive' && !reason) throw new AppError('REASON_REQUIRED')
  if (act.action === 'record' && (act.amount !== owed.fee || act.currency !== owed.currency))
    throw new AppError('PAYMENT_MISMATCH')

  const state = act.action === 'record' ? 'paid' : 'waived'
  const step = owed.status !== 'held' ? 'settle' : act.action === 'record' ? 'pay' : 'waive'
  await transition(tx, actor, act.qid, step, { now, version: act.version, reason, set: [sql`payment = ${state}`] })
  try {
    await writeLine(
      tx,
      {
        qid: act.qid,
        kind: state,
        method: act.action === 'record' ? act.method : null,
        reason: reason ?? null,
        by: who.mid,
      },
      now,
    )
  } catch (error) {
    if (isConflict(error, 'payment_paid')) throw new AppError('PAYMENT_ILLEGAL_STEP', { cause: error })
    throw error
  }
  if (owed.status !== 'held') return
  await deps.timers.clear(tx, HOLD_TIMER, String(act.qid))
  await remindLater(tx, deps, act.qid, owed.startAt)
  await tellBooking(tx, act.qid, 'confirmed', now)
}

const leaves: readonly Step['action'][] = ['cancel', 'missed', 'linkExpired', 'timeoutCancel', 'close']

/**
 * What goes back of the money that was paid. The declared rule is the patient's who calls off; what does not come about for
 * any other reason costs nothing.
 */
async function goesBack(tx: Tx, { qid, action, by }: Step, now: Date): Promise<number | undefined> {
  if (action !== 'cancel' || by !== 'patient') return undefined
  const visit = await tx.one(sql<{ amount: number; currency: 'TWD' | 'CNY'; startAt: Date }>`
    select coalesce(a.fee, 0) as amount, a.currency, a.start_at as "startAt" from appointment a where a.qid = ${qid}`)
  return refundOf(await termsOf(tx.many, qid), visit, now)
}

/** Once the moment is over a patient cannot win it back by moving the visit; whatever the house moves begins anew. */
async function boundByMove(tx: Tx, { qid, by, startAt }: Step, now: Date): Promise<void> {
  const end = by === 'patient' ? wholeUntil(await termsOf(tx.many, qid), startAt) : null
  const late = end !== null && now > end
  await tx.run(sql`update appointment set refund_late = ${late} where qid = ${qid} and refund_late <> ${late}`)
}

/** A visit that does not come about takes its money along: what was paid is to be given back, what was due lapses. */
export function followPayment({ timers }: Pick<BookingDeps, 'timers'>) {
  return async (tx: Tx, step: Step, now: Date): Promise<void> => {
    if (step.to !== 'held' && step.to !== 'registered' && step.from !== step.to) {
      await timers.clear(tx, HOLD_TIMER, String(step.qid))
      await timers.clear(tx, REMINDER_TIMER, String(step.qid))
    }
    const change = (from: PaymentState, to: PaymentState) =>
      tx.run(
        sql`update appointment set payment = ${to} where qid = ${step.qid} and partner_id = ${step.partnerId} and payment = ${from}`,
      )
    if (leaves.includes(step.action)) {
      const amount = await goesBack(tx, step, now)
      // Nothing goes back of what was declared to stay: it remains paid.
      if (amount !== 0 && (await change('paid', 'refundDue')))
        await owe(tx, { qid: step.qid, why: 'cancelled', ...(amount === undefined ? {} : { amount }) }, now)
      if (await change('due', 'expired')) await writeLine(tx, { qid: step.qid, kind: 'expired' }, now)
    }
    if (step.action === 'move') await boundByMove(tx, step, now)
    // Called again: the money stays where it is, unless it is on its way back already.
    if (step.action === 'redial' && (await keepMoney(tx, step.qid, now))) await change('refundDue', 'paid')
  }
}
