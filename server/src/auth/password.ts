import type { StaffActor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { liftLocks, refusalOf, sessionSource, settleAttempt } from './attempts.ts'
import {
  checkPassword,
  hashPassword,
  type PasswordPartner,
  passwordRules,
  refuseUnfitPassword,
  verifyNobody,
} from './passwords.ts'
import { endSessions } from './sessions.ts'

export interface PasswordDeps {
  db: Db
  clock: Clock
}

/**
 * The own password again, before anything that could lead to an account: whoever finds an open screen has not found it.
 * FIELD_EMPTY at `path`, WRONG_PASSWORD, LOGIN_LOCKED: an open screen is no place to guess at leisure, so that wrong ones
 * are counted at the session's device, apart from those of a sign-in.
 */
export async function provePassword(
  { db, clock }: PasswordDeps,
  who: Pick<StaffActor, 'mid' | 'deviceToken'>,
  password: string | undefined,
  path = 'password',
): Promise<void> {
  if (!password) throw new AppError('FIELD_EMPTY', { fields: [{ path, code: 'FIELD_EMPTY' }] })
  const [row] = await db.system.read(
    sql<{ password_hash: string }>`select password_hash from staff_credential where mid = ${who.mid}`,
  )
  if (!row) throw new AppError((await verifyNobody(password)) ? 'INTERNAL' : 'WRONG_PASSWORD')
  const checked = await checkPassword(row.password_hash, password)
  const now = clock.now()
  const attempt = await db.system.tx((tx) => settleAttempt(tx, sessionSource(who), checked, now))
  if (attempt.outcome !== 'OK') throw refusalOf(attempt, now)
}

/** Not another one: whoever knew the old one would go on knowing it. */
export const samePassword = () =>
  new AppError('PASSWORD_SAME', { fields: [{ path: 'newPassword', code: 'PASSWORD_SAME' }] })

export interface PasswordChange {
  oldPassword: string
  newPassword: string
  repeatPassword: string
}

/** The other sessions of the person end with it: whoever knew the old password is out. PASSWORD_SAME where it is none. */
export async function changePassword(
  deps: PasswordDeps,
  who: Pick<StaffActor, 'mid' | 'sid' | 'deviceToken' | 'partnerId'>,
  change: PasswordChange,
): Promise<Date> {
  const { db, clock } = deps
  const partners = await db.system.read(
    sql<PasswordPartner>`select name, name_en, settings from partner where id = ${who.partnerId}`,
  )
  await refuseUnfitPassword(change.newPassword, change.repeatPassword, passwordRules(partners))
  await provePassword(deps, who, change.oldPassword, 'oldPassword')
  // Only once the old one is proved: before that the answer would tell nothing, and count no try.
  if (change.newPassword.normalize('NFKC') === change.oldPassword.normalize('NFKC')) throw samePassword()
  const hash = await hashPassword(change.newPassword)
  const now = clock.now()
  await db.system.tx(async (tx) => {
    await tx.run(sql`update staff_credential set password_hash = ${hash}, changed_at = ${now} where mid = ${who.mid}`)
    await liftLocks(tx, who.mid)
    await endSessions(db, tx, { mid: who.mid, except: who.sid }, 'passwordChanged', now)
  })
  return now
}
