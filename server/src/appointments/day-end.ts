import { addDays, localDay, startOfDay } from '@teleward/contract/core/dates.ts'
import type { AppointmentStatus } from '@teleward/contract/appointments/schema.ts'
import { type Db, sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { isAppError } from '../platform/errors.ts'
import { currentAt, emergency, overAt } from '../visits/current.ts'
import { transition } from './transition.ts'

const expected = sql`a.status in ('registered', 'autoCancelled')`
const localDate = (now: Date) => sql`(${now.toISOString()}::timestamptz at time zone p.time_zone)::date`

/**
 * What the end of a day or of a night's session does: who never came is cancelled by time-out, who was missed and not called
 * again is closed. Nobody's who is still one of today's. One short transaction each; an entry that somebody moved in between is
 * left alone. Harmless to repeat.
 */
export async function endOfDay(db: Db, partnerId: number, now: Date): Promise<number> {
  const left = await db.system.read(sql<{ qid: number; status: AppointmentStatus }>`
    select a.qid, a.status from appointment a join partner p on p.id = a.partner_id
    where a.partner_id = ${partnerId} and ${expected} and a.date < ${localDate(now)} and not ${currentAt(now)}
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

/** When something is over again: at midnight, or before it with a session or visit that began the day before. */
export async function nextEnd(db: Db, partnerId: number, now: Date, zone: string): Promise<Date> {
  const at = sql`${now.toISOString()}::timestamptz`
  const [row] = await db.system.read(sql<{ soonest: Date | null }>`
    select min(ends.at) as soonest from (
      select n.end_at as at from partner p, night_sessions(p.id, ${localDate(now)} - 1, ${localDate(now)} - 1) n where p.id = ${partnerId}
      union all
      select ${overAt} from appointment a join partner p on p.id = a.partner_id
      where a.partner_id = ${partnerId} and ${expected} and not ${emergency} and a.date = ${localDate(now)} - 1) ends
    where ends.at > ${at}`)
  const midnight = nextMidnight(now, zone)
  return row?.soonest && row.soonest < midnight ? row.soonest : midnight
}

const KIND = 'appointments.dayEnd'

/** At each institution's midnight and whenever a night's session ends, and once at the start for what passed while nobody ran. */
export function startDayEnd({ db, clock, timers, onStart, log }: Deps): void {
  const ring = async (partnerId: number, zone: string) => {
    const done = await endOfDay(db, partnerId, clock.now())
    if (done) log.info({ partnerId, done }, 'the day ended')
    const next = await nextEnd(db, partnerId, clock.now(), zone)
    await db.system.tx((tx) => timers.set(tx, KIND, String(partnerId), next, { zone }))
  }
  timers.on(KIND, ({ key, payload }) => ring(Number(key), String(payload.zone)))
  onStart(async () => {
    const partners = await db.system.read(
      sql<{ id: number; zone: string }>`select id, time_zone as zone from partner where status = 'active'`,
    )
    for (const { id, zone } of partners) await ring(id, zone)
  })
}
