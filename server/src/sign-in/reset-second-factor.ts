import { accountOf } from '../admin/staff.ts'
import { OPERATOR, type Read } from '../admin/scope.ts'
import { queueMessage } from '../outbox/queue.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { announce } from '../auth/sessions.ts'

const REMOVED =
  '您的第二步登入驗證已由管理員移除。若非您要求，請立即聯絡所屬院所。The second step of your sign-in was removed by an administrator. If you did not ask for it, tell your institution at once.'

/**
 * Takes LINE and the authenticator app off somebody's account, for who has lost both (state machine 25); answers how many
 * there were. Of people one wholly administers and nobody else does: a second factor is the account's, not an institution's, and
 * of who works for several the operator alone takes it off. The owner is told. NOT_FOUND, FORBIDDEN.
 */
export async function resetSecondFactors(
  { db, clock }: { db: Db; clock: Clock },
  read: Read,
  who: StaffActor,
  mid: number,
): Promise<number> {
  const now = clock.now()
  const institution = who.partnerId === OPERATOR ? await anyOf(read, mid) : who.partnerId
  const account = await accountOf(read, who, now, mid, institution)
  if (!account) throw new AppError('NOT_FOUND')
  if (mid === who.mid || !account.mayEdit) throw new AppError('FORBIDDEN')
  return db.system.tx(async (tx) => {
    const elsewhere = await tx.maybe(sql<{ mid: number }>`
      select mid from staff_partner where mid = ${mid} and partner_id <> ${institution} and status = 'active' limit 1`)
    if (elsewhere && who.partnerId !== OPERATOR) throw new AppError('FORBIDDEN')
    const { phone } = await tx.one(sql<{ phone: string | null }>`select phone from staff where mid = ${mid} for update`)
    const line = await tx.run(sql`delete from line_binding where mid = ${mid}`)
    const totp = await tx.run(sql`delete from totp where mid = ${mid} and confirmed_at is not null`)
    await tx.run(sql`delete from totp where mid = ${mid}`)
    await tx.run(sql`delete from totp_recovery where mid = ${mid}`)
    await tx.run(sql`delete from line_request where mid = ${mid}`)
    await tx.run(sql`update staff_credential set second_failed = 0 where mid = ${mid}`)
    await tx.run(sql`update staff_device set second_failed = 0 where mid = ${mid} and second_failed > 0`)
    const removed = Math.min(line, 1) + totp
    announce(db, tx, { kind: 'changed', mid })
    if (removed && phone)
      await queueMessage(tx, {
        partnerId: institution,
        channel: 'sms',
        to: phone,
        kind: 'notice',
        texts: { text: REMOVED },
        key: `secondReset:${mid}:${now.toISOString()}`,
        origin: { kind: 'signIn', id: mid },
        at: now,
      })
    return removed
  })
}

/** An institution a person works for: the operator administers all of them, and the message goes by one. */
async function anyOf(read: Read, mid: number): Promise<number> {
  const [one] = await read(sql<{ id: number }>`
    select partner_id as id from staff_partner where mid = ${mid} order by status = 'active' desc, partner_id limit 1`)
  if (!one) throw new AppError('NOT_FOUND')
  return one.id
}
