import { countWithin } from '../auth/limits.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

/**
 * Wrong tokens from one address, of whichever kind of link, before it is made to wait. A right one is 256 bits away, so that
 * nobody finds it by guessing: it opens from every address, since a house and a whole mobile network have one together.
 */
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
