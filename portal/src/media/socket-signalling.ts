import type { RoomAck, RoomRefusal } from '@teleward/contract/calls/signalling.ts'
import type { Signalling } from './types.ts'

/** The little of a socket.io client that is needed here. */
export interface SocketLike {
  readonly connected: boolean
  emit(event: string, payload: unknown, ack: (answer: unknown) => void): unknown
  on(event: string, handler: (payload: unknown) => void): unknown
  off(event: string, handler: (payload: unknown) => void): unknown
}

export class SignalRefused extends Error {
  readonly code: RoomRefusal

  constructor(code: RoomRefusal) {
    super(code)
    this.name = 'SignalRefused'
    this.code = code
  }
}

export class ConnectionLost extends Error {
  constructor() {
    super('the signalling line is lost')
    this.name = 'LineLost'
  }
}

/** Resolves when the line stands. A page that was loaded in the middle of a call is faster than its socket. */
export function connected(socket: SocketLike): Promise<void> {
  return new Promise((resolve) => {
    const up = () => {
      socket.off('connect', up)
      resolve()
    }
    if (socket.connected) resolve()
    else socket.on('connect', up)
  })
}

const ANSWER_WITHIN_MS = 8_000

export function socketSignalling(socket: SocketLike): Signalling {
  const listen = (event: string, handler: (payload: unknown) => void) => {
    socket.on(event, handler)
    return () => {
      socket.off(event, handler)
    }
  }
  return {
    emit(event, payload) {
      // socket.io would keep the message and send it before the page has joined again: better to fail now.
      if (!socket.connected) return Promise.reject(new ConnectionLost())
      return new Promise((resolve, reject) => {
        const settle = (act: () => void) => {
          clearTimeout(timer)
          socket.off('disconnect', lost)
          act()
        }
        const lost = () => settle(() => reject(new ConnectionLost()))
        const timer = setTimeout(lost, ANSWER_WITHIN_MS)
        socket.on('disconnect', lost)
        socket.emit(event, payload, (answer) => {
          const ack = answer as RoomAck<never>
          settle(() => (ack.ok ? resolve(ack.data) : reject(new SignalRefused(ack.code))))
        })
      })
    },
    on: (event, handler) => listen(event, handler as (payload: unknown) => void),
    onDisconnect: (handler) => listen('disconnect', handler),
    onReconnect(handler) {
      let lostBefore = !socket.connected
      const drop = listen('disconnect', () => {
        lostBefore = true
      })
      const back = listen('connect', () => {
        if (lostBefore) handler()
      })
      return () => {
        drop()
        back()
      }
    },
  }
}
