import { randomInt } from 'node:crypto'
import { LINE_REQUEST_MS } from '@teleward/contract/registration/rules.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import type { LineChannel } from '../platform/config.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { countWrongSecond, forgetWrongSecond, locked, lockOf, sessionSource, takeTurn } from '../auth/attempts.ts'
import { provePassword } from '../auth/password.ts'
import { hashCodes } from '../auth/passwords.ts'
import { queueMessage } from '../outbox/queue.ts'
import { recoveryHash, type SecondFactorDeps, stepsOf, useUp } from './second-factor.ts'
import { announce } from '../auth/sessions.ts'
import { hashOf } from '../auth/tokens.ts'
import { newRecoveryCodes, newSecret, otpauth, recoveryCode, stepMatching } from './totp.ts'

export interface BindingDeps {
  db: Db
  clock: Clock
  /** The account that messages go out by. */
  line: LineChannel | undefined
  /** Without one, nobody needs LINE to try the product: the code, sent back, is LINE's answer. */
  development: boolean
}

export async function secondFactorsOf({ db }: BindingDeps, mid: number) {
  const [steps, [row]] = await Promise.all([
    stepsOf(db.system.read, mid),
    db.system.read(sql<{ line: string | null; left: number }>`
      select (select name from line_binding where mid = ${mid} order by bound_at desc limit 1) as line,
        (select count(*)::int from totp_recovery where mid = ${mid} and used_at is null) as left`),
  ])
  return { totp: steps.kinds.includes('totp'), line: row?.line ?? null, recoveryLeft: row?.left ?? 0 }
}

// ── LINE ────────────────────────────────────────────────────────────────────────────────────────────────────────

const LINE_ASKED =
  '有人要把 LINE 綁定為您帳號登入的第二步驗證。若非本人操作，請立即變更密碼並聯絡管理員。A LINE account is being bound to your account as the second step of signing in. If this is not you, change your password and tell your administrator at once.'

/** Opens the conversation with the account, the code typed already (LINE's URL scheme). */
const addressOf = ({ account }: LineChannel, code: string) =>
  `https://line.me/R/oaMessage/${encodeURIComponent(account)}/?${code}`

/**
 * By the password asks for a code, or, with one in development, is LINE answering it. Whose LINE it is decides who signs in
 * from then on: the owner's number hears of it before it is bound.
 */
export async function bindLine(
  deps: BindingDeps,
  who: StaffActor,
  { code: answered, password }: { code?: string | undefined; password?: string | undefined },
) {
  const { db, clock, line } = deps
  const development = deps.development && !line
  if (!development && !line) throw new AppError('PROVIDER_MISSING')
  const account = line?.account ?? null
  if (answered !== undefined) {
    // LINE itself answers: nobody says in its place who they are there.
    if (!development) throw new AppError('CODE_WRONG')
    await lineAnswered(deps, answered, { id: `dev-${who.mid}`, name: who.name }, who.mid)
    return { state: 'bound' as const, code: null, expiresAt: null, account, address: null, development }
  }
  await provePassword(deps, who, password)
  const now = clock.now()
  const code = String(randomInt(0, 1e8)).padStart(8, '0')
  const expiresAt = new Date(now.getTime() + LINE_REQUEST_MS)
  await db.system.tx(async (tx) => {
    const { mid } = who
    const bound = await tx.maybe(sql<{ mid: number }>`select mid from line_binding where mid = ${mid}`)
    if (bound) throw new AppError('LINE_ALREADY_BOUND')
    await tx.run(sql`insert into line_request (mid, code_hash, created_at, expires_at) values (${mid}, ${hashOf(code)}, ${now}, ${expiresAt})
      on conflict (mid) do update set code_hash = excluded.code_hash, created_at = excluded.created_at, expires_at = excluded.expires_at`)
    const { phone } = await tx.one(sql<{ phone: string | null }>`select phone from staff where mid = ${mid}`)
    if (phone)
      await queueMessage(tx, {
        partnerId: who.partnerId,
        channel: 'sms',
        to: phone,
        kind: 'notice',
        texts: { text: LINE_ASKED },
        // Once an hour, however many codes are asked for.
        key: `lineAsked:${mid}:${now.toISOString().slice(0, 13)}`,
        origin: { kind: 'signIn', id: mid },
        at: now,
      })
  })
  const address = line ? addressOf(line, code) : null
  return { state: 'waiting' as const, code, expiresAt: expiresAt.toISOString(), account, address, development }
}

/** What a LINE provider calls when somebody sent the code to the institution's account. `only`: of this person. */
export async function lineAnswered(
  { db, clock }: BindingDeps,
  code: string,
  line: { id: string; name: string },
  only?: number,
): Promise<number> {
  const now = clock.now()
  return db.system.tx(async (tx) => {
    const asked = await tx.maybe(sql<{ mid: number; expires_at: Date }>`
      select mid, expires_at from line_request where code_hash = ${hashOf(code.trim())} for update`)
    if (!asked || (only !== undefined && asked.mid !== only)) throw new AppError('CODE_WRONG')
    if (asked.expires_at <= now) throw new AppError('CODE_EXPIRED')
    await tx.run(sql`delete from line_request where mid = ${asked.mid}`)
    // One LINE account is one person's, and one person's is one.
    const bound = await tx.run(sql`
      insert into line_binding (line_id, mid, name, bound_at) select ${line.id}, ${asked.mid}, ${line.name}, ${now}
      where not exists (select 1 from line_binding where mid = ${asked.mid}) on conflict (line_id) do nothing`)
    if (!bound) throw new AppError('LINE_ALREADY_BOUND')
    await tx.audit({ action: 'line.bound', kind: 'auth', target: { kind: 'staff', id: asked.mid } })
    announce(db, tx, { kind: 'changed', mid: asked.mid })
    return asked.mid
  })
}

export async function unbindLine(deps: BindingDeps, who: StaffActor, password: string): Promise<void> {
  const { mid } = who
  const [bound] = await deps.db.system.read(sql<{ mid: number }>`select mid from line_binding where mid = ${mid}`)
  if (!bound) throw new AppError('LINE_NOT_BOUND')
  await provePassword(deps, who, password)
  const gone = await deps.db.system.tx((tx) => {
    announce(deps.db, tx, { kind: 'changed', mid })
    return tx.run(sql`delete from line_binding where mid = ${mid}`)
  })
  if (!gone) throw new AppError('LINE_NOT_BOUND')
}

// ── TOTP ────────────────────────────────────────────────────────────────────────────────────────────────────────

const none = { secret: null, uri: null, recovery: [] as string[] }

/** The password gives the secret; the first code made of it switches TOTP on and gives the recovery codes, once. */
export async function switchTotpOn(
  deps: BindingDeps,
  who: StaffActor,
  { code, password }: { code?: string | undefined; password?: string | undefined },
) {
  const { db, clock } = deps
  const { mid } = who
  if (code === undefined) {
    await provePassword(deps, who, password)
    const secret = newSecret()
    const made = await db.system.tx((tx) =>
      tx.run(sql`insert into totp as t (mid, secret, created_at) values (${mid}, ${secret}, ${clock.now()})
        on conflict (mid) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0 where t.confirmed_at is null`),
    )
    if (!made) throw new AppError('ILLEGAL_STEP')
    return { ...none, state: 'scan' as const, secret, uri: otpauth(secret, who.account, 'Teleward') }
  }
  const recovery = newRecoveryCodes()
  const hashes = await hashCodes(recovery.map(recoveryCode))
  await db.system.tx(async (tx) => {
    const now = clock.now()
    const held = await tx.maybe(sql<{ secret: string; confirmed_at: Date | null }>`
      select secret, confirmed_at from totp where mid = ${mid} for update`)
    if (!held || held.confirmed_at) throw new AppError('ILLEGAL_STEP')
    const step = stepMatching(held.secret, code, now, 0)
    if (step === undefined) throw new AppError('SECOND_STEP_WRONG')
    await tx.run(sql`update totp set confirmed_at = ${now}, last_step = ${step} where mid = ${mid}`)
    await tx.run(sql`delete from totp_recovery where mid = ${mid}`)
    for (const one of hashes) await tx.run(sql`insert into totp_recovery (mid, code_hash) values (${mid}, ${one})`)
    announce(db, tx, { kind: 'changed', mid })
  })
  return { ...none, state: 'on' as const, recovery }
}

/** By password and a code of the app, or one of the recovery codes. */
export async function switchTotpOff(deps: BindingDeps, who: StaffActor, password: string, code: string): Promise<void> {
  const { db, clock } = deps
  const { mid } = who
  const steps: SecondFactorDeps = await stepsOf(db.system.read, mid)
  if (!steps.kinds.includes('totp')) throw new AppError('ILLEGAL_STEP')
  await provePassword(deps, who, password)
  const recovery = await recoveryHash(db, mid, code)
  const now = clock.now()
  // Answered, not thrown: a wrong code counts at the session, and takes its turn under the account's lock.
  const refusal = await db.system.tx(async (tx) => {
    await takeTurn(tx, mid)
    const source = sessionSource(who)
    const until = await lockOf(tx.many, source, now)
    if (until) return locked(until, now)
    const held = await tx.maybe(sql<{ secret: string; last: number }>`
      select secret, last_step::float8 as last from totp where mid = ${mid} for update`)
    if (!held) return new AppError('ILLEGAL_STEP')
    const step = stepMatching(held.secret, code, now, held.last)
    const right =
      step === undefined
        ? recovery !== undefined && (await useUp(tx, mid, { kind: 'recovery', hash: recovery }, now))
        : await useUp(tx, mid, { kind: 'totp', step }, now)
    if (!right) {
      await countWrongSecond(tx, source, now)
      return new AppError('SECOND_STEP_WRONG')
    }
    await forgetWrongSecond(tx, source)
    await tx.run(sql`delete from totp_recovery where mid = ${mid}`)
    await tx.run(sql`delete from totp where mid = ${mid}`)
    announce(db, tx, { kind: 'changed', mid })
    return null
  })
  if (refusal) throw refusal
}
