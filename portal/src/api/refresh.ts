import { refreshTokens } from '@teleward/contract/auth/endpoints.ts'
import { ApiError, codeOf } from './errors.ts'
import { send } from './http.ts'
import { type SessionEnd, session } from './session.ts'

const LOCK = 'teleward-refresh'
/** No refresh heals these: to the sign-in page. */
const VOID: readonly string[] = ['ERROR_TOKEN', 'REFRESH_MISSING', 'REFRESH_REUSED']
let running: Promise<string> | null = null

/** One refresh at a time over all tabs; without Web Locks (no secure context) over this tab. */
export function withWebLock<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request(LOCK, work) as Promise<T>) : work()
}

/**
 * A new access token in place of `used`. Calls failing at once share one refresh, and a tab that comes second takes
 * what the first one got, because a refresh token is good for one use only (AUTH-09, AUTH-10).
 */
export function renewed(used: string | null): Promise<string> {
  running ??= withWebLock(() => renewOrTake(used)).finally(() => {
    running = null
  })
  return running
}

async function renewOrTake(used: string | null): Promise<string> {
  if (session.pending()) throw new ApiError('UNAUTHENTICATED', '', 401)
  const now = session.jwt()
  if (now && now !== used) return now
  const refresh_token = session.refreshToken()
  if (!refresh_token) {
    // Another tab has found the session over, and asks for the password: whatever is open here waits for it as well.
    const waits = now === null && session.user() !== null
    session.end(waits ? { kind: 'over' } : { kind: 'login', reason: 'expired', code: 'REFRESH_MISSING' })
    throw new ApiError('REFRESH_MISSING', '', 401)
  }
  try {
    const answer = await send(refreshTokens, { body: { refresh_token, device_token: session.deviceToken() ?? '' } })
    session.renew(answer.access_token, answer.refresh_token)
    return answer.access_token
  } catch (error) {
    // Signed in anew meanwhile, here or in another tab: what was refused is this browser's session no longer.
    const fresh = session.jwt()
    if (fresh && fresh !== now) return fresh
    endFor(error)
    throw error
  }
}

/** What a refusal means for the session. A call that merely failed (no network, a server in trouble) ends nothing. */
function endOf(code: string): SessionEnd | undefined {
  if (code === 'REFRESH_EXPIRED') return { kind: 'over' }
  if (code === 'REPEAT_LOGIN') return { kind: 'forcedOut' }
  if (code === 'DEVICE_MISMATCH') return { kind: 'login', reason: 'device' }
  if (code === 'MEMBERSHIP_CANCELLED') return { kind: 'login', reason: 'cancelled', code }
  if (code === 'ACCOUNT_CLOSED') return { kind: 'login', reason: 'closed', code }
  return VOID.includes(code) ? { kind: 'login', reason: 'expired', code } : undefined
}
export function endFor(error: unknown): void {
  const end = endOf(codeOf(error))
  if (codeOf(error) === 'ERROR_TOKEN') void endForToken(error, session.jwt())
  else if (end) session.end(end)
}

/**
 * The same for the refusal of one token. Where this browser has a newer one, or is about to (another tab refreshes, or
 * goes to another institution), the refusal was of the session before and ends nothing.
 */
export async function endForToken(error: unknown, token: string | null): Promise<void> {
  const end = endOf(codeOf(error))
  if (end)
    await withWebLock(async () => {
      if (session.jwt() !== token) return
      const told = codeOf(error) === 'ERROR_TOKEN' ? await trueEnd(end) : end
      if (session.jwt() === token) session.end(told)
    })
}

/** Nobody waits longer to be told that the session is over. */
const TOLD_WITHIN_MS = 3000
/**
 * A call is refused because its session is over, and not why. Whoever wants to renew it is told: that somebody signed in
 * elsewhere has to be said whichever call hears it first (AUTH-12).
 */
async function trueEnd(end: SessionEnd): Promise<SessionEnd> {
  const refresh_token = session.refreshToken()
  if (!refresh_token) return end
  try {
    const body = { refresh_token, device_token: session.deviceToken() ?? '' }
    await send(refreshTokens, { body }, { within: TOLD_WITHIN_MS })
    return end
  } catch (error) {
    return (codeOf(error) === 'REPEAT_LOGIN' && endOf('REPEAT_LOGIN')) || end
  }
}
