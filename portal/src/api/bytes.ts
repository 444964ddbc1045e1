import type { EndpointData, EndpointInput, EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { errorText, language } from '../i18n/i18n.ts'
import { beneath, renewing } from './client.ts'
import { ApiError, type FieldFault } from './errors.ts'
import { urlOf } from './http.ts'

/** Sends bytes to an endpoint whose body they are. One refresh and one replay on an expired token, as `call` does. */
export async function putBytes<const E extends EndpointShape>(
  endpoint: E,
  input: Omit<EndpointInput<E>, 'body'>,
  bytes: Uint8Array,
  more: More = {},
): Promise<EndpointData<E>> {
  return renewing((bearer) => put(endpoint, input, bytes, bearer, more), beneath(endpoint, more.signal))
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
  let response: Response
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
      signal: signal ? AbortSignal.any([signal, AbortSignal.timeout(30_000)]) : AbortSignal.timeout(30_000),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError('NETWORK_FAILED', errorText('NETWORK_FAILED'), 0)
  }
  const body = (await response.json().catch(() => ({}))) as {
    status?: string
    message?: string
    fields?: FieldFault[]
    data?: unknown
  }
  if (!response.ok) {
    const code = body.status ?? 'ERROR'
    throw new ApiError(code, body.message ?? errorText(code), response.status, body.fields ?? [], body.data)
  }
  return body.data as EndpointData<E>
}
