import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { DbError } from '../db/errors.ts'

export interface Described {
  type: string
  message: string
  stack: string
  [more: string]: unknown
}

/** What may be written of an error: never a body, a parameter or a value that the database quotes. */
export function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { type: 'unknown', message: 'something that is no error was thrown', stack: '' }
  const where =
    error instanceof DbError ? { constraint: error.constraint, table: error.table, column: error.column } : {}
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    type: error.name,
    message: error.message.slice(0, 500),
    code,
    ...where,
    stack: error.stack?.split('\n').slice(1, 12).join('\n') ?? '',
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

export const loggerOptions = (level: string) => ({
  level,
  // Requests are logged by `logRequests` alone: the framework's own line has the whole URL, and links' tokens in it.
  serializers: { err: describeError, error: describeError, req: () => ({}), res: () => ({}) },
  redact: {
    paths: ['*.password', '*.pwd', '*.token', '*.authorization', '*.cookie', '*.body', '*.id_number', '*.mobile'],
    remove: true,
  },
  base: undefined,
})

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the signed-in member of staff, for the log. */
    mid: number | undefined
    /** The code it was refused with. */
    refusal: string | undefined
    lang: import('@teleward/contract/core/scalars.ts').Locale | undefined
  }
}

/** One line per request: route as declared (not as called: paths hold ids and tokens), status, time, who. */
export function logRequests(app: FastifyInstance, log: FastifyBaseLogger): void {
  app.decorateRequest('mid', undefined)
  app.decorateRequest('refusal', undefined)
  app.decorateRequest('lang', undefined)
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      mid: request.mid,
      code: request.refusal,
    }
    if (reply.statusCode >= 500) log.error(line, 'request')
    else if (request.routeOptions.config?.quiet) log.trace(line, 'request')
    else log.info(line, 'request')
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Health checks and static files: not worth a line each. */
    quiet?: boolean
  }
}
