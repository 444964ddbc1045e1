import { errorText } from '@teleward/contract/core/errors.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { AppError, type FieldError } from '../errors.ts'

export interface ErrorEnvelope {
  status: ErrorCode
  message: string
  fields?: FieldError[]
  data?: unknown
  requestId: string
}

const values = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null ? { ...data } : {}

export function errorEnvelope(error: AppError, lang: Locale, requestId: string): ErrorEnvelope {
  const data = values(error.data)
  return {
    status: error.code,
    message: errorText(error.code, lang, { ...data, requestId }),
    ...(error.fields ? { fields: error.fields } : {}),
    ...(error.data === undefined ? {} : { data: error.data }),
    requestId,
  }
}

// What the framework refuses before a handler is reached, by its own codes.
const framework: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_INPUT',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'BAD_INPUT',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_INPUT',
  FST_REQ_FILE_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_BAD_URL: 'BAD_INPUT',
  FST_ERR_MAX_PARAM_LENGTH: 'BAD_INPUT',
}

/** The database is not to be reached, is starting, stopping, or has no connection left. */
const AWAY = /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0|08\w{3}$|53300)/

/** Anything thrown as an answer: own refusals as they are, the framework's translated, the rest INTERNAL. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return new AppError('INTERNAL', { cause: error })
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = framework[code]
  if (known) return new AppError(known, { cause: error })
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  if (status === 413) return new AppError('TOO_LARGE', { cause: error })
  if (status === 429) return new AppError('RATE_LIMITED', { cause: error })
  if (status >= 400 && status < 500) return new AppError('BAD_INPUT', { cause: error })
  if (AWAY.test(code)) return new AppError('UNAVAILABLE', { cause: error })
  return new AppError('INTERNAL', { cause: error })
}
