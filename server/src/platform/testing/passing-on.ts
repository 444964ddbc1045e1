import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Hands what comes to a stand-in on to the server behind it: calls, and lines that stay open. */
export function passesOn(url: string) {
  const { hostname, port } = new URL(url)
  const lines = new Set<Socket>()
  return {
    async request(
      { method, url: path, headers }: IncomingMessage,
      body: string,
      answer: ServerResponse,
    ): Promise<void> {
      const { authorization, 'content-type': type } = headers
      const told = await fetch(`http://${hostname}:${port}${path}`, {
        method: method ?? 'GET',
        headers: { ...(authorization ? { authorization } : {}), ...(type ? { 'content-type': type } : {}) },
        ...(body ? { body } : {}),
      })
      // A browser reads some answers from a page of another origin.
      const kept = ['content-type', 'access-control-allow-origin'].flatMap((name) => {
        const value = told.headers.get(name)
        return value === null ? [] : [[name, value]]
      })
      answer.writeHead(told.status, Object.fromEntries(kept)).end(Buffer.from(await told.arrayBuffer()))
    },
    upgrade({ method, url: path, rawHeaders }: IncomingMessage, near: Duplex, head: Buffer): void {
      const far = connect({ host: hostname, port: Number(port) })
      lines.add(far)
      const pairs = rawHeaders.flatMap((name, at) => (at % 2 ? [] : [`${name}: ${rawHeaders[at + 1]}`]))
      far.write([`${method} ${path} HTTP/1.1`, ...pairs, '', ''].join('\r\n'))
      far.write(head)
      far.pipe(near).pipe(far)
      // A broken end breaks the other; that it broke is no news here.
      near.on('error', () => far.destroy()).on('close', () => far.destroy())
      far
        .on('error', () => near.destroy())
        .on('close', () => {
          lines.delete(far)
          near.destroy()
        })
    },
    close(): void {
      for (const line of lines) line.destroy()
    },
  }
}
