import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { postAccountSetup } from '@teleward/contract/registration/endpoints.ts'
import { samePassword } from '../auth/password.ts'
import {
  hashPassword,
  type PasswordPartner,
  passwordRules,
  refuseUnfitPassword,
  verifyPassword,
} from '../auth/passwords.ts'
import { endSessions } from '../auth/sessions.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { keepAccepted, refuseUnread } from './agreements.ts'

export interface SetupDeps extends Pick<Deps, 'db' | 'clock'> {
  /** Rights of a person changed with this transaction. */
  changed(tx: Tx, mid: number): void
}

/**
 * An account that an administrator made is taken over by its person, once: what is agreed to is accepted as at a registration
 * (AUTH-07), and the password that others have read gives way to one of their own (NIST SP 800-63B: for once). Whoever else
 * signed in by it is out. AGREEMENT_REQUIRED, PASSWORD_RULE and its like, PASSWORD_SAME; ILLEGAL_STEP once it is done.
 */
export async function setUpAccount(
  { db, clock, changed }: SetupDeps,
  who: StaffActor,
  body: EndpointParsed<typeof postAccountSetup>['body'],
  from: { ip: string; userAgent: string },
): Promise<{ acceptedAt: string }> {
  const [held] = await db.system.read(sql<{ password_hash: string }>`
    select c.password_hash from staff_credential c where c.mid = ${who.mid} and c.unclaimed`)
  if (!held) throw new AppError('ILLEGAL_STEP')
  refuseUnread(body)
  const partners = await db.system.read(
    sql<PasswordPartner>`select name, name_en, settings from partner where id = ${who.partnerId}`,
  )
  await refuseUnfitPassword(body.newPassword, body.repeatPassword, passwordRules(partners))
  if (await verifyPassword(held.password_hash, body.newPassword)) throw samePassword()
  const hash = await hashPassword(body.newPassword)
  const at = clock.now()
  await db.system.tx(async (tx) => {
    const taken = await tx.run(sql`
      update staff_credential set password_hash = ${hash}, changed_at = ${at}, unclaimed = false where mid = ${who.mid} and unclaimed`)
    if (!taken) throw new AppError('ILLEGAL_STEP')
    await keepAccepted(tx, { mid: who.mid, lang: body.lang, at, ...from })
    await endSessions(db, tx, { mid: who.mid, except: who.sid }, 'passwordChanged', at)
    changed(tx, who.mid)
  })
  return { acceptedAt: at.toISOString() }
}
