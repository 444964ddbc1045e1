// npm run bench: what the product does a second, beside what bounds it on the same machine in the same run.
//   --members=100000   more members (readings and appointments: --readings=, --appointments=)
//   --only=search      rows whose name holds that     --seconds=3   length of each measurement
//   --no-browser       without the rows that need Chromium     --no-limits   without what bounds a row
//   --database=URL     data that an earlier run generated (--keep prints the URL and waits)
//   --profile=FOLDER   a CPU profile of the server there
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import postgresClient from 'postgres'
import { fixedLoop } from '../proof/lib/loop.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { openDatabase } from '../server/src/platform/db/index.ts'
import { startPostgres } from '../server/src/platform/testing/postgres-server.ts'
import { loadReference } from '../server/src/reference/load.ts'
import { type Server, startServer, worker } from './children.ts'
import { cpuOf, cpuOfTree } from './cpu.ts'
import { chatFigures } from './chat.ts'
import { chartFigures } from './chart.ts'
import { signedIn } from './asking.ts'
import { DOCTOR, generate } from './data.ts'
import { drugCheckFigures } from './drug-check.ts'
import type { SqlResult } from './limits.ts'
import type { Job, Result } from './load.ts'
import { scrollFigures, searchFigures } from './members.ts'
import { deliveryFigures, messageSearchFigures } from './messages.ts'
import { noticeFigures } from './notices.ts'
import { oneProcessFigures } from './one-process.ts'
import { paperFigures } from './paper.ts'
import { amid, quantile, sorted } from './noise.ts'
import { readingFigures } from './readings.ts'
import { ringDelivery } from './ring.ts'
import { screenFigures } from './screens.ts'
import { socketFigures } from './sockets.ts'
import { type TwoDeps, twoFigures } from './two.ts'
import { type Principal, principalOf, type Row, rowsOf } from './rows.ts'
import { type Figure, table } from './table.ts'
import { typedFigures } from './typed.ts'

const { values: options } = parseArgs({
  options: {
    members: { type: 'string', default: '10000' },
    readings: { type: 'string', default: '50000' },
    appointments: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    browser: { type: 'boolean', default: true },
    limits: { type: 'boolean', default: true },
    profile: { type: 'string' },
    database: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
  allowNegative: true,
})
const MS = Number(options.seconds) * 1000
/** Until the engine has compiled what a row runs: before, a request costs up to twice as much. */
const WARM_MS = 4000
const IDLE_MS = 15_000
/** Bodies of a row that creates: enough for the fastest machine. */
const FRESH = 5000
const sizes = {
  members: Number(options.members),
  readings: Number(options.readings),
  appointments: Number(options.appointments),
}
const wanted = (name: string) => name.includes(options.only)

const figures: Figure[] = []
function add(figure: Figure): void {
  figures.push(figure)
  console.log(table([figure]).split('\n')[1])
}

async function main(): Promise<void> {
  const loops = [fixedLoop(), fixedLoop(), fixedLoop()]
  const work = mkdtempSync(join(tmpdir(), 'teleward-bench-'))
  const postgres = options.database ? undefined : await startPostgres({ durable: true, own: true })
  try {
    const url = options.database ?? postgres?.url ?? ''
    await prepare(url, join(work, 'prepare'))
    if (postgres) await generate(url, sizes, console.log)
    if (options.keep) {
      await standing(url)
      return
    }
    const asker = await principalOf(url)
    await startings(url, join(work, 'cold'))
    const flags = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : []
    const server = await startServer(url, join(work, 'server'), { flags })
    try {
      // Until the indexes of the reference data are built, and what that took is given back.
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
      if (wanted('memory')) add(atMost('memory idle, MB', server.memory(), 210))
      await requests(url, server, asker)
      if (wanted('ring delivery')) await ringing(url, server)
      for (const figure of await screenFigures(server.url, () => signIn(server), wanted)) add(figure)
      for (const figure of await typedFigures(wanted)) add(figure)
      for (const figure of await drugCheckFigures(wanted)) add(figure)
      const spent = async () => ({ server: cpuOf(server.pid), database: cpuOfTree(await postmaster(url)) })
      for (const figure of await noticeFigures(url, spent, wanted)) add(figure)
      for (const figure of await deliveryFigures(server.url, wanted)) add(figure)
      for (const figure of await messageSearchFigures(url, server.url, asker, () => signIn(server), wanted)) add(figure)
      for (const figure of await paperFigures(wanted)) add(figure)
      for (const figure of await chartFigures(url, server.url, asker, () => signIn(server), wanted)) add(figure)
      for (const figure of await readingFigures(url, server, asker, () => signIn(server), wanted)) add(figure)
      for (const figure of await searchFigures(url, server.url, asker, () => signIn(server), wanted)) add(figure)
      if (options.browser) for (const figure of await scrollFigures(server.url, wanted)) add(figure)
      if (options.browser) for (const figure of await chatFigures(server.url, wanted)) add(figure)
      if (wanted('memory')) add(atMost('memory after load, MB', server.memory(), 332))
    } finally {
      await server.stop()
    }
    for (const figure of await twoFigures(twoOf(url, join(work, 'two'), asker), wanted)) add(figure)
    for (const figure of await oneProcessFigures(url, join(work, 'one'), wanted)) add(figure)
    for (const figure of await socketFigures(url, join(work, 'sockets'), () => postmaster(url), wanted)) add(figure)
    if (options.browser) {
      const { browserFigures } = await import('./browser.ts')
      // What was measured before is told in any case.
      await browserFigures(wanted, add).catch((error: unknown) => {
        console.error(error)
        process.exitCode = 1
      })
    }
    loops.push(fixedLoop(), fixedLoop(), fixedLoop())
  } finally {
    await postgres?.stop()
    rmSync(work, { recursive: true, force: true })
  }
  if (!options.keep) conclude(loops)
}

/** For measuring one thing again and again while it is worked on. */
function standing(url: string): Promise<void> {
  console.log(`The data stand at ${url} until this is interrupted.`)
  return new Promise((resolve) => process.once('SIGINT', () => resolve()))
}

async function prepare(databaseUrl: string, dataDir: string): Promise<void> {
  const opened = await openDatabase({
    databaseUrl,
    dataDir,
    clock: systemClock,
    onAfterCommitError: (error) => {
      throw error
    },
  })
  await loadReference(opened.driver)
  await opened.close()
}

const atMost = (row: string, value: number, limit: number, digits = 0): Figure => ({
  row,
  load: '',
  value: value.toFixed(digits),
  reach: `≤ ${limit}`,
  reached: value <= limit,
})

async function startings(url: string, dataDir: string): Promise<void> {
  if (!wanted('cold start')) return
  const { value, noise } = await amid(async () => {
    const times: number[] = []
    for (let n = 0; n < 5; n += 1) {
      const server = await startServer(url, dataDir)
      times.push(server.coldStart / 1000)
      await server.stop()
    }
    return quantile(sorted(times), 0.5)
  })
  add({ ...atMost('cold start to the first 200, s (median of 5)', value, 1.33, 2), noise })
}

const signIn = async (server: Server) => (await signedIn(server.url, DOCTOR)).token

const raw = (path: string, body: unknown, token: string | undefined) => {
  const text = JSON.stringify(body)
  const bearer = token ? `authorization: Bearer ${token}\r\n` : ''
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${bearer}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

const twoOf = (databaseUrl: string, folder: string, asker: Principal): TwoDeps => ({
  databaseUrl,
  folder,
  database: () => postmaster(databaseUrl),
  rows: () => rowsOf(databaseUrl, asker),
  raw: (row, token) => row.bodies(2000).map((body) => raw(row.path, body, token)),
  signIn,
  ms: MS,
  warmMs: WARM_MS,
})

type Cost = Pick<Figure, 'serverCpu' | 'databaseCpu'>
/** What a request costs the server and the database in processor time: the warm-up's requests count too. */
async function costing(server: Server, database: number, work: () => Promise<Result>): Promise<Result & Cost> {
  const before = [cpuOf(server.pid), cpuOfTree(database)] as const
  const result = await work()
  const spent = [cpuOf(server.pid) - before[0], cpuOfTree(database) - before[1]] as const
  return { ...result, serverCpu: spent[0] / result.answered, databaseCpu: spent[1] / result.answered }
}

async function requests(url: string, server: Server, asker: Principal): Promise<void> {
  const database = await postmaster(url)
  const [client, limits, plain] = [worker('load.ts'), worker('limits.ts'), worker('limits.ts')]
  try {
    for (const row of await rowsOf(url, asker)) {
      if (!wanted(row.name)) continue
      const token = row.signedIn ? await signIn(server) : undefined
      const of = () => row.bodies(row.fresh ? FRESH * Math.ceil((MS + WARM_MS) / 1000) : 2000)
      const job = (connections: number, more: Partial<Job> = {}): Job => ({
        port: server.port,
        connections,
        requests: of().map((body) => raw(row.path, body, token)),
        warmMs: WARM_MS,
        ms: MS,
        ...more,
      })
      const bounds =
        options.limits && row.statement ? await boundsOf(url, server, asker, row, token, { limits, plain, client }) : {}
      let first: Result | undefined
      for (const connections of row.connections) {
        const { value, noise } = await amid(() => costing(server, database, () => client.do<Result>(job(connections))))
        first ??= value
        add(figureOf(row, String(connections), value, { ...bounds, noise }, connections === row.connections[0]))
      }
      // Half of what the closed loop came to: what the waiting of a quiet day is.
      const rate = Math.max(1, Math.round((first?.perSecond ?? 0) / 2))
      const { value, noise } = await amid(() => costing(server, database, () => client.do<Result>(job(100, { rate }))))
      add(figureOf(row, `${rate}/s`, value, { noise }, false))
    }
  } finally {
    for (const one of [client, limits, plain]) one.end()
  }
}

function figureOf(row: Row, load: string, result: Result & Cost, more: Partial<Figure>, judged: boolean): Figure {
  const refused = Object.entries(result.refused)
  if (refused.length) throw new Error(`${row.name}: answers that were not 200: ${JSON.stringify(result.refused)}`)
  const { perSecond, p99 } = row.reach
  const reach = [perSecond && `≥ ${perSecond}/s`, p99 && `p99 ≤ ${p99}`].filter(Boolean).join(', ')
  const reached = (!perSecond || result.perSecond >= perSecond) && (!p99 || result.p99 <= p99)
  const { serverCpu, databaseCpu } = result
  return {
    row: row.name,
    load,
    serverCpu,
    databaseCpu,
    perSecond: result.perSecond,
    p50: result.p50,
    p99: result.p99,
    ...more,
    ...(judged ? { reach, reached } : {}),
  }
}

/** Of a database on this machine. */
async function postmaster(url: string): Promise<number> {
  const sql = postgresClient(url, { max: 1 })
  const [row] = await sql<{ file: string }[]>`select pg_read_file('postmaster.pid') as file`
  await sql.end()
  return Number(row?.file.split('\n')[0])
}

type Workers = Record<'limits' | 'plain' | 'client', ReturnType<typeof worker>>
/** The bare statement through one pool of as many connections, and a bare `node:http` that answers the same bytes. */
async function boundsOf(
  url: string,
  server: Server,
  asker: Principal,
  row: Row,
  token: string | undefined,
  workers: Workers,
) {
  const bodies = row.bodies(row.fresh ? FRESH * Math.ceil(MS / 1000) : 500)
  const queries = await Promise.all(bodies.map((body) => row.statement?.(body as never)))
  const sql = await workers.limits.do<SqlResult>({
    kind: 'sql',
    url,
    connections: 10,
    ms: MS,
    statement: queries[0]?.sql,
    parameters: queries.map((query) => query?.parameters),
    settings: asker.settings,
  })
  const [body] = row.bodies(1)
  const answer = await fetch(server.url + row.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${row.name}: ${answer.status} ${text}`)
  const port = await workers.plain.do<number>({ kind: 'http', body: text })
  const http = await workers.client.do<Result>({
    port,
    connections: 10,
    requests: [raw(row.path, body, token)],
    warmMs: 500,
    ms: MS,
  })
  return { sql: sql.perSecond, http: http.perSecond }
}

async function ringing(url: string, server: Server): Promise<void> {
  const { value, noise } = await amid(() => ringDelivery(url, server.url, 30))
  const times = sorted(value)
  const p50 = quantile(times, 0.5)
  add({
    row: 'ring delivery, ms',
    load: '',
    p50,
    p99: quantile(times, 0.99),
    reach: 'median ≤ 150',
    reached: p50 <= 150,
    noise,
  })
}

function conclude(loops: number[]): void {
  const all = [...loops, ...figures.flatMap(({ noise }) => (noise ? [noise.before, noise.after] : []))]
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const noise = `a fixed loop took ${least.toFixed(0)} to ${most.toFixed(0)} ms (${Math.round((most / least - 1) * 100)}% more at worst), median ${quantile(sorted(all), 0.5).toFixed(0)} ms`
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}; client, server and database share them`
  console.log(`\n${table(figures)}\n\nMachine: ${machine}\nNoise: ${noise}`)
  const missed = figures.filter(({ reached }) => reached === false)
  console.log(missed.length ? `Not reached: ${missed.map(({ row }) => row).join('; ')}` : 'Every figure is reached.')
  const results = fileURLToPath(new URL('results', import.meta.url))
  mkdirSync(results, { recursive: true })
  const kept = { at: new Date().toISOString(), machine, noise: { least, most, all }, options, figures }
  writeFileSync(join(results, 'latest.json'), `${JSON.stringify(kept, null, 1)}\n`)
  writeFileSync(join(results, 'latest.md'), `${table(figures, true)}\n\nMachine: ${machine}\n\nNoise: ${noise}\n`)
}

await main()
