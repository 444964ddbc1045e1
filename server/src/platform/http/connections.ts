import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Lifecycle } from '../lifecycle.ts'

/** A client that sent a request within this time before a stop may be sending the next one. */
const RECENT_MS = 2_000

export interface Connections {
  /** Has every connection in use at `since` (`performance.now()`) gone, or been told that it leads nowhere any more? */
  told(since: number): boolean
}

/**
 * Connections that are kept open, and what they were told. A process that stops closes those that are idle; a request may
 * be on its way on one of them at that very moment, when this machine or the other side is busy, and would be cut off
 * without an answer. With `Connection: close` in an answer nobody asks there again.
 */
export function watchConnections(app: FastifyInstance, lifecycle: Lifecycle | undefined): Connections {
  const open = new Map<Socket, { asked: number; told: boolean }>()
  app.addHook('onRequest', async ({ raw: { socket } }) => {
    const known = open.get(socket)
    if (known) known.asked = performance.now()
    else {
      open.set(socket, { asked: performance.now(), told: false })
      socket.once('close', () => open.delete(socket))
    }
  })
  app.addHook('onSend', async ({ raw: { socket } }, reply) => {
    if (!lifecycle?.draining) return
    reply.header('connection', 'close')
    const known = open.get(socket)
    if (known) known.told = true
  })
  return { told: (since) => [...open.values()].every(({ asked, told }) => told || asked < since - RECENT_MS) }
}
