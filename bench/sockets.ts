import postgres from 'postgres'
import { startRedis } from '../server/src/platform/testing/redis-server.ts'
import { type Server, startServer, worker } from './children.ts'
import { signedIn } from './asking.ts'
import { DOCTOR } from './data.ts'
import { cpuOf, cpuOfTree } from './cpu.ts'
import { amid } from './noise.ts'
import type { Delivered, DeliverJob, Lost, LoseJob, Opened, OpenJob } from './socket-client.ts'
import type { Figure } from './table.ts'

export const SOCKETS = 10_000
const PROCESSES = 3
/** So many people, each with as many pages as it takes. */
export const PEOPLE = 500
export const AT_ONCE = 60
const EVENTS = 20
const ROW = '10,000 sockets over three processes'

/** Three processes that Redis joins, and pages that all hear of what happens in one unit. */
export async function socketFigures(
  databaseUrl: string,
  folder: string,
  database: () => Promise<number>,
  wanted: (name: string) => boolean,
): Promise<Figure[]> {
  if (!wanted(ROW)) return []
  const mid = await people(databaseUrl)
  const redis = await startRedis()
  const client = worker('socket-client.ts')
  const servers: Server[] = []
  try {
    for (let n = 0; n < PROCESSES; n += 1)
      servers.push(await startServer(databaseUrl, folder, { env: { REDIS_URL: redis.url, LOG_LEVEL: 'warn' } }))
    const tokens: string[] = []
    for (let n = 0; n < PEOPLE; n += 1)
      tokens.push((await signedIn(servers[n % PROCESSES]?.url ?? '', `bench.socket.${n + 1}`)).token)
    const { token } = await signedIn(servers[0]?.url ?? '', DOCTOR)
    const ports = servers.map(({ port }) => port)
    const memory = () => servers.map((one) => one.memory())
    const idle = memory()
    const open: OpenJob = { kind: 'open', ports, tokens, count: SOCKETS, atOnce: AT_ONCE }
    const postmaster = await database()
    /** What one of so many costs all three, and the database, in processor time. */
    const costing = async <T>(many: number, work: () => Promise<T>) => {
      const spent = () => [servers.reduce((sum, { pid }) => sum + cpuOf(pid), 0), cpuOfTree(postmaster)] as const
      const before = spent()
      const { value, noise } = await amid(work)
      const after = spent()
      return { value, noise, serverCpu: (after[0] - before[0]) / many, databaseCpu: (after[1] - before[1]) / many }
    }
    const opened = await costing(SOCKETS, () => client.do<Opened>(open))
    const held = memory()
    const deliver: DeliverJob = {
      kind: 'deliver',
      url: servers[0]?.url ?? '',
      token,
      mid,
      events: EVENTS,
      everyMs: 1000,
    }
    const delivered = await costing(SOCKETS * EVENTS, () => client.do<Delivered>(deliver))
    const last = servers.at(-1)
    const lose: LoseJob = { kind: 'lose', pid: last?.pid ?? 0, ports: ports.slice(0, -1) }
    const lost = await amid(() => client.do<Lost>(lose))
    const each = (held.reduce((sum, mb) => sum + mb, 0) - idle.reduce((sum, mb) => sum + mb, 0)) / SOCKETS
    const mb = (all: number[]) => all.map((one) => one.toFixed(0)).join(', ')
    return [
      {
        row: `${ROW}: all in, s`,
        load: `${AT_ONCE} at once`,
        value: (opened.value.ms / 1000).toFixed(1),
        serverCpu: opened.serverCpu,
        databaseCpu: opened.databaseCpu,
        noise: opened.noise,
      },
      {
        row: `${ROW}: memory of each process, MB, from ${mb(idle)} (${(each * 1024).toFixed(0)} kB a socket)`,
        load: '',
        value: mb(held),
      },
      {
        row: `${ROW}: a change to all of them, ms`,
        load: '1/s',
        p50: delivered.value.p50,
        p99: delivered.value.p99,
        serverCpu: delivered.serverCpu,
        databaseCpu: delivered.databaseCpu,
        noise: delivered.noise,
      },
      {
        row: `${ROW}: one killed, its ${lost.value.lost} back, s`,
        load: '',
        value: (lost.value.ms / 1000).toFixed(1),
        noise: lost.noise,
      },
    ]
  } finally {
    client.end()
    for (const one of servers) await one.stop()
    await redis.stop()
  }
}

/** Colleagues of the doctor, in the same unit. Answers the doctor. */
export async function people(url: string): Promise<number> {
  const sql = postgres(url, { max: 1 })
  try {
    const [doctor] = await sql<{ mid: number }[]>`select mid from staff where account = ${DOCTOR}`
    if (!doctor) throw new Error('the data have no doctor who asks')
    await sql`insert into staff (account, name, mobilecode)
      select 'bench.socket.' || n, '同事' || n, 1 from generate_series(1, ${PEOPLE}::int) n on conflict do nothing`
    const these = sql`select mid from staff where account like 'bench.socket.%'`
    await sql`insert into staff_credential (mid, password_hash)
      select s.mid, c.password_hash from (${these}) s, staff_credential c where c.mid = ${doctor.mid} on conflict do nothing`
    await sql`insert into staff_partner (mid, partner_id, staff_type, doctortype)
      select s.mid, p.partner_id, 1, 'doctor' from (${these}) s, staff_partner p where p.mid = ${doctor.mid} on conflict do nothing`
    await sql`insert into staff_unit (mid, partner_id, unit_id)
      select s.mid, u.partner_id, u.unit_id from (${these}) s, staff_unit u where u.mid = ${doctor.mid} on conflict do nothing`
    return doctor.mid
  } finally {
    await sql.end()
  }
}
