import { createHash, createHmac, randomBytes } from 'node:crypto'
import { ACCESS_TOKEN_MS } from '@teleward/contract/auth/rules.ts'
import { errors as jose, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import { isCanonical } from '../platform/secret.ts'
import type { Keys } from './keys.ts'

const ISSUER = 'teleward'
const AUDIENCE = 'staff'

export interface AccessTokens {
  sign(who: { mid: number; sid: string }): Promise<string>
  /** The session a token speaks of. UNAUTHENTICATED, TOKEN_EXPIRED. */
  verify(token: string): Promise<{ mid: number; sid: string }>
}

/** Signatures found to be right, until they expire: a portal shows the same token with every call. */
const MOST = 5000

export function accessTokens(keys: Keys, clock: Clock): AccessTokens {
  const verified = new Map<string, { who: { mid: number; sid: string }; until: number }>()
  return {
    async sign({ mid, sid }) {
      const key = await keys.current()
      const now = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ sid })
        .setProtectedHeader({ alg: 'HS256', kid: key.kid, typ: 'JWT' })
        .setSubject(String(mid))
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_TOKEN_MS / 1000)
        .sign(key.secret)
    },
    async verify(token) {
      const known = verified.get(token)
      if (known) {
        if (clock.now().getTime() >= known.until) throw new AppError('TOKEN_EXPIRED')
        return known.who
      }
      try {
        if (!token.split('.').every(isCanonical)) throw new AppError('UNAUTHENTICATED')
        const { payload } = await jwtVerify(token, (header) => secretOf(keys, header.kid), {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          currentDate: clock.now(),
          requiredClaims: ['sub', 'sid', 'exp', 'iat'],
        })
        const mid = Number(payload.sub)
        if (!Number.isSafeInteger(mid) || typeof payload.sid !== 'string' || !/^[0-9a-f-]{36}$/.test(payload.sid))
          throw new AppError('UNAUTHENTICATED')
        const who = { mid, sid: payload.sid }
        if (verified.size >= MOST) verified.clear()
        verified.set(token, { who, until: (payload.exp ?? 0) * 1000 })
        return who
      } catch (error) {
        if (error instanceof jose.JWTExpired) throw new AppError('TOKEN_EXPIRED')
        // What else jose refuses is the token's fault; anything of another kind is ours and must not pass for it.
        if (error instanceof jose.JOSEError) throw new AppError('UNAUTHENTICATED')
        throw error
      }
    },
  }
}

async function secretOf(keys: Keys, kid: string | undefined): Promise<Uint8Array> {
  const key = kid === undefined ? undefined : await keys.find(kid)
  if (!key) throw new AppError('UNAUTHENTICATED')
  return key.secret
}

export const secret = (bytes = 32) => randomBytes(bytes).toString('base64url')
/** Refresh tokens are stored as their hash: who reads the table holds none. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
/** The token that follows: unknown without the session's secret, and the same however often it is asked for. */
export const successorOf = (token: string, sessionSecret: string) =>
  createHmac('sha256', sessionSecret).update(token).digest('base64url')
