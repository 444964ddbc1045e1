import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { isAccountForm, normaliseAccount } from '@teleward/contract/auth/rules.ts'
import { PASSWORD_MIN_DEFAULT } from '@teleward/contract/core/password.ts'
import type { EndpointParsed, EndpointReply } from '@teleward/contract/core/endpoint.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import type { changePasswordStatus } from '@teleward/contract/registration/endpoints.ts'
import { CODE_MS, CODE_PAUSE_MS, CODE_TRIES, maskPhone, RESET_MS } from '@teleward/contract/registration/rules.ts'
import {
  hashPassword,
  type PasswordPartner,
  passwordRules,
  refuseUnfitPassword,
  verifyNobody,
  verifyPassword,
} from '../auth/passwords.ts'
import { endSessions } from '../auth/sessions.ts'
import { hashOf, secret } from '../auth/tokens.ts'
import { queueMessage } from '../outbox/queue.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { installationSecret } from '../platform/secret.ts'
import { codeText, freshCode } from '../verification/codes.ts'
import { liftLocks } from '../auth/attempts.ts'
import { countAsk } from '../auth/limits.ts'
import { undoPhone } from './undo-phone.ts'

export type ResetDeps = Pick<Deps, 'db' | 'clock' | 'timers'>
type Body = EndpointParsed<typeof changePasswordStatus>['body']
type Answer = EndpointReply<typeof changePasswordStatus>

const SEND = 'reset.send'

/** By what is in the body: take a number back, send, check or set. */
export function resetPassword(deps: ResetDeps, body: Body, from: { ip: string; lang: Locale }): Promise<Answer> {
  if (body.undo) return undoPhone(deps, body.undo, async (mid) => (await rulesOf(deps.db, mid)).min)
  if (body.id && body.ticket !== undefined) return setPassword(deps, body.id, body.ticket, body)
  if (body.id) return checkCode(deps, body.id, body.code ?? '')
  return ask(deps, body.account ?? '', from)
}

/**
 * The answer is given before anybody has been sent to: what it takes to send a code is done by a timer, so that neither
 * the answer nor its time says whether there is such an account.
 */
async function ask(deps: ResetDeps, typed: string, from: { ip: string; lang: Locale }): Promise<Answer> {
  const { db, clock, timers } = deps
  const account = normaliseAccount(typed)
  if (!account) throw new AppError('LOGIN_EMPTY', { fields: [{ path: 'account', code: 'FIELD_EMPTY' }] })
  if (!isAccountForm(account))
    throw new AppError('LOGIN_BAD_INPUT', { fields: [{ path: 'account', code: 'LOGIN_BAD_INPUT' }] })
  await countAsk(deps, { account, ip: from.ip })
  const [person] = await db.system.read(sql<{ mid: number; phone: string }>`
    select s.mid, s.phone from staff s join staff_credential c on c.mid = s.mid
    where (lower(s.account) = ${account} or s.phone = ${account}) and s.status = 'active' and s.mobilecode = 1 and s.phone is not null
    order by (lower(s.account) = ${account}) desc limit 1`)
  const invented = await decoy(db, account)
  const id = randomUUID()
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + CODE_MS)
  await db.system.tx(async (tx) => {
    // Whoever has shown the code goes on: a stranger's asking does not take the ticket out of their hand.
    await tx.run(
      sql`update password_reset set dead_at = ${now} where mid = ${person?.mid ?? -1} and checked_at is null and dead_at is null`,
    )
    await tx.run(sql`insert into password_reset (id, mid, lang, created_at, expires_at)
      values (${id}, ${person?.mid ?? null}, ${from.lang}, ${now}, ${expiresAt})`)
    await timers.set(tx, SEND, id, now)
  })
  return {
    state: 'sent',
    id,
    phone: maskPhone(person?.phone ?? invented),
    expiresAt: expiresAt.toISOString(),
    againAt: new Date(now.getTime() + CODE_PAUSE_MS).toISOString(),
    ticket: null,
    passwordMin: PASSWORD_MIN_DEFAULT,
  }
}

/** Three digits for an account that is not there: always the same ones, and nobody can work them out. */
async function decoy(db: Db, account: string): Promise<string> {
  if (/^09\d{8}$/.test(account)) return account
  const key = await installationSecret(db, 'registration.decoys')
  return String(createHmac('sha256', key).update(account).digest().readUInt32BE(0) % 1000).padStart(3, '0')
}

/** Sends the codes that were asked for. */
export function sendResets({ db, clock, timers }: ResetDeps): void {
  timers.on(SEND, async ({ key }) => {
    const fresh = await freshCode()
    await db.system.tx(async (tx) => {
      const row = await tx.maybe(sql<{ phone: string; partner_id: number; lang: Locale; expires_at: Date }>`
        select s.phone, r.lang, r.expires_at,
          coalesce((select min(sp.partner_id) from staff_partner sp where sp.mid = s.mid and sp.status = 'active'), 0) as partner_id
        from password_reset r join staff s on s.mid = r.mid
        where r.id = ${key} and r.code_hash is null and r.dead_at is null and s.phone is not null for update of r`)
      if (!row || row.expires_at <= clock.now()) return
      await tx.run(sql`update password_reset set code_hash = ${fresh.hash} where id = ${key}`)
      await queueMessage(tx, {
        partnerId: row.partner_id,
        channel: 'sms',
        to: row.phone,
        kind: 'code',
        texts: { text: codeText(row.lang, fresh.code) },
        key: `reset:${key}`,
        notAfter: row.expires_at,
        origin: { kind: 'code', id: key },
        at: clock.now(),
      })
    })
  })
}

interface Held {
  mid: number | null
  code_hash: string | null
  tries: number
  expires_at: Date
  checked_at: Date | null
  dead_at: Date | null
}
type Refusal = 'CODE_WRONG' | 'CODE_EXPIRED' | 'CODE_USED' | 'CODE_TRIES_EXCEEDED'

/** The same for an account that is not there: five wrong tries, then no more. */
async function takeTry(tx: Tx, id: string, now: Date): Promise<Held | Refusal> {
  const held = await tx.maybe(sql<Held>`
    select mid, code_hash, tries, expires_at, checked_at, dead_at from password_reset where id = ${id} for update`)
  if (!held) return 'CODE_WRONG'
  if (held.checked_at) return 'CODE_USED'
  if (held.dead_at || held.expires_at <= now) return 'CODE_EXPIRED'
  if (held.tries >= CODE_TRIES) return 'CODE_TRIES_EXCEEDED'
  await tx.run(sql`update password_reset set tries = tries + 1 where id = ${id}`)
  return { ...held, tries: held.tries + 1 }
}

async function checkCode({ db, clock }: ResetDeps, id: string, typed: string): Promise<Answer> {
  const code = typed.normalize('NFKC').replace(/\s/g, '')
  if (!code) throw new AppError('CODE_REQUIRED', { fields: [{ path: 'code', code: 'CODE_REQUIRED' }] })
  const held = await db.system.tx((tx) => takeTry(tx, id, clock.now()))
  if (held === 'CODE_WRONG') await verifyNobody(code)
  if (typeof held === 'string') throw new AppError(held)
  const right = held.code_hash ? await verifyPassword(held.code_hash, code) : await verifyNobody(code)
  if (!right || held.mid === null) throw new AppError('CODE_WRONG', { data: { triesLeft: CODE_TRIES - held.tries } })
  const ticket = secret()
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + RESET_MS)
  const once = await db.system.tx((tx) =>
    tx.run(sql`update password_reset set checked_at = ${now}, ticket_hash = ${hashOf(ticket)}, expires_at = ${expiresAt}
      where id = ${id} and checked_at is null and dead_at is null`),
  )
  if (!once) throw new AppError('CODE_USED')
  return {
    state: 'checked',
    id,
    phone: null,
    expiresAt: expiresAt.toISOString(),
    againAt: null,
    ticket,
    passwordMin: (await rulesOf(db, held.mid)).min,
  }
}

/** Of all the person's institutions. */
const rulesOf = async (db: Db, mid: number) =>
  passwordRules(
    await db.system.read(sql<PasswordPartner>`
    select p.name, p.name_en, p.settings from staff_partner sp join partner p on p.id = sp.partner_id
    where sp.mid = ${mid} and sp.status = 'active'`),
  )

/** Ends every session, lifts a lock, and tells the owner. */
async function setPassword({ db, clock }: ResetDeps, id: string, ticket: string, body: Body): Promise<Answer> {
  const now = clock.now()
  const [held] = await db.system.read(sql<Held & { ticket_hash: string | null; used_at: Date | null }>`
    select mid, code_hash, tries, expires_at, checked_at, dead_at, ticket_hash, used_at from password_reset where id = ${id}`)
  const given = Buffer.from(hashOf(ticket))
  const kept = Buffer.from(held?.ticket_hash ?? '')
  if (!held?.mid || given.length !== kept.length || !timingSafeEqual(given, kept)) throw new AppError('CODE_WRONG')
  if (held.used_at) throw new AppError('CODE_USED')
  if (held.dead_at || held.expires_at <= now) throw new AppError('CODE_EXPIRED')
  const { mid } = held
  const rules = await rulesOf(db, mid)
  await refuseUnfitPassword(body.newPassword ?? '', body.repeatPassword ?? '', rules)
  const hash = await hashPassword(body.newPassword ?? '')
  await db.system.tx(async (tx) => {
    const once = await tx.run(sql`
      update password_reset set used_at = ${now} where id = ${id} and used_at is null and dead_at is null and expires_at > ${now}`)
    if (!once) throw new AppError('CODE_USED')
    await tx.run(
      sql`update password_reset set dead_at = ${now} where mid = ${mid} and id <> ${id} and used_at is null and dead_at is null`,
    )
    await tx.run(sql`update staff_credential set password_hash = ${hash}, changed_at = ${now} where mid = ${mid}`)
    await liftLocks(tx, mid)
    await endSessions(db, tx, { mid }, 'passwordChanged', now)
    await tellOwner(tx, mid, id, now)
    await tx.audit({ action: 'password.reset', kind: 'auth', target: { kind: 'staff', id: mid } })
  })
  return {
    state: 'set',
    id,
    phone: null,
    expiresAt: now.toISOString(),
    againAt: null,
    ticket: null,
    passwordMin: rules.min,
  }
}

const RESET_DONE =
  '您的登入密碼已重設，所有裝置皆已登出。若非您本人操作，請立即聯絡所屬院所。Your password was reset, and all devices are signed out. If this was not you, tell your institution at once.'

async function tellOwner(tx: Tx, mid: number, id: string, at: Date): Promise<void> {
  const person = await tx.maybe(sql<{ phone: string; partner_id: number }>`
    select s.phone, coalesce((select min(sp.partner_id) from staff_partner sp where sp.mid = s.mid and sp.status = 'active'), 0) as partner_id
    from staff s where s.mid = ${mid} and s.phone is not null`)
  if (!person) return
  await queueMessage(tx, {
    partnerId: person.partner_id,
    channel: 'sms',
    to: person.phone,
    kind: 'notice',
    texts: { text: RESET_DONE },
    key: `resetDone:${id}`,
    origin: { kind: 'password', id: mid },
    at,
  })
}
