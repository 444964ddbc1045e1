import { z } from 'zod'
import type { EndpointShape, FileKind } from './endpoint.ts'
import { type ErrorCode, errors } from './errors.gen.ts'
import { XLSX_TYPE } from './export.ts'

const OF_EVERY_CALL: readonly ErrorCode[] = ['BAD_INPUT', 'TOO_LARGE', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE']
const OF_A_LINK: readonly ErrorCode[] = ['LINK_INVALID', 'LINK_EXPIRED', 'LINK_DEAD']
const OF_A_SESSION: readonly ErrorCode[] = ['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'ERROR_TOKEN', 'REPEAT_LOGIN']
/** ACCOUNT_SETUP, SESSION_COVERED: of all but the session itself, which differ by their address alone. */
const OF_A_BEGUN_SESSION: readonly ErrorCode[] = [...OF_A_SESSION, 'ACCOUNT_SETUP', 'SESSION_COVERED']
const OF_A_VERIFIED_SESSION: readonly ErrorCode[] = [
  ...OF_A_BEGUN_SESSION,
  'VERIFY_FIRST',
  'SECOND_STEP_SETUP',
  'FORBIDDEN',
]

function codesOfAccess({ permission }: EndpointShape): readonly ErrorCode[] {
  switch (permission) {
    case 'public':
      return []
    case 'linkToken':
      return OF_A_LINK
    case 'link':
      // FORBIDDEN: asked from another site.
      return [...OF_A_LINK, 'UNAUTHENTICATED', 'FORBIDDEN']
    case 'unverified':
      return OF_A_BEGUN_SESSION
    case 'session':
      return OF_A_VERIFIED_SESSION
    default:
      return [...OF_A_VERIFIED_SESSION, 'STAFF_NOT_VERIFIED']
  }
}

const names = (schema: z.ZodType | undefined, field: string) =>
  schema instanceof z.ZodObject && Object.hasOwn(schema.shape, field)

/**
 * Every code that a call may answer: those of all calls and of its kind of access, those that its shape brings with it
 * (an address that names something, a version that may have been overtaken, a key that was used before), and its own.
 */
export function codesOf(definition: EndpointShape): ErrorCode[] {
  const { params, query, body, idempotent, errors: own = [] } = definition
  const versioned = names(body, 'version') || names(query, 'version')
  return [
    ...new Set<ErrorCode>([
      ...OF_EVERY_CALL,
      ...codesOfAccess(definition),
      ...(params ? (['NOT_FOUND'] as const) : []),
      ...(versioned ? (['VERSION_STALE'] as const) : []),
      // DUPLICATE: done by a process that died before it could say so.
      ...(idempotent ? (['IDEMPOTENCY_MISMATCH', 'DUPLICATE'] as const) : []),
      ...own,
    ]),
  ]
}

/** The refusals by their status. A code that never answers a call has none. */
export function refusalsOf(definition: EndpointShape): Map<number, ErrorCode[]> {
  const byStatus = Map.groupBy(codesOf(definition), (code) => errors[code].http ?? 500)
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

const ANY = '*/*'
const media: Readonly<Record<FileKind, readonly string[]>> = {
  xlsx: [XLSX_TYPE],
  zip: ['application/zip'],
  pdf: ['application/pdf'],
  picture: ['image/*'],
  medicalFile: [ANY],
  recording: ['video/webm', 'video/mp4'],
  empty: [],
}
/** Streamed, whole or by `Range`. */
const inParts: readonly FileKind[] = ['medicalFile', 'recording']

/** Content types of the answer of a call that was done. */
export function mediaOf({ file, sheet }: EndpointShape): readonly string[] {
  if (file) return media[file]
  return sheet ? ['application/json', XLSX_TYPE] : ['application/json']
}
/** Statuses of a call that was done. 416 is one of them: the file is there, the part asked for is not. */
export const donesOf = ({ file }: EndpointShape): readonly number[] =>
  file && inParts.includes(file) ? [200, 206, 416] : [200]

/** Every status that a call may answer. */
export const statusesOf = (definition: EndpointShape): number[] => [
  ...new Set([...donesOf(definition), ...refusalsOf(definition).keys()]),
]
