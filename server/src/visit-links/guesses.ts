import { countWithin } from '../auth/limits.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

/** Wrong tokens from one address, of whichever kind of link, before it is made to wait. A right one is 256 bits away. */
const GUESSES = 30
const WINDOW_MS = 10 * 60_000
interface Around {
  db: Db
  clock: Clock
}

/** A token that opens nothing is counted; RATE_LIMITED to who tries many. */
export async function countGuess({ db, clock }: Around, ip: string): Promise<void> {
  const { count } = await countWithin(db, { kind: 'link', key: ip, ms: WINDOW_MS }, clock.now())
  if (count > GUESSES) throw new AppError('RATE_LIMITED')
}

/** RATE_LIMITED: an address that has guessed a lot is not told of a hit either. */
export async function refuseGuesser({ db, clock }: Around, ip: string): Promise<void> {
  const since = new Date(clock.now().getTime() - WINDOW_MS)
  const [row] = await db.system.read(sql`
    select 1 from address_limit where address = ${ip} and kind = 'link' and count > ${GUESSES} and window_start > ${since}::timestamptz`)
  if (row) throw new AppError('RATE_LIMITED')
}
