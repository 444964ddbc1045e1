import { randomUUID } from 'node:crypto'
import type { Currency } from '@teleward/contract/appointments/booking.ts'
import { HOLD_MINUTES } from '@teleward/contract/appointments/booking.ts'
import { formatInZone } from '@teleward/contract/core/dates.ts'
import { type BookingDeps, HOLD_TIMER, release, remindLater } from '../appointments/booking.ts'
import { tellBooking } from '../appointments/booking-messages.ts'
import { touched, transition } from '../appointments/transition.ts'
import { tellPayment } from '../visit-links/links.ts'
import type { LinkActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { CheckoutAsk, PaymentReport } from './provider.ts'
import { owe } from './refunds.ts'
import { writeLine } from '../fees/service.ts'

interface Visit {
  qid: number
  status: string
  payment: string
  fee: number | null
  currency: Currency
  startAt: Date
  holdUntil: Date | null
  zone: string
  institution: string
}
const visitOf = (qid: number) => sql<Visit>`
  select a.qid, a.status, a.payment, a.fee, a.currency, a.start_at as "startAt", a.hold_until as "holdUntil", p.time_zone as zone, p.name as institution
  from appointment a join partner p on p.id = a.partner_id where a.qid = ${qid} for update of a`

const lapsed = ({ status, payment, holdUntil }: Visit, now: Date) =>
  status === 'released' || payment === 'expired' || (status === 'held' && holdUntil !== null && holdUntil <= now)

interface Open {
  id: string
  url: string | null
  expiresAt: Date
}

/**
 * The one open page of what is due, or a new one: the provider is asked after the commit, under the row's own id. Time over:
 * `HOLD_EXPIRED`; nothing due: `PAYMENT_ILLEGAL_STEP`.
 */
export async function beginCheckout(
  tx: Tx,
  who: LinkActor,
  provider: string,
  now: Date,
): Promise<CheckoutAsk & { url: string | null }> {
  const visit = await tx.one(visitOf(who.qid))
  if (lapsed(visit, now)) throw new AppError('HOLD_EXPIRED')
  if (visit.payment !== 'due' || !visit.fee) throw new AppError('PAYMENT_ILLEGAL_STEP')
  const until = visit.holdUntil ?? new Date(now.getTime() + HOLD_MINUTES * 60_000)
  const title = `${visit.institution} ${formatInZone(visit.startAt, visit.zone).slice(0, 16).replace('T', ' ')}`
  const ask = { amount: visit.fee, currency: visit.currency, title, now }
  const open = await tx.maybe(sql<Open>`
    select id, url, expires_at as "expiresAt" from checkout where qid = ${who.qid} and state = 'open'`)
  if (open) return { ...ask, id: open.id, url: open.expiresAt > now ? open.url : null, until }
  const id = randomUUID()
  await tx.run(sql`
    insert into checkout (id, partner_id, unit_id, pid, qid, amount, currency, provider, opened_at, expires_at)
    select ${id}::uuid, a.partner_id, a.unit_id, a.pid, a.qid, ${visit.fee}, ${visit.currency}, ${provider}, ${now}::timestamptz, ${until}::timestamptz
    from appointment a where a.qid = ${who.qid}`)
  return { ...ask, id, url: null, until }
}

export async function keepAddress(tx: Tx, id: string, url: string): Promise<void> {
  await tx.run(sql`update checkout set url = ${url} where id = ${id}::uuid and state = 'open'`)
}

interface Checkout {
  id: string
  qid: number
  amount: number
  currency: Currency
  state: 'open' | 'paid' | 'refused'
  payment: string | null
}
export type Taken = { taken: boolean; qid: number; pid: number; partnerId: number }

/**
 * What the provider says, once: the same report again changes nothing, and answers alike. Money is never turned away: what
 * comes too late or a second time is kept as such, and goes back. Another sum than was asked for is refused.
 */
export async function takeReport(tx: Tx, deps: BookingDeps, provider: string, report: PaymentReport): Promise<Taken> {
  const now = deps.clock.now()
  const known = await tx.one(sql<{ qid: number; pid: number; partnerId: number }>`
    select qid, pid, partner_id as "partnerId" from checkout where id = ${report.checkout}::uuid and provider = ${provider}`)
  // The visit first, then what hangs on it: the order everybody locks in.
  let visit = await tx.one(visitOf(known.qid))
  const checkout = await tx.one(sql<Checkout>`
    select id, qid, amount, currency, state, provider_payment as payment from checkout where id = ${report.checkout}::uuid for update`)
  if (report.outcome === 'refused') {
    if (checkout.state !== 'open') return { ...known, taken: false }
    await settle(tx, checkout.id, 'refused', report.payment, now)
    await writeLine(tx, { qid: visit.qid, kind: 'failed', method: 'checkout', ref: report.payment }, now)
    await tellPayment(tx, visit.qid, now)
    return { ...known, taken: true }
  }
  if (checkout.state === 'paid') {
    if (checkout.payment === report.payment) return { ...known, taken: false }
    throw new AppError('PAYMENT_MISMATCH')
  }
  if (report.amount !== checkout.amount || report.currency !== checkout.currency) throw new AppError('PAYMENT_MISMATCH')
  await settle(tx, checkout.id, 'paid', report.payment, now)
  // The alarm may ring later than the hour it was set for: the hour counts.
  if (visit.status === 'held' && lapsed(visit, now) && (await release(tx, deps, visit.qid)))
    visit = await tx.one(visitOf(known.qid))
  await credit(tx, deps, visit, { checkout: checkout.id, payment: report.payment }, now)
  await tellPayment(tx, visit.qid, now)
  return { ...known, taken: true }
}

async function settle(tx: Tx, id: string, state: 'paid' | 'refused', payment: string, now: Date): Promise<void> {
  await tx.run(
    sql`update checkout set state = ${state}, provider_payment = ${payment}, settled_at = ${now}::timestamptz where id = ${id}::uuid`,
  )
}

/** Where the money that came belongs: to what is due; to a place that is gone; to a visit that is settled already. */
async function credit(
  tx: Tx,
  deps: BookingDeps,
  visit: Visit,
  from: { checkout: string; payment: string },
  now: Date,
): Promise<void> {
  const { qid } = visit
  const line = { qid, method: 'checkout', ref: from.payment }
  if (visit.payment === 'due') {
    const held = visit.status === 'held'
    await transition(tx, { kind: 'system' }, qid, held ? 'pay' : 'settle', { now, set: [sql`payment = 'paid'`] })
    await writeLine(tx, { ...line, kind: 'paid' }, now)
    if (!held) return
    await deps.timers.clear(tx, HOLD_TIMER, String(qid))
    await remindLater(tx, deps, qid, visit.startAt)
    await tellBooking(tx, qid, 'confirmed', now)
    return
  }
  const late = visit.payment === 'expired'
  await writeLine(tx, { ...line, kind: late ? 'paid' : 'surplus' }, now)
  await owe(tx, { qid, why: late ? 'late' : 'double', checkout: from.checkout }, now)
  if (late)
    await tx.run(
      sql`update appointment set payment = 'refundDue', version = version + 1, updated_at = ${now}::timestamptz where qid = ${qid}`,
    )
  await touched(tx, qid)
}
