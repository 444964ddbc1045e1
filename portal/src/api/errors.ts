import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'

export interface FieldFault {
  path: string
  code?: string
  message?: string
}

/** A refused or failed call. `message` is the server's, in the caller's language; `data` what the code brings along. */
export class ApiError extends Error {
  readonly code: ErrorCode | (string & {})
  /** 0 when the call never reached the server. */
  readonly http: number
  readonly fields: readonly FieldFault[]
  readonly data: unknown
  /** Seconds after which the server wants to be asked again (`Retry-After`). */
  readonly retryAfter: number | null

  constructor(
    code: string,
    message: string,
    http: number,
    fields: readonly FieldFault[] = [],
    data?: unknown,
    retryAfter: number | null = null,
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.http = http
    this.fields = fields
    this.data = data
    this.retryAfter = retryAfter
  }
}

/** A moment instead of seconds is not read: none of the server's answers has one. */
export function retryAfterOf(headers: Headers): number | null {
  const said = headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(said) ? Number(said) : null
}

/** Nothing came in time, on a line that was open: no answer, or not all of what was sent. */
export class TooSlow extends ApiError {}

export const isApiError = (error: unknown, code?: ErrorCode): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code)
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'ERROR')
