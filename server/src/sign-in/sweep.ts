import type { Deps } from '../platform/deps.ts'
import { sql } from '../platform/db/index.ts'

const EVERY_MS = 3_600_000
/** Tokens of ended sessions are kept this long: one that comes again is still known for what it is. */
const KEEP_MS = 7 * 86_400_000
const TIMER = 'auth.sweep'

/** Once an hour: sessions that ran out end by the book, and what nobody can use any more goes. */
export function sweepSessions({ db, clock, timers, onStart }: Pick<Deps, 'db' | 'clock' | 'timers' | 'onStart'>): void {
  const after = (now: Date) => new Date(now.getTime() + EVERY_MS)
  timers.on(TIMER, () =>
    db.system.tx(async (tx) => {
      const now = clock.now()
      const old = new Date(now.getTime() - KEEP_MS)
      await tx.run(sql`
        update session set ended_at = ${now}, end_reason = 'expired', connected_until = null
        where ended_at is null and expires_at <= ${now}::timestamptz`)
      await tx.run(sql`
        delete from refresh_token rt using session se where se.sid = rt.sid and se.ended_at < ${old}::timestamptz`)
      await tx.run(sql`delete from address_limit where window_start < ${old}::timestamptz`)
      // From the time that was swept: a clock that moves meanwhile must not put the next sweep off.
      await timers.set(tx, TIMER, 'all', after(now))
    }),
  )
  onStart(() => db.system.tx((tx) => timers.set(tx, TIMER, 'all', after(clock.now()))))
}
