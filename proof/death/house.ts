import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { localDay } from '../../contract/src/core/dates.ts'
import { served } from '../../scripts/lib/engine.mjs'
import { seed } from '../../server/src/appointments/fixture.ts'
import { hashPassword } from '../../server/src/auth/passwords.ts'
import { issueLink } from '../../server/src/visit-links/links.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { type Db, openDatabase, sql } from '../../server/src/platform/db/index.ts'
import { freePort } from '../../server/src/platform/testing/free-port.ts'
import { loadReference } from '../../server/src/reference/load.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Patience, not a measure: what a start took is printed. */
const READY_MS = 180_000
export const PASSWORD = 'demo1234'
export const BIRTHDAY = '1958-01-02'
export const LAST4 = '6527'
/** Doctors who write notes, and doctors who are called. */
export const WRITING = [301, 302, 303] as const
export const CALLED = [311, 312] as const
export const account = (mid: number) => `dr.k${mid}`

export interface Visit {
  qid: number
  pid: number
  did: number
  token: string
}

/** The day as it is somewhere at half past ten: no visit's day ends while a harness runs. */
function lateMorning(now = new Date()): string {
  const east = (34 - now.getUTCHours()) % 24
  const offset = east > 12 ? east - 24 : east
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

/** People, patients and visits of today, without the demo: a start is as quick as on a customer's data. */
export async function furnish(where: { databaseUrl?: string; dataDir: string }, visitsEach: number): Promise<Visit[]> {
  const opened = await openDatabase({
    ...where,
    clock: systemClock,
    onAfterCommitError: (error) => {
      throw error
    },
  })
  try {
    await loadReference(opened.driver)
    await seed(opened.db)
    return await people(opened.db, visitsEach)
  } finally {
    await opened.close()
  }
}

async function people(db: Db, visitsEach: number): Promise<Visit[]> {
  const zone = lateMorning()
  const hash = await hashPassword(PASSWORD)
  const day = localDay(new Date(), zone)
  const doctors = [...WRITING, ...CALLED]
  return db.system.tx(async (tx) => {
    await tx.run(sql`update partner set time_zone = ${zone}`)
    for (const mid of doctors) {
      await tx.run(
        sql`insert into staff (mid, account, name) overriding system value values (${mid}, ${account(mid)}, '林醫師')`,
      )
      await tx.run(
        sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${mid}, 1, 1, 'doctor')`,
      )
      await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid}, 1, 2)`)
    }
    await tx.run(sql`update staff set mobilecode = 1`)
    await tx.run(sql`insert into staff_credential (mid, password_hash) select mid, ${hash} from staff`)
    await tx.run(sql`insert into member (pid, member_no, id_number, name, gender, birthday) overriding system value
      select 1000 + n, 'K-' || n, 'A' || lpad(n::text, 5, '0') || ${LAST4}::text, '病人', 'female', ${BIRTHDAY}::date
      from generate_series(1, 60) as n`)
    await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) select pid, 1, 2 from member where pid > 1000`)
    await tx.run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at, ends_at)
      select gen_random_uuid(), 1, 2, pid, 'record', 'active', '1', now() - interval '1 day', '2099-01-01' from member where pid > 1000`)
    const made = await tx.many(sql<{ qid: number; pid: number; did: number }>`
      insert into appointment (partner_id, unit_id, pid, did, status, kind, "interval", date, start_at, queue_no)
      select 1, 2, 1001 + n % 60, d.did, case when d.did = any (${[...CALLED]}::int[]) then 'registered' else 'checkedIn' end, 'general', 1, ${day}::date, now(), 1000 + n
      from generate_series(1, ${visitsEach}::int) as n, unnest(${[...doctors]}::int[]) as d(did) returning qid, pid, did`)
    const visits: Visit[] = []
    for (const visit of made) {
      const { token } = await issueLink(tx, { qid: visit.qid, expiresAt: null }, new Date())
      visits.push({ ...visit, token })
    }
    return visits
  })
}

export interface Server {
  url: string
  /** Milliseconds from the start of the process to its first word that it listens. */
  startedIn(): number
  start(): Promise<void>
  kill(signal: NodeJS.Signals): Promise<void>
  running(): boolean
  /** Of the last process. */
  exit(): number | NodeJS.Signals | null
  /** What it wrote on standard error and output since the last start. */
  output(): string
  /** Every line it ever logged as an error. */
  errors: string[]
}

/** The real server as a process of its own, on a port that stays the same over its deaths; of another version, where its tree lies. */
export async function server(env: Record<string, string>, tree = root): Promise<Server> {
  const port = await freePort()
  let child: ChildProcess | undefined
  let text = ''
  let took = 0
  const errors: string[] = []
  const gone = () => child === undefined || child.exitCode !== null || child.signalCode !== null
  return {
    url: `http://127.0.0.1:${port}`,
    startedIn: () => took,
    running: () => !gone(),
    exit: () => child?.exitCode ?? child?.signalCode ?? null,
    output: () => text,
    errors,
    start: () =>
      new Promise((resolve, reject) => {
        text = ''
        const began = performance.now()
        const own = spawn(process.execPath, served, {
          cwd: tree,
          env: {
            ...process.env,
            PORT: String(port),
            HOST: '127.0.0.1',
            DEMO: '0',
            LOG_LEVEL: 'error',
            TRUST_PROXY: '127.0.0.1',
            NODE_ENV: 'production',
            ...env,
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        child = own
        const timer = setTimeout(() => reject(new Error(`The server was not ready in time:\n${text}`)), READY_MS)
        const hear = (part: Buffer) => {
          text = `${text}${part}`.slice(-20_000)
          for (const line of part.toString().split('\n')) if (line.includes('"level":50')) errors.push(line)
          if (!text.includes('Teleward is at')) return
          clearTimeout(timer)
          took = performance.now() - began
          resolve()
        }
        own.stdout?.on('data', hear)
        own.stderr?.on('data', hear)
        own.once('exit', (code, signal) => {
          clearTimeout(timer)
          reject(new Error(`The server ended with ${code ?? signal}:\n${text}`))
        })
      }),
    kill: (signal) =>
      new Promise((resolve) => {
        if (gone()) return resolve()
        child?.once('exit', () => resolve())
        child?.kill(signal)
      }),
  }
}

export function scratch(name: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `teleward-${name}-`))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
