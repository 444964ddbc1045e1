import type { StaffActor } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { type From, type LoginDeps, openSession, type SignedIn, welcomed } from './session-creation.ts'
import * as repo from './repo.ts'

/**
 * The same person at the same browser, in another institution: a new session with the same device token takes the place of
 * the old one, whose sockets are told to connect anew. PARTNER_SWITCH_DENIED, CALL_ALREADY.
 */
export async function switchPartner(
  deps: LoginDeps,
  who: StaffActor,
  partnerId: number,
  from: From,
): Promise<SignedIn> {
  const done = await deps.db.system.tx(async (tx) => {
    const account = await tx.one(sql<repo.Account>`
      select s.mid, s.account, s.name, s.status, s.mobilecode, null as password_hash
      from staff s join staff_credential c on c.mid = s.mid where s.mid = ${who.mid} for update of c`)
    const old = await tx.maybe(sql<{ remember: boolean; privileges: string[] | null }>`
      select remember, privileges from session where sid = ${who.sid} and ended_at is null for update`)
    if (!old || account.status !== 'active') throw new AppError('ERROR_TOKEN')
    const membership = (await repo.memberships(tx.many, who.mid)).find((one) => one.partner_id === partnerId)
    if (!membership || membership.review === 'cancelled') throw new AppError('PARTNER_SWITCH_DENIED')
    const busy = await tx.maybe(
      sql<{ mid: number }>`select mid from presence where mid = ${who.mid} and in_call is not null for update`,
    )
    if (busy) throw new AppError('CALL_ALREADY')
    // Whoever chose fewer privileges at sign-in gets no more of them without the password.
    const wish = {
      device_type: who.deviceType,
      device_token: who.deviceToken,
      remember: old.remember,
      privileges: old.privileges ?? undefined,
    }
    return { account, opened: await openSession(deps, tx, who.mid, membership, wish, from) }
  })
  return welcomed(deps, done.account, done.opened)
}
