import type { EndpointParsed, EndpointReply, EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { languageOf } from './language.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, StaffActor } from '../actor.ts'
import type { AuditEntry, Tx } from '../db/types.ts'
import { AppError, isAppError } from '../errors.ts'
import { admit, bearerOf, type Credentials } from './access.ts'
import { type Asked, attemptAt } from './attempt.ts'
import { isBarred } from './barred.ts'
import { type BeforeCommit, type CtxOf, type Ctx, track, type Wire } from './context.ts'
import { cookiesOf } from './cookies.ts'
import type { Http } from './types.ts'
import { type Answer, idempotencyKey } from './idempotency.ts'
import { listTarget } from './list-target.ts'
import { callerRights, mayRepeat } from './repeat.ts'
import { RawReply } from './raw.ts'
import { asked, exported, whole } from './sheet.ts'
import { parse } from './validate.ts'

export type Handler<E extends EndpointShape> = (
  ctx: CtxOf<E>,
  input: EndpointParsed<E>,
) => Promise<EndpointReply<E>> | EndpointReply<E>

export interface RouteOptions<E extends EndpointShape = EndpointShape> {
  /** Bytes; 1 MB unless told otherwise. */
  bodyLimit?: number
  /** Whoever calls signs what is sent: it is kept to the letter for `ctx.sent()`. */
  signed?: true
  /**
   * For calls with an idempotency key that answer something else than what their transaction comes to: what a repeat
   * answers after the first one was done by a process that died before it could say so. It must do nothing a second time.
   */
  again?: Handler<E>
}

export const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

/** Makes one definition answer. The only way to a route of the API: without permission and audit kind it does not compile. */
export function route<const E extends EndpointShape>(
  http: Http,
  definition: E,
  handler: Handler<E>,
  options: RouteOptions<E> = {},
): void {
  http.register(definition)
  http.app.route({
    method: definition.method,
    url: fastifyPath(definition.path),
    ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
    config: { signed: options.signed === true },
    handler: (request, reply) => {
      const handlers = {
        work: handler as unknown as AnyHandler,
        again: options.again as unknown as AnyHandler | undefined,
      }
      return answer(http, definition, handlers, request, reply)
    },
  })
}

type AnyHandler = (ctx: Ctx, input: { params: unknown; query: unknown; body: unknown }) => unknown

async function answer(
  http: Http,
  definition: EndpointShape,
  handlers: { work: AnyHandler; again: AnyHandler | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const cookie = (name: string) => cookiesOf(http.app, request.headers.cookie)[name]
  const body: unknown = request.body
  const appLang =
    typeof body === 'object' && body !== null && Object.hasOwn(body, 'appLang')
      ? Reflect.get(body, 'appLang')
      : undefined
  const lang = languageOf(request.headers['accept-language'], appLang)
  request.lang = lang
  const refused = (staff: StaffActor) =>
    definition.audit === 'none'
      ? undefined
      : http.db.audit(
          {
            action: `${definition.method} ${definition.path}`,
            kind: definition.audit,
            outcome: 'FORBIDDEN',
          },
          { mid: staff.mid, partnerId: staff.partnerId, linkId: null, ip: request.ip, requestId: request.id },
        )
  const who = await admit(
    definition.permission,
    `${definition.method} ${definition.path}`,
    credentials(definition, request, cookie),
    http.authenticate,
    refused,
  )
  if (definition.method !== 'GET' && who?.kind === 'link' && request.headers['sec-fetch-site'] === 'cross-site')
    throw new AppError('FORBIDDEN')
  if (who?.kind === 'staff') request.mid = who.mid

  const wire: Omit<Wire, 'asFile'> = {
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    lang,
    cookie,
    header: (name, value) => {
      reply.header(name, value)
    },
    setCookie: (name, value, options) => {
      reply.setCookie(name, value, options)
    },
    status: (code) => {
      reply.status(code)
    },
    sent: () => ({ text: request.sentText ?? '', header: (name) => headerOf(request, name) }),
    log: request.log,
  }
  const work = (beforeCommit?: BeforeCommit) =>
    perform(http, definition, handlers.work, request, { who, wire, beforeCommit, reply })

  const key = definition.idempotent && who ? idempotencyKey(request.headers['idempotency-key']) : undefined
  if (!key || !who) return (await work()).body
  const person = who.kind === 'staff' ? `staff:${who.mid}:${who.partnerId}` : `link:${who.linkId}`
  const content = [definition.method, request.url, body ?? null]
  const { again } = handlers
  const anew = again && (() => perform(http, { ...definition, audit: 'none' }, again, request, { who, wire, reply }))
  const origin = {
    mid: who.kind === 'staff' ? who.mid : null,
    partnerId: who.partnerId,
    linkId: who.kind === 'link' ? who.linkId : null,
    ip: wire.ip,
    requestId: wire.requestId,
  }
  const {
    status,
    body: first,
    replayed,
  } = await http.idempotency.run(
    {
      person,
      key,
      content,
      caller: callerRights(who, definition),
      mayRepeat: (kept) => mayRepeat(http.db, { who, definition, origin }, kept),
      again: anew,
    },
    work,
  )
  if (replayed) reply.header('idempotent-replayed', 'true')
  return reply.status(status).send(first)
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

interface Call {
  who: Actor | undefined
  wire: Omit<Wire, 'asFile'>
  beforeCommit?: BeforeCommit | undefined
  reply: FastifyReply
}

async function perform(
  http: Http,
  definition: EndpointShape,
  handler: AnyHandler,
  request: FastifyRequest,
  call: Call,
): Promise<Answer> {
  const { beforeCommit } = call
  let fit: { of: unknown; body: unknown } | undefined
  const mark =
    beforeCommit &&
    ((tx: Tx, value: unknown, entry: AuditEntry) => {
      const found = fitting(definition, value)
      fit = found && { of: value, body: found.body }
      return beforeCommit(tx, found, entry)
    })
  const sheet = asked(definition, request.query)
  const { ctx, finish, otherwise } = track(
    http.db,
    sheet ? { ...definition, audit: 'read' } : definition,
    call.who,
    { ...call.wire, asFile: sheet !== undefined },
    mark,
  )
  let named: Asked | undefined
  try {
    const input = validated(definition, request, call.wire)
    named = input
    if (sheet) {
      const answer = envelope(definition, await handler(ctx, whole(input)), call.reply)
      const file = await exported(sheet, ctx, input, answer, http.clock.now())
      await finish('OK')
      return { status: 200, body: envelope(definition, file, call.reply) }
    }
    const result = await handler(ctx, input)
    if (definition.list && definition.audit === 'read') otherwise(listTarget(input, result))
    // The answer is looked through while its audit row is on the way to the disk, and leaves once both are done.
    const kept = finish('OK')
    try {
      // What the transaction came to has been looked through already.
      const body = fit && fit.of === result ? fit.body : envelope(definition, result, call.reply)
      // Only now: a raw answer says its own.
      return { status: call.reply.statusCode, body }
    } finally {
      await kept
    }
  } catch (error) {
    if (isAppError(error)) {
      if (call.who?.kind === 'staff' && definition.audit !== 'none' && named && isBarred(error.code)) {
        const at = await attemptAt(http.db, call.who, definition, named)
        if (at) otherwise(at)
      }
      await finish(error.code)
    }
    throw error
  }
}

function validated(definition: EndpointShape, request: FastifyRequest, { lang }: Pick<Wire, 'lang'>) {
  const part = <S extends EndpointShape['params'] | EndpointShape['body']>(schema: S, value: unknown): unknown =>
    schema ? parse(schema, value, lang) : undefined
  return {
    params: part(definition.params, request.params ?? {}),
    query: part(definition.query, request.query ?? {}),
    // An absent body is an empty one, so that the missing fields are named.
    body: part(definition.body, request.body === undefined ? {} : request.body),
  }
}

/** Only what the response schema declares leaves the server; what does not fit it is our own mistake. */
function envelope(definition: EndpointShape, result: unknown, reply: FastifyReply): unknown {
  if (result instanceof RawReply) {
    reply.status(result.status).headers(result.headers)
    return result.body
  }
  const declared = (value: unknown): unknown => {
    const checked = definition.response.safeParse(value)
    if (checked.success) return checked.data
    const where = checked.error.issues.slice(0, 10).map((issue) => `${issue.path.map(String).join('.')}: ${issue.code}`)
    throw new Error(
      `The answer of ${definition.method} ${definition.path} does not fit its definition: ${where.join('; ')}`,
    )
  }
  if (definition.raw) return declared(result)
  if (!definition.list) return { status: 'OK', data: declared(result) }
  const { data, page, pageSize, total } = result as { data: unknown[]; page: number; pageSize: number; total: number }
  return { status: 'OK', data: data.map(declared), page, pageSize, total }
}

/** The answer, where what a transaction came to is one by the definition. */
function fitting(definition: EndpointShape, value: unknown): { body: unknown } | undefined {
  if (definition.raw || definition.list) return undefined
  const checked = definition.response.safeParse(value)
  return checked.success ? { body: { status: 'OK', data: checked.data } } : undefined
}

function credentials(
  definition: EndpointShape,
  request: FastifyRequest,
  cookie: (name: string) => string | undefined,
): Credentials {
  const bearer = bearerOf(request.headers.authorization)
  const params: unknown = request.params
  const token: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'token') : undefined
  const ofLink = definition.permission === 'link' || definition.permission === 'linkToken'
  return { bearer, linkToken: ofLink && typeof token === 'string' ? token : undefined, cookie, ip: request.ip }
}
