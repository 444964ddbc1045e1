import { coveredCalls } from '@teleward/contract/auth/covered-calls.ts'
import type { EndpointData, EndpointInput, EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { devError } from '../ui/devError.ts'
import { coverAsTold, untilUncovered } from './cover.ts'
import { ApiError, codeOf, isApiError } from './errors.ts'
import { newKey, type Parts, send, sendForFile } from './http.ts'
import { withWebLock, endForToken, renewed } from './refresh.ts'
import { session } from './session.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** Told by those who repeat a call themselves; otherwise each call of a creating endpoint makes its own. */
  idempotencyKey?: string
  /** A bearer of its own (a patient's link session): the staff session is neither used nor touched. */
  bearer?: string
}

/** 401 codes that a refresh can heal; any other 401 says what it says. */
const HEALED: readonly string[] = ['TOKEN_EXPIRED', 'UNAUTHENTICATED']
const ANONYMOUS: readonly string[] = ['public', 'link', 'linkToken']

/** Calls an endpoint of the contract. One refresh and a single replay on an expired token; everything else throws. */
export async function call<const E extends EndpointShape>(
  endpoint: E,
  input: EndpointInput<E>,
  options: CallOptions = {},
): Promise<EndpointData<E>> {
  const idempotencyKey = options.idempotencyKey ?? (endpoint.idempotent ? newKey() : undefined)
  const base = { signal: options.signal, idempotencyKey }
  if (options.bearer !== undefined || ANONYMOUS.includes(endpoint.permission))
    return send(endpoint, input, { ...base, bearer: options.bearer })

  return renewing((bearer) => send(endpoint, input, { ...base, bearer }), beneath(endpoint, options.signal))
}

/**
 * A call whose answer takes the place of this browser's session. The server ends the old one first: until the new one is
 * kept, no tab refreshes, and none believes a refusal.
 */
export async function replaceSession<const E extends EndpointShape>(
  endpoint: E,
  input: EndpointInput<E>,
  keep: (answer: EndpointData<E>) => void,
): Promise<void> {
  await renewing((bearer) => withWebLock(async () => keep(await send(endpoint, input, { bearer }))))
}

/** The same call for a file, with further words in its query (`format`). */
export function fileOf<const E extends EndpointShape>(
  endpoint: E,
  input: EndpointInput<E>,
  words: Record<string, string> = {},
): Promise<File> {
  const parts = input as Parts
  return renewing((bearer) => sendForFile(endpoint, { ...parts, query: { ...parts.query, ...words } }, { bearer }))
}

/** Whether a call goes on while the screen is covered, and who may give it up while it waits. */
interface Beneath {
  open?: boolean
  signal?: AbortSignal | undefined
}
export const beneath = ({ method, path }: Pick<EndpointShape, 'method' | 'path'>, signal?: AbortSignal): Beneath => ({
  open: coveredCalls.has(`${method} ${path}`),
  signal,
})

/** A call of the session: it waits while the screen is covered, and again where the server knows of a cover first. */
export async function renewing<T>(
  attempt: (bearer: string | null) => Promise<T>,
  { open = false, signal }: Beneath = {},
): Promise<T> {
  for (;;) {
    if (!open) await untilUncovered(signal)
    try {
      return await renewedOnce(attempt)
    } catch (error) {
      if (open || !isApiError(error, 'SESSION_COVERED') || !coverAsTold()) throw error
    }
  }
}

/** One refresh and a single replay on an expired token; a session that the server has ended is ended here, for the reason it says. */
async function renewedOnce<T>(attempt: (bearer: string | null) => Promise<T>): Promise<T> {
  const bearer = session.jwt()
  try {
    return await attempt(bearer)
  } catch (error) {
    if (!(error instanceof ApiError) || error.http !== 401 || !HEALED.includes(error.code))
      throw await handleSessionError(error, bearer)
  }
  const fresh = await renewed(bearer)
  try {
    return await attempt(fresh)
  } catch (error) {
    throw await handleSessionError(error, fresh)
  }
}

/** On `window`: a call was refused because a second factor has to be set up first. */
export const SECOND_FACTOR_ASKED = 'secondstep'

/** A session that the server has ended is ended here too; the caller still learns of the failed call. */
async function handleSessionError(error: unknown, bearer: string | null): Promise<unknown> {
  if (error instanceof ApiError) {
    if (error.http === 401) await endForToken(error, bearer)
    if (error.code === 'SECOND_STEP_SETUP') dispatchEvent(new Event(SECOND_FACTOR_ASKED))
    if (error.http >= 500 || error.code === 'BAD_INPUT')
      devError(error.http, `${codeOf(error)} ${error.message}`, error)
  }
  return error
}
