import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { theseAutoLogin as definition } from '@teleward/contract/registration/endpoints.ts'
import { HANDOVER_MS } from '@teleward/contract/registration/rules.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { countAddress, giveBackAddress } from './addresses.ts'
import { locked, lockOf, sourceOf } from '../auth/attempts.ts'
import { isStatement, takeStatement } from './handoverkeys.ts'
import { insertHandover, ownPath } from './handover-code.ts'
import { type From, type LoginDeps, openSession, type SignedIn, welcomed } from './session-creation.ts'
import * as repo from './repo.ts'
import { type Asked, challenge, lineCode, stepsOf } from './second-factor.ts'
import { hashOf, secret } from '../auth/tokens.ts'

/**
 * A word that signs this person in once, within two minutes, at that institution. For whoever has proved to us who the
 * person is: a partner's system. `target`: the page to open, an address of ours. NOT_FOUND for who does not work there.
 */
export async function issueHandover(
  db: Db,
  wish: { account: string; partnerId: number; target?: string | null },
  now: Date,
): Promise<string> {
  const token = secret()
  await db.system.tx(async (tx) => {
    const { account, partnerId, target } = wish
    const expires = new Date(now.getTime() + HANDOVER_MS)
    await insertHandover(tx, { hash: hashOf(token), account, partnerId, target: ownPath(target), issued: now, expires })
  })
  return token
}

interface Held {
  mid: number
  partner_id: number
  target: string | null
  expires_at: Date
  used_at: Date | null
}
type Result = { refusal: AppError } | { done(): Promise<SignedIn & { to: string | null }> }

export async function handOver(
  deps: LoginDeps,
  body: EndpointParsed<typeof definition>['body'],
  from: From,
  heard: (mid: number) => void,
): Promise<SignedIn & { to: string | null }> {
  const { db, clock } = deps
  await countAddress(db, from.ip, clock.now())
  if (isStatement(body.token)) await takeStatement(deps, body.token)
  const hash = hashOf(body.token)
  const [owner] = await db.system.read(sql<{ mid: number }>`select mid from handover where token_hash = ${hash}`)
  if (!owner) throw new AppError('HANDOVER_INVALID')
  heard(owner.mid)
  const steps = await stepsOf(db.system.read, owner.mid)
  const code = steps.line ? await lineCode() : null
  const result = await db.system.tx((tx) => exchange(deps, tx, hash, body, from, { ...steps, code }))
  if ('refusal' in result) {
    if (result.refusal.code === 'SECOND_STEP_REQUIRED') await giveBackAddress(db, from.ip)
    throw result.refusal
  }
  await giveBackAddress(db, from.ip)
  return result.done()
}

/** Refusals are answered, not thrown: what was used up, and the log, have to be committed. */
async function exchange(
  deps: LoginDeps,
  tx: Tx,
  hash: string,
  body: EndpointParsed<typeof definition>['body'],
  from: From,
  steps: Asked,
): Promise<Result> {
  const now = deps.clock.now()
  // The row's lock: of two who bring the same word, one gets in.
  const held = await tx.one(
    sql<Held>`select mid, partner_id, target, expires_at, used_at from handover where token_hash = ${hash} for update`,
  )
  const { mid } = held
  if (held.used_at) return { refusal: new AppError('HANDOVER_USED') }
  if (held.expires_at <= now) return { refusal: new AppError('HANDOVER_EXPIRED') }
  const account = await tx.one(sql<repo.Account>`
    select s.mid, s.account, s.name, s.status, s.mobilecode, c.password_hash
    from staff s join staff_credential c on c.mid = s.mid where s.mid = ${mid} for update of c`)
  const refuse = async (refusal: AppError): Promise<Result> => {
    const row = { mid, account: account.account, outcome: refusal.code, ip: from.ip, user_agent: from.userAgent }
    await tx.run(repo.insertLogin(row, now))
    return { refusal }
  }
  const until = await lockOf(tx.many, await sourceOf(tx.many, mid, body.device_token), now)
  if (until) return refuse(locked(until, now))
  if (account.status !== 'active') return refuse(new AppError('ACCOUNT_CLOSED'))
  const all = await repo.memberships(tx.many, mid)
  const membership = all.find((one) => one.partner_id === held.partner_id)
  if (!membership) return refuse(new AppError('NO_INSTITUTION'))
  if (membership.review === 'cancelled') return refuse(new AppError('MEMBERSHIP_CANCELLED'))
  await tx.run(sql`update handover set used_at = ${now} where token_hash = ${hash}`)
  if (steps.kinds.length) {
    const asked = await challenge(deps, tx, { mid, partnerId: held.partner_id, wish: body, steps })
    return refuse(new AppError('SECOND_STEP_REQUIRED', { data: { ...asked, to: held.target } }))
  }
  const opened = await openSession(deps, tx, mid, membership, body, from)
  const row = { mid, account: account.account, outcome: 'OK', ip: from.ip, user_agent: from.userAgent }
  await tx.run(repo.insertLogin(row, now))
  return { done: async () => ({ ...(await welcomed(deps, account, opened)), to: held.target }) }
}
