import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { answerSecondFactor as definition } from '@teleward/contract/registration/endpoints.ts'
import { CODE_TRIES, SECOND_FACTOR_MS } from '@teleward/contract/registration/rules.ts'
import type { SecondFactorKind } from '@teleward/contract/registration/second-factor.ts'
import { queueMessage } from '../outbox/queue.ts'
import { type Db, json, type Runner, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { type FreshCode, freshCode } from '../verification/codes.ts'
import { countWrongSecond, forgetWrongSecond, locked, lockOf, sourceOf, takeTurn } from '../auth/attempts.ts'
import { type From, type LoginDeps, openSession, type SignedIn, type Wish, welcomed } from './session-creation.ts'
import { hashLike, verifyNobody, verifyPassword } from '../auth/passwords.ts'
import * as repo from './repo.ts'
import { hashOf, secret } from '../auth/tokens.ts'
import { recoveryCode, stepMatching } from './totp.ts'

export interface SecondFactorDeps {
  kinds: SecondFactorKind[]
  /** Where LINE's code goes. */
  line: string | null
}
export type Asked = SecondFactorDeps & { code: FreshCode | null }

/** What a person set up for the second factor; nothing where the password is all. */
export async function stepsOf(read: Runner['many'] | Db['system']['read'], mid: number): Promise<SecondFactorDeps> {
  const [row] = await read(sql<{ totp: boolean; recovery: boolean; line: string | null }>`
    select exists (select 1 from totp where mid = ${mid} and confirmed_at is not null) as totp,
      exists (select 1 from totp_recovery where mid = ${mid} and used_at is null) as recovery,
      (select line_id from line_binding where mid = ${mid} order by bound_at desc limit 1) as line`)
  const kinds: SecondFactorKind[] = []
  if (row?.totp) kinds.push('totp')
  if (row?.line) kinds.push('line')
  if (row?.totp && row.recovery) kinds.push('recovery')
  return { kinds, line: row?.line ?? null }
}

export const lineCode = freshCode

interface Challenge {
  mid: number
  partnerId: number
  wish: Wish
  steps: Asked
}
/** Half way in: a word that is good for the second factor and for nothing else. */
export async function challenge(
  { clock }: Pick<LoginDeps, 'clock'>,
  tx: Tx,
  { mid, partnerId, wish, steps }: Challenge,
): Promise<{ challenge: string; kinds: SecondFactorKind[]; expiresAt: string }> {
  const word = secret()
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + SECOND_FACTOR_MS)
  const { device_type, device_token, remember, privileges } = wish
  await tx.run(sql`
    insert into second_step (challenge_hash, mid, partner_id, wish, line_code_hash, created_at, expires_at)
    values (${hashOf(word)}, ${mid}, ${partnerId}, ${json({ device_type, device_token, remember, privileges })},
      ${steps.code?.hash ?? null}, ${now}, ${expiresAt})`)
  if (steps.line && steps.code)
    await queueMessage(tx, {
      partnerId,
      channel: 'line',
      to: steps.line,
      kind: 'code',
      texts: { text: `您的登入驗證碼是 ${steps.code.code}，5 分鐘內有效。 / Your sign-in code: ${steps.code.code}` },
      key: `second:${hashOf(word)}`,
      notAfter: expiresAt,
      origin: { kind: 'signIn', id: mid },
      at: now,
    })
  return { challenge: word, kinds: steps.kinds, expiresAt: expiresAt.toISOString() }
}

interface Held {
  mid: number
  partner_id: number
  wish: Wish
  line_code_hash: string | null
  tries: number
  expires_at: Date
  used_at: Date | null
  totp_secret: string | null
  last_step: number
}
/** What the right code uses up. */
type Right = { kind: 'totp'; step: number } | { kind: 'recovery'; hash: string } | { kind: 'line' }

export async function answerSecondFactor(
  deps: LoginDeps,
  body: EndpointParsed<typeof definition>['body'],
  from: From,
  heard: (mid: number) => void,
): Promise<SignedIn> {
  const { db, clock } = deps
  const hash = hashOf(body.challenge)
  // The try is taken before the code is looked at: of any number at once five are.
  const held = await db.system.tx((tx) => takeTry(tx, hash, clock.now()))
  if ('refusal' in held) throw held.refusal
  heard(held.mid)
  const right = await look(db, held, body, clock.now())
  const result = await db.system.tx((tx) => settle(deps, tx, hash, held, right, from))
  if ('refusal' in result) throw result.refusal
  return result.done()
}

async function takeTry(tx: Tx, hash: string, now: Date): Promise<Held | { refusal: AppError }> {
  const held = await tx.maybe(sql<Held>`
    select s.mid, s.partner_id, s.wish, s.line_code_hash, s.tries, s.expires_at, s.used_at,
      t.secret as totp_secret, coalesce(t.last_step, 0)::float8 as last_step
    from second_step s left join totp t on t.mid = s.mid and t.confirmed_at is not null
    where s.challenge_hash = ${hash} for update of s`)
  if (!held || held.used_at || held.expires_at <= now) return { refusal: new AppError('SECOND_STEP_EXPIRED') }
  const until = await lockOf(tx.many, await sourceOf(tx.many, held.mid, held.wish.device_token), now)
  if (until) return { refusal: locked(until, now) }
  if (held.tries >= CODE_TRIES) return { refusal: new AppError('CODE_TRIES_EXCEEDED') }
  await tx.run(sql`update second_step set tries = tries + 1 where challenge_hash = ${hash}`)
  return { ...held, tries: held.tries + 1 }
}

async function look(
  db: Db,
  held: Held,
  { kind, code }: { kind: SecondFactorKind; code: string },
  now: Date,
): Promise<Right | undefined> {
  if (kind === 'totp') {
    const step = held.totp_secret ? stepMatching(held.totp_secret, code, now, held.last_step) : undefined
    return step === undefined ? undefined : { kind, step }
  }
  if (kind === 'recovery') {
    const hash = await recoveryHash(db, held.mid, code)
    return hash === undefined ? undefined : { kind, hash }
  }
  const given = code.normalize('NFKC').replace(/\s/g, '')
  const fits = held.line_code_hash ? await verifyPassword(held.line_code_hash, given) : await verifyNobody(given)
  return fits ? { kind } : undefined
}

type Settled = { refusal: AppError } | { done(): Promise<SignedIn> }

async function settle(
  deps: LoginDeps,
  tx: Tx,
  hash: string,
  held: Held,
  right: Right | undefined,
  from: From,
): Promise<Settled> {
  const now = deps.clock.now()
  const { mid } = held
  await takeTurn(tx, mid)
  const source = await sourceOf(tx.many, mid, held.wish.device_token)
  const [account] = await tx.many(sql<repo.Account>`
    select s.mid, s.account, s.name, s.status, s.mobilecode, null as password_hash from staff s where s.mid = ${mid}`)
  const log = (outcome: string) =>
    tx.run(
      repo.insertLogin(
        { mid, account: account?.account ?? null, outcome, ip: from.ip, user_agent: from.userAgent },
        now,
      ),
    )
  if (!right || !(await useUp(tx, mid, right, now))) {
    await countWrongSecond(tx, source, now)
    await log('SECOND_STEP_WRONG')
    return { refusal: new AppError('SECOND_STEP_WRONG', { data: { triesLeft: CODE_TRIES - held.tries } }) }
  }
  const once = await tx.run(
    sql`update second_step set used_at = ${now} where challenge_hash = ${hash} and used_at is null`,
  )
  if (!once) return { refusal: new AppError('SECOND_STEP_EXPIRED') }
  if (account?.status !== 'active') return { refusal: new AppError('ACCOUNT_CLOSED') }
  const all = await repo.memberships(tx.many, mid)
  const membership = all.find((one) => one.partner_id === held.partner_id)
  if (!membership) return { refusal: new AppError('NO_INSTITUTION') }
  if (membership.review === 'cancelled') return { refusal: new AppError('MEMBERSHIP_CANCELLED') }
  await forgetWrongSecond(tx, source)
  const opened = await openSession(deps, tx, mid, membership, held.wish, from)
  await log(account.mobilecode === 1 ? 'OK' : 'unfinsh_verify')
  return { done: () => welcomed(deps, account, opened) }
}

/** What a typed recovery code is stored as; none where the person has no code left. Whether it is one shows in `useUp`. */
export async function recoveryHash(db: Db, mid: number, code: string): Promise<string | undefined> {
  const [left] = await db.system.read(
    sql<{ code_hash: string }>`select code_hash from totp_recovery where mid = ${mid} and used_at is null limit 1`,
  )
  return left && hashLike(left.code_hash, recoveryCode(code))
}

/** A code is good once: of two who bring the same one, one gets in. */
export async function useUp(tx: Tx, mid: number, right: Right, now: Date): Promise<boolean> {
  if (right.kind === 'line') return true
  const used =
    right.kind === 'totp'
      ? await tx.run(sql`update totp set last_step = ${right.step} where mid = ${mid} and last_step < ${right.step}`)
      : await tx.run(
          sql`update totp_recovery set used_at = ${now} where mid = ${mid} and code_hash = ${right.hash} and used_at is null`,
        )
  return used > 0
}
