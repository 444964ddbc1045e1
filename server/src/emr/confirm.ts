import { SIGN_CONFIRMED_MINUTES } from '@teleward/contract/emr/rules.ts'
import { provePassword } from '../auth/password.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError, isAppError } from '../platform/errors.ts'

const WINDOW_MS = SIGN_CONFIRMED_MINUTES * 60_000

/** Until when the password of the last signature counts in this session; `null`: it is asked for. */
export async function confirmedUntil(db: Db, clock: Clock, sid: string): Promise<Date | null> {
  const since = new Date(clock.now().getTime() - WINDOW_MS)
  const [row] = await db.system.read(sql<{ at: Date }>`
    select at from sign_confirmation where sid = ${sid} and at > ${since.toISOString()}::timestamptz`)
  return row ? new Date(row.at.getTime() + WINDOW_MS) : null
}

/**
 * A signature takes the person's own password, once in ten minutes of a session: an unlocked screen signs nothing.
 * Wrong ones count towards the session's lock.
 */
export async function confirmPerson(
  { db, clock }: { db: Db; clock: Clock },
  who: StaffActor,
  password: string | undefined,
): Promise<void> {
  if (!password) {
    if (await confirmedUntil(db, clock, who.sid)) return
    throw new AppError('SIGN_FAILED', { data: { passwordRequired: true } })
  }
  try {
    await provePassword({ db, clock }, who, password)
  } catch (error) {
    if (!isAppError(error, 'WRONG_PASSWORD')) throw error
    throw new AppError('SIGN_FAILED', { data: { ...Object(error.data), passwordRequired: true }, cause: error })
  }
  const at = clock.now().toISOString()
  await db.system.tx((tx) =>
    tx.run(sql`insert into sign_confirmation (sid, at) values (${who.sid}, ${at}::timestamptz)
      on conflict (sid) do update set at = excluded.at`),
  )
}
