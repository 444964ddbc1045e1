import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Db, json, sql } from './db/index.ts'

const known = new WeakMap<Db, Map<string, Promise<Buffer>>>()
/** A secret of this installation, made when it is first needed, the same after a restart and in every process; read once. */
export function installationSecret(db: Db, name: string): Promise<Buffer> {
  const names = known.get(db) ?? new Map<string, Promise<Buffer>>()
  known.set(db, names)
  const before = names.get(name)
  if (before) return before
  const made = read(db, name)
  names.set(name, made)
  // A failure must not be remembered.
  made.catch(() => names.delete(name))
  return made
}

async function read(db: Db, name: string): Promise<Buffer> {
  const fresh = randomBytes(32).toString('base64url')
  const row = await db.system.tx(async (tx) => {
    await tx.run(
      sql`insert into server_state (key, value) values (${name}, ${json({ secret: fresh })}) on conflict (key) do nothing`,
    )
    return tx.one(sql<{ secret: string }>`select value ->> 'secret' as secret from server_state where key = ${name}`)
  })
  return Buffer.from(row.secret, 'base64url')
}

/**
 * Base64url in its one spelling. Decoders also take the spare bits of a last character, padding and the other alphabet:
 * what counts once, or is remembered by its text, must not have a second text.
 */
export const isCanonical = (text: string) => Buffer.from(text, 'base64url').toString('base64url') === text

/** A small signed statement with an end: `body.signature`, both base64url. Opaque to whoever holds it. */
export function seal(secret: Buffer, claims: object): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

/** `undefined` for anything not sealed with this secret, or past its end. */
export function unseal<T extends { exp: number }>(secret: Buffer, token: string, now: Date): T | undefined {
  const [body, signature, more] = token.split('.')
  if (!body || !signature || more !== undefined || !isCanonical(body) || !isCanonical(signature)) return undefined
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as T
  return claims.exp * 1000 > now.getTime() ? claims : undefined
}
