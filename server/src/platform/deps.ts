import type { FastifyBaseLogger } from 'fastify'
import type { LinkActor } from './actor.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/index.ts'
import type { Credentials, Http } from './http/index.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './observe/index.ts'
import type { Joined } from './redis/index.ts'
import type { SocketServer } from './sockets/index.ts'
import type { Storages } from './storage.ts'
import type { Timers } from './timers/index.ts'

/** What a domain's `register` gets. Nothing else is reached for. */
export interface Deps {
  http: Http
  db: Db
  clock: Clock
  config: Config
  log: FastifyBaseLogger
  lifecycle: Lifecycle
  /** Figures for whoever runs this. */
  metrics: Metrics
  timers: Timers
  /** Where files lie that people bring. */
  storage: Storages
  sockets: SocketServer
  limits: Limits
  /** The other processes, where `REDIS_URL` joins several. */
  joined: Joined | undefined
  /** Who the holder of a patient's link is, over HTTP. Given by the domain of links. */
  authenticateLink(fn: (credentials: Credentials & { linkToken: string }) => Promise<LinkActor>): void
  /** Runs once the server takes calls. */
  onStart(fn: () => void | Promise<void>): void
  /** Runs at a graceful stop, before the database closes; in reverse order. */
  onStop(fn: () => void | Promise<void>): void
}
