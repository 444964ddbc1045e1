import * as api from '@teleward/contract/appointments/booking-endpoints.ts'
import type { ReservationAnswer, ReservationAsk } from '@teleward/contract/appointments/booking-schema.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Compilable, Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import { type Ctx, route } from '../platform/http/index.ts'
import { book, type BookingDeps, HOLD_TIMER, move, release, remind, REMINDER_TIMER } from './booking.ts'
import { contacts } from './booking-contacts.ts'
import { registerEmergencies } from './emergencies.ts'
import { actorOf, current, entry } from './service.ts'
import { transition } from './transition.ts'

export function register(deps: Deps): void {
  const { http, db, timers, config } = deps
  const booking: BookingDeps = { ...deps, linkAddress: (token) => `${config.publicUrl ?? ''}/link/${token}` }
  route(http, api.reservation, (ctx, { body }) => reserve(ctx, booking, body))
  route(http, api.contactsForReservation, (ctx, { body }) =>
    contacts(
      <T>(query: Compilable<T>) => ctx.read(query),
      { ...ctx.who, narrow: ctx.who.rights['appointment.book'] === 'o' },
      body,
    ),
  )
  registerEmergencies(deps)
  timers.on(HOLD_TIMER, async ({ key }) => {
    await db.system.tx((tx) => release(tx, booking, Number(key)))
  })
  timers.on(REMINDER_TIMER, async ({ key }) => {
    await db.system.tx((tx) => remind(tx, booking, Number(key)))
  })
}

/** One transaction; what it comes to is the answer, so that a repeat of it after a lost answer books nothing twice. */
async function reserve(ctx: Ctx<StaffActor>, deps: BookingDeps, ask: ReservationAsk): Promise<ReservationAnswer> {
  try {
    return await ctx.tx((tx) => act(ctx, tx, deps, ask))
  } catch (error) {
    if (!isAppError(error, 'VERSION_STALE') || ask.action === 'book') throw error
    const data = await current((query) => ctx.read(query), ctx.who, ask.qid)
    throw new AppError('VERSION_STALE', { data, cause: error })
  }
}

async function act(ctx: Ctx<StaffActor>, tx: Tx, deps: BookingDeps, ask: ReservationAsk): Promise<ReservationAnswer> {
  const { who } = ctx
  const about = (qid: number, pid?: number) =>
    ctx.target({
      kind: 'appointment',
      id: qid,
      ...(pid === undefined ? {} : { pid }),
      detail: { reservation: ask.action },
    })
  if (ask.action === 'book') {
    if (ask.pid !== undefined)
      ctx.target({ kind: 'member', id: ask.pid, pid: ask.pid, detail: { reservation: 'book' } })
    const outcome = await book(tx, deps, who, ask)
    if (!outcome.booked) return { entry: null, warnings: outcome.warnings, holdUntil: null }
    about(outcome.booked.qid, ask.pid)
    return { entry: await entry(tx.many, who, outcome.booked.qid), warnings: [], holdUntil: outcome.booked.holdUntil }
  }
  about(ask.qid)
  const before = await entry(tx.many, who, ask.qid)
  about(ask.qid, before.pid)
  if (ask.action === 'cancel')
    await transition(tx, actorOf(who), ask.qid, 'cancel', {
      now: deps.clock.now(),
      version: ask.version,
      reason: ask.reason,
    })
  else await move(tx, deps, who, ask.qid, ask)
  return { entry: await entry(tx.many, who, ask.qid), warnings: [], holdUntil: null }
}
