import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { type Db, sql } from '../db/index.ts'
import { readMigrations } from '../db/migrate.ts'
import { AppError } from '../errors.ts'
import type { Http } from '../http/index.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { Metrics } from './metrics.ts'

export interface HealthDeps {
  http: Http
  db: Db
  clock: Clock
  lifecycle: Lifecycle
  metrics: Metrics
  metricsToken: string | undefined
}
/** A database that does not answer in this time is away, for whoever directs traffic. */
const DATABASE_MS = 2000

/**
 * `/health`: the process lives. `/ready`: send it traffic. `/metrics`: figures for Prometheus, to this machine alone or
 * to who has the token. They stand beside the API: nobody signs in for them, and they tell of nobody.
 */
export function serveHealth({ http, db, clock, lifecycle, metrics, metricsToken }: HealthDeps): void {
  const { app } = http
  const config = { quiet: true }
  const wanted = readMigrations()
  let migrated = false

  app.get('/health', { config }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'OK' }),
  )

  app.get('/ready', { config }, async (_request, reply) => {
    const database = await within(
      DATABASE_MS,
      db.system.read(sql`select 1`).then(
        () => true,
        () => false,
      ),
      false,
    )
    if (database && !migrated) {
      const done = await db.system.read(
        sql<{ name: string; checksum: string }>`select name, checksum from schema_migration`,
      )
      const sums = new Map(done.map(({ name, checksum }) => [name, checksum]))
      migrated = wanted.every(({ name, checksum }) => sums.get(name) === checksum)
    }
    const { draining } = lifecycle
    const ready = database && migrated && !draining
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'OK' : 'UNAVAILABLE', database, migrated: database && migrated, draining })
  })

  app.get('/metrics', { config }, async (request, reply) => {
    if (!mayScrape(request, metricsToken)) throw new AppError('NOT_FOUND')
    return reply
      .headers({ 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' })
      .send(await metrics.render())
  })

  metrics.gauge('teleward_ready', 'Whether this process wants traffic.', () => (lifecycle.draining ? 0 : 1))
  metrics.gauge(
    'teleward_timers_overdue_seconds',
    'Age of the oldest timer that is due and has not fired.',
    async () => {
      const now = clock.now()
      const [row] = await db.system.read(
        sql<{ at: Date | null }>`select min(due_at) as at from timer where due_at <= ${now}`,
      )
      return row?.at ? (now.getTime() - row.at.getTime()) / 1000 : 0
    },
  )
  metrics.gauge('teleward_db_connections', 'Connections to the database, and who waits for one.', () =>
    Object.entries(db.use()).map(([state, value]) => ({ labels: { state }, value })),
  )
}

const within = <T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([work, new Promise<T>((resolve) => setTimeout(resolve, ms, otherwise).unref())])

const digest = (text: string) => createHash('sha256').update(text).digest()
const LOOPBACK = /^(::ffff:)?127\.|^::1$/
/** Headers by which a proxy on this machine says that somebody else asks. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

function mayScrape(request: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (token && given && timingSafeEqual(digest(given), digest(token))) return true
  const here = LOOPBACK.test(request.socket.remoteAddress ?? '')
  return here && !FORWARDED.some((name) => request.headers[name] !== undefined)
}
