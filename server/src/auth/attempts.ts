import { LOGIN_LOCK_MS, LOGIN_TRIES, TRIES_LEFT_FROM } from '@teleward/contract/auth/rules.ts'
import { SECOND_FACTOR_TRIES } from '@teleward/contract/registration/rules.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Db, type Runner, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { CheckedPassword } from './passwords.ts'

export type Attempt =
  | { outcome: 'OK' }
  | { outcome: 'WRONG_PASSWORD'; triesLeft: number | undefined }
  | { outcome: 'LOGIN_LOCKED'; until: Date }

/**
 * Where tries are counted, and locked: at the device of the session that asks, or of a sign-in on one that signed in
 * before; all strangers to the account together have one count (no `device`). So strangers who guess lock each other out,
 * and stop nobody at work; who guesses within a session is stopped there.
 */
export interface Source {
  mid: number
  device: string | null
}
export const sessionSource = ({ mid, deviceToken }: Pick<StaffActor, 'mid' | 'deviceToken'>): Source => ({
  mid,
  device: deviceToken,
})
interface Count {
  failed_attempts: number
  second_failed: number
  locked_until: Date | null
}
type Read = Runner['many'] | Db['system']['read']

/** A device is known to an account by the token it was given when it signed in; nobody else has it. */
export async function sourceOf(read: Read, mid: number, deviceToken: string | undefined): Promise<Source> {
  const [known] = await read(sql<{ device: string }>`
    select device_token as device from staff_device where mid = ${mid} and device_token = ${deviceToken ?? null}::text`)
  return { mid, device: known?.device ?? null }
}

/** It signed in: from now on it is known. */
export async function knowDevice(tx: Tx, mid: number, deviceToken: string): Promise<void> {
  await tx.run(sql`insert into staff_device (mid, device_token) values (${mid}, ${deviceToken}) on conflict do nothing`)
}

/** Sign-ins and tries of one person take turns; what is counted where is looked at after that. */
export async function takeTurn(tx: Tx, mid: number): Promise<{ password_hash: string }> {
  return tx.one(
    sql<{ password_hash: string }>`select password_hash from staff_credential where mid = ${mid} for update`,
  )
}

const rowOf = ({ mid, device }: Source) =>
  device === null
    ? sql`staff_credential where mid = ${mid}`
    : sql`staff_device where mid = ${mid} and device_token = ${device}`

/** Until when tries from there are refused; `null`: they are looked at. */
export async function lockOf(read: Read, source: Source, now: Date): Promise<Date | null> {
  const [row] = await read(sql<{ locked_until: Date | null }>`select locked_until from ${rowOf(source)}`)
  return row?.locked_until && row.locked_until > now ? row.locked_until : null
}

/** In the person's turn. */
async function countOf(tx: Tx, source: Source): Promise<Count> {
  if (source.device !== null) await knowDevice(tx, source.mid, source.device)
  return tx.one(sql<Count>`select failed_attempts, second_failed, locked_until from ${rowOf(source)}`)
}

async function keep(tx: Tx, { mid, device }: Source, count: Count): Promise<void> {
  const { failed_attempts, second_failed, locked_until } = count
  const set = sql`failed_attempts = ${failed_attempts}, second_failed = ${second_failed}, locked_until = ${locked_until}`
  await tx.run(
    device === null
      ? sql`update staff_credential set ${set} where mid = ${mid}`
      : sql`update staff_device set ${set} where mid = ${mid} and device_token = ${device}`,
  )
}

/**
 * Counts a checked password in the person's turn. The check itself takes its time before the transaction;
 * what it found is good only for the hash it was made against. Where it is locked the right password is refused too.
 */
export async function settleAttempt(tx: Tx, source: Source, checked: CheckedPassword, now: Date): Promise<Attempt> {
  const { password_hash } = await takeTurn(tx, source.mid)
  const count = await countOf(tx, source)
  if (count.locked_until && count.locked_until > now) return { outcome: 'LOGIN_LOCKED', until: count.locked_until }
  if (checked.right && checked.hash === password_hash) {
    if (checked.anew !== undefined)
      await tx.run(sql`update staff_credential set password_hash = ${checked.anew} where mid = ${source.mid}`)
    if (count.failed_attempts || count.locked_until)
      await keep(tx, source, { ...count, failed_attempts: 0, locked_until: null })
    return { outcome: 'OK' }
  }
  // A lock that is over takes its count with it.
  const failed = (count.locked_until ? 0 : count.failed_attempts) + 1
  const until = failed >= LOGIN_TRIES ? new Date(now.getTime() + LOGIN_LOCK_MS) : null
  await keep(tx, source, { ...count, failed_attempts: failed, locked_until: until })
  if (until) return { outcome: 'LOGIN_LOCKED', until }
  return { outcome: 'WRONG_PASSWORD', triesLeft: failed >= TRIES_LEFT_FROM ? LOGIN_TRIES - failed : undefined }
}

/** The owner is in: what strangers tried so far is over, but not their lock while it runs. */
export async function forgetStrangers(tx: Tx, mid: number, now: Date): Promise<void> {
  await tx.run(sql`update staff_credential set failed_attempts = 0, locked_until = null
    where mid = ${mid} and (failed_attempts > 0 or locked_until is not null)
      and (locked_until is null or locked_until <= ${now}::timestamptz)`)
}

/** Wrong second codes of any sign-in from there add up, and lock as wrong passwords do. */
export async function countWrongSecond(tx: Tx, source: Source, now: Date): Promise<void> {
  const count = await countOf(tx, source)
  const failed = count.second_failed + 1
  if (failed < SECOND_FACTOR_TRIES) return keep(tx, source, { ...count, second_failed: failed })
  await keep(tx, source, { ...count, second_failed: 0, locked_until: new Date(now.getTime() + LOGIN_LOCK_MS) })
}

export async function forgetWrongSecond(tx: Tx, source: Source): Promise<void> {
  const count = await countOf(tx, source)
  if (count.second_failed) await keep(tx, source, { ...count, second_failed: 0 })
}

/** With a new password: every count of the person begins anew. */
export async function liftLocks(tx: Tx, mid: number): Promise<void> {
  await tx.run(sql`update staff_credential set failed_attempts = 0, locked_until = null where mid = ${mid}`)
  await tx.run(sql`update staff_device set failed_attempts = 0, locked_until = null
    where mid = ${mid} and (failed_attempts > 0 or locked_until is not null)`)
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
