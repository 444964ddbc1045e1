import type { EndpointData, EndpointInput, EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { devError } from '../ui/devError.ts'
import { ApiError, codeOf } from './errors.ts'
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

  return renewing((bearer) => send(endpoint, input, { ...base, bearer }))
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

/** One refresh and a single replay on an expired token; a session that the server has ended is ended here, for the reason it says. */
export async function renewing<T>(attempt: (bearer: string | null) => Promise<T>): Promise<T> {
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
