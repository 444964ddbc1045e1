import type { Server as HttpServer } from 'node:http'
import { audience } from '@teleward/contract/core/event.ts'
import {
  clientMessages,
  PATIENT_NAMESPACE,
  patientHandshake,
  SOCKET_MAX_BYTES,
  STAFF_NAMESPACE,
  staffHandshake,
} from '@teleward/contract/core/sockets.ts'
import { type Namespace, Server } from 'socket.io'
import type { Actor, GuestActor, LinkActor, StaffActor } from '../actor.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/types.ts'
import { AppError, isAppError } from '../errors.ts'
import { type ActorSocket, closeSocket, connectionOf } from './connection.ts'
import { HEARTBEAT, type Heartbeat } from './heartbeat.ts'
import { messageMeter } from './message.ts'
import { sameOrigin } from './origin.ts'
import { resumeFrom, type Since } from './resume.ts'
import type { ClosingCode, Connection, OutgoingEvent, SocketActor, Sockets } from './types.ts'

export interface SocketsDeps {
  server: HttpServer
  db: Db
  clock: Clock
  log: { warn(data: object, text: string): void; error(data: object, text: string): void }
  publicUrl: string | undefined
  /** Shorter in a test that waits for a silent line. */
  heartbeat?: Heartbeat
  /** Runs the work of each message, by its name. */
  around?: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Brings the adapter by which what is said to sockets reaches those of other processes. */
  attach?: ((io: Server) => void) | undefined
  /** What processes say to each other, where there are several. */
  between?: Between | undefined
  /** Whoever has a line (`staff:…`, `link:…`) came or went. */
  onLine?: ((audience: string, here: boolean) => void) | undefined
  /** A token → its person; a session → its person as of now. Both refuse with the catalogue's code. */
  authenticateStaff(token: string): Promise<StaffActor>
  staffOfSession(sid: string): Promise<StaffActor>
}

export interface Between {
  tell(topic: string, data: unknown): Promise<void>
  on(topic: string, hear: (data: unknown) => void): void
}
interface Closing {
  name: string
  code: ClosingCode
  /** When it was said: a line that came after it is not meant, however late the word is read. */
  at: number
}

/** What the sign-in domain needs beside what every domain gets. */
export interface SocketServer extends Sockets {
  /** Units, rights or state of a person changed: rooms anew, and out where the session is over. */
  revalidate(audience: string): Promise<void>
  /** Everybody is told to connect anew, and nobody new is let in: another process, or the next one, takes over. */
  drain(): void
  /** Connections of this process, by namespace. */
  counts(): { staff: number; patient: number }
}

const SWEEP_MS = 30_000

type AnySocket = ActorSocket<StaffActor> | ActorSocket<LinkActor> | ActorSocket<GuestActor>
const isGuest = (socket: ActorSocket<LinkActor> | ActorSocket<GuestActor>): socket is ActorSocket<GuestActor> =>
  socket.data.actor.kind === 'guest'

export function createSockets(deps: SocketsDeps): SocketServer {
  let draining = false
  const { intervalMs, timeoutMs } = deps.heartbeat ?? HEARTBEAT
  const io = new Server(deps.server, {
    serveClient: false,
    maxHttpBufferSize: SOCKET_MAX_BYTES,
    pingInterval: intervalMs,
    pingTimeout: timeoutMs,
    connectTimeout: 10_000,
    perMessageDeflate: false,
    allowRequest: (request, answer) => {
      const fits = sameOrigin(request, deps.publicUrl)
      if (!fits)
        deps.log.warn({ origin: String(request.headers.origin).slice(0, 200) }, 'socket from a foreign page refused')
      // A connection accepted during the drain would be closed again at once.
      if (draining) return answer('draining', false)
      answer(fits ? null : 'forbidden', fits)
    },
  })
  deps.attach?.(io)
  // Nobody lives on the main namespace; without this, anybody could sit there.
  io.use((_socket, next) => next(new Error('FORBIDDEN')))
  const staff = io.of(STAFF_NAMESPACE)
  const patient = io.of(PATIENT_NAMESPACE)
  const checks: ((room: string, actor: Actor) => boolean | Promise<boolean>)[] = []
  const staffHandlers: ((connection: Connection<StaffActor>, actor: StaffActor) => void)[] = []
  const patientHandlers: ((connection: Connection<LinkActor>, actor: LinkActor) => void)[] = []
  const guestHandlers: ((connection: Connection<GuestActor>, actor: GuestActor) => void)[] = []
  /** Lines that were open already when a second factor came to be demanded: a call that runs goes on. */
  const wasIn = new WeakSet<object>()
  let linkOf: Parameters<Sockets['authenticatePatient']>[0] = () => Promise.reject(new AppError('LINK_INVALID'))

  gate(staff, deps, async (socket) => {
    const shake = staffHandshake.safeParse(socket.handshake.auth)
    if (!shake.success) throw new AppError('UNAUTHENTICATED')
    return deps.authenticateStaff(shake.data.token)
  })
  gate(patient, deps, async (socket) => {
    const shake = patientHandshake.safeParse(socket.handshake.auth)
    if (!shake.success) throw new AppError('LINK_INVALID')
    return linkOf({ token: shake.data.token, session: shake.data.session, cookie: socket.handshake.headers.cookie })
  })

  const welcome = async <A extends SocketActor>(
    socket: ActorSocket<A>,
    handlers: ((connection: Connection<A>, actor: A) => void)[],
  ) => {
    const { connection, actor } = socket.data
    const own = actor.kind === 'staff' ? audience.staff(actor.mid) : audience.link(actor.linkId)
    // Whoever has yet to take the second step is there for nobody: no domain is told of the line either.
    if (actor.kind !== 'staff' || isIn(actor)) {
      deps.onLine?.(own, true)
      socket.once('disconnect', () => deps.onLine?.(own, false))
    }
    guardRate(socket)
    connection.on('join_room', {
      schema: clientMessages.join_room,
      handle: ({ room }) => joinRoom(socket, room, checks),
    })
    const audiences = audiencesOf(socket.data.actor)
    await socket.join(audiences)
    for (const handler of handlers) handler(connection, socket.data.actor)
    socket.emit('id', socket.id)
    const { missed, ...resume } = await resumeFrom(deps.db, deps.clock, audiences, sinceOf(socket.handshake.auth))
    // The new place in the log comes last: whose line breaks before it asks again from the old one.
    for (const event of missed) socket.emit('receive_message', event)
    socket.emit('resume', resume)
  }
  const failed = (socket: AnySocket) => (error: unknown) => {
    deps.log.error({ err: error }, 'a socket could not be welcomed')
    closeSocket(socket, 'UNAVAILABLE')
  }
  staff.on('connection', (socket: ActorSocket<StaffActor>) => {
    socket.data.connection.on('user_login', {
      schema: clientMessages.user_login,
      handle: (claim) => checkClaim(deps, socket, claim),
    })
    if (isIn(socket.data.actor)) wasIn.add(socket)
    welcome(socket, isIn(socket.data.actor) ? staffHandlers : []).catch(failed(socket))
  })
  patient.on('connection', (socket: ActorSocket<LinkActor> | ActorSocket<GuestActor>) => {
    const welcomed = isGuest(socket) ? welcome(socket, guestHandlers) : welcome(socket, patientHandlers)
    welcomed.catch(failed(socket))
  })

  const inAudience = (name: string): AnySocket[] =>
    [staff, patient].flatMap((space) => {
      const ids = space.adapter.rooms.get(name) ?? new Set<string>()
      return [...ids].flatMap((id) => space.sockets.get(id) ?? [])
    }) as AnySocket[]

  const closeHere = (name: string, code: ClosingCode) => {
    for (const socket of inAudience(name)) closeSocket(socket, code)
  }
  deps.between?.on('close', (said) => {
    const { name, code, at } = said as Closing
    for (const socket of inAudience(name)) if (socket.data.since <= at) closeSocket(socket, code)
  })

  const revalidateSocket = async (socket: ActorSocket<StaffActor>) => {
    try {
      const actor = await deps.staffOfSession(socket.data.actor.sid)
      // Let in since it came: it comes anew, and does what it may now.
      if (actor.verified && socket.data.actor.secondStepMissing && !actor.secondStepMissing && !wasIn.has(socket))
        return closeSocket(socket, 'UNAVAILABLE')
      const before = new Set(audiencesOf(socket.data.actor))
      const after = audiencesOf(actor)
      socket.data.actor = actor
      for (const room of before) if (!after.includes(room)) await socket.leave(room)
      await socket.join(after.filter((room) => !before.has(room)))
    } catch (error) {
      if (isAppError(error)) closeSocket(socket, 'ERROR_TOKEN')
      else deps.log.error({ err: error }, 'a socket could not be checked')
    }
  }
  const revalidateAll = async (sockets: ActorSocket<StaffActor>[]) => {
    for (const socket of sockets) await revalidateSocket(socket)
  }
  const sendAway = () => {
    for (const space of [staff, patient])
      for (const socket of space.sockets.values()) closeSocket(socket, 'UNAVAILABLE')
  }
  const sweep = setInterval(
    () => void revalidateAll([...staff.sockets.values()] as ActorSocket<StaffActor>[]),
    SWEEP_MS,
  )
  sweep.unref()

  return {
    onStaff: (handler) => void staffHandlers.push(handler),
    onPatient: (handler) => void patientHandlers.push(handler),
    onGuest: (handler) => void guestHandlers.push(handler),
    authenticatePatient: (fn) => {
      linkOf = fn
    },
    mayJoin: (check) => void checks.push(check),
    deliver: (events) => {
      for (const event of events)
        if (event.audience.length)
          for (const space of [staff, patient])
            space.local.to([...event.audience]).emit('receive_message', envelopeOf(event))
    },
    connections: (name) => inAudience(name).map((socket) => socket.data.connection),
    closeEverywhere: async (name, code) => {
      closeHere(name, code)
      await deps.between?.tell('close', { name, code, at: deps.clock.now().getTime() } satisfies Closing)
    },
    closeAll: closeHere,
    revalidate: (name) =>
      revalidateAll(
        inAudience(name).filter((socket) => socket.nsp.name === STAFF_NAMESPACE) as ActorSocket<StaffActor>[],
      ),
    counts: () => ({ staff: staff.sockets.size, patient: patient.sockets.size }),
    drain: () => {
      draining = true
      sendAway()
    },
    close: async () => {
      draining = true
      clearInterval(sweep)
      sendAway()
      // The HTTP server is not ours to close.
      io.engine.close()
    },
  }
}

const envelopeOf = (event: OutgoingEvent) => ({
  cursor: event.id,
  type: event.type,
  at: event.at.toISOString(),
  payload: event.payload,
})

function sinceOf(auth: Record<string, unknown>): Since {
  const whole = (value: unknown) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
  return { cursor: whole(auth.cursor), sinceMs: whole(auth.sinceMs) }
}

/** Past the phone's verification, and past the second factor where one is demanded. */
const isIn = (actor: StaffActor) => !actor.unclaimed && actor.verified && !actor.secondStepMissing

/** Before the phone is verified a person hears of the own session only. */
function audiencesOf(actor: SocketActor): string[] {
  if (actor.kind !== 'staff') return [audience.link(actor.linkId)]
  const own = [audience.staff(actor.mid), audience.session(actor.sid)]
  if (!isIn(actor) || !actor.onBoard) return own
  return [...own, audience.partner(actor.partnerId), ...actor.unitIds.map((unit) => audience.unit(unit))]
}

function gate<A extends SocketActor>(
  space: Namespace,
  deps: SocketsDeps,
  who: (socket: ActorSocket<A>) => Promise<A>,
): void {
  space.use((plain, next) => {
    const socket = plain as ActorSocket<A>
    const refuse = (error: unknown) => {
      const code = isAppError(error) ? error.code : 'UNAVAILABLE'
      if (!isAppError(error)) deps.log.error({ err: error }, 'a socket could not be authenticated')
      next(Object.assign(new Error(code), { data: { code } }))
    }
    // Before it is known whose it is: what ends meanwhile ends it.
    socket.data.since = deps.clock.now().getTime()
    who(socket).then((actor) => {
      socket.data.actor = actor
      const onError = (error: unknown, message: string) =>
        deps.log.error({ err: error, message }, 'a socket message failed')
      socket.data.connection = connectionOf(socket, { onError, around: deps.around })
      next()
    }, refuse)
  })
}

function guardRate<A extends SocketActor>(socket: ActorSocket<A>): void {
  const meter = messageMeter()
  socket.use((packet, next) => {
    const verdict = meter()
    if (verdict === 'ok') return next()
    const ack: unknown = packet.at(-1)
    if (typeof ack === 'function') ack({ ok: false, code: 'RATE_LIMITED' })
    if (verdict === 'cut') socket.disconnect(true)
  })
}

async function joinRoom<A extends SocketActor>(
  socket: ActorSocket<A>,
  room: string,
  checks: readonly ((room: string, actor: Actor) => boolean | Promise<boolean>)[],
): Promise<void> {
  const { actor } = socket.data
  if (audiencesOf(actor).includes(room)) return
  if (actor.kind === 'guest' || (actor.kind === 'staff' && !isIn(actor))) throw new AppError('FORBIDDEN')
  for (const check of checks)
    if (await check(room, actor)) {
      await socket.join(room)
      return
    }
  throw new AppError('FORBIDDEN')
}

/** The page says who it is. The token decided that already: another name is refused and kept in the audit log. */
async function checkClaim(
  deps: SocketsDeps,
  socket: ActorSocket<StaffActor>,
  claim: { userId: string | number; socketId: string; token: string },
): Promise<void> {
  const { actor } = socket.data
  const named = await deps.authenticateStaff(claim.token).catch((error: unknown) => {
    // A token that ran out meanwhile is no lie.
    if (!isAppError(error) || error.code === 'TOKEN_EXPIRED') throw error
    return undefined
  })
  if (String(claim.userId) === String(actor.mid) && named?.mid === actor.mid && claim.socketId === socket.id) return
  deps.log.warn({ mid: actor.mid }, 'a socket claimed to be somebody else')
  await deps.db.system.tx(
    (tx) =>
      tx.audit({
        action: 'socket user_login',
        kind: 'auth',
        outcome: 'FORBIDDEN',
        target: { kind: 'staff', id: String(claim.userId).slice(0, 64) },
      }),
    { mid: actor.mid, partnerId: actor.partnerId, ip: socket.handshake.address },
  )
  throw new AppError('FORBIDDEN')
}
