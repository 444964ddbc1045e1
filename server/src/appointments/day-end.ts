import { addDays, localDay, startOfDay } from '@teleward/contract/core/dates.ts'
import type { AppointmentStatus } from '@teleward/contract/appointments/schema.ts'
import { type Db, sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { isAppError } from '../platform/errors.ts'
import { transition } from './transition.ts'

/**
 * What the end of a day does: who never came is cancelled by time-out, who was missed and not called again is closed.
 * One short transaction each; an entry that somebody moved in between is left alone. Harmless to repeat.
 */
export async function endOfDay(db: Db, partnerId: number, now: Date): Promise<number> {
  const left = await db.system.read(sql<{ qid: number; status: AppointmentStatus }>`
    select a.qid, a.status from appointment a join partner p on p.id = a.partner_id
    where a.partner_id = ${partnerId} and a.status in ('registered', 'autoCancelled')
      and a.date < (${now.toISOString()}::timestamptz at time zone p.time_zone)::date
    order by a.qid`)
  let done = 0
  for (const { qid, status } of left) {
    const action = status === 'registered' ? 'timeoutCancel' : 'timeoutClose'
    try {
      await db.system.tx((tx) => transition(tx, { kind: 'system' }, qid, action, { now }))
      done += 1
    } catch (error) {
      if (!isAppError(error, 'APPT_ILLEGAL_STEP')) throw error
    }
  }
  return done
}

/** The next midnight of a zone. */
export const nextMidnight = (now: Date, zone: string): Date => startOfDay(addDays(localDay(now, zone), 1), zone)

const KIND = 'appointments.dayEnd'

/** At each institution's midnight, and once at the start for the days that passed while nobody ran. */
export function startDayEnd({ db, clock, timers, onStart, log }: Deps): void {
  const ring = async (partnerId: number, zone: string) => {
    const done = await endOfDay(db, partnerId, clock.now())
    if (done) log.info({ partnerId, done }, 'the day ended')
    await db.system.tx((tx) => timers.set(tx, KIND, String(partnerId), nextMidnight(clock.now(), zone), { zone }))
  }
  timers.on(KIND, ({ key, payload }) => ring(Number(key), String(payload.zone)))
  onStart(async () => {
    const partners = await db.system.read(
      sql<{ id: number; zone: string }>`select id, time_zone as zone from partner where status = 'active'`,
    )
    for (const { id, zone } of partners) await ring(id, zone)
  })
}
