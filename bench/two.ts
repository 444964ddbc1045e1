import { cpus } from 'node:os'
import { type Server, startServer, worker } from './children.ts'
import { cpuOf, cpuOfTree } from './cpu.ts'
import type { Job, Result } from './load.ts'
import { amid, type Noise, quantile, sorted } from './noise.ts'
import type { Row } from './rows.ts'
import type { Figure } from './table.ts'

const CONNECTIONS = 50
const TURNS = 3
/** Of the rows that read; what writes is bound by the disk they share. */
const OF = ['one member', 'appointments of a week, 20 rows', 'readings of a member, 5 rows']
/** Two processes take so many times the requests of one, where the machine has the cores: client, database and both of them. */
const TIMES = 1.7
const CORES = 4
/** Where it has not, a request may cost as much more at most: 1.7 of 2. */
const MORE = 2 / TIMES

interface Told {
  perSecond: number
  p99: number
  serverCpu: number
  databaseCpu: number
}
export interface TwoDeps {
  databaseUrl: string
  folder: string
  database(): Promise<number>
  rows(): Promise<Row[]>
  raw(row: Row, token: string): string[]
  signIn(server: Server): Promise<string>
  ms: number
  warmMs: number
}

/** The same requests in turn to one process, and by a plain round robin of the connections to two, over one database. */
export async function twoFigures(deps: TwoDeps, wanted: (name: string) => boolean): Promise<Figure[]> {
  const name = 'two processes in place of one'
  if (!wanted(name)) return []
  const client = worker('load.ts')
  const servers: Server[] = []
  const figures: Figure[] = []
  try {
    for (let n = 0; n < 2; n += 1) servers.push(await startServer(deps.databaseUrl, deps.folder))
    const [first] = servers
    const token = first && (await deps.signIn(first))
    const database = await deps.database()
    for (const row of (await deps.rows()).filter((one) => OF.includes(one.name))) {
      const requests = deps.raw(row, token ?? '')
      const measured: Told[][] = [[], []]
      const noises: Noise[] = []
      for (let n = 0; n < TURNS * 2; n += 1) {
        const these = n % 2 ? servers : servers.slice(0, 1)
        const { value, noise } = await amid(() => costing(these, database, deps, client, requests))
        measured[n % 2]?.push(value)
        noises.push(noise)
      }
      const [one, two] = measured.map(middle)
      if (!one || !two) continue
      const noise = {
        before: Math.min(...noises.map((x) => x.before)),
        after: Math.max(...noises.map((x) => x.after)),
        load: 0,
      }
      const times = two.perSecond / one.perSecond
      const more = (two.serverCpu + two.databaseCpu) / (one.serverCpu + one.databaseCpu)
      const enough = cpus().length >= CORES
      figures.push(
        { row: `${name}: ${row.name}, one`, load: String(CONNECTIONS), ...one, noise },
        {
          row: `${name}: ${row.name}, two (${times.toFixed(2)} times, a request costs ${more.toFixed(2)} times)`,
          load: String(CONNECTIONS),
          ...two,
          reach: enough ? `≥ ${TIMES} times` : `costs ≤ ${MORE.toFixed(2)} times`,
          reached: enough ? times >= TIMES : more <= MORE,
        },
      )
    }
  } finally {
    client.end()
    for (const one of servers) await one.stop()
  }
  return figures
}

async function costing(
  servers: Server[],
  database: number,
  { ms, warmMs }: TwoDeps,
  client: ReturnType<typeof worker>,
  requests: string[],
): Promise<Told> {
  const job: Job = { port: servers.map(({ port }) => port), connections: CONNECTIONS, requests, warmMs, ms }
  const spent = () => [servers.reduce((sum, { pid }) => sum + cpuOf(pid), 0), cpuOfTree(database)] as const
  const before = spent()
  const result = await client.do<Result>(job)
  const after = spent()
  if (Object.keys(result.refused).length)
    throw new Error(`answers that were not 200: ${JSON.stringify(result.refused)}`)
  return {
    perSecond: result.perSecond,
    p99: result.p99,
    serverCpu: (after[0] - before[0]) / result.answered,
    databaseCpu: (after[1] - before[1]) / result.answered,
  }
}

const middle = (all: Told[]): Told => {
  const of = (key: keyof Told) => quantile(sorted(all.map((one) => one[key])), 0.5)
  return { perSecond: of('perSecond'), p99: of('p99'), serverCpu: of('serverCpu'), databaseCpu: of('databaseCpu') }
}
