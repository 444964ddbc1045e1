import { ACCESS_TOKEN_MS, REFRESH_MS, REFRESH_REMEMBERED_MS, REFRESH_RETRY_MS } from '@teleward/contract/auth/rules.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, type Origin, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { insertRefresh } from './repo.ts'
import { endSessions } from '../auth/sessions.ts'
import { type AccessTokens, hashOf, successorOf } from '../auth/tokens.ts'

interface Held {
  sid: string
  mid: number
  partner_id: number
  device_token: string
  remember: boolean
  refresh_secret: string
  ended_at: Date | null
  end_reason: string | null
  used_at: Date | null
  expires_at: Date
  next_hash: string | null
  next_used: Date | null
}
type Refused = Extract<ErrorCode, 'REFRESH_EXPIRED' | 'REFRESH_REUSED' | 'DEVICE_MISMATCH' | 'REPEAT_LOGIN'>
type Outcome =
  | { refused: Refused; sid?: string; mid?: number; partnerId?: number }
  | { token: string; sid: string; mid: number; partnerId: number }

export interface RefreshDeps {
  db: Db
  clock: Clock
  tokens: AccessTokens
}

/**
 * Exchanges a refresh token for the next one. Each is good once; one that comes again ends its whole session, because
 * either the owner or a thief has been left behind and nobody can tell which. One exception: the answer may have been
 * lost on the way. The same token asked again within ten seconds, before its successor was used, gets that very
 * successor once more; a retry therefore never makes a second living token.
 */
export async function refresh(
  deps: RefreshDeps,
  presented: { refresh_token: string; device_token: string },
  from: { ip: string; requestId: string },
) {
  if (!presented.refresh_token) throw new AppError('REFRESH_MISSING')
  const origin: Origin = { ...from }
  const outcome = await deps.db.system.tx(async (tx) => {
    const done = await exchange(deps, tx, presented)
    // Renewing is no act of a person; somebody with a token that is not theirs to use is.
    if ('refused' in done && done.sid) {
      Object.assign(origin, { mid: done.mid, partnerId: done.partnerId })
      await tx.audit({
        action: 'POST /his/user/refresh',
        kind: 'auth',
        target: { kind: 'session', id: done.sid },
        outcome: done.refused,
      })
    }
    return done
  }, origin)
  if ('refused' in outcome) throw new AppError(outcome.refused)
  const access_token = await deps.tokens.sign(outcome)
  return { access_token, refresh_token: outcome.token, expires_in: ACCESS_TOKEN_MS / 1000 }
}

async function exchange(
  { db, clock }: RefreshDeps,
  tx: Tx,
  presented: { refresh_token: string; device_token: string },
): Promise<Outcome> {
  const now = clock.now()
  const hash = hashOf(presented.refresh_token)
  const owner = await tx.maybe(sql<{ sid: string }>`select sid from refresh_token where token_hash = ${hash}`)
  if (!owner) return { refused: 'REFRESH_EXPIRED' }
  // The session's lock makes refreshes of one family take turns.
  await tx.one(sql<{ sid: string }>`select sid from session where sid = ${owner.sid} for update`)
  const held = await tx.one(sql<Held>`
    select se.sid, se.mid, se.partner_id, se.device_token, se.remember, se.refresh_secret, se.ended_at, se.end_reason,
      rt.used_at, rt.expires_at, rt.next_hash, next.used_at as next_used
    from refresh_token rt join session se on se.sid = rt.sid left join refresh_token next on next.token_hash = rt.next_hash
    where rt.token_hash = ${hash}`)
  const who = { sid: held.sid, mid: held.mid, partnerId: held.partner_id }
  if (held.ended_at) return { ...who, refused: refusalOfEnded(held.end_reason) }
  if (held.device_token !== presented.device_token) return { ...who, refused: 'DEVICE_MISMATCH' }
  const next = successorOf(presented.refresh_token, held.refresh_secret)
  if (held.used_at) {
    const again =
      now.getTime() - held.used_at.getTime() <= REFRESH_RETRY_MS && held.next_hash === hashOf(next) && !held.next_used
    if (again) return { ...who, token: next }
    await endSessions(db, tx, { mid: held.mid, sid: held.sid }, 'reused', now)
    return { ...who, refused: 'REFRESH_REUSED' }
  }
  if (held.expires_at <= now) {
    await endSessions(db, tx, { mid: held.mid, sid: held.sid }, 'expired', now)
    return { ...who, refused: 'REFRESH_EXPIRED' }
  }
  const expires = new Date(now.getTime() + (held.remember ? REFRESH_REMEMBERED_MS : REFRESH_MS))
  await tx.run(insertRefresh(hashOf(next), held.sid, now, expires))
  await tx.run(sql`update refresh_token set used_at = ${now}, next_hash = ${hashOf(next)} where token_hash = ${hash}`)
  await tx.run(sql`update session set last_seen_at = ${now}, expires_at = ${expires} where sid = ${held.sid}`)
  return { ...who, token: next }
}

function refusalOfEnded(reason: string | null): Refused {
  if (reason === 'otherDevice') return 'REPEAT_LOGIN'
  return reason === 'reused' ? 'REFRESH_REUSED' : 'REFRESH_EXPIRED'
}
