import { createApp } from './app.ts'
import { openDoor } from './backup/door.ts'
import { seedDemoFiles } from './demo/files.ts'
import { seedDemo } from './demo/seed.ts'
import { PASSWORD } from './demo/world.ts'
import { type DemoLink, freshDemoLink } from './consultation/links/demo.ts'
import { type Config, readConfig } from './platform/config.ts'
import { type DatabaseClock, databaseClock, type Db, openDatabase } from './platform/db/index.ts'
import type { Deps } from './platform/deps.ts'
import { isAppError } from './platform/errors.ts'
import { returnMemory } from './platform/memory.ts'
import { loadReference } from './reference/load.ts'

const DEMO_LOOKS_MS = 10 * 60_000
/** Longer than a request may take; then what still hangs is cut. */
const STOP_MS = 20_000
/** A clock that is further off than this is told. */
const CLOCK_OFF_MS = 2000
const CLOCK_LOOKS_MS = 60_000
const DEMO_LINKS = 3
const accounts = [
  'dr.lin',
  'dr.wang',
  'nurse.chen',
  'pharm.wu',
  'diet.hsu',
  'case.tsai',
  'cs.liu',
  'agent.kao',
  'admin',
]

/** Opens the database, brings it up to date, and serves. Throws what a person has to mend, in words. */
export async function serve(): Promise<void> {
  const config = readConfig()
  const clock = databaseClock()
  let report = (error: unknown) => console.error('a step after a commit failed', error)
  let replicaIs = (at: string, state: string, lag?: number) =>
    console.error(`the replica at ${at} is ${state}${lag ? `, ${lag.toFixed(1)} s behind` : ''}`)
  let replicaFailed = (at: string, code: string) => console.error(`a read failed on the replica at ${at}: ${code}`)
  const opened = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    clock,
    onAfterCommitError: (error) => report(error),
    poolSize: config.databasePool,
    readUrls: config.databaseReadUrls,
    onReplica: (at, state, lag) => replicaIs(at, state, lag),
    onReplicaError: (at, code) => replicaFailed(at, code),
  })
  const { db } = opened
  try {
    await clock.set(db)
    await loadReference(opened.driver)
    if (config.demo) await seedDemo(db, clock.now(), config.demoTimeZone)
    const app = await createApp({ config, db, clock, rate: config.callsPerMinute })
    const { log, storage } = app.deps
    if (config.demo)
      await seedDemoFiles(db, storage.files, clock.now()).catch((error: unknown) => {
        if (!isAppError(error, 'FILES_UNAVAILABLE')) throw error
        log.warn('the demo has no files: the object store does not answer; the next start tries again')
      })
    report = (error) => log.error({ err: error }, 'a step after a commit failed')
    replicaIs = (replica, state, lagSeconds) =>
      log[state === 'ready' ? 'info' : 'warn']({ replica, state, lagSeconds }, 'a replica has changed its state')
    const leave = clock.follow(db, (error) =>
      log.warn({ err: error }, 'the database could not be asked for its time; it is counted on from the last answer'),
    )
    const stopTelling = tellOfClock(clock, app.deps)
    replicaFailed = (replica, code) => log.warn({ replica, code }, 'a read failed on a replica; the primary was asked')
    const closeDoor =
      opened.driver.kind === 'pglite'
        ? await openDoor({
            driver: opened.driver,
            db,
            dataDir: config.dataDir,
            onError: (error) => log.error({ err: error }, 'a backup could not be read'),
          })
        : async () => undefined
    const address = await app.listen()
    returnMemory()
    // The demo's days follow the calendar, also on a machine that is never switched off.
    const living = setInterval(() => {
      if (config.demo)
        seedDemo(db, clock.now(), config.demoTimeZone).catch((error: unknown) =>
          log.error({ err: error }, 'the demo stands still'),
        )
    }, DEMO_LOOKS_MS)
    stopOnSignal(async () => {
      clearInterval(living)
      stopTelling()
      await app.drain()
      await closeDoor()
      await app.close()
      leave()
      await opened.close()
    })
    const place = placeOf(config, address)
    announce(config, place, config.demo ? await demoLinks(db, clock.now(), place) : [])
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** The clock of a machine times nothing here, but it is on the log's lines, and what it signs is read by others (object store, LiveKit). */
function tellOfClock(clock: DatabaseClock, { log, metrics }: Pick<Deps, 'log' | 'metrics'>): () => void {
  metrics.gauge(
    'teleward_clock_ahead_seconds',
    'How far the clock of this machine is ahead of the database’s, by which all processes go.',
    () => clock.ahead() / 1000,
  )
  let told = false
  const look = () => {
    const off = Math.abs(clock.ahead()) > CLOCK_OFF_MS
    if (off && !told)
      log.warn(
        { aheadSeconds: Math.round(clock.ahead() / 1000) },
        'the clock of this machine is not the database’s; the processes go by the database’s',
      )
    told = off
  }
  look()
  const timer = setInterval(look, CLOCK_LOOKS_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** One press of Ctrl-C comes several times: to the whole group, and handed on by each of its members. */
const SAME_SIGNAL_MS = 1500

/** Once: a second signal means now. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping && performance.now() - stopping < SAME_SIGNAL_MS) return
      if (stopping) process.exit(1)
      stopping = performance.now()
      setTimeout(() => process.exit(1), STOP_MS).unref()
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
}

const placeOf = (config: Config, address: string) =>
  (config.publicUrl ?? address.replace('[::1]', 'localhost').replace('127.0.0.1', 'localhost')).replace(/\/$/, '')

/** Links of patients who have not arrived yet, for whoever tries the demo. */
async function demoLinks(db: Db, now: Date, place: string): Promise<DemoLink[]> {
  const links: DemoLink[] = []
  for (let count = 0; count < DEMO_LINKS; count++) links.push(await freshDemoLink(db, now, place, { doctor: 'dr.lin' }))
  return links
}

function announce(config: Config, place: string, links: DemoLink[]): void {
  const lines = ['', `  Teleward is at ${place}`]
  if (config.demo) lines.push('', `  Demo accounts (password ${PASSWORD}): ${accounts.join(', ')}`)
  if (links.length) lines.push('', "  Patients' links to try, with what the identity check asks for:")
  for (const { url, patientName, birthday, last4, doctorName } of links)
    lines.push(`    ${url}`, `      ${patientName} with ${doctorName}: birthday ${birthday}, last four ${last4}`)
  if (config.tls) lines.push('', '  Served by HTTPS: a phone in this network gets its camera, too.')
  else
    lines.push('', '  Without TLS_CERT and TLS_KEY a camera opens on this machine only (localhost): phones need https.')
  console.log(`${lines.join('\n')}\n`)
}
