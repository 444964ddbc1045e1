import type { EndpointData, EndpointInput, EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { errorText, language } from '../i18n/i18n.ts'
import { fileNameOf } from './file-name.ts'
import { ApiError, type FieldFault, retryAfterOf } from './errors.ts'

export interface SendOptions {
  bearer?: string | null
  signal?: AbortSignal
  /** The same key on a repeat makes the server answer the first result instead of creating a second record. */
  idempotencyKey?: string
  /** For an answer, to its last byte; milliseconds. */
  within?: number
}
export interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}
interface Failure {
  status?: unknown
  message?: unknown
  fields?: FieldFault[]
  data?: unknown
}

/** Where the comm service and the upload host are when they are not this server: origins, written into the page by the server. */
function originOf(path: string): string {
  const name = path.startsWith('/comm/') ? 'comm-url' : path.startsWith('/his/api/uploadphoto/') ? 'upload-url' : ''
  if (!name || typeof document === 'undefined') return ''
  const told = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  return /^https?:\/\//.test(told) ? told : ''
}

/** Fills the braces of the contract's path. A value is one segment, whatever it contains. */
export function urlOf(path: string, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null || value === '') throw new Error(`${path} lacks ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
  }
  const text = search.toString()
  return originOf(path) + (text ? `${filled}?${text}` : filled)
}

/** Random 128 bits; `crypto.randomUUID` does not exist outside secure contexts. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A line that is open and silent gives no error: without an end of patience the call would wait for ever. */
const ANSWER_WITHIN_MS = 20_000

async function fetched<T>(
  url: string,
  init: RequestInit,
  within: number,
  body: (response: Response) => Promise<T>,
): Promise<{ response: Response; read: T }> {
  const patience = AbortSignal.timeout(within)
  try {
    const signal = init.signal ? AbortSignal.any([init.signal, patience]) : patience
    const response = await fetch(url, { ...init, signal })
    // A line that breaks in the middle of an answer is as broken as one that breaks before it.
    return { response, read: await body(response) }
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError('NETWORK_FAILED', errorText('NETWORK_FAILED'), 0)
  }
}

async function fetchJson(
  url: string,
  init: RequestInit,
  within = ANSWER_WITHIN_MS,
): Promise<{ response: Response; body: unknown }> {
  const { response, read } = await fetched(url, init, within, (answer) => answer.text())
  return { response, body: parsed(read, response.status) }
}

export function parsed(text: string, http: number): unknown {
  try {
    return text ? JSON.parse(text) : {}
  } catch {
    // A proxy's page instead of an answer.
    throw new ApiError('ERROR', errorText('ERROR'), http)
  }
}

/** Where a number stands that none could be read from (`ui/NumberField.tsx`); JSON would have `null` in its place. */
function unread(value: unknown, path: readonly string[] = []): readonly string[] | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = unread(inner, [...path, key])
    if (found) return found
  }
  return undefined
}
/** The same refusal as the server's, before anything is sent: an unclear number would take away the one that is kept. */
function requireNumbers({ query, body }: Parts): void {
  const found = unread(query) ?? unread(body)
  if (!found) return
  const field = { path: found.join('.'), code: 'NUMBER_UNCLEAR', message: errorText('NUMBER_UNCLEAR') }
  throw new ApiError('NUMBER_UNCLEAR', errorText('NUMBER_UNCLEAR'), 400, [field])
}

function request(endpoint: EndpointShape, { query, body, params }: Parts, options: SendOptions): [string, RequestInit] {
  requireNumbers({ query, body })
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': language() }
  if (options.bearer) headers.Authorization = `Bearer ${options.bearer}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey
  return [
    urlOf(endpoint.path, params, query),
    {
      method: endpoint.method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: options.signal,
      credentials: 'same-origin',
      cache: 'no-store',
    },
  ]
}

/** One call as the contract defines it, without any thought of sessions. Throws `ApiError` when refused. */
export async function send<const E extends EndpointShape>(
  endpoint: E,
  input: EndpointInput<E>,
  options: SendOptions = {},
): Promise<EndpointData<E>> {
  const answer = await fetchJson(...request(endpoint, input as Parts, options), options.within)
  return unwrap(endpoint, answer.response, answer.body)
}

/** A file takes longer than an answer: the server writes it while it is waited for. */
const FILE_WITHIN_MS = 120_000

/** The same for an answer that is a file; a refusal is the usual envelope. */
export async function sendForFile(endpoint: EndpointShape, input: Parts, options: SendOptions): Promise<File> {
  const [url, init] = request(endpoint, input, options)
  const { response, read } = await fetched(url, init, options.within ?? FILE_WITHIN_MS, (answer) => answer.blob())
  if (!response.ok) unwrap(endpoint, response, parsed(await read.text(), response.status))
  return new File([read], fileNameOf(response.headers.get('content-disposition')), { type: read.type })
}

function unwrap<E extends EndpointShape>(endpoint: E, response: Response, body: unknown): EndpointData<E> {
  const http = response.status
  const failure = (body ?? {}) as Failure
  const word = typeof failure.status === 'string' ? failure.status : undefined
  const refused = http >= 400 || word === 'ERROR_TOKEN' || word === 'ERROR'
  if (refused) {
    const code = word && word !== 'OK' ? word : 'ERROR'
    const message = typeof failure.message === 'string' && failure.message ? failure.message : errorText(code)
    throw new ApiError(code, message, http, failure.fields ?? [], failure.data, retryAfterOf(response.headers))
  }
  if (endpoint.raw || endpoint.list) return body as EndpointData<E>
  return (body as { data: EndpointData<E> }).data
}
