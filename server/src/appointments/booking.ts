import { canSeeVisit } from '../access/visible.ts'
import { randomUUID } from 'node:crypto'
import { type Currency, feeOf, HOLD_MINUTES, REMIND_MINUTES } from '@teleward/contract/appointments/booking.ts'
import type { Change, Wish } from '@teleward/contract/appointments/booking-schema.ts'
import type { AppointmentKind, AppointmentStatus, Site } from '@teleward/contract/appointments/schema.ts'
import { localDay } from '@teleward/contract/core/dates.ts'
import { issueLink, killLinks } from '../visit-links/links.ts'
import { lockFees, freeFor, freeOfCharge, writeLine } from '../fees/service.ts'
import type { Clock } from '../platform/clock.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import type { Timers } from '../platform/timers/index.ts'
import { doctorDay, placeOf } from './booking-facts.ts'
import { type CarriedLink, tellBooking } from './booking-messages.ts'
import { emergencyIs } from './emergencies.ts'
import { type Asked, bookerOf, type BookingActor, guarded, type Plan, planFor, visitActor } from './booking-plan.ts'
import { began, transition } from './transition.ts'

export type { BookingActor } from './booking-plan.ts'

export interface BookingDeps {
  clock: Clock
  timers: Pick<Timers, 'set' | 'clear'>
  /** Where a patient opens a link; without it the address is the page's path. */
  linkAddress?: (token: string) => string
}
export const HOLD_TIMER = 'booking.hold'
export const REMINDER_TIMER = 'booking.reminder'

/** Doctors' days, and with each the doctor, locked in the order everybody takes them in. */
export async function lockDays(tx: Tx, days: readonly { did: number; date: string }[]): Promise<void> {
  if (days.length)
    await tx.run(sql`
      select lock_doctor_days('{}'::int[], ${days.map(({ did }) => did)}::int[], ${days.map(({ date }) => date)}::date[])`)
}

/**
 * Who may book what: whoever books sees the visit they made; special appointments are a right of their own; an agent
 * books for others, and is named for it.
 */
function kindFor(actor: BookingActor, kind: AppointmentKind): { kind: AppointmentKind; proxy: boolean } {
  if (actor.kind !== 'staff') return { kind, proxy: false }
  if (actor.rights['appointment.book'] === '-' || actor.rights['appointment.read'] === '-')
    throw new AppError('FORBIDDEN')
  if (kind === 'special' && actor.rights['appointment.special'] === '-') throw new AppError('FORBIDDEN')
  if (actor.doctortype !== 'agent') return { kind: kind === 'agent' ? 'general' : kind, proxy: false }
  return { kind: kind === 'emergency' ? kind : 'agent', proxy: true }
}

export interface Booked {
  qid: number
  status: AppointmentStatus
  holdUntil: string | null
}
export type BookOutcome =
  | { booked: Booked; warnings: [] }
  | { booked: null; warnings: { code: 'FEE_BELOW_DEFAULT'; fee: number; currency: Currency }[] }

interface Cost {
  fee: number | null
  defaultFee: number | null
  version: number
}

/** The fee that is agreed on, and the doctor's own beside it; both stay on the entry whatever the doctor asks later. */
async function costOf(tx: Tx, actor: BookingActor, wish: Wish, interval: number): Promise<Cost> {
  const did = wish.did ?? 0
  const fees = await lockFees(tx, actor.partnerId, did)
  const [row] = await tx.many(sql<{ flags: unknown }>`
    select sp.service_flags as flags from staff_partner sp where sp.mid = ${did} and sp.partner_id = ${actor.partnerId}`)
  const own = freeOfCharge(row?.flags, wish.site) ? 0 : feeOf(fees, interval, wish.currency)
  return { fee: wish.fee ?? own, defaultFee: own, version: fees.version }
}

const earlier = (a: Date, b: Date) => (a < b ? a : b)

/**
 * Books inside the caller's transaction: the place, the history, the timer and the messages come with it or not at all.
 * A fee below the doctor's own books nothing until it is confirmed.
 */
export async function book(tx: Tx, deps: BookingDeps, actor: BookingActor, asked: Wish): Promise<BookOutcome> {
  const now = deps.clock.now()
  const { kind, proxy } = kindFor(actor, asked.kind)
  const wish: Wish = { ...asked, kind }
  if (wish.did !== undefined && (wish.date !== undefined || kind === 'emergency')) {
    const date = kind === 'emergency' ? (await placeOf(tx, actor.partnerId, now)).today : wish.date
    if (date !== undefined) await lockDays(tx, [{ did: wish.did, date }])
  }
  const plan = await planFor(tx, deps, actor, wish)
  const cost = await costOf(tx, actor, wish, plan.interval)
  if (
    cost.fee !== null &&
    cost.defaultFee !== null &&
    cost.fee < cost.defaultFee &&
    !wish.confirm.includes('FEE_BELOW_DEFAULT')
  )
    return { booked: null, warnings: [{ code: 'FEE_BELOW_DEFAULT', fee: cost.defaultFee, currency: wish.currency }] }

  const { pid = 0, did = 0 } = wish
  const free = await freeFor(tx.many, {
    partnerId: actor.partnerId,
    unitIds: bookerOf(actor).unitIds,
    pid,
    did,
    date: plan.date,
  })
  const due = (cost.fee ?? 0) > 0 && !free.free
  // An emergency is never kept waiting for its payment; an onsite visit may be paid at the desk.
  const later = kind === 'emergency' || (wish.payOnSite && wish.site === 'onsite')
  const payment = due ? 'due' : (cost.fee ?? 0) > 0 ? 'waived' : 'none'
  const status: AppointmentStatus = payment === 'due' && !later ? 'held' : 'registered'
  const start = new Date(plan.startAt)
  const holdUntil = status === 'held' ? earlier(new Date(now.getTime() + HOLD_MINUTES * 60_000), start) : null
  const bookedBy = actor.kind === 'staff' ? actor.mid : null
  const qid = await insertEntry(tx, { actor, wish, plan, cost, proxy, bookedBy, status, payment, holdUntil, now })

  await began(
    tx,
    { qid, partnerId: actor.partnerId, unitId: plan.unitId, pid, did, bookedBy, status },
    visitActor(actor),
    now,
  )
  if (payment === 'due') await writeLine(tx, { qid, kind: 'due' }, now)
  if (payment === 'waived') await writeLine(tx, { qid, kind: 'waived', method: free.kind, by: bookedBy }, now)
  if (holdUntil) await deps.timers.set(tx, HOLD_TIMER, String(qid), holdUntil)
  else if (kind !== 'emergency') await remindLater(tx, deps, qid, start)
  if (kind === 'emergency') await emergencyIs(tx, deps.timers, now, { qid, what: 'booked', by: bookedBy })
  else
    await tellBooking(
      tx,
      qid,
      status === 'held' ? 'held' : 'confirmed',
      now,
      due ? await payLink(tx, deps, qid, now) : undefined,
    )
  return { booked: { qid, status, holdUntil: holdUntil ? holdUntil.toISOString() : null }, warnings: [] }
}

interface NewEntry {
  actor: BookingActor
  wish: Wish
  plan: Plan
  cost: Cost
  proxy: boolean
  bookedBy: number | null
  status: AppointmentStatus
  payment: string
  holdUntil: Date | null
  now: Date
}
async function insertEntry(tx: Tx, entry: NewEntry): Promise<number> {
  const { actor, wish, plan, cost, now } = entry
  try {
    const { qid } = await tx.one(sql<{ qid: number }>`
      insert into appointment (partner_id, unit_id, pid, did, booked_by, proxy, status, kind, "interval", date, start_at, duration_minutes,
        queue_no, site, service_item, consult_problem, call_target, fee, currency, payment, default_fee, fee_version, hold_until, guarded,
        created_at, updated_at)
      values (${actor.partnerId}, ${plan.unitId}, ${wish.pid}, ${wish.did}, ${entry.bookedBy}::int, ${entry.proxy}, ${entry.status},
        ${wish.kind}, ${plan.interval}::int, ${plan.date}::date, ${plan.startAt}::timestamptz, ${plan.minutes}::int, 0, ${wish.site},
        ${wish.serviceItem || null}::text, ${wish.consultProblem || null}::text, ${wish.callTarget ?? 'patient'}, ${cost.fee}::int,
        ${wish.currency}, ${entry.payment}, ${cost.defaultFee}::int, ${cost.version}::int, ${entry.holdUntil}::timestamptz, true,
        ${now}::timestamptz, ${now}::timestamptz)
      returning qid`)
    return qid
  } catch (error) {
    throw guarded(error)
  }
}

/** 30 minutes before the start; at once where less is left. What has begun is not announced any more. */
export async function remindLater(tx: Tx, deps: BookingDeps, qid: number, start: Date): Promise<void> {
  const now = deps.clock.now()
  if (start <= now) return
  const at = new Date(start.getTime() - REMIND_MINUTES * 60_000)
  await deps.timers.set(tx, REMINDER_TIMER, String(qid), at < now ? now : at)
}

interface Standing {
  pid: number
  did: number
  unitId: number
  kind: AppointmentKind
  interval: number
  date: string
  startAt: Date
  minutes: number
  site: Site
  fee: number | null
  currency: Currency
  status: AppointmentStatus
  holdUntil: Date | null
}
const standing = (partnerId: number, qid: number) => sql<Standing>`
  select pid, did, unit_id as "unitId", kind, "interval", date, start_at as "startAt", duration_minutes as minutes, site, fee, currency,
    status, hold_until as "holdUntil" from appointment a where qid = ${qid} and partner_id = ${partnerId} and ${canSeeVisit('a')}`

/**
 * Another doctor, day, time or site: one update, so that nobody can take the old place before the new one is held, and
 * nothing is lost where the new one is full. Links of the old time die; who had one gets another. The fee stays.
 */
export async function move(
  tx: Tx,
  deps: BookingDeps,
  actor: BookingActor,
  qid: number,
  change: Omit<Change, 'version'> & { version?: number | undefined },
): Promise<void> {
  const now = deps.clock.now()
  const before = await tx.one(standing(actor.partnerId, qid))
  const did = change.did ?? before.did
  const { zone } = await placeOf(tx, actor.partnerId, now)
  // A special visit has no session whose evening it could belong to: it is where its time is.
  const date = change.date ?? (before.kind === 'special' ? localDay(before.startAt, zone) : before.date)
  const sameDay = did === before.did && date === before.date
  await lockDays(tx, [{ did: before.did, date: before.date }, ...(sameDay ? [] : [{ did, date }])])
  await tx.one(
    sql`select qid from appointment a where qid = ${qid} and partner_id = ${actor.partnerId} and ${canSeeVisit('a')} for update`,
  )
  const entry = await tx.one(standing(actor.partnerId, qid))
  // Somebody moved it while we waited for the old day: its place is another now.
  if (entry.did !== before.did || entry.date !== before.date) throw new AppError('VERSION_STALE')
  // What can no longer be moved says so, before anything is said of where to.
  if (entry.status !== 'held' && entry.status !== 'registered')
    throw new AppError('APPT_ILLEGAL_STEP', { data: { state: entry.status } })

  const timed = change.time !== undefined || change.interval !== undefined
  const wish: Asked = {
    kind: entry.kind,
    pid: entry.pid,
    did,
    date,
    site: change.site ?? entry.site,
    currency: entry.currency,
    fee: entry.fee ?? 0,
    minutes: await agreedMinutes(tx, actor.partnerId, entry),
    interval: timed ? change.interval : entry.interval,
    time: timed ? change.time : clockAt(entry.startAt, zone),
  }
  const plan = await planFor(tx, deps, actor, wish, {
    qid,
    unitId: entry.unitId,
    taken: { interval: entry.interval, startAt: entry.startAt.toISOString(), minutes: entry.minutes },
  })
  const start = new Date(plan.startAt)
  const holdUntil = entry.holdUntil ? earlier(entry.holdUntil, start) : null
  try {
    await transition(tx, visitActor(actor), qid, 'move', {
      now,
      version: change.version,
      set: [
        sql`did = ${did}`,
        sql`date = ${date}::date`,
        sql`"interval" = ${plan.interval}::int`,
        sql`start_at = ${plan.startAt}::timestamptz`,
        sql`duration_minutes = ${plan.minutes}::int`,
        sql`unit_id = ${plan.unitId}::int`,
        sql`site = ${wish.site}`,
        sql`hold_until = ${holdUntil}::timestamptz`,
        sql`reminded_at = null`,
        sql`guarded = true`,
        ...(sameDay ? [] : [sql`queue_no = 0`]),
      ],
    })
  } catch (error) {
    throw guarded(error)
  }
  const link = await renewLinks(tx, deps, qid, now)
  if (holdUntil) await deps.timers.set(tx, HOLD_TIMER, String(qid), holdUntil)
  else await remindLater(tx, deps, qid, start)
  await tellBooking(tx, qid, 'moved', now, link, actor.kind === 'patient')
}

/** How long a visit lasts wherever it goes: a special one, and one that was given more than a slot of its session. */
async function agreedMinutes(tx: Tx, partnerId: number, entry: Standing): Promise<number | undefined> {
  if (entry.kind === 'special') return entry.minutes
  const { sessions } = await doctorDay(tx, partnerId, entry.did, entry.date)
  const slot = sessions.find(({ interval }) => interval === entry.interval)?.slotMinutes
  return slot !== undefined && entry.minutes > slot ? entry.minutes : undefined
}

const clockAt = (at: Date, zone: string): string => {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hour12: false })
  return parts.format(at)
}

/** Where the patient sees what is due, pays it, and calls off. */
async function payLink(tx: Tx, deps: BookingDeps, qid: number, now: Date): Promise<CarriedLink> {
  const { token } = await issueLink(tx, { qid, kind: 'pay', expiresAt: null }, now)
  return { address: deps.linkAddress ? deps.linkAddress(token) : `/link/${token}` }
}

/** A link says when: after a move it would say wrong. Whoever had a living one is sent another. */
async function renewLinks(tx: Tx, deps: BookingDeps, qid: number, now: Date): Promise<CarriedLink | undefined> {
  const living = await tx.many(
    sql`select 1 from video_link where qid = ${qid} and kind <> 'pay' and state not in ('dead', 'expired', 'sendFailed') limit 1`,
  )
  await killLinks(tx, qid, 'renewed', now)
  if (!living.length) return undefined
  const messageId = randomUUID()
  const { token } = await issueLink(tx, { qid, expiresAt: null, messageId }, now)
  return { address: deps.linkAddress ? deps.linkAddress(token) : `/link/${token}`, messageId }
}

/**
 * Lets a held place go: not paid in time. Once, whichever process's alarm rings: whoever comes second finds the entry
 * somewhere else, and answers false.
 */
export async function release(tx: Tx, deps: BookingDeps, qid: number): Promise<boolean> {
  const now = deps.clock.now()
  const row = await tx.maybe(sql<{ status: AppointmentStatus; holdUntil: Date | null }>`
    select status, hold_until as "holdUntil" from appointment where qid = ${qid} for update`)
  if (row?.status !== 'held' || (row.holdUntil && row.holdUntil > now)) return false
  try {
    await transition(tx, { kind: 'system' }, qid, 'release', { now, set: [sql`payment = 'expired'`] })
  } catch (error) {
    if (isAppError(error, 'APPT_ILLEGAL_STEP')) return false
    throw error
  }
  await writeLine(tx, { qid, kind: 'expired' }, now)
  await tellBooking(tx, qid, 'released', now)
  return true
}

/** The reminder to both sides: once, of what is still to come. */
export async function remind(tx: Tx, deps: BookingDeps, qid: number): Promise<boolean> {
  const now = deps.clock.now()
  const row = await tx.maybe(sql<{ status: AppointmentStatus; startAt: Date; remindedAt: Date | null }>`
    select status, start_at as "startAt", reminded_at as "remindedAt" from appointment where qid = ${qid} for update`)
  if (row?.status !== 'registered' || row.remindedAt || row.startAt <= now) return false
  // No step: whoever has the entry open finds it as they read it.
  await tx.run(sql`update appointment set reminded_at = ${now}::timestamptz where qid = ${qid}`)
  await tx.run(sql`
    insert into appointment_event (qid, partner_id, unit_id, pid, action, from_status, to_status, actor_kind, at)
    select qid, partner_id, unit_id, pid, 'remind', status, status, 'system', ${now}::timestamptz from appointment where qid = ${qid}`)
  await tellBooking(tx, qid, 'reminder', now)
  return true
}
