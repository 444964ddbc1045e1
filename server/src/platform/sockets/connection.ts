import type { DefaultEventsMap, Socket } from 'socket.io'
import { isAppError } from '../errors.ts'
import { parseMessage } from './message.ts'
import type { ClosingCode, Connection, SocketActor } from './types.ts'

export interface SocketData<A extends SocketActor> {
  actor: A
  connection: Connection<A>
  /** When it came in, by the clock that all processes go by; milliseconds. */
  since: number
}
export type ActorSocket<A extends SocketActor> = Socket<
  DefaultEventsMap,
  DefaultEventsMap,
  DefaultEventsMap,
  SocketData<A>
>

export interface ConnectionOptions {
  /** Runs the work of each message, by its name. */
  around?: (<T>(name: string, work: () => Promise<T>) => Promise<T>) | undefined
  onError(error: unknown, message: string): void
}

type Ack = (answer: { ok: true; data: unknown } | { ok: false; code: string }) => void

/** The face a domain sees: no raw socket, no unchecked payload, no message without an answer. */
export function connectionOf<A extends SocketActor>(socket: ActorSocket<A>, options: ConnectionOptions): Connection<A> {
  const connection: Connection<A> = {
    id: socket.id,
    get actor() {
      return socket.data.actor
    },
    get connected() {
      return socket.connected
    },
    on(name, message) {
      socket.on(name, async (...args: unknown[]) => {
        const last = args.at(-1)
        const ack: Ack = typeof last === 'function' ? (answer) => void last(answer) : () => undefined
        const payload = typeof args[0] === 'function' ? undefined : args[0]
        const parsed = parseMessage(message.schema, payload)
        if (!parsed.ok) return ack({ ok: false, code: message.invalid ?? 'BAD_INPUT' })
        try {
          const work = async () => message.handle(parsed.data)
          ack({ ok: true, data: (await (options.around ? options.around(name, work) : work())) ?? {} })
        } catch (error) {
          if (!isAppError(error) && !message.code) options.onError(error, name)
          ack({ ok: false, code: message.code?.(error) ?? (isAppError(error) ? error.code : 'INTERNAL') })
        }
      })
    },
    emit: (name, payload) => {
      socket.emit(name, payload)
    },
    join: (audience) => {
      void socket.join(audience)
    },
    leave: (audience) => {
      void socket.leave(audience)
    },
    onClosed: (fn) => {
      socket.once('disconnect', (reason) => fn(reason))
    },
    close: (code) => closeSocket(socket, code),
  }
  return connection
}

export function closeSocket(socket: Pick<Socket, 'emit' | 'disconnect'>, code: ClosingCode): void {
  socket.emit('closing', { code })
  socket.disconnect(true)
}
