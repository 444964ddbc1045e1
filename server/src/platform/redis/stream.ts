import { createAdapter } from '@socket.io/redis-streams-adapter'
import { type ClusterMessage, MessageType } from 'socket.io-adapter'
import type { Namespace, Server } from 'socket.io'
import { createLine, type Line, type RedisClient } from './line.ts'

/** Where no socket ever is: what processes tell each other, and not their sockets. */
const BETWEEN = '/between'
const BLOCK_MS = 2000
/** What a process missed for longer came to it by the database, and is not said again. */
const OLDEST_MS = 30_000
/** Messages; a signal in a call is large, and more of them than a process reads in a moment are of no use to it. */
const KEPT = 2000

/** What is used of the adapter beyond sending to sockets: it is the only one that says whether a message got there. */
interface BetweenAdapter {
  publishAndReturnOffset(message: { type: MessageType; data: unknown }): Promise<string>
  onMessage(message: ClusterMessage, offset?: string): void
  close(): void
}
export interface Stream {
  /** Given to socket.io before its namespaces are made. */
  attach(io: Server): void
  /** To every other process; RedisAway where it did not get to Redis. */
  send(topic: string, data: unknown): Promise<void>
  on(topic: string, hear: (data: unknown) => void): void
  /** Whether what others send is being read. */
  readonly reading: boolean
  start(): void
  stop(): void
}

export interface StreamOptions {
  url: string
  name: string
  line: Line
  onReading(): void
  onDeaf(reason: string): void
  /** A hearer failed. */
  onError(error: unknown): void
}

/** socket.io's adapter over a Redis stream. Its two connections are ours: it knows neither deadlines nor an end. */
export function createStream({ url, name, line, onReading, onDeaf, onError }: StreamOptions): Stream {
  const hearers = new Map<string, (data: unknown) => void>()
  const adapters: BetweenAdapter[] = []
  let between: BetweenAdapter | undefined
  let cursor: string | undefined
  const reader = createLine({
    url,
    askEvery: 0,
    begin: async (client) => {
      cursor = await placeIn(client, name, cursor)
    },
    onUp: onReading,
    onDown: onDeaf,
  })

  const client = {
    // By this name the adapter knows the client's make.
    sSubscribe: refuse,
    xAdd: (key: string, id: string, fields: Record<string, string>, options: object) =>
      line.run((redis) => redis.xAdd(key, id, fields, options)),
    publish: refuse,
    sPublish: refuse,
    duplicate: () => ({
      on: () => undefined,
      connect: () => Promise.resolve(),
      disconnect: () => undefined,
      sSubscribe: refuse,
      // Channels carry what is answered at once, which nothing here asks for.
      subscribe: () => Promise.resolve(),
      xRead: () => read(),
    }),
  }

  /** Never fails: the adapter would ask again at once and for ever. */
  async function read() {
    await reader.whenUp()
    if (!reader.up) return null
    try {
      const from = { key: name, id: cursor ?? '0-0' }
      const found = await reader.run((redis) => redis.xRead([from], { COUNT: 500, BLOCK: BLOCK_MS }), BLOCK_MS + 1500)
      const last = found?.[0]?.messages.at(-1)
      if (last) cursor = last.id
      return found
    } catch {
      // Told by the line. Its next connection begins where this one ended.
      await new Promise((resolve) => setTimeout(resolve, 100).unref())
      return null
    }
  }

  return {
    attach(io) {
      const make = createAdapter(client, {
        streamName: name,
        maxLen: KEPT,
        blockTimeInMs: BLOCK_MS,
        readCount: 500,
        onlyPlaintext: true,
      })
      io.adapter(
        Object.assign(
          // The server calls it with `new`, or plainly, by its own choice.
          function adapterOf(space: Namespace) {
            const adapter = make(space) as unknown as BetweenAdapter
            adapters.push(adapter)
            if (space.name === BETWEEN) {
              between = adapter
              listen(adapter)
            }
            return adapter
          } as unknown as Parameters<Server['adapter']>[0] & object,
        ),
      )
      io.of(BETWEEN).use((_socket, next) => next(new Error('FORBIDDEN')))
    },
    async send(topic, data) {
      const opts = { rooms: [], except: [], flags: {} }
      await between?.publishAndReturnOffset({
        type: MessageType.BROADCAST,
        data: { packet: { topic, data }, opts },
      })
    },
    on: (topic, hear) => void hearers.set(topic, hear),
    get reading() {
      return reader.up
    },
    start: () => reader.start(),
    stop: () => {
      for (const adapter of adapters) adapter.close()
      reader.stop()
    },
  }

  function listen(adapter: BetweenAdapter): void {
    const own = (adapter as unknown as { uid: string }).uid
    adapter.onMessage = (message) => {
      if (message.uid === own || message.type !== MessageType.BROADCAST) return
      const { topic, data } = message.data.packet as { topic: string; data: unknown }
      // The adapter would keep it to itself, and drop all that it has read with it.
      try {
        hearers.get(topic)?.(data)
      } catch (error) {
        onError(error)
      }
    }
  }
}

const refuse = (): never => {
  throw new Error('no message of this kind goes between processes')
}

/** Where to read on: what was missed, unless it is old; of a stream that began anew all of it. */
async function placeIn(client: RedisClient, name: string, cursor: string | undefined): Promise<string> {
  const [newest] = (await client.xRevRange(name, '+', '-', { COUNT: 1 })) ?? []
  const last = newest?.id ?? '0-0'
  if (cursor === undefined) return last
  if (before(last, cursor)) return '0-0'
  const [seconds = '0'] = (await client.sendCommand(['TIME'])) as unknown as string[]
  const oldest = `${Math.max(0, Number(seconds) * 1000 - OLDEST_MS)}-0`
  return before(cursor, oldest) ? oldest : cursor
}

function before(one: string, other: string): boolean {
  const [a = 0, b = 0] = one.split('-').map(Number)
  const [c = 0, d = 0] = other.split('-').map(Number)
  return a < c || (a === c && b < d)
}
