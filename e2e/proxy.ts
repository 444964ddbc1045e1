import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How the line is just now. Everything at once is allowed. */
export interface Weather {
  /** Milliseconds that each piece takes, and up to how many more. */
  delay?: number
  jitter?: number
  /** In each direction. */
  bytesPerSecond?: number
  /** Half open: connections are accepted, what is sent arrives nowhere until the weather changes. */
  silent?: boolean
  /** Requests arrive, answers do not. */
  mute?: boolean
}
/** `answer`: the connection is reset in the middle of an answer. `request`: it ends in the middle of a request. */
export type Break = 'answer' | 'request'

/** A line to the server that can be cut, slowed and broken: what a browser's own 'offline' switch does not do to open sockets. */
export interface Line {
  url: string
  /** Everything open breaks, and nothing new comes through. */
  cut(): void
  mend(): void
  weather(now: Weather): void
  /** The next piece of its direction comes through by half, and the connection is gone. */
  break(what: Break): void
  /** How often what happened. */
  happened: Record<Break | 'cut' | 'silent', number>
  close(): Promise<void>
}

export async function lineTo(url: string): Promise<Line> {
  const target = new URL(url)
  const open = new Set<Socket>()
  const happened: Line['happened'] = { answer: 0, request: 0, cut: 0, silent: 0 }
  const breaks: Break[] = []
  let down = false
  let weather: Weather = {}
  let changed = Promise.withResolvers<void>()

  /** Piece by piece and in order; the sender waits as it would on a slow line. */
  async function carry(piece: Buffer, to: Socket, direction: Break): Promise<void> {
    const held = () => weather.silent || (weather.mute && direction === 'answer')
    while (held() && !to.destroyed) await changed.promise
    const { delay = 0, jitter = 0, bytesPerSecond } = weather
    const wait = delay + Math.random() * jitter + (bytesPerSecond ? (piece.length / bytesPerSecond) * 1000 : 0)
    if (wait >= 1) await sleep(wait)
    if (to.destroyed) return
    const at = breaks.indexOf(direction)
    if (at < 0) return void to.write(piece)
    breaks.splice(at, 1)
    happened[direction] += 1
    to.write(piece.subarray(0, Math.ceil(piece.length / 2)), () =>
      direction === 'answer' ? to.resetAndDestroy() : to.destroy(),
    )
  }
  function pipe(from: Socket, to: Socket, direction: Break): void {
    let carried = Promise.resolve()
    from.on('data', (piece: Buffer) => {
      from.pause()
      carried = carried.then(() => carry(piece, to, direction)).then(() => void from.resume())
    })
    from.on('end', () => void carried.then(() => to.end()))
  }

  const server = createServer((near) => {
    if (down) return void near.destroy()
    const far = connect({ host: '127.0.0.1', port: Number(target.port) })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      // A broken end breaks the other; that it broke is no news here.
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    pipe(near, far, 'request')
    pipe(far, near, 'answer')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const turn = (now: Weather) => {
    weather = now
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const breakAll = () => {
    for (const socket of open) socket.destroy()
    // Who waits for better weather on a dead connection finds that out.
    turn(weather)
  }
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    happened,
    cut() {
      down = true
      happened.cut += 1
      breakAll()
    },
    mend() {
      down = false
    },
    weather(now) {
      if (now.silent) happened.silent += 1
      turn(now)
    },
    break: (what) => void breaks.push(what),
    close: () =>
      new Promise((resolve) => {
        turn({})
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** The same faults in the same order for the same seed; when each strikes what is the machine's business. */
export function storm(line: Line, seed: number): { calm(): Promise<void>; struck(): number } {
  let state = seed
  const roll = (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
  let over = false
  let struck = 0
  const faults: readonly (() => Promise<unknown>)[] = [
    async () => line.break('answer'),
    async () => line.break('request'),
    async () => {
      line.weather({ silent: true })
      await sleep(400 + roll(1600))
    },
    async () => {
      line.weather({ delay: 60 + roll(200), jitter: 200 })
      await sleep(500 + roll(1000))
    },
    async () => {
      line.weather({ bytesPerSecond: 20_000 })
      await sleep(500 + roll(1000))
    },
    async () => {
      line.cut()
      await sleep(100 + roll(600))
      line.mend()
    },
  ]
  const raging = (async () => {
    // Each kind as often as the others, in an order of the seed's.
    let deck: typeof faults = []
    while (!over) {
      if (!deck.length)
        deck = faults
          .map((fault) => ({ fault, at: roll(1e6) }))
          .sort((a, b) => a.at - b.at)
          .map(({ fault }) => fault)
      await deck[0]?.()
      deck = deck.slice(1)
      struck += 1
      line.weather({})
      await sleep(100 + roll(500))
    }
  })()
  return {
    struck: () => struck,
    calm: async () => {
      over = true
      await raging
      line.weather({})
      line.mend()
    },
  }
}
