import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Line {
  /** The address it was made for, by way of this line. */
  url: string
  /** Swallows what is sent, as a network does that is cut; nobody is told. */
  hold(): void
  letGo(): void
  /** From now on it leads elsewhere; who is connected is cut off. */
  aim(target: string): void
  close(): void
}

/** A line to a server on this machine that can be held, let go, and led elsewhere. */
export async function lineTo(target: string): Promise<Line> {
  let port = Number(new URL(target).port)
  let held = false
  const ends = new Set<Socket>()
  const cut = () => {
    for (const end of ends) end.destroy()
  }
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        ends.delete(from)
        to.destroy()
      })
      from.on('data', (part) => void to.write(part))
      if (held) from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    hold() {
      held = true
      for (const end of ends) end.pause()
    },
    letGo() {
      held = false
      for (const end of ends) end.resume()
    },
    aim(other) {
      port = Number(new URL(other).port)
      cut()
    },
    close() {
      server.close()
      cut()
    },
  }
}
