import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'

export type RedisClient = ReturnType<typeof clientOf>

/** Redis did not do what it was asked: no connection, no answer in time, or a refusal of its own. */
export class RedisAway extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RedisAway'
  }
}

export interface LineOptions {
  url: string
  /** Asked this often whether it is still there; milliseconds. `0`: who uses the line notices by itself. */
  askEvery: number
  /** Runs on each new connection before it counts as there; what it throws ends that connection. */
  begin?(client: RedisClient): Promise<void>
  onUp?(): void
  /** With the reason, in words without the address. */
  onDown?(reason: string): void
}
/** One connection to Redis, opened anew whenever it breaks or falls silent. */
export interface Line {
  readonly up: boolean
  /** RedisAway: at once while there is no connection, else after `ms` without an answer, which also ends the connection. */
  run<T>(work: (client: RedisClient) => Promise<T>, ms?: number): Promise<T>
  /** The same for what cannot wait: that it is late says nothing of the connection. */
  quick<T>(work: (client: RedisClient) => Promise<T>, ms: number): Promise<T>
  /** Resolves with the next connection, or at the end. */
  whenUp(): Promise<void>
  start(): void
  stop(): void
}

const CONNECT_MS = 2000
const ANSWER_MS = 1000
const AGAIN_MS = 300
const UNREAD_MS = 50
/** Refusals of a server that another has taken the place of, or that is not ready: the next connection may lead to the right one. */
const CANNOT = new Set(['READONLY', 'MASTERDOWN', 'LOADING'])
/** What may wait for an answer on one connection; beyond, commands are refused at once. */
const QUEUE = 20_000

// The connection is never mended by the client: a command that waited for a new one would be done long after its asker gave up.
const clientOf = (url: string) =>
  createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    commandsQueueMaxLength: QUEUE,
    socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS },
  })

export function createLine({ url, askEvery, begin, onUp, onDown }: LineOptions): Line {
  let current: RedisClient | undefined
  let stopped = false
  let waiting = Promise.withResolvers<void>()

  function lost(client: RedisClient, reason: string): void {
    const used = current === client
    // First, for the end of the client says so too, and in fewer words.
    if (used) current = undefined
    if (client.isOpen) client.destroy()
    if (used) onDown?.(reason)
  }

  async function connect(): Promise<void> {
    const client = clientOf(url)
    // Without a listener the first error would end the process.
    client.on('error', (error: Error) => lost(client, reasonOf(error)))
    client.on('end', () => lost(client, 'the connection was closed'))
    try {
      await within(CONNECT_MS, client.connect())
      // A server that is still reading its data accepts connections and refuses commands.
      await within(ANSWER_MS, client.ping())
      await within(CONNECT_MS, begin?.(client) ?? Promise.resolve())
    } catch (error) {
      if (client.isOpen) client.destroy()
      throw error
    }
    if (stopped) return client.destroy()
    if (!client.isReady) throw new RedisAway('the connection was closed')
    current = client
    waiting.resolve()
    waiting = Promise.withResolvers()
    onUp?.()
  }

  async function keep(): Promise<void> {
    let told = false
    while (!stopped) {
      if (!current) {
        try {
          await connect()
          told = false
        } catch (error) {
          if (!told && !stopped) onDown?.(reasonOf(error))
          told = true
        }
      } else if (askEvery) await line.run((client) => client.ping()).catch(() => undefined)
      await sleep(current && askEvery ? askEvery : AGAIN_MS, undefined, { ref: false })
    }
  }

  async function ask<T>(work: (client: RedisClient) => Promise<T>, ms: number, ends: boolean): Promise<T> {
    const client = current
    if (!client) throw new RedisAway('there is no connection')
    try {
      return await within(ms, work(client))
    } catch (error) {
      const reason = reasonOf(error)
      if (ends && (error instanceof RedisAway || CANNOT.has(reason))) lost(client, reason)
      throw error instanceof RedisAway ? error : new RedisAway(reason, { cause: error })
    }
  }

  const line: Line = {
    get up() {
      return current !== undefined
    },
    run: (work, ms = ANSWER_MS) => ask(work, ms, true),
    quick: (work, ms) => ask(work, ms, false),
    whenUp: () => (current || stopped ? Promise.resolve() : waiting.promise),
    start: () => void keep(),
    stop: () => {
      stopped = true
      waiting.resolve()
      const client = current
      current = undefined
      if (client?.isOpen) client.destroy()
    },
  }
  return line
}

/** Addresses and passwords stand in no message of ours. */
function reasonOf(error: unknown): string {
  if (error instanceof RedisAway) return error.message
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return code
  // A refusal begins with its kind: WRONGPASS, OOM, READONLY, LOADING.
  return /^[A-Z]{3,}(?= )/.exec(String(message))?.[0] ?? (error instanceof Error ? error.constructor.name : 'unknown')
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // Where this process itself stood still the answer lies there unread: it is looked at before anybody is blamed.
      timer = setTimeout(() => reject(new RedisAway('it does not answer')), UNREAD_MS)
    }, ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
