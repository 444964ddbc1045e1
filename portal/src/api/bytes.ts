import type { EndpointData, EndpointInput, EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { errorText, language } from '../i18n/i18n.ts'
import { type PieceSize, PIECE_WITHIN_MS } from '../lib/piece-size.ts'
import { beneath, renewing } from './client.ts'
import { ApiError, type FieldFault, retryAfterOf, TooSlow } from './errors.ts'
import { parsed, urlOf } from './http.ts'

/** Sends bytes to an endpoint whose body they are. One refresh and one replay on an expired token, as `call` does. */
export async function putBytes<const E extends EndpointShape>(
  endpoint: E,
  input: Omit<EndpointInput<E>, 'body'>,
  bytes: Uint8Array,
  more: More = {},
): Promise<EndpointData<E>> {
  return renewing((bearer) => put(endpoint, input, bytes, bearer, more), beneath(endpoint, more.signal))
}

/** The next piece of a file: one that takes too long is sent again at once, half as large, down to the smallest there is. */
export async function sendPiece<T>(
  size: PieceSize,
  file: Blob,
  from: number,
  send: (bytes: Uint8Array) => Promise<T>,
): Promise<T> {
  for (;;) {
    const bytes = new Uint8Array(await file.slice(from, from + size.bytes()).arrayBuffer())
    const began = performance.now()
    try {
      const answer = await send(bytes)
      size.came(performance.now() - began)
      return answer
    } catch (error) {
      if (!(error instanceof TooSlow) || !size.tooLong()) throw error
    }
  }
}

/** Beside the bytes: what they are, or where they belong; and who may stop them. */
interface More {
  headers?: Record<string, string>
  signal?: AbortSignal
}
async function put<E extends EndpointShape>(
  endpoint: E,
  input: Omit<EndpointInput<E>, 'body'>,
  bytes: Uint8Array,
  bearer: string | null,
  { headers, signal }: More,
): Promise<EndpointData<E>> {
  const { params, query } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const patience = AbortSignal.timeout(PIECE_WITHIN_MS)
  let response: Response
  let text: string
  try {
    response = await fetch(urlOf(endpoint.path, params, query), {
      method: endpoint.method,
      headers: {
        'Content-Type': 'application/octet-stream',
        'Accept-Language': language(),
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
        ...headers,
      },
      body: bytes as Uint8Array<ArrayBuffer>,
      cache: 'no-store',
      // An open and silent line gives no error; a megabyte over a poor one takes its time.
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    })
    // A line that breaks in the middle of an answer is as broken as one that breaks before it.
    text = await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw new (patience.aborted ? TooSlow : ApiError)('NETWORK_FAILED', errorText('NETWORK_FAILED'), 0)
  }
  const body = parsed(text, response.status) as {
    status?: string
    message?: string
    fields?: FieldFault[]
    data?: unknown
  }
  if (!response.ok) {
    const code = body.status ?? 'ERROR'
    throw new ApiError(
      code,
      body.message ?? errorText(code),
      response.status,
      body.fields ?? [],
      body.data,
      retryAfterOf(response.headers),
    )
  }
  return body.data as EndpointData<E>
}
