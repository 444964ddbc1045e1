import { ADDRESS_TRIES, ADDRESS_WINDOW_MS, LOGIN_LOCK_MS, LOGIN_TRIES } from '@teleward/contract/auth/rules.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { countWithin } from '../auth/limits.ts'
import { hashOf } from '../auth/tokens.ts'

interface Window {
  count: number
  window_start: Date
}

/** Counted before the password is looked at, so that many at once do not slip through; a success gives it back. */
export async function countAddress(db: Db, ip: string, now: Date): Promise<void> {
  const window = await countWithin(db, { kind: 'login', key: ip, ms: ADDRESS_WINDOW_MS }, now)
  if (window.count <= ADDRESS_TRIES) return
  const retryAfter = Math.max(1, Math.ceil((window.since.getTime() + ADDRESS_WINDOW_MS - now.getTime()) / 1000))
  throw new AppError('LOGIN_RATE_LIMITED', { data: { retryAfter }, headers: { 'retry-after': String(retryAfter) } })
}

export async function giveBackAddress(db: Db, ip: string): Promise<void> {
  await db.system.tx((tx) =>
    tx.run(sql`update address_limit set count = count - 1 where address = ${ip} and kind = 'login' and count > 0`),
  )
}

/**
 * Where an institution gives one message for wrong account and wrong password, an account that does not exist has to
 * lock like one that does: by count, for as long, from the same try on. Answers until when it is locked.
 */
export async function countUnknown(db: Db, account: string, now: Date): Promise<Date | null> {
  const since = new Date(now.getTime() - LOGIN_LOCK_MS)
  const window = await db.system.tx((tx) =>
    tx.one(sql<Window>`
      insert into address_limit as a (address, kind, window_start, count) values (${hashOf(account)}, 'unknown', ${now}, 1)
      on conflict (address, kind) do update set
        count = case when a.count < ${LOGIN_TRIES}::int then a.count + 1 when a.window_start <= ${since}::timestamptz then 1 else a.count end,
        window_start = case when a.count < ${LOGIN_TRIES}::int or a.window_start <= ${since}::timestamptz
          then excluded.window_start else a.window_start end
      returning count, window_start`),
  )
  return window.count >= LOGIN_TRIES ? new Date(window.window_start.getTime() + LOGIN_LOCK_MS) : null
}
