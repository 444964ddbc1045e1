import { randomInt, randomUUID } from 'node:crypto'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import {
  CODE_DIGITS,
  CODE_MS,
  CODE_PAUSE_MS,
  CODE_TRIES,
  type CodePurpose,
} from '@teleward/contract/registration/rules.ts'
import { hashPassword, verifyNobody, verifyPassword } from '../auth/passwords.ts'
import { queueMessage } from '../outbox/queue.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { countSend } from '../auth/limits.ts'

export interface CodesDeps {
  db: Db
  clock: Clock
}
export interface CodeWish {
  purpose: CodePurpose
  phone: string
  /** Whose identity the code proves, such as `staff:12`. */
  subject: string
  partnerId: number
  lang: Locale
  ip: string
  /** Named beforehand by what it is asked for; by itself unless told. */
  id?: string
  /** The whole message, where reading the code out says more than that the number is one's own. */
  text?: string
}
export interface SentCode {
  id: string
  expiresAt: Date
  /** Before then another one is refused. */
  againAt: Date
}

const texts: Readonly<Record<Locale, (code: string) => string>> = {
  'zh-TW': (code) => `您的驗證碼是 ${code}，5 分鐘內有效。請勿告訴任何人。`,
  'zh-CN': (code) => `您的验证码是 ${code}，5 分钟内有效。请勿告诉任何人。`,
  en: (code) => `Your verification code is ${code}. It is valid for 5 minutes. Tell nobody.`,
}

export const codeText = (lang: Locale, code: string): string => texts[lang](code)

/**
 * Sends a code to a mobile number, within the limits (CODE_SEND_LIMIT with `seconds`). The one before it of the same
 * purpose and person is dead from then on. Counted even where the caller's own transaction is rolled back.
 */
export async function sendCode(deps: CodesDeps, wish: CodeWish): Promise<SentCode> {
  await countSend(deps, wish)
  return deps.db.system.tx(async (tx) => writeCode(tx, await freshCode(), wish, deps.clock.now()))
}

export interface FreshCode {
  code: string
  hash: string
}
/** Hashed slowly: whoever reads the table within the five minutes cannot try all of them. */
export async function freshCode(): Promise<FreshCode> {
  const code = String(randomInt(0, 10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  return { code, hash: await hashPassword(code) }
}

/** The writing of it alone, for those who have counted and want it in a transaction of their own (as the system). */
export async function writeCode(
  tx: Tx,
  { code, hash }: FreshCode,
  wish: Omit<CodeWish, 'ip'>,
  now: Date,
): Promise<SentCode> {
  const { id = randomUUID() } = wish
  const expiresAt = new Date(now.getTime() + CODE_MS)
  await tx.run(sql`update verification_code set dead_at = ${now}
    where subject = ${wish.subject} and purpose = ${wish.purpose} and used_at is null and dead_at is null`)
  await tx.run(sql`insert into verification_code (id, purpose, phone, subject, code_hash, created_at, expires_at)
    values (${id}, ${wish.purpose}, ${wish.phone}, ${wish.subject}, ${hash}, ${now}, ${expiresAt})`)
  await queueMessage(tx, {
    partnerId: wish.partnerId,
    channel: 'sms',
    to: wish.phone,
    kind: 'code',
    texts: { text: wish.text ?? codeText(wish.lang, code) },
    key: `code:${id}`,
    notAfter: expiresAt,
    origin: { kind: 'code', id },
    at: now,
  })
  return { id, expiresAt, againAt: new Date(now.getTime() + CODE_PAUSE_MS) }
}

/** A code that was right, not yet used up. */
export interface RightCode {
  id: string
  purpose: CodePurpose
  phone: string
  subject: string
}

/**
 * Is this the code? The try is taken before the code is looked at, in a transaction of its own: of any number at once five
 * are looked at. A code of another purpose, or of nobody, is wrong like any other. Using it up is `useCode`'s, in the
 * transaction of what it was asked for.
 * CODE_REQUIRED, CODE_WRONG, CODE_EXPIRED, CODE_USED, CODE_TRIES_EXCEEDED.
 */
export async function proveCode(
  { db, clock }: CodesDeps,
  asked: { id: string; purpose: CodePurpose; subject?: string; code: string },
): Promise<RightCode> {
  const code = asked.code.normalize('NFKC').replace(/\s/g, '')
  if (!code) throw new AppError('CODE_REQUIRED')
  const now = clock.now()
  const outcome = await db.system.tx((tx) => takeTry(tx, asked, now))
  if (outcome === 'CODE_WRONG') await verifyNobody(code)
  if (typeof outcome === 'string') throw new AppError(outcome)
  if (!(await verifyPassword(outcome.code_hash, code)))
    throw new AppError('CODE_WRONG', { data: { triesLeft: CODE_TRIES - outcome.tries } })
  return { id: asked.id, purpose: asked.purpose, phone: outcome.phone, subject: outcome.subject }
}

interface Held {
  phone: string
  subject: string
  code_hash: string
  tries: number
  expires_at: Date
  used_at: Date | null
  dead_at: Date | null
}
type Refusal = 'CODE_WRONG' | 'CODE_EXPIRED' | 'CODE_USED' | 'CODE_TRIES_EXCEEDED'

async function takeTry(
  tx: Tx,
  { id, purpose, subject }: { id: string; purpose: CodePurpose; subject?: string },
  now: Date,
): Promise<Held | Refusal> {
  const held = await tx.maybe(sql<Held>`
    select phone, subject, code_hash, tries, expires_at, used_at, dead_at from verification_code
    where id = ${id} and purpose = ${purpose} and (${subject ?? null}::text is null or subject = ${subject ?? null}::text) for update`)
  if (!held) return 'CODE_WRONG'
  if (held.used_at) return 'CODE_USED'
  if (held.dead_at || held.expires_at <= now) return 'CODE_EXPIRED'
  if (held.tries >= CODE_TRIES) return 'CODE_TRIES_EXCEEDED'
  await tx.run(sql`update verification_code set tries = tries + 1 where id = ${id}`)
  return { ...held, tries: held.tries + 1 }
}

/** Uses a right code up, in the transaction (as the system) of what it was asked for: of two at once one goes on. */
export async function useCode(tx: Tx, right: RightCode, now: Date): Promise<void> {
  const used = await tx.run(sql`
    update verification_code set used_at = ${now} where id = ${right.id} and used_at is null and dead_at is null and expires_at > ${now}`)
  if (!used) throw new AppError('CODE_USED')
}
