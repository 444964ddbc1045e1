import { LOGIN_LOCK_MS, LOGIN_TRIES, TRIES_LEFT_FROM } from '@teleward/contract/auth/rules.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

export type Attempt =
  | { outcome: 'OK' }
  | { outcome: 'WRONG_PASSWORD'; triesLeft: number | undefined }
  | { outcome: 'LOGIN_LOCKED'; until: Date }

interface Counter {
  password_hash: string
  failed_attempts: number
  locked_until: Date | null
}

/**
 * Counts a checked password under the account's row lock. The check itself takes its time before the transaction;
 * what it found is good only for the hash it was made against. A locked account refuses the right password too.
 */
export async function settleAttempt(
  tx: Tx,
  mid: number,
  checked: { right: boolean; hash: string },
  now: Date,
): Promise<Attempt> {
  const row = await tx.one(
    sql<Counter>`select password_hash, failed_attempts, locked_until from staff_credential where mid = ${mid} for update`,
  )
  if (row.locked_until && row.locked_until > now) return { outcome: 'LOGIN_LOCKED', until: row.locked_until }
  if (checked.right && checked.hash === row.password_hash) {
    if (row.failed_attempts || row.locked_until)
      await tx.run(sql`update staff_credential set failed_attempts = 0, locked_until = null where mid = ${mid}`)
    return { outcome: 'OK' }
  }
  // A lock that is over takes its count with it.
  const failed = (row.locked_until ? 0 : row.failed_attempts) + 1
  const until = failed >= LOGIN_TRIES ? new Date(now.getTime() + LOGIN_LOCK_MS) : null
  await tx.run(sql`update staff_credential set failed_attempts = ${failed}, locked_until = ${until} where mid = ${mid}`)
  if (until) return { outcome: 'LOGIN_LOCKED', until }
  return { outcome: 'WRONG_PASSWORD', triesLeft: failed >= TRIES_LEFT_FROM ? LOGIN_TRIES - failed : undefined }
}

export function refusalOf(attempt: Exclude<Attempt, { outcome: 'OK' }>, now: Date): AppError {
  if (attempt.outcome === 'LOGIN_LOCKED') return locked(attempt.until, now)
  return new AppError('WRONG_PASSWORD', {
    data: attempt.triesLeft === undefined ? {} : { triesLeft: attempt.triesLeft },
  })
}

export function locked(until: Date, now: Date): AppError {
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return new AppError('LOGIN_LOCKED', {
    data: { retryAfter, lockedUntil: until.toISOString() },
    headers: { 'retry-after': String(retryAfter) },
  })
}
