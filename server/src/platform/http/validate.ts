import { errorText, isErrorCode } from '@teleward/contract/core/errors.ts'
import { type ErrorCode, errors } from '@teleward/contract/core/errors.gen.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { storable } from '@teleward/contract/core/clean-text.ts'
import type { z } from 'zod'
import { AppError, type FieldError } from '../errors.ts'

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

/**
 * A schema may name a code of the catalogue as its message; otherwise a missing value, a text that is too long and a wrong
 * value are told apart.
 */
function codeOf(issue: z.core.$ZodIssue, input: unknown): ErrorCode {
  if (isErrorCode(issue.message)) return issue.message
  if (issue.code === 'too_big' && issue.origin === 'string') return 'TEXT_TOO_LONG'
  const value = at(input, issue.path)
  return value === undefined || value === null || value === '' ? 'FIELD_EMPTY' : 'VALUE_INVALID'
}

/** Codes that say of a field no more than the field itself shows: the call is refused as bad input. */
const OF_A_FIELD: readonly ErrorCode[] = ['FIELD_EMPTY', 'VALUE_INVALID', 'TEXT_TOO_LONG']
const refusable = (code: ErrorCode) => errors[code].http === 400 && !OF_A_FIELD.includes(code)

/**
 * Where a text stands that neither the database nor JSON can hold. What people write has been cleaned by then; this is for
 * texts of another kind (ids, documents that are kept as they came), which would be an error of the database otherwise.
 */
function unstorable(value: unknown, path: readonly string[] = []): string[] | undefined {
  if (typeof value === 'string') return storable(value) ? undefined : [...path]
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = storable(key) ? unstorable(inner, [...path, key]) : [...path]
    if (found) return found
  }
  return undefined
}

function requireStorable(parsed: unknown, lang: Locale): void {
  const found = unstorable(parsed)
  if (!found) return
  const code = 'TEXT_UNSTORABLE'
  const field = { path: found.join('.').slice(0, 200), code, message: errorText(code, lang) } as const
  throw new AppError(code, { fields: [field] })
}

/** Parses, dropping what the schema does not declare. A refusal names the fields, never repeats their values. */
export function parse<S extends z.ZodType>(schema: S, input: unknown, lang: Locale): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) {
    requireStorable(result.data, lang)
    return result.data
  }
  const fields: FieldError[] = result.error.issues.slice(0, 50).map((issue) => {
    const code = codeOf(issue, input)
    return { path: issue.path.map(String).join('.').slice(0, 200), code, message: errorText(code, lang) }
  })
  const own = fields.map((field) => field.code).find((code): code is ErrorCode => isErrorCode(code) && refusable(code))
  throw new AppError(own ?? 'BAD_INPUT', { fields })
}
