import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { datefudge } from '../../../../scripts/lib/datefudge.mjs'
import { scratch, sweep } from '../../../../scripts/lib/scratch.mjs'
import { freePort } from './free-port.ts'

export interface TestServer {
  /** Of the maintenance database, as a superuser. */
  url: string
  stop(): Promise<void>
  /** Of the process that the others are children of. */
  pid(): number
  kill(signal: NodeJS.Signals): Promise<void>
  /** Up again after a death, on the data as they lie there. */
  again(): Promise<void>
}

function binaries(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).filter((v) => existsSync(join(debian, v, 'bin/initdb')))
    : []
  // The oldest there: what it accepts, newer ones do too.
  const oldest = versions.sort((a, b) => Number(a) - Number(b))[0]
  if (oldest) return join(debian, oldest, 'bin')
  const found = spawnSync('sh', ['-c', 'dirname "$(command -v initdb)"'], { encoding: 'utf8' }).stdout.trim()
  if (found && found !== '.') return found
  throw new Error(
    'The tests need PostgreSQL 15 or newer (initdb, postgres), or TEST_DATABASE_URL of a server where databases may be made.',
  )
}

/** PostgreSQL refuses to run as root: then it runs as the user `postgres`. */
function asUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  const [uid, gid] = [id('-u'), id('-g')]
  if (!uid || !gid) throw new Error('The tests run as root and need the user "postgres" for the database server.')
  return { uid, gid }
}

export interface TestServerOptions {
  /** Every setting of durability at PostgreSQL's default: what was committed is on disk. */
  durable?: boolean
  /** A server to kill: never the one of TEST_DATABASE_URL. */
  own?: boolean
  /** A folder of the caller's, emptied by the caller; data that lie in it are started as they are. */
  dir?: string
  /** Further settings, `name=value`. */
  settings?: readonly string[]
}

/** A server in a temporary folder. Tests that look at answers alone go without durability, for speed. */
export async function startPostgres(options: TestServerOptions = {}): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL
  if (given && !options.own) return { url: given, stop: async () => {}, pid: notOurs, kill: notOurs, again: notOurs }
  const bin = binaries()
  const user = asUser()
  const dir = folderOf(user, options)
  const data = join(dir, 'data')
  if (!existsSync(data)) makeCluster(bin, user, dir, data, options.durable === true)
  return run({ bin, user, dir, data }, options)
}

/** A standby that streams from a server of `own`, with all the databases in it. */
export async function startStandby(of: TestServer, options: TestServerOptions = {}): Promise<TestServer> {
  const bin = binaries()
  const user = asUser()
  const dir = folderOf(user, options)
  const data = join(dir, 'data')
  const args = ['-D', data, '-d', of.url, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
  const copying = spawn(join(bin, 'pg_basebackup'), args, { ...user, cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  copying.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
  })
  const [code] = (await once(copying, 'close')) as [number | null]
  if (code !== 0) throw new Error(`pg_basebackup failed: ${said}`)
  return run({ bin, user, dir, data }, options)
}

interface Cluster {
  bin: string
  user: { uid?: number; gid?: number }
  dir: string
  data: string
}
const notOurs = () => {
  throw new Error('this server is not of this test')
}

const FOLDER = 'teleward-pg-'
function folderOf(user: Cluster['user'], { dir: given, durable }: TestServerOptions): string {
  if (!given && !durable) sweep(FOLDER)
  const dir = given ?? mkdtempSync(join(durable ? tmpdir() : scratch(), FOLDER))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(dir, user.uid, user.gid)
  return dir
}

async function run({ bin, user, dir, data }: Cluster, options: TestServerOptions): Promise<TestServer> {
  const port = await freePort()
  const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']
  const settings = [
    ...(options.durable ? [] : careless),
    'max_connections=300',
    'shared_buffers=128MB',
    ...(options.settings ?? []),
  ]
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server: ChildProcess
  const start = async () => {
    server = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', dir, ...settings.flatMap((setting) => ['-c', setting])],
      { ...user, cwd: dir, env: { ...process.env, ...datefudge() }, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let log = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      log = `${log}${chunk}`.slice(-4000)
    })
    await answers(
      url,
      () => ended(server),
      () => log,
    )
  }
  const kill = async (signal: NodeJS.Signals) => {
    if (ended(server)) return
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await gone
  }
  const stop = async () => {
    await kill('SIGINT')
    if (!options.dir) rmSync(dir, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop, kill, again: start, pid: () => server.pid ?? notOurs() }
}

const ended = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null

function makeCluster(
  bin: string,
  user: { uid?: number; gid?: number },
  dir: string,
  data: string,
  durable: boolean,
): void {
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', ...(durable ? [] : ['--no-sync'])],
    { ...user, cwd: dir, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error}`)
}

async function answers(url: string, gone: () => boolean, log: () => string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const sql = postgres(url, { max: 1, connect_timeout: 2 })
    try {
      await sql`select 1`
      return
    } catch (error) {
      if (gone() || tries > 400) throw new Error(`The test database did not start: ${log()}`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await sql.end({ timeout: 1 })
    }
  }
}
