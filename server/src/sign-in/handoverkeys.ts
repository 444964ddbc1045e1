import { createHmac, timingSafeEqual } from 'node:crypto'
import { HANDOVER_MS } from '@teleward/contract/registration/rules.ts'
import { z } from 'zod'
import { institutionOf, type Read, refuseUnitAdmin } from '../admin/scope.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import { installationSecret, isCanonical } from '../platform/secret.ts'
import { insertHandover, ownPath } from './handover-code.ts'
import { provePassword } from '../auth/password.ts'
import { hashOf } from '../auth/tokens.ts'

/** The clock of the partner's system may be a little ahead of ours. */
const AHEAD_MS = 30_000

export interface KeyDeps {
  db: Db
  clock: Clock
}
interface Living {
  serial: number
  made_at: Date
  by: string | null
}

const living = (db: Db, partnerId: number) =>
  db.system
    .read(sql<Living>`
      select k.serial, k.made_at, s.name as by from handover_key k left join staff s on s.mid = k.made_by
      where k.partner_id = ${partnerId} and k.revoked_at is null`)
    .then(([row]) => row)

/** The words of a statement are signed with this text itself, as UTF-8. */
async function secretOf(db: Db, partnerId: number, serial: number): Promise<string> {
  const own = await installationSecret(db, 'handover.keys')
  return createHmac('sha256', own).update(`${partnerId}.${serial}`).digest('base64url')
}

/** Whoever administers the whole institution, and the operator. */
async function reached(read: Read, who: StaffActor, partnerId: number): Promise<number> {
  await refuseUnitAdmin(read, who)
  return institutionOf(read, who, partnerId)
}

export async function handoverKey({ db }: KeyDeps, read: Read, who: StaffActor, asked: number) {
  const key = await living(db, await reached(read, who, asked))
  return { since: key?.made_at.toISOString() ?? null, by: key?.by ?? null }
}

/**
 * A new key, by the own password, since it signs anybody of the institution in; shown this once. What the one before signed
 * is good for nothing from now on.
 */
export async function makeHandoverKey(
  { db, clock }: KeyDeps,
  read: Read,
  who: StaffActor,
  wish: { partnerId: number; password: string },
) {
  const partnerId = await reached(read, who, wish.partnerId)
  await provePassword({ db, clock }, who, wish.password)
  const now = clock.now()
  const { serial, name } = await db.system.tx(async (tx) => {
    // The institution's row is the lock: of two who make one at once, the second replaces the first.
    const partner = await tx.one(sql<{ name: string }>`select name from partner where id = ${partnerId} for update`)
    await tx.run(
      sql`update handover_key set revoked_at = ${now} where partner_id = ${partnerId} and revoked_at is null`,
    )
    const made = await tx.one(sql<{ serial: number }>`
      insert into handover_key (partner_id, serial, made_at, made_by)
      select ${partnerId}, coalesce(max(serial), 0) + 1, ${now}, ${who.mid} from handover_key where partner_id = ${partnerId}
      returning serial`)
    return { serial: made.serial, name: partner.name }
  })
  return { partner: partnerId, name, secret: await secretOf(db, partnerId, serial), since: now.toISOString() }
}

export async function revokeHandoverKey({ db, clock }: KeyDeps, read: Read, who: StaffActor, asked: number) {
  const partnerId = await reached(read, who, asked)
  const gone = await db.system.tx((tx) =>
    tx.run(
      sql`update handover_key set revoked_at = ${clock.now()} where partner_id = ${partnerId} and revoked_at is null`,
    ),
  )
  if (!gone) throw new AppError('NOT_FOUND')
}

const statement = z.object({
  partner: z.number().int().min(0),
  account: z.string().min(1).max(100),
  /** Seconds since 1970. */
  at: z.number().int(),
  /** Makes two statements of one second two. */
  nonce: z.string().min(8).max(100),
  to: z.string().max(2000).optional(),
})
const none = () => new AppError('HANDOVER_INVALID')

/** `{statement}.{signature}`, both base64url: what the partner says, and HMAC-SHA256 of it by the institution's key. */
export const isStatement = (token: string) => /^[\w-]+\.[\w-]+$/.test(token)

/**
 * Takes a signed statement in: from here on it is a word of two minutes like any other, known by its hash, and used up
 * once. It has one spelling, so that its hash stands for what was signed. HANDOVER_INVALID, also for whom the institution does not know; HANDOVER_EXPIRED.
 */
export async function takeStatement({ db, clock }: KeyDeps, token: string): Promise<void> {
  const [body = '', signature = ''] = token.split('.')
  if (!isCanonical(body) || !isCanonical(signature)) throw none()
  const read = statement.safeParse(jsonOf(body))
  if (!read.success) throw none()
  const { partner, account, at, to } = read.data
  const key = await living(db, partner)
  if (!key) throw none()
  const right = createHmac('sha256', await secretOf(db, partner, key.serial))
    .update(body)
    .digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw none()
  const now = clock.now()
  const issued = new Date(at * 1000)
  if (issued.getTime() > now.getTime() + AHEAD_MS) throw none()
  try {
    await db.system.tx((tx) =>
      insertHandover(tx, {
        hash: hashOf(token),
        account,
        partnerId: partner,
        target: ownPath(to),
        issued,
        expires: new Date(issued.getTime() + HANDOVER_MS),
      }),
    )
  } catch (error) {
    throw isAppError(error, 'NOT_FOUND') ? none() : error
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    // What cannot be read says nothing: the schema refuses it.
    return undefined
  }
}
