import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What stands in front of several processes: it sends each request to one that says at `/ready` that it wants it. */
export async function balancer(looksEveryMs = 100) {
  const homes = new Map<string, { ready: boolean; agent: Agent }>()
  const taken = new Map<string, number>()
  let turn = 0
  const look = setInterval(() => {
    for (const [url, home] of homes)
      fetch(`${url}/ready`, { signal: AbortSignal.timeout(3000) })
        .then(async (answer) => {
          await answer.arrayBuffer()
          home.ready = answer.status === 200
        })
        .catch(() => {
          home.ready = false
        })
  }, looksEveryMs)
  const server = createServer((incoming, reply) => {
    const ready = [...homes].filter(([, home]) => home.ready)
    turn += 1
    const [url, home] = ready[turn % Math.max(1, ready.length)] ?? []
    if (!url || !home) {
      reply.writeHead(502).end('nobody is ready')
      return
    }
    taken.set(url, (taken.get(url) ?? 0) + 1)
    const { connection: _, ...headers } = incoming.headers
    const outgoing = request(url + incoming.url, { method: incoming.method, headers, agent: home.agent })
    outgoing.on('response', (answer) => {
      const { connection: __, ...said } = answer.headers
      reply.writeHead(answer.statusCode ?? 502, said)
      answer.pipe(reply)
    })
    outgoing.on('error', (error) => {
      if (reply.headersSent) reply.destroy()
      else reply.writeHead(502).end(error.message)
    })
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (url: string) => void homes.set(url, { ready: false, agent: new Agent({ keepAlive: true, maxSockets: 20 }) }),
    wants: (url: string) => homes.get(url)?.ready === true,
    taken: (url: string) => taken.get(url) ?? 0,
    close() {
      clearInterval(look)
      server.closeAllConnections()
      server.close()
      for (const { agent } of homes.values()) agent.destroy()
    },
  }
}
