import { type ErrorCode, errors } from '@teleward/contract/core/errors.gen.ts'

export interface FieldError {
  path: string
  code: string
  message?: string
}
export interface ErrorDetails {
  fields?: FieldError[]
  /** The current record of a stale write, the time left of a lock …: goes out as `data`. Values of the text too. */
  data?: unknown
  /** Overrides the catalogue's HTTP status. */
  status?: number
  headers?: Record<string, string>
  cause?: unknown
}

/** An expected refusal. Its code is in the catalogue, its text is chosen by the caller's language when it is answered. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly fields: FieldError[] | undefined
  readonly data: unknown
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.status = details.status ?? errors[code].http ?? 500
    this.fields = details.fields
    this.data = details.data
    this.headers = details.headers ?? {}
  }
}

export const isAppError = (error: unknown, code?: ErrorCode): error is AppError =>
  error instanceof AppError && (code === undefined || error.code === code)
