import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { bearerOf } from './access.ts'

export interface CallsPerMinute {
  /** Calls per minute of a signed-in person, and of an address that shows nobody. */
  rate?: number
  /** Counts them over several processes; of this one alone otherwise. */
  limits?: Limits | undefined
  /** Whom a token's signature names, read from memory; undefined where it names nobody. */
  personOf?: (bearer: string) => Promise<number | undefined>
}

/**
 * RATE_LIMITED beyond. Counted by person, since all of a clinic come from one address: an address is counted for who is
 * not signed in, with every token that is none.
 */
export async function limitCalls(app: FastifyInstance, api: RegExp, deps: CallsPerMinute): Promise<void> {
  const { personOf, limits } = deps
  const callerOf = async (request: FastifyRequest): Promise<string> => {
    const bearer = bearerOf(request.headers.authorization)
    const mid = bearer === undefined ? undefined : await personOf?.(bearer)
    return mid === undefined ? request.ip : `staff ${mid}`
  }
  await app.register(rateLimit, {
    global: true,
    max: deps.rate ?? 1200,
    timeWindow: 60_000,
    allowList: (request) => !api.test(request.url),
    keyGenerator: callerOf,
    errorResponseBuilder: () => new AppError('RATE_LIMITED'),
    ...(limits ? { store: storeOf(limits) } : {}),
  })
}

/** What the limiter asks of its store: one more by this caller, and how many there were. */
function storeOf({ count }: Limits) {
  return class {
    incr(
      key: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
    ) {
      count('calls', key, windowMs).then((counted) => done(null, { current: counted.count, ttl: counted.ttl }), done)
    }
    child() {
      return this
    }
  }
}
