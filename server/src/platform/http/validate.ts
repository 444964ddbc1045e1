import { errorText, isErrorCode } from '@teleward/contract/core/errors.ts'
import { type ErrorCode, errors } from '@teleward/contract/core/errors.gen.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
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

/** A schema may name a code of the catalogue as its message; otherwise a missing value and a wrong one are told apart. */
function codeOf(issue: z.core.$ZodIssue, input: unknown): ErrorCode {
  if (isErrorCode(issue.message)) return issue.message
  const value = at(input, issue.path)
  return value === undefined || value === null || value === '' ? 'FIELD_EMPTY' : 'VALUE_INVALID'
}

const refusable = (code: ErrorCode) => errors[code].http === 400 && code !== 'FIELD_EMPTY' && code !== 'VALUE_INVALID'

/** Parses, dropping what the schema does not declare. A refusal names the fields, never repeats their values. */
export function parse<S extends z.ZodType>(schema: S, input: unknown, lang: Locale): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const fields: FieldError[] = result.error.issues.slice(0, 50).map((issue) => {
    const code = codeOf(issue, input)
    return { path: issue.path.map(String).join('.').slice(0, 200), code, message: errorText(code, lang) }
  })
  const own = fields.map((field) => field.code).find((code): code is ErrorCode => isErrorCode(code) && refusable(code))
  throw new AppError(own ?? 'BAD_INPUT', { fields })
}
