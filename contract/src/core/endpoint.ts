import type { z } from 'zod'
import type { ErrorCode } from './errors.gen.ts'
import type { Permission } from './permissions.gen.ts'
import type { ExportDefinition } from './export.ts'

/**
 * Who may call: a key of the permission table, or
 * - `public`: nobody need be signed in (sign-in itself, the bare pages' own calls);
 * - `session`: any signed-in, verified member of staff, for matters of the session itself;
 * - `unverified`: also a session that ended as `unfinsh_verify`;
 * - `link`: the holder of a patient's link who has passed the identity check;
 * - `linkToken`: whoever holds the link's token, before the identity check.
 */
export type Access = Permission | 'public' | 'session' | 'unverified' | 'link' | 'linkToken'

/** What the audit log keeps of a call: nothing, an opening of patient data, a change, or an act of the session. */
export type AuditKind = 'none' | 'read' | 'write' | 'auth'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD'

/** Query families a successful call makes stale in the portal. */
export type Tag =
  | 'session'
  | 'appointments'
  | 'counts'
  | 'presence'
  | 'calls'
  | 'calllog'
  | 'rooms'
  | 'recordings'
  | 'record'
  | 'notes'
  | 'words'
  | 'members'
  | 'consents'
  | 'preferences'
  | 'links'
  | 'readings'
  | 'logs'
  | 'grants'
  | 'profile'
  | 'admin'
  | 'uiconfig'
  | 'outbox'
  | 'reviews'
  | 'bindings'
  | 'shifts'
  | 'referrals'
  | 'handoffs'
  | 'opinions'
  | 'cases'
  | 'payments'
  | 'chat'
  | 'files'
  | 'alerts'
  | 'diet'
  | 'childcare'
  | 'sets'
  | 'templates'
  | 'products'
  | 'recommendations'
  | 'prescriptions'
  | 'notifications'
  | 'careevents'
  | 'questionnaires'
  | 'forms'
  | 'healthchecks'
  | 'notices'
  | 'feedbacks'
  | 'privacy'
  | 'statements'

/** What a call that answers a file answers: `core/answers.ts` has the content types. */
export type FileKind = 'xlsx' | 'zip' | 'pdf' | 'picture' | 'medicalFile' | 'recording' | 'empty'

export interface EndpointShape {
  method: Method
  /** As in `endpoints.tsv`, parameters in braces: `/his/api/queue/{partnerid}/{sdid}`. */
  path: string
  summary: string
  permission: Access
  audit: AuditKind
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Shape of `data`; with `list` of one row; with `raw` of the whole body (the wire's exceptions). */
  response: z.ZodType
  list?: boolean
  /** The same list as a file, asked for with `?format=xlsx`: same rights and filters, audited as an export. */
  sheet?: ExportDefinition
  raw?: boolean
  /** The answer is a file of this kind, not JSON. */
  file?: FileKind
  /** The body is bytes, not JSON. */
  binary?: boolean
  /** Accepts an `Idempotency-Key`: a replay returns the first answer and creates nothing. */
  idempotent?: boolean
  /**
   * It changes nothing, and a read replica may answer it (`DATABASE_READ_URL`): lists that many rows are read for. What was
   * committed before it was asked is in the answer; the transactions are read only on the primary as well.
   */
  replica?: true
  /** Codes this call may answer beside the common ones. */
  errors?: readonly ErrorCode[]
  /** What the portal has to fetch again after it. For reads: the families the answer belongs to. */
  tags: readonly Tag[]
}

/** One definition makes the route, the client, the OpenAPI entry, the tests and the invalidation. */
export function endpoint<const E extends EndpointShape>(definition: E): E {
  return definition
}

type In<T> = T extends z.ZodType ? z.input<T> : undefined
type Out<T> = T extends z.ZodType ? z.output<T> : undefined
type Drop<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** What a caller passes: `{params?, query?, body?}`, only the parts that exist. */
export type EndpointInput<E extends EndpointShape> = Drop<{
  params: In<E['params']>
  query: In<E['query']>
  body: In<E['body']>
}>
/** What a handler receives after validation. */
export type EndpointParsed<E extends EndpointShape> = {
  params: Out<E['params']>
  query: Out<E['query']>
  body: Out<E['body']>
}
export interface Page<T> {
  data: T[]
  page: number
  pageSize: number
  total: number
}
/** What a handler returns, and what the client gets: the data, a page of rows, or the raw body. */
export type EndpointData<E extends EndpointShape> = E extends { list: true }
  ? Page<z.output<E['response']>>
  : z.output<E['response']>
export type EndpointReply<E extends EndpointShape> = E extends { list: true }
  ? Page<z.input<E['response']>>
  : z.input<E['response']>
