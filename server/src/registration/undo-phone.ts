import { randomUUID } from 'node:crypto'
import type { EndpointReply } from '@teleward/contract/core/endpoint.ts'
import type { changePasswordStatus } from '@teleward/contract/registration/endpoints.ts'
import { RESET_MS } from '@teleward/contract/registration/rules.ts'
import { liftLocks } from '../auth/attempts.ts'
import { hashPassword } from '../auth/passwords.ts'
import { announce, endSessions } from '../auth/sessions.ts'
import { hashOf, secret } from '../auth/tokens.ts'
import { sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'

interface Undo {
  mid: number
  phone: string
  made_at: Date
  expires_at: Date
  used_at: Date | null
}

/**
 * Takes a change of the mobile number back, by the word that the number before it was sent. Whoever changed it knew the
 * password: every session ends, the password opens nothing any more, what was bound as a second factor since then goes, and
 * no later change can be taken back to a number of theirs. Answers like a right code, so that a new password is set at once.
 * CODE_WRONG, CODE_USED, CODE_EXPIRED; PHONE_TAKEN: the number is another account's by now.
 */
export async function undoPhone(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
  minOf: (mid: number) => Promise<number>,
): Promise<EndpointReply<typeof changePasswordStatus>> {
  const ticket = secret()
  const id = randomUUID()
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + RESET_MS)
  // Before anything that costs.
  const known = await db.system.read(sql`select 1 from phone_undo where token_hash = ${hashOf(token)}`)
  if (!known.length) throw new AppError('CODE_WRONG')
  // Nobody knows it, and so it is nobody's.
  const unknown = await hashPassword(secret())
  const mid = await db.system.tx(async (tx) => {
    const undo = await tx.maybe(sql<Undo>`
      select mid, phone, made_at, expires_at, used_at from phone_undo where token_hash = ${hashOf(token)} for update`)
    if (!undo) throw new AppError('CODE_WRONG')
    if (undo.used_at) throw new AppError('CODE_USED')
    if (undo.expires_at <= now) throw new AppError('CODE_EXPIRED')
    const back = await tx.run(sql`update staff set phone = ${undo.phone}, mobilecode = 1, version = version + 1
      where mid = ${undo.mid} and status = 'active'
        and not exists (select 1 from staff o where o.phone = ${undo.phone} and o.mid <> ${undo.mid})`)
    if (!back) throw new AppError('PHONE_TAKEN')
    await tx.run(sql`update phone_undo set used_at = ${now}
      where mid = ${undo.mid} and made_at >= ${undo.made_at} and used_at is null`)
    await tx.run(
      sql`update staff_credential set password_hash = ${unknown}, changed_at = ${now} where mid = ${undo.mid}`,
    )
    await tx.run(sql`delete from line_binding where mid = ${undo.mid} and bound_at >= ${undo.made_at}`)
    await tx.run(sql`delete from line_request where mid = ${undo.mid}`)
    await tx.run(sql`delete from totp_recovery where mid = ${undo.mid}
      and exists (select 1 from totp t where t.mid = ${undo.mid} and t.confirmed_at >= ${undo.made_at})`)
    await tx.run(sql`delete from totp where mid = ${undo.mid} and confirmed_at >= ${undo.made_at}`)
    await tx.run(
      sql`update password_reset set dead_at = ${now} where mid = ${undo.mid} and used_at is null and dead_at is null`,
    )
    await tx.run(sql`insert into password_reset (id, mid, lang, created_at, expires_at, checked_at, ticket_hash)
      values (${id}, ${undo.mid}, 'zh-TW', ${now}, ${expiresAt}, ${now}, ${hashOf(ticket)})`)
    await liftLocks(tx, undo.mid)
    await endSessions(db, tx, { mid: undo.mid }, 'passwordChanged', now)
    announce(db, tx, { kind: 'changed', mid: undo.mid })
    await tx.audit({ action: 'phone.undone', kind: 'auth', target: { kind: 'staff', id: undo.mid } })
    return undo.mid
  })
  return {
    state: 'checked',
    id,
    phone: null,
    expiresAt: expiresAt.toISOString(),
    againAt: null,
    ticket,
    passwordMin: await minOf(mid),
  }
}
