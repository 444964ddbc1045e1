import { createApp } from './app.ts'
import { seedDemoFiles } from './demo/files.ts'
import { seedDemo } from './demo/seed.ts'
import { PASSWORD } from './demo/world.ts'
import { type DemoLink, freshDemoLink } from './links/demo.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, readConfig } from './platform/config.ts'
import { type Db, openDatabase } from './platform/db/index.ts'
import { returnMemory } from './platform/memory.ts'
import { loadReference } from './reference/load.ts'

const DEMO_LOOKS_MS = 10 * 60_000
/** Longer than a request may take; then what still hangs is cut. */
const STOP_MS = 20_000
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
  const clock = systemClock
  let report = (error: unknown) => console.error('a step after a commit failed', error)
  const opened = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    clock,
    onAfterCommitError: (error) => report(error),
    poolSize: config.databasePool,
  })
  const { db } = opened
  try {
    await loadReference(opened.driver)
    if (config.demo) {
      await seedDemo(db, clock.now(), config.demoTimeZone)
      await seedDemoFiles(db, config.dataDir, clock.now())
    }
    const app = await createApp({ config, db, clock, rate: config.callsPerMinute })
    const { log } = app.deps
    report = (error) => log.error({ err: error }, 'a step after a commit failed')
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
      await app.drain()
      await app.close()
      await opened.close()
    })
    const place = placeOf(config, address)
    announce(config, place, config.demo ? await demoLinks(db, clock.now(), place) : [])
  } catch (error) {
    await opened.close()
    throw error
  }
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
