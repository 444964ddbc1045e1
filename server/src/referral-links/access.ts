import { CODE_TRIES } from '@teleward/contract/referrals/rules.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Ctx } from '../platform/http/index.ts'
import { codeSecret } from '../referrals/links.ts'
import { lockedOutside } from '../referrals/outside.ts'
import { holds } from '../visit-links/browser.ts'
import { codeHash, codeOf, sameHash } from '../visit-links/codes.ts'
import { countGuess } from '../visit-links/guesses.ts'
import { freshSecret, hashOf } from '../visit-links/links.ts'

/** A link as it stands, with the letter it is to. It was looked up by its token, and opens that letter alone. */
export interface Link {
  id: string
  referralId: string
  partnerId: number
  pid: number
  state: string
  expiresAt: Date
  endedAt: Date | null
  tries: number
  codeHash: string
  browserHash: string | null
  zone: string
  institution: { name: string; nameEn: string | null; phone: string | null }
  to: string
}
const columns = sql`l.id, l.referral_id as "referralId", l.partner_id as "partnerId", r.pid, r.state, l.expires_at as "expiresAt", l.ended_at as "endedAt",
  l.tries, l.code_hash as "codeHash", l.browser_hash as "browserHash", p.time_zone as zone, r.outside ->> 'name' as "to",
  jsonb_build_object('name', p.name, 'nameEn', p.name_en, 'phone', p.phone) as institution`
const joined = sql`referral_link l join referral r on r.id = l.referral_id join partner p on p.id = l.partner_id and p.status = 'active'`

/** LINK_INVALID for any address that is none, RATE_LIMITED for who tries many. */
export async function linkOf(
  deps: { db: Db; clock: Clock },
  { token, ip, cookie }: { token: string; ip: string; cookie: Ctx['cookie'] },
): Promise<{ link: Link; standing: Standing }> {
  const [link] = await deps.db.system.read(
    sql<Link>`select ${columns} from ${joined} where l.token_hash = ${hashOf(token)}`,
  )
  if (!link) {
    await countGuess(deps, ip)
    throw new AppError('LINK_INVALID')
  }
  const held = holds(cookie, { kind: 'referral', id: link.id }, link.browserHash)
  return { link, standing: standingOf(link, held, deps.clock.now()) }
}

export type Standing = 'code' | 'open' | 'locked' | 'expired' | 'revoked' | 'withdrawn'
/** What the link is good for, to the browser that reads the letter and to any other. */
export function standingOf(link: Link, held: boolean, now: Date): Standing {
  if (link.state === 'withdrawn') return 'withdrawn'
  if (link.endedAt) return 'revoked'
  if (link.expiresAt <= now) return 'expired'
  if (held) return 'open'
  return link.tries >= CODE_TRIES ? 'locked' : 'code'
}

/** LINK_DEAD, LINK_EXPIRED, IDENTITY_MISMATCH: for whoever wants to read or do something. */
export function requireOpen(standing: Standing): void {
  if (standing === 'withdrawn' || standing === 'revoked') throw new AppError('LINK_DEAD')
  if (standing === 'expired') throw new AppError('LINK_EXPIRED')
  if (standing !== 'open') throw new AppError(standing === 'locked' ? 'IDENTITY_LOCKED' : 'IDENTITY_MISMATCH')
}

/**
 * The code, under the link's lock, so that of many tries at once no more than five count. Right, the browser gets a secret; the
 * one that had it before is put out. A refusal is answered, not thrown: the try has to be written.
 */
export async function tryCode(
  db: Db,
  { id, referralId }: Link,
  typed: string,
  now: Date,
  opened: (tx: Tx, link: Link) => Promise<void>,
): Promise<{ ok: true; secret: string } | { ok: false; code: 'CODE_WRONG' | 'IDENTITY_LOCKED'; triesLeft: number }> {
  const secret = await codeSecret(db)
  return db.system.tx(async (tx) => {
    // The letter before its link, as whoever withdraws it or makes another link does.
    await lockedOutside(tx, referralId)
    const link = await tx.one(sql<Link>`select ${columns} from ${joined} where l.id = ${id}::uuid for update of l`)
    const standing = standingOf(link, false, now)
    if (standing === 'locked') return { ok: false, code: 'IDENTITY_LOCKED', triesLeft: 0 } as const
    if (standing !== 'code') requireOpen(standing)
    if (!sameHash(codeHash(secret, link.id, codeOf(typed)), link.codeHash)) {
      await tx.run(sql`update referral_link l set tries = tries + 1 where l.id = ${link.id}::uuid`)
      const triesLeft = CODE_TRIES - link.tries - 1
      return { ok: false, code: triesLeft > 0 ? 'CODE_WRONG' : 'IDENTITY_LOCKED', triesLeft } as const
    }
    const fresh = freshSecret()
    await tx.run(sql`update referral_link l set tries = 0, browser_hash = ${hashOf(fresh)}, opened_at = coalesce(opened_at, ${now}::timestamptz),
      last_at = ${now}, opens = opens + 1 where l.id = ${link.id}::uuid`)
    await opened(tx, link)
    return { ok: true, secret: fresh } as const
  })
}

/** A page asks again whenever it is turned to: opened once more it is after half an hour. */
const PAUSE_MS = 30 * 60_000
export async function looked(tx: Tx, { id }: Link, now: Date): Promise<void> {
  const before = new Date(now.getTime() - PAUSE_MS)
  await tx.run(sql`update referral_link l set last_at = ${now}, opens = opens + case when l.last_at < ${before}::timestamptz then 1 else 0 end
    where l.id = ${id}::uuid`)
}
