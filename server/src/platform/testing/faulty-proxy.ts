import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** What becomes of a request: it gets through, is refused, is never answered, is cut off, finds nothing, or gets other bytes. */
export type Fault = 'none' | 'busy' | 'hangs' | 'cut' | 'missing' | { instead: string }
export interface Asked {
  method: string
  path: string
}

/** Between a server and its object store: lets through what `fault` does not want otherwise, and counts. */
export async function faultyProxy(port: number) {
  const faults = {
    fault: (_asked: Asked): Fault => 'none',
    /** As they came. */
    asked: [] as Asked[],
    none() {
      faults.fault = () => 'none'
      faults.asked.length = 0
    },
  }
  const server = createServer((incoming, answer) => {
    const asked = { method: incoming.method ?? '', path: decodeURIComponent((incoming.url ?? '').split('?')[0] ?? '') }
    faults.asked.push(asked)
    const fault = faults.fault(asked)
    if (fault === 'hangs') return
    if (fault === 'busy' || fault === 'missing') {
      const [status, code] = fault === 'busy' ? [503, 'SlowDown'] : [404, 'NoSuchUpload']
      incoming.resume()
      // Node's own is the machine's, and a client sets its clock by the store's.
      answer.writeHead(status, { 'content-type': 'application/xml', date: new Date().toUTCString() })
      answer.end(`<Error><Code>${code}</Code><Message>As it was told to.</Message></Error>`)
      return
    }
    pass(port, incoming, answer, fault)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    faults,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function pass(port: number, incoming: IncomingMessage, answer: ServerResponse, fault: Fault): void {
  const onward = request(
    // The signature is of the host that was asked.
    { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers: incoming.headers },
    (given) => {
      if (fault === 'cut') {
        answer.writeHead(given.statusCode ?? 500, given.headers)
        given.once('data', (part: Buffer) => answer.write(part.subarray(0, 10), () => answer.destroy()))
        return
      }
      if (typeof fault !== 'object') {
        answer.writeHead(given.statusCode ?? 500, given.headers)
        given.pipe(answer)
        return
      }
      // Somebody else's bytes, of any length, as if they were those asked for.
      given.resume()
      given.once('end', () => {
        const body = Buffer.from(fault.instead)
        answer.writeHead(given.statusCode ?? 500, { ...given.headers, 'content-length': String(body.length) })
        answer.end(body)
      })
    },
  )
  onward.on('error', () => answer.destroy())
  incoming.on('error', () => onward.destroy())
  incoming.pipe(onward)
}
