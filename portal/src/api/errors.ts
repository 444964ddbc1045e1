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

  constructor(code: string, message: string, http: number, fields: readonly FieldFault[] = [], data?: unknown) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.http = http
    this.fields = fields
    this.data = data
  }
}

export const isApiError = (error: unknown, code?: ErrorCode): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code)
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'ERROR')
