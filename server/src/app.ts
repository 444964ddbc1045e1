import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { register as registerBooking } from './appointments/booking-routes.ts'
import { register as registerAdmin } from './admin/routes.ts'
import { register as registerAppointments } from './appointments/routes.ts'
import { register as registerSending } from './appointments/send.ts'
import { register as registerAuth } from './sign-in/routes.ts'
import { type Auth, createAuth } from './auth/service.ts'
import { register as registerCalls } from './consultation/register.ts'
import { register as registerChat } from './chat/routes.ts'
import { register as registerChildCare } from './childcare/routes.ts'
import { register as registerConsents } from './consents/routes.ts'
import { register as registerCrm } from './crm/routes.ts'
import { register as registerDiet } from './diet/routes.ts'
import { register as registerDocuments } from './documents/routes.ts'
import { registerNotePresence } from './emr/presence.ts'
import { register as registerEmr } from './emr/routes.ts'
import { register as registerFees } from './payments/routes.ts'
import { register as registerForms } from './forms/routes.ts'
import { register as registerFiles } from './files/routes.ts'
import { register as registerGrants } from './grants/routes.ts'
import { register as registerHandoffs } from './handoffs/routes.ts'
import { register as registerMembers } from './members/routes.ts'
import { register as registerMessengers } from './messengers/routes.ts'
import { register as registerMonitoring } from './monitoring/routes.ts'
import { register as registerNotices } from './notices/routes.ts'
import { register as registerNotifications } from './notifications/routes.ts'
import { register as registerOpinions } from './opinions/routes.ts'
import { register as registerOutbox } from './outbox/register.ts'
import { register as registerEntry } from './registration/routes.ts'
import { register as registerReferralLinks } from './referral-links/routes.ts'
import { register as registerReferrals } from './referrals/routes.ts'
import { register as registerHealthChecks } from './healthchecks/routes.ts'
import { register as registerCareEvents } from './careevents/routes.ts'
import { register as registerBoards } from './boards/routes.ts'
import { register as registerProducts } from './products/routes.ts'
import { register as registerProfile } from './profile/routes.ts'
import { register as registerPush } from './push/routes.ts'
import { createSealer } from './platform/audit/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db/index.ts'
import type { Deps } from './platform/deps.ts'
import { AppError } from './platform/errors.ts'
import { createEventBus } from './platform/events/index.ts'
import { type Authenticators, createHttp, type Http } from './platform/http/index.ts'
import { createLifecycle } from './platform/lifecycle.ts'
import { createLimits } from './platform/limits.ts'
import { createObserver, serveHealth, tracedDb } from './platform/observe/index.ts'
import { servePortal } from './platform/portal.ts'
import { createSockets, type Heartbeat, type SocketServer } from './platform/sockets/index.ts'
import { createTimers } from './platform/timers/index.ts'
import { openStorages } from './storage/index.ts'
import { keepTidy } from './storage/tidy.ts'
import { register as registerSettlement } from './settlement/routes.ts'
import { register as registerShifts } from './shifts/routes.ts'
import { presenceOf, register as registerStaff } from './staff/routes.ts'
import { register as registerInstitution } from './institution/routes.ts'
import { register as registerSynonyms } from './synonyms/routes.ts'
import { register as registerTodos } from './todos/routes.ts'
import { register as registerUiConfig } from './uiconfig/routes.ts'
import { register as registerWords } from './snippets/routes.ts'

/** One line each: the domain, and what registers its calls. */
const domains: readonly [string, (deps: Deps) => void][] = [
  ['staff', registerStaff],
  ['appointments', registerAppointments],
  ['appointments', registerBooking],
  ['appointments', registerSending],
  ['fees', registerFees],
  ['calls', registerCalls],
  ['boards', registerBoards],
  ['careevents', registerCareEvents],
  ['healthchecks', registerHealthChecks],
  ['emr', registerEmr],
  ['emr', registerNotePresence],
  ['documents', registerDocuments],
  ['consents', registerConsents],
  ['words', registerWords],
  ['grants', registerGrants],
  ['profile', registerProfile],
  ['members', registerMembers],
  ['monitoring', registerMonitoring],
  ['admin', registerAdmin],
  ['uiconfig', registerUiConfig],
  ['notifications', registerNotifications],
  ['notices', registerNotices],
  ['push', registerPush],
  ['messengers', registerMessengers],
  ['synonyms', registerSynonyms],
  ['institution', registerInstitution],
  ['shifts', registerShifts],
  ['referrals', registerReferrals],
  ['referral-links', registerReferralLinks],
  ['handoffs', registerHandoffs],
  ['crm', registerCrm],
  ['outbox', registerOutbox],
  ['todos', registerTodos],
  ['chat', registerChat],
  ['files', registerFiles],
  ['forms', registerForms],
  ['opinions', registerOpinions],
  ['diet', registerDiet],
  ['childcare', registerChildCare],
  ['products', registerProducts],
  ['settlement', registerSettlement],
]

export interface AppOptions {
  config: Config
  db: Db
  clock: Clock
  /** The built portal; `portal/dist` unless a test brings its own. */
  dist?: string
  logTo?: { write(line: string): void }
  /** Calls per address and minute. */
  rate?: number
  /** How soon a silent line is noticed. */
  heartbeat?: Heartbeat
}

export interface App {
  http: Http
  sockets: SocketServer
  auth: Auth
  deps: Deps
  /** Takes calls; answers the address. */
  listen(): Promise<string>
  /**
   * Sends everybody elsewhere: `/ready` says no, sockets are told to connect anew, connections end with their next answer.
   * For `DRAIN_MS` requests are still taken, so that whoever directs them here can learn of it; then no more, but a refusal in words to who was just asking (`LINGER_MS` at most).
   */
  drain(): Promise<void>
  /** Lets calls in progress end, within bounds, closes sockets and timers. The database is closed by who opened it. */
  close(): Promise<void>
}

/** In-flight requests are waited for this long at a stop. */
const LONGEST_REQUEST_MS = 12_000
/** Whoever was asking is given this long to ask once more, after `DRAIN_MS`, and to be sent elsewhere. */
const LINGER_MS = 2_000

const builtPortal = fileURLToPath(new URL('../../portal/dist', import.meta.url))

/** Puts the house together: nothing here decides anything. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, clock } = options
  const observer = createObserver(config, (text) => http.app.log.warn({ reason: text }, 'traces could not be sent'))
  const { metrics } = observer
  const db = observer.traces ? tracedDb(options.db, observer.tracer) : options.db
  const auth = createAuth({ db, clock })
  const lifecycle = createLifecycle()
  // Read only where it is used.
  const joined = config.redisUrl
    ? await (await import('./platform/redis/index.ts')).joinByRedis({
        url: config.redisUrl,
        db,
        metrics,
        log: () => http.app.log,
      })
    : undefined
  if (joined) lifecycle.parts.set('redis', async () => joined.up)
  const limits = createLimits(clock, joined?.count)
  let linkOf: Authenticators['link'] = () => Promise.reject(new AppError('LINK_INVALID'))
  const http = await createHttp({
    db,
    clock,
    authenticate: { staff: auth.staff, session: auth.staffOfSession, link: (credentials) => linkOf(credentials) },
    personOf: auth.personOf,
    version: '1',
    logLevel: config.logLevel,
    ...(options.logTo ? { logTo: options.logTo } : {}),
    tls: config.tls,
    trustProxy: config.trustProxy,
    // LiveKit is asked over both: the line itself, and why one could not be had.
    connect: [config.commUrl, config.uploadUrl, config.livekit?.url, config.livekit?.url.replace(/^ws/, 'http')].filter(
      (one) => one !== undefined,
    ),
    pictures: config.uploadUrl ? [config.uploadUrl] : [],
    lifecycle,
    watch: observer.watch,
    ...(options.rate ? { rate: options.rate } : {}),
    ...(joined ? { limits } : {}),
  })
  const log = http.app.log
  const sockets = createSockets({
    server: http.app.server,
    db,
    clock,
    log,
    publicUrl: config.publicUrl,
    ...(options.heartbeat ? { heartbeat: options.heartbeat } : {}),
    around: (name, work) => observer.around('socket', name, work),
    ...(joined
      ? {
          attach: joined.attach,
          between: joined,
          onLine: (audience: string, here: boolean) => joined.roster[here ? 'arrived' : 'left'](audience),
        }
      : {}),
    authenticateStaff: auth.staff,
    staffOfSession: auth.staffOfSession,
  })
  const lag = metrics.histogram('teleward_timer_lag_seconds', 'How late timers fired.', ['kind'])
  const timers = createTimers({
    db,
    clock,
    log,
    around: (kind, lateMs, work) => {
      lag.observe(Math.max(0, lateMs) / 1000, { kind })
      return observer.around('timer', kind, work)
    },
  })
  metrics.gauge(
    'teleward_sockets',
    'Connections of this process.',
    () => Object.entries(sockets.counts()).map(([namespace, value]) => ({ labels: { namespace }, value })),
    ['namespace'],
  )
  const storage = await openStorages(config, { metrics, log })
  const starts: (() => void | Promise<void>)[] = []
  const stops: (() => void | Promise<void>)[] = []
  const deps: Deps = {
    http,
    db,
    clock,
    config,
    log,
    lifecycle,
    metrics,
    timers,
    storage: storage.storages,
    sockets,
    limits,
    joined,
    authenticateLink: (fn) => {
      linkOf = fn
    },
    onStart: (fn) => void starts.push(fn),
    onStop: (fn) => void stops.push(fn),
  }
  const { answers } = storage.storages
  // Away, it is no reason to send nobody here: all but files goes on, and no other process has them either.
  if (answers) lifecycle.parts.set('files', answers)
  serveHealth({ http, db, clock, lifecycle, metrics, timers, metricsToken: config.metricsToken })
  const portal = await servePortal(http, options.dist ?? builtPortal, config)
  const entry = { auth, presence: presenceOf(deps) }
  http.within('auth', () => registerAuth(deps, { ...entry, version: portal.version }))
  http.within('registration', () => registerEntry(deps, entry))
  for (const [domain, register] of domains) http.within(domain, () => register(deps))
  const events = createEventBus({
    db,
    clock,
    log,
    deliver: (committed) => sockets.deliver(committed),
    relay: joined?.relay,
  })
  const sealer = createSealer({ db, clock, log })
  stops.push(await auth.listen(sockets))
  const claimFiles = keepTidy(deps, storage)

  return {
    http,
    sockets,
    auth,
    deps,
    async listen() {
      await claimFiles()
      // Before anybody's line: what happened till then is for its resume, and is told to nobody.
      await joined?.start()
      await events.start()
      const address = await http.app.listen({ port: config.port, host: config.host })
      for (const start of starts) await start()
      await timers.start()
      sealer.start()
      return address
    },
    async drain() {
      const began = performance.now()
      lifecycle.draining = true
      sockets.drain()
      await sleep(config.drainMs)
      lifecycle.closing = true
      // Refused in words rather than cut off: who was just asking, and has not been told.
      while (!http.connections.told(began) && performance.now() - began < config.drainMs + LINGER_MS) await sleep(20)
    },
    async close() {
      lifecycle.draining = true
      lifecycle.closing = true
      await timers.stop()
      // Sockets first: an open one would keep the HTTP server from closing.
      await sockets.close()
      // A request that hangs must not keep the log from being sealed and the database from being closed.
      const cut = setTimeout(() => http.app.server.closeAllConnections(), LONGEST_REQUEST_MS)
      await http.app.close()
      clearTimeout(cut)
      for (const stop of stops.reverse()) await stop()
      storage.close()
      await events.stop()
      await joined?.stop()
      await sealer.stop()
      await observer.stop()
    },
  }
}
