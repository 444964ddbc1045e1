import { randomBytes } from 'node:crypto'
import { type Options, hash, verify } from '@node-rs/argon2'
import { PASSWORD_MIN, PASSWORD_MIN_DEFAULT, passwordProblems } from '@teleward/contract/core/password.ts'
import { AppError } from '../platform/errors.ts'
import { isBreached } from './breached.ts'

// OWASP's first choice for argon2id, which is the library's default algorithm.
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * NFKC first (NIST SP 800-63B): keyboards and systems write one letter as one character or as several, and digits in two widths,
 * and nobody sees which.
 */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost)

/** What the typed one may have been hashed as: as it is now, or before hashes were made of NFKC, to the letter. */
const formsOf = (password: string): Set<string> =>
  new Set([password.normalize('NFKC'), password, password.normalize('NFC'), password.normalize('NFD')])

let nobody: Promise<string> | undefined
/** Takes the time of a real check where there is no account, so that the answer's time tells nothing. */
export async function verifyNobody(password: string): Promise<false> {
  nobody ??= hashPassword(randomBytes(24).toString('base64url'))
  for (const form of formsOf(password)) await verify(await nobody, form)
  return false
}

export const verifyPassword = async (stored: string, password: string): Promise<boolean> =>
  (await checkPassword(stored, password)).right

/** A typed password against the hash that is kept; `anew` is what to keep instead where that was made in another form. */
export interface CheckedPassword {
  right: boolean
  hash: string
  anew?: string
}
export async function checkPassword(stored: string, password: string): Promise<CheckedPassword> {
  const [now, ...before] = formsOf(password)
  if (now !== undefined && (await verify(stored, now))) return { right: true, hash: stored }
  for (const form of before)
    if (await verify(stored, form)) return { right: true, hash: stored, anew: await hashPassword(password) }
  return { right: false, hash: stored }
}

/**
 * Codes of a person's own, hashed like passwords but with one salt for all of them: one hash tells which of them was typed
 * (ASVS 6.5.2, for secrets of less than 112 bits).
 */
export async function hashCodes(codes: readonly string[]): Promise<string[]> {
  const salt = randomBytes(16)
  return Promise.all(codes.map((code) => hash(code, { ...cost, salt })))
}
/** What the typed code would be stored as, beside another of the same person. */
export function hashLike(stored: string, code: string): Promise<string> {
  const salt = stored.split('$')[4]
  if (!salt) throw new Error('a code that is not stored as argon2id')
  return hash(code, { ...cost, salt: Buffer.from(salt, 'base64') })
}

/** An institution as far as its passwords are concerned. */
export interface PasswordPartner {
  name: string
  name_en: string | null
  settings: unknown
}
/** The strictest of them, and what they are called. */
export const passwordRules = (partners: readonly PasswordPartner[]) => ({
  min: Math.max(0, ...partners.map(({ settings }) => passwordMin(settings))) || PASSWORD_MIN_DEFAULT,
  names: partners.flatMap(({ name, name_en }) => [name, name_en ?? '']),
})

/** What the institution asks for: never below the floor. */
export function passwordMin(settings: unknown): number {
  const own = settings && typeof settings === 'object' ? Reflect.get(settings, 'passwordMin') : undefined
  return typeof own === 'number' ? Math.max(PASSWORD_MIN, own) : PASSWORD_MIN_DEFAULT
}

/**
 * By the rule of the institutions the person belongs to, whose names nobody may use as a password.
 * Throws PASSWORD_RULE, PASSWORD_COMMON (tried first, breached, or an institution's name) or PASSWORD_MISMATCH.
 */
export async function refuseUnfitPassword(
  typed: string,
  repeat: string,
  { min, names }: { min: number; names: readonly string[] },
): Promise<void> {
  const password = typed.normalize('NFKC')
  const [own] = passwordProblems(password, { min, repeat, names })
  const problem = own ?? ((await isBreached(password)) ? 'PASSWORD_COMMON' : undefined)
  if (problem)
    throw new AppError(problem, {
      data: { min },
      fields: [{ path: problem === 'PASSWORD_MISMATCH' ? 'repeatPassword' : 'newPassword', code: problem }],
    })
}
