// The load client, a process of its own: keep-alive connections over bare sockets, requests written beforehand. It costs
// a tenth of what an HTTP library costs, which matters where client and server share the cores.
import { connect, type Socket } from 'node:net'
import { quantile } from './noise.ts'

export interface Job {
  /** Several: the connections in turn. */
  port: number | number[]
  connections: number
  /** Raw requests, taken in turn. */
  requests: string[]
  warmMs: number
  ms: number
  /** Requests a second, whatever the server does (open loop); without it each connection asks as soon as it was answered. */
  rate?: number
}
export interface Result {
  done: number
  /** With those of the warm-up. */
  answered: number
  perSecond: number
  p50: number
  p99: number
  max: number
  /** Answers by status, where it was not 200. */
  refused: Record<string, number>
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /content-length: (\d+)/i

/** One connection: sends a request, calls back with the status once the whole answer is there. */
class Line {
  readonly socket: Socket
  private parts: Buffer = Buffer.alloc(0)
  private need = -1
  private status = 0
  private answered: ((status: number) => void) | undefined
  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.socket.on('data', (chunk) => this.hear(chunk))
  }
  ask(request: Buffer, answered: (status: number) => void): void {
    this.answered = answered
    this.socket.write(request)
  }
  private hear(chunk: Buffer): void {
    this.parts = this.parts.length ? Buffer.concat([this.parts, chunk]) : chunk
    if (this.need < 0) {
      const at = this.parts.indexOf(HEAD_END)
      if (at < 0) return
      const head = this.parts.toString('latin1', 0, at)
      const length = LENGTH.exec(head)?.[1]
      if (length === undefined) throw new Error(`an answer without a length:\n${head}`)
      this.status = Number(head.slice(9, 12))
      this.need = at + 4 + Number(length)
    }
    if (this.parts.length < this.need) return
    this.parts = this.parts.subarray(this.need)
    this.need = -1
    const { answered } = this
    this.answered = undefined
    answered?.(this.status)
  }
}

async function run(job: Job): Promise<Result> {
  const requests = job.requests.map((text) => Buffer.from(text))
  const ports = [job.port].flat()
  const lines = Array.from({ length: job.connections }, (_, n) => new Line(ports[n % ports.length] as number))
  await Promise.all(
    lines.map(({ socket }) => new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))),
  )
  const times: number[] = []
  const refused: Record<string, number> = {}
  const began = performance.now()
  const from = began + job.warmMs
  const until = from + job.ms
  let next = 0
  let last = from
  let answered = 0
  const note = (intended: number, status: number) => {
    answered += 1
    const now = performance.now()
    if (intended < from || intended > until) return
    last = now
    if (status === 200) times.push(now - intended)
    else refused[status] = (refused[status] ?? 0) + 1
  }
  const request = () => requests[next++ % requests.length] as Buffer
  if (job.rate) await open(lines, job.rate, began, until, request, note)
  else await closed(lines, until, request, note)
  for (const { socket } of lines) socket.destroy()
  const all = Float64Array.from(times).sort()
  return {
    done: all.length,
    answered,
    perSecond: (all.length / (Math.min(last, until + 1000) - from)) * 1000,
    p50: quantile(all, 0.5),
    p99: quantile(all, 0.99),
    max: all.at(-1) ?? 0,
    refused,
  }
}

type Note = (intended: number, status: number) => void
const closed = (lines: Line[], until: number, request: () => Buffer, note: Note) =>
  Promise.all(
    lines.map(
      (line) =>
        new Promise<void>((resolve) => {
          const again = () => {
            const began = performance.now()
            if (began > until) return resolve()
            line.ask(request(), (status) => {
              note(began, status)
              again()
            })
          }
          again()
        }),
    ),
  )

/** Arrivals by the clock; each one's time counts from when it should have been sent, also where it had to wait. */
function open(
  lines: Line[],
  rate: number,
  began: number,
  until: number,
  request: () => Buffer,
  note: Note,
): Promise<void> {
  const free = [...lines]
  const waiting: number[] = []
  let arrived = 0
  return new Promise((resolve) => {
    const serve = () => {
      while (free.length && waiting.length) {
        const line = free.pop() as Line
        const intended = waiting.shift() as number
        line.ask(request(), (status) => {
          note(intended, status)
          free.push(line)
          serve()
        })
      }
    }
    const tick = () => {
      const now = performance.now()
      while (began + (arrived * 1000) / rate <= Math.min(now, until)) waiting.push(began + (arrived++ * 1000) / rate)
      serve()
      // A server that cannot keep up is not waited for without end.
      const over = now > until && (free.length === lines.length || now > until + 5000)
      if (over) resolve()
      else setTimeout(tick, 1)
    }
    tick()
  })
}

if (process.send)
  process.on('message', (job: Job) => {
    run(job).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: String(error) }),
    )
  })
