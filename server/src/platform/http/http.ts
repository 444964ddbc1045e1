import { randomUUID } from 'node:crypto'
import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/types.ts'
import { AppError } from '../errors.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { Authenticators } from './access.ts'
import { watchConnections } from './connections.ts'
import { type CallsPerMinute, limitCalls } from './calls-per-minute.ts'
import { nonceOf, policy } from './csp.ts'
import { createIdempotency } from './idempotency.ts'
import { languageOf } from './language.ts'
import { loggerOptions, logRequests } from './logging.ts'
import { serveOpenApi } from './openapi.ts'
import { asAppError, errorEnvelope } from './reply.ts'
import type { Http } from './types.ts'

declare module 'fastify' {
  interface FastifyRequest {
    sentText?: string
  }
  interface FastifyContextConfig {
    signed?: boolean
  }
}

export interface HttpDeps extends CallsPerMinute {
  db: Db
  clock: Clock
  authenticate: Authenticators
  version: string
  logLevel?: string
  /** Where the log goes; standard output unless a test listens. */
  logTo?: { write(line: string): void }
  tls?: { cert: string; key: string } | undefined
  trustProxy?: readonly string[]
  /** Sees every request, before all others do. */
  watch?: (app: FastifyInstance) => void
  /** Further origins the portal may speak to. */
  connect?: readonly string[]
  /** Further origins that its pictures come from. */
  pictures?: readonly string[]
  lifecycle?: Lifecycle
}

/** Of answers that are no page. */
const CLOSED = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"
const OF_NO_DOMAIN = 'platform'
const MEGABYTE = 1024 * 1024
const SWEEP_MS = 3_600_000
const api = /^\/(his|comm|partner)(\/|$|\?)/

export async function createHttp(deps: HttpDeps): Promise<Http> {
  const app = createApp(deps)
  const registry: EndpointShape[] = []
  const domains = new Map<EndpointShape, string>()
  let current = OF_NO_DOMAIN
  const seen = new Set<string>()
  const http: Http = {
    app,
    db: deps.db,
    clock: deps.clock,
    authenticate: deps.authenticate,
    idempotency: createIdempotency(deps.db, deps.clock),
    connections: watchConnections(app, deps.lifecycle),
    registry,
    register: (definition) => {
      const name = `${definition.method} ${definition.path}`
      if (!definition.permission || !definition.audit) throw new Error(`${name} names no permission or no audit kind`)
      if (seen.has(name)) throw new Error(`${name} is defined twice`)
      seen.add(name)
      registry.push(definition)
      domains.set(definition, current)
    },
    within: (domain, work) => {
      const outer = current
      current = domain
      try {
        work()
      } finally {
        current = outer
      }
    },
    domainOf: (definition) => domains.get(definition) ?? OF_NO_DOMAIN,
  }
  const sweep = setInterval(
    () =>
      http.idempotency
        .sweep()
        .catch((error: unknown) => app.log.error({ err: error }, 'old keys could not be removed')),
    SWEEP_MS,
  )
  sweep.unref()
  app.addHook('onClose', async () => clearInterval(sweep))
  deps.watch?.(app)
  logRequests(app, app.log)
  await protect(app, deps)
  readBodies(app)
  answerErrors(app)
  serveOpenApi(http, deps.version)
  return http
}

function createApp(deps: HttpDeps): FastifyInstance {
  const options = {
    logger: { ...loggerOptions(deps.logLevel ?? 'info'), ...(deps.logTo ? { stream: deps.logTo } : {}) },
    // Requests are logged by `logRequests` alone, which leaves the address as called out.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false as const,
    trustProxy: deps.trustProxy?.length ? [...deps.trustProxy] : false,
    bodyLimit: MEGABYTE,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle' as const,
    // Refused by ourselves, in our own words: `protect`.
    return503OnClosing: false,
    connectionTimeout: 0,
    requestTimeout: 120_000,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: false, caseSensitive: true },
    // A URL that cannot be decoded never reaches a route.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      void sendError(error, request, reply)
    },
  }
  // The framework types a server by its transport; nothing above it needs to know.
  return deps.tls
    ? (Fastify({ ...options, https: deps.tls } as never) as unknown as FastifyInstance)
    : (Fastify(options) as unknown as FastifyInstance)
}

async function protect(app: FastifyInstance, deps: HttpDeps): Promise<void> {
  const secure = Boolean(deps.tls)
  await app.register(helmet, {
    // Our own below: the nonce belongs to styles alone.
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // A link's token stands in the address of its page.
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  const { lifecycle } = deps
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    const call = api.test(request.url) && !/^\/his\/docs/.test(request.url)
    // An answer of the API is no page: nothing in it may run or load, so it needs no nonce.
    reply.header(
      'content-security-policy',
      call
        ? CLOSED
        : policy(nonceOf(request.raw), { secure, connect: deps.connect ?? [], pictures: deps.pictures ?? [] }),
    )
    reply.header(
      'permissions-policy',
      'camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=(), usb=()',
    )
    if (api.test(request.url)) reply.header('cache-control', 'no-store')
    if (lifecycle?.closing) throw new AppError('UNAVAILABLE', { headers: { 'retry-after': '2' } })
  })
  // Read where a call asks for one: only pages of links have any.
  await app.register(cookie, { hook: false })
  await limitCalls(app, api, deps)
}

/** JSON is checked for keys that reach into prototypes; an empty body is none. Octets are handed on as they are. */
function readBodies(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.signed) request.sentText = String(body)
    if (body === '') done(null, undefined)
    else json(request, String(body), done)
  })
  app.addContentTypeParser(
    ['application/octet-stream', 'application/offset+octet-stream'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )
}

async function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const refusal = asAppError(error)
  request.refusal = refusal.code
  if (refusal.status >= 500)
    request.log.error(
      { requestId: request.id, route: request.routeOptions.url, err: refusal.cause ?? refusal },
      'failed',
    )
  const lang = request.lang ?? languageOf(request.headers['accept-language'])
  await reply
    .status(refusal.status)
    // An answer to HEAD has no body to say it in.
    .headers({
      ...refusal.headers,
      ...(request.method === 'HEAD' ? { 'x-refusal': refusal.code } : {}),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    .send(JSON.stringify(errorEnvelope(refusal, lang, request.id)))
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => sendError(new AppError('NOT_FOUND'), request, reply))
}
