import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/types.ts'
import type { Authenticators } from './access.ts'
import type { Connections } from './connections.ts'
import type { Idempotency } from './idempotency.ts'

/** What routes are registered on. */
export interface Http {
  readonly app: FastifyInstance
  readonly db: Db
  readonly clock: Clock
  readonly authenticate: Authenticators
  readonly idempotency: Idempotency
  readonly connections: Connections
  /** Every definition that answers here. */
  readonly registry: readonly EndpointShape[]
  register(definition: EndpointShape): void
  /** Runs what registers the calls of a domain: the domain is what the API's description files them under. */
  within(domain: string, work: () => void): void
  domainOf(definition: EndpointShape): string
}
