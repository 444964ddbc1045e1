import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { served } from '../scripts/lib/engine.mjs'
import {
  copyDatabase,
  createDatabase,
  type PostgresTemplate,
  runStatements,
} from '../server/src/platform/testing/databases.ts'
import { startPostgres } from '../server/src/platform/testing/postgres-server.ts'
import { timezoneId } from './zone.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Patience, not a measure: a first start makes the demo, and others may be at work on the machine. */
const READY_MS = 300_000

export interface TestServer {
  url: string
  dataDir: string
  /** Everything it printed so far. */
  output(): string
  /** A patient's link for a visit of today: of a doctor by account, or of the visit itself; with a clock if need be. */
  link(wish?: LinkWish): Promise<DemoLink>
  /** kill -9, nothing is closed in order. */
  kill(): Promise<void>
  /** SIGTERM: it drains. */
  stop(): Promise<void>
  /** On the same data, with other settings from now on where there are some. */
  start(settings?: NodeJS.ProcessEnv): Promise<void>
  /** Rows of years, which no journey has the time to make by calls; PostgreSQL alone. */
  plant(statements: string): Promise<void>
  /** Stops it in order, runs `npm run verify-audit` on its data, and answers what that printed. */
  verifyAudit(): Promise<string>
  /** Another process on the same data, at this port; it ends when this one is removed. */
  beside(port: number): Promise<{ url: string; output(): string }>
  /** Ends it and removes its data. */
  remove(): Promise<void>
}
export interface LinkWish {
  doctor?: string
  qid?: number
  seconds?: number
}
export interface DemoLink {
  url: string
  qid: number
  doctorName: string
  patientName: string
  startAt: string
  birthday: string
  last4: string
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

interface Started {
  child: ChildProcess
  output(): string
}
function launch(dataDir: string, port: number, extra: NodeJS.ProcessEnv): Promise<Started> {
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    DEMO_TIME_ZONE: timezoneId,
    ...extra,
  }
  const child = spawn(process.execPath, served, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`The server was not ready in time:\n${text}`))
    }, READY_MS)
    const hear = (part: Buffer) => {
      text += part.toString()
      if (!text.includes('Teleward is at')) return
      clearTimeout(timer)
      resolve({ child, output: () => text })
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`The server ended with ${code}:\n${text}`))
    })
  })
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

/** What the embedded database has by itself: the demo, and messages that stay in the house. */
const LIKE_EMBEDDED = { DEMO: '1', OUTBOX: 'development' }

/**
 * A database and a data directory with the demo in them: every journey gets a copy of its own, which starts in a third
 * of the time. Playwright calls this once before the run, and what it answers after it; `run.ts` once for all its phases.
 */
export default async function makeTemplate(): Promise<() => Promise<void>> {
  if (process.env.E2E_TEMPLATE) return async () => {}
  const cluster = await startPostgres()
  const dataDir = mkdtempSync(join(tmpdir(), 'teleward-e2e-template-'))
  const { url, ...template } = await createDatabase(cluster.url)
  const { child } = await launch(dataDir, await freePort(), { DATABASE_URL: url, ...LIKE_EMBEDDED })
  await ended(child, 'SIGTERM')
  process.env.E2E_TEMPLATE = JSON.stringify({ dataDir, ...template } satisfies Template)
  return async () => {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
interface Template extends PostgresTemplate {
  dataDir: string
}

/**
 * The real server on a port of its own, with the demo institution: on PostgreSQL, as institutions run it, or on the
 * embedded database with a demo of its own making, as `npm start` has it for a newcomer.
 */
export async function startServer(
  settings: NodeJS.ProcessEnv | ((url: string) => NodeJS.ProcessEnv) = {},
  { embedded = false }: { embedded?: boolean } = {},
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'teleward-e2e-'))
  const made = embedded ? undefined : process.env.E2E_TEMPLATE
  const template = made ? (JSON.parse(made) as Template) : undefined
  if (template) cpSync(template.dataDir, dataDir, { recursive: true })
  const database = template && (await copyDatabase(template))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const told = typeof settings === 'function' ? settings(url) : settings
  let extra: NodeJS.ProcessEnv = { DATABASE_URL: database?.url ?? '', ...LIKE_EMBEDDED, ...told }
  const others: ChildProcess[] = []
  let running = await launch(dataDir, port, extra)
  return {
    url,
    dataDir,
    output: () => running.output(),
    link: (wish = {}) => demoLink(dataDir, wish),
    kill: () => ended(running.child, 'SIGKILL'),
    stop: () => ended(running.child, 'SIGTERM'),
    start: async (settings = {}) => {
      extra = { ...extra, ...settings }
      running = await launch(dataDir, port, extra)
    },
    async beside(at) {
      const { child, output } = await launch(dataDir, at, extra)
      others.push(child)
      return { url: `http://localhost:${at}`, output }
    },
    plant: (statements) => {
      if (!database) throw new Error('rows are planted on PostgreSQL alone')
      return runStatements(database.url, statements)
    },
    verifyAudit: async () => {
      await ended(running.child, 'SIGTERM')
      const { stdout } = await promisify(execFile)(process.execPath, ['server/src/tools/verify-audit.ts'], {
        cwd: root,
        env: { ...process.env, ...extra, DATA_DIR: dataDir },
      })
      return stdout
    },
    remove: async () => {
      // Its data goes, too: nothing has to be ended in order.
      for (const child of [running.child, ...others]) await ended(child, 'SIGKILL')
      if (existsSync(dataDir)) rmSync(dataDir, { recursive: true, force: true })
      await database?.drop()
    },
  }
}

/** What `npm run demo-link` does, without its words. */
async function demoLink(dataDir: string, wish: LinkWish): Promise<DemoLink> {
  const { readFileSync } = await import('node:fs')
  const door = JSON.parse(readFileSync(join(dataDir, 'demo-link.json'), 'utf8')) as { url: string; secret: string }
  const answer = await fetch(door.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${door.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(wish),
  })
  const body = (await answer.json()) as { status: string; data: DemoLink }
  if (body.status !== 'OK') throw new Error(`No demo link: ${body.status}`)
  return body.data
}
