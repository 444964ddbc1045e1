import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { type Db, sql } from '../db/index.ts'
import { isNewer, policiesMigration, readMigrations } from '../db/migrate.ts'
import { AppError } from '../errors.ts'
import type { Http } from '../http/index.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { Timers } from '../timers/index.ts'
import type { Metrics } from './metrics.ts'

export interface HealthDeps {
  http: Http
  db: Db
  clock: Clock
  lifecycle: Lifecycle
  metrics: Metrics
  timers: Pick<Timers, 'kinds'>
  metricsToken: string | undefined
}
/** A database that does not answer in this time is away, for whoever directs traffic. */
const DATABASE_MS = 2000
const PART_MS = 2000

/**
 * `/health`: the process lives. `/ready`: send it traffic. `/metrics`: figures for Prometheus, to this machine alone or
 * to who has the token. They stand beside the API: nobody signs in for them, and they tell of nobody.
 */
export function serveHealth(deps: HealthDeps): void {
  const { http, db, clock, lifecycle, metrics, timers, metricsToken } = deps
  watchReplicas(deps)
  const { app } = http
  const config = { quiet: true }
  const standing = standingOf(deps)

  app.get('/health', { config }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'OK' }),
  )

  app.get('/ready', { config }, async (_request, reply) => {
    const { ready, ...said } = await standing()
    const parts = await Promise.all(
      [...lifecycle.parts].map(async ([name, up]) => [name, await within(PART_MS, up(), false)] as const),
    )
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'OK' : 'UNAVAILABLE',
        ...said,
        ...Object.fromEntries(parts),
        ...replicasOf(db),
      })
  })

  app.get('/metrics', { config }, async (request, reply) => {
    if (!mayScrape(request, metricsToken)) throw new AppError('NOT_FOUND')
    return reply
      .headers({ 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' })
      .send(await metrics.render())
  })

  metrics.gauge('teleward_ready', 'Whether this process wants traffic, as /ready says it.', async () =>
    Number((await standing()).ready),
  )
  metrics.gauge(
    'teleward_timers_overdue_seconds',
    'Age of the oldest timer that is due and has not fired, of those that this process fires.',
    async () => {
      const now = clock.now()
      const [row] = await db.system.read(
        sql<{
          at: Date | null
        }>`select min(due_at) as at from timer where due_at <= ${now} and kind = any(${timers.kinds()})`,
      )
      return row?.at ? (now.getTime() - row.at.getTime()) / 1000 : 0
    },
  )
  metrics.gauge(
    'teleward_db_connections',
    'Connections to the database, and who waits for one.',
    () => Object.entries(db.use()).map(([state, value]) => ({ labels: { state }, value })),
    ['state'],
  )
}

/** What a process needs to be sent traffic: whoever directs it and whoever is woken are told the same. */
function standingOf({ db, lifecycle }: HealthDeps) {
  const migrations = readMigrations()
  const policies = policiesMigration()
  let migrated = false

  async function look(): Promise<void> {
    if (migrated) return void (await db.system.read(sql`select 1`))
    const done = await db.system.read(
      sql<{ name: string; checksum: string }>`select name, checksum from schema_migration`,
    )
    const sums = new Map(done.map(({ name, checksum }) => [name, checksum]))
    const wanted = isNewer(sums.keys(), migrations) ? migrations : [...migrations, policies]
    migrated = wanted.every(({ name, checksum }) => sums.get(name) === checksum)
  }
  return async () => {
    const answered = look().then(
      () => true,
      () => false,
    )
    const database = await within(DATABASE_MS, answered, false)
    const { draining } = lifecycle
    return { database, migrated: database && migrated, draining, ready: database && migrated && !draining }
  }
}

/** A replica that is away makes nobody unready: the primary answers in its place. */
const replicasOf = ({ replicas }: Db) => (replicas ? { replicas: replicas.figures() } : {})

function watchReplicas({ db, metrics }: HealthDeps): void {
  const { replicas } = db
  if (!replicas) return
  const numbered = () => replicas.figures().map((figures, at) => ({ ...figures, replica: at + 1 }))
  metrics.gauge(
    'teleward_replica_lag_seconds',
    'Age of the oldest change that a replica has not; none of one that does not answer.',
    () =>
      numbered().flatMap(({ replica, lagSeconds }) =>
        lagSeconds === undefined ? [] : [{ labels: { replica }, value: lagSeconds }],
      ),
    ['replica'],
  )
  metrics.gauge(
    'teleward_replica_ready',
    'Whether a replica is asked: 0 where it is behind, gone, or no standby of this database.',
    () => numbered().map(({ replica, state }) => ({ labels: { replica }, value: Number(state === 'ready') })),
    ['replica'],
  )
  const reads = metrics.counter('teleward_replica_reads_total', 'Reads that a replica may answer, by who did.', ['by'])
  replicas.onRead((by) => reads.add({ by }))
}

const within = <T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([work, new Promise<T>((resolve) => setTimeout(resolve, ms, otherwise).unref())])

const digest = (text: string) => createHash('sha256').update(text).digest()
const LOOPBACK = /^(::ffff:)?127\.|^::1$/
const OWN_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i
/** Headers by which a proxy on this machine says that somebody else asks. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

function mayScrape(request: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (token && given && timingSafeEqual(digest(given), digest(token))) return true
  const here = LOOPBACK.test(request.socket.remoteAddress ?? '')
  // A page of another origin whose name was pointed at this machine comes by that name.
  const byName = OWN_HOST.test(request.headers.host ?? '')
  return here && byName && !FORWARDED.some((name) => request.headers[name] !== undefined)
}
