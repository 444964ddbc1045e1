// Thousands of pages' sockets, in a process of its own: WebSocket and socket.io's words over bare sockets, as little of them as the
// server asks for. A library's client would cost more than the server that is measured.
import { connect, type Socket } from 'node:net'
import { quantile, sorted } from './noise.ts'
import { type Listening, listening, type Talk } from './talk.ts'

export interface OpenJob {
  kind: 'open'
  ports: number[]
  tokens: string[]
  count: number
  /** So many come in at a time. */
  atOnce: number
}
export interface DeliverJob {
  kind: 'deliver'
  url: string
  /** Whose state changes, of which all of them hear. */
  token: string
  mid: number
  events: number
  everyMs: number
}
/** Colleagues write to each other: each message is heard by all pages of both. */
export interface TalkJob extends Talk {
  kind: 'talk'
}
/** Kills that process; those that were on it come in at the ports that are left. */
export interface LoseJob {
  kind: 'lose'
  pid: number
  ports: number[]
}
export interface Opened {
  ms: number
}
export interface Delivered {
  p50: number
  p99: number
  max: number
  heard: number
}
export interface Lost {
  lost: number
  ms: number
}

const HANDSHAKE =
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n'
/** As pages do: after half a second to two, each at its own moment. */
const again = () => 500 + Math.random() * 1500
const PATIENCE_MS = 180_000

/** Masked with nothing, which is a mask as well. */
function frame(text: string): Buffer {
  const body = Buffer.from(text)
  const head =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0])
      : Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0])
  return Buffer.concat([head, body])
}
const PONG = frame('3')

let ports: number[] = []
let up = 0
let turn = 0
/** When the nth change was made, and how long after that each socket heard of it. */
let made: number[] = []
let heard: number[] = []
let mine = ''
/** While colleagues write to each other. */
let words: Listening | undefined
const numbers = new Map<string, number>()
let changed: () => void = () => undefined

class Page {
  private readonly token: string
  private cursor: string | undefined
  private parts: Buffer = Buffer.alloc(0)
  private upgraded = false
  private isUp = false
  private socket: Socket | undefined

  constructor(token: string) {
    this.token = token
  }
  come(): void {
    this.parts = Buffer.alloc(0)
    this.upgraded = false
    const socket = connect({ port: ports[turn++ % ports.length] as number, host: '127.0.0.1', noDelay: true })
    this.socket = socket
    socket.write(HANDSHAKE)
    socket.on('data', (chunk) => this.take(chunk))
    // Told by the end of the connection as well.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (this.isUp) up -= 1
      this.isUp = false
      setTimeout(() => this.come(), again())
      changed()
    })
  }
  private take(chunk: Buffer): void {
    this.parts = this.parts.length ? Buffer.concat([this.parts, chunk]) : chunk
    if (!this.upgraded) {
      const end = this.parts.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!this.parts.toString('latin1', 0, 12).endsWith('101')) return void this.socket?.destroy()
      this.parts = this.parts.subarray(end + 4)
      this.upgraded = true
    }
    for (;;) {
      const { parts } = this
      if (parts.length < 2) return
      const short = (parts[1] as number) & 127
      const from = short === 126 ? 4 : short === 127 ? 10 : 2
      if (parts.length < from) return
      const length = short === 126 ? parts.readUInt16BE(2) : short === 127 ? Number(parts.readBigUInt64BE(2)) : short
      if (parts.length < from + length) return
      this.parts = parts.subarray(from + length)
      if (((parts[0] as number) & 15) === 1) this.hear(parts.toString('utf8', from, from + length))
    }
  }
  private hear(text: string): void {
    if (text === '2') return void this.socket?.write(PONG)
    if (text.startsWith('0')) {
      const cursor = this.cursor === undefined ? '' : `,"cursor":${this.cursor}`
      return void this.socket?.write(frame(`40/staff,{"token":"${this.token}"${cursor}}`))
    }
    if (text.startsWith('44')) throw new Error(`a socket was refused: ${text}`)
    const cursor = /"cursor":(\d+)/.exec(text)?.[1]
    if (cursor === undefined) return
    this.cursor = cursor
    if (text.startsWith('42/staff,["resume"')) {
      if (!this.isUp) up += 1
      this.isUp = true
      changed()
    } else if (mine && text.includes('"presence.changed"') && text.includes(mine)) {
      const nth = numbers.get(cursor) ?? numbers.size
      numbers.set(cursor, nth)
      heard.push(performance.now() - (made[nth] ?? Number.NaN))
      changed()
    } else if (words && text.includes('"chat.message"')) {
      words.hear(Number(/"id":(\d+)/.exec(text)?.[1]), Number(/"seq":(\d+)/.exec(text)?.[1]))
    }
  }
}

function until(ready: () => boolean, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`${what}: ${up} sockets are in, ${heard.length} deliveries`)),
      PATIENCE_MS,
    )
    changed = () => {
      if (!ready()) return
      clearTimeout(late)
      changed = () => undefined
      resolve()
    }
    changed()
  })
}

async function open(job: OpenJob): Promise<Opened> {
  ports = job.ports
  const pages = Array.from({ length: job.count }, (_, n) => new Page(job.tokens[n % job.tokens.length] as string))
  const began = performance.now()
  let next = 0
  await until(() => {
    while (next < pages.length && next - up < job.atOnce) pages[next++]?.come()
    return up === pages.length
  }, 'not all came in')
  return { ms: performance.now() - began }
}

async function deliver(job: DeliverJob): Promise<Delivered> {
  ;[made, heard, mine] = [[], [], `"id":${job.mid},`]
  numbers.clear()
  const all = up
  for (let n = 0; n < job.events; n += 1) {
    const due = performance.now() + job.everyMs
    made.push(performance.now())
    const answer = await fetch(`${job.url}/his/api/doctorstatus`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${job.token}` },
      body: JSON.stringify({ doctorStatus: n % 2 ? 3000 : 1000 }),
    })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`no change: ${answer.status}`)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
  }
  await until(() => heard.length >= all * job.events, 'not all was heard')
  mine = ''
  return deliveredIn(sorted(heard))
}
const deliveredIn = (times: readonly number[]): Delivered => ({
  ...{ p50: quantile(times, 0.5), p99: quantile(times, 0.99) },
  ...{ max: times.at(-1) ?? 0, heard: times.length },
})

async function talk(job: TalkJob): Promise<Delivered> {
  words = listening()
  const times = await words.talk(job)
  words = undefined
  return deliveredIn(times)
}

async function lose(job: LoseJob): Promise<Lost> {
  const all = up
  let least = all
  ports = job.ports
  process.kill(job.pid, 'SIGKILL')
  const began = performance.now()
  await until(() => {
    least = Math.min(least, up)
    return least < all && up === all
  }, 'not all came back')
  return { lost: all - least, ms: performance.now() - began }
}

if (process.send)
  process.on('message', (job: OpenJob | DeliverJob | TalkJob | LoseJob) => {
    const works = { open, deliver, talk, lose }
    const work = works[job.kind] as (of: typeof job) => Promise<unknown>
    work(job).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: String(error) }),
    )
  })
