import { conversationWith, signedIn } from './asking.ts'
import { freePort, type Server, startServer, worker } from './children.ts'
import { amid } from './noise.ts'
import type { Delivered, Lost, LoseJob, Opened, OpenJob, TalkJob } from './socket-client.ts'
import { AT_ONCE, PEOPLE, people, SOCKETS } from './sockets.ts'
import type { Figure } from './table.ts'

const ROW = '10,000 sockets on one process'
const PAIRS = 25
const PER_SECOND = 50
const MESSAGES = 500
const HEARERS = (SOCKETS / PEOPLE) * 2
const HEARD_MS = 100
const MOST_MB = 600
const BACK_S = 15

/** One process, without Redis: what it holds, how soon messages are heard, and how soon all are back after it was killed and started. */
export async function oneProcessFigures(
  databaseUrl: string,
  folder: string,
  wanted: (name: string) => boolean,
): Promise<Figure[]> {
  if (!wanted(ROW)) return []
  await people(databaseUrl)
  const client = worker('socket-client.ts')
  const env = { LOG_LEVEL: 'warn' }
  const servers: Server[] = []
  try {
    const server = await startServer(databaseUrl, folder, { env })
    servers.push(server)
    const staff: { token: string; mid: number }[] = []
    for (let n = 0; n < PEOPLE; n += 1) staff.push(await signedIn(server.url, `bench.socket.${n + 1}`))
    const pairs: TalkJob['pairs'] = []
    for (let n = 0; n < PAIRS; n += 1) {
      const [one, other] = staff.slice(n * 2)
      if (!one || !other) continue
      pairs.push({ token: one.token, conversation: await conversationWith(server.url, one.token, other.mid) })
    }
    const tokens = staff.map(({ token }) => token)
    const open: OpenJob = { kind: 'open', ports: [server.port], tokens, count: SOCKETS, atOnce: AT_ONCE }
    const opened = await amid(() => client.do<Opened>(open))
    const talk: TalkJob = {
      ...{ kind: 'talk', url: server.url, pairs },
      ...{ perSecond: PER_SECOND, messages: MESSAGES, hearers: HEARERS },
    }
    const told = await amid(() => client.do<Delivered>(talk))
    const held = server.memory()
    const port = await freePort()
    const lose: LoseJob = { kind: 'lose', pid: server.pid, ports: [port] }
    const lost = await amid(async () => {
      const [value, next] = await Promise.all([client.do<Lost>(lose), startServer(databaseUrl, folder, { env, port })])
      servers.push(next)
      return value
    })
    return [
      {
        row: `${ROW}: all in, s`,
        load: `${AT_ONCE} at once`,
        value: (opened.value.ms / 1000).toFixed(1),
        noise: opened.noise,
      },
      {
        row: `${ROW}: ${PER_SECOND} messages/s, ${PER_SECOND * HEARERS} deliveries/s, ms`,
        load: `${PER_SECOND}/s`,
        p50: told.value.p50,
        p99: told.value.p99,
        reach: `p99 ≤ ${HEARD_MS}`,
        reached: told.value.p99 <= HEARD_MS,
        noise: told.noise,
      },
      {
        row: `${ROW}: memory, MB`,
        load: '',
        value: held.toFixed(0),
        reach: `≤ ${MOST_MB}`,
        reached: held <= MOST_MB,
      },
      {
        row: `${ROW}: killed and started again, all back, s`,
        load: '',
        value: (lost.value.ms / 1000).toFixed(1),
        reach: `≤ ${BACK_S}`,
        reached: lost.value.ms <= BACK_S * 1000,
        noise: lost.noise,
      },
    ]
  } finally {
    client.end()
    for (const one of servers) await one.stop()
  }
}
