import type { Clock } from '../clock.ts'
import { sql } from './kysely.ts'
import type { Db } from './types.ts'

/** What clocks drift apart in so long is far less than anything here is timed by. */
const EVERY_MS = 5000
/** The first answers come by connections that have yet to be opened, and say little. */
const FIRST_LOOKS = 3
/** Instants are read to the millisecond. */
const READ_MS = 1
/** Between two looks a clock that is slewed by 500 ppm, as a daemon of time does, goes off by half of this. One that is off by more was set. */
const SLEWED_MS = 5

export interface DatabaseClock extends Clock {
  /** Milliseconds by which the machine's own clock is ahead of it. */
  ahead(): number
  /** From here on its time is the database's. */
  set(db: Pick<Db, 'kind' | 'system'>): Promise<void>
  /** Looks at it anew every few seconds. Answers how to stop. */
  follow(db: Pick<Db, 'kind' | 'system'>, failed: (error: unknown) => void): () => void
}

/**
 * The time that all processes on one database server have in common: what one of them leases, sets or ends, and what the
 * database decides by its `now()`, is early or late for none of them, however wrong the clock of a machine is. Between two looks
 * the time since the start of the process is counted, which nobody sets. It is behind the database's by no more than a quick answer
 * takes, and never ahead. The embedded database has the clock of its process.
 */
export function databaseClock(): DatabaseClock {
  /** Added to the time since the start of the process. */
  let base: number | undefined
  /** What the quickest answer so far left open. */
  let narrowest = Number.POSITIVE_INFINITY

  async function look(db: Pick<Db, 'system'>): Promise<void> {
    const asked = performance.now()
    const [row] = await db.system.read(sql<{ at: Date }>`select clock_timestamp() as at`)
    const answered = performance.now()
    if (!row) throw new Error('the database told no time')
    // It was that late somewhere between the two. Rather too early than too late: what begins now has begun for the database.
    const least = row.at.getTime() - answered
    const most = row.at.getTime() + READ_MS - asked
    narrowest = Math.min(narrowest, most - least)
    if (base === undefined || base < least || base > most + SLEWED_MS) base = least
    // It has drifted by a little: after a slow answer `least` would be wrong by more than that.
    else if (base > most) base = most - narrowest
  }
  const now = () => (base === undefined ? Date.now() : performance.now() + base)

  return {
    now: () => new Date(now()),
    ahead: () => Date.now() - now(),
    async set(db) {
      if (db.kind === 'postgres') for (let n = 0; n < FIRST_LOOKS; n += 1) await look(db)
    },
    follow(db, failed) {
      if (db.kind !== 'postgres') return () => undefined
      let looking = false
      const again = async () => {
        if (looking) return
        looking = true
        await look(db).catch(failed)
        looking = false
      }
      const timer = setInterval(() => void again(), EVERY_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
