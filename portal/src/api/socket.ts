import type { EventEnvelope } from '@teleward/contract/core/event.ts'
import { STAFF_NAMESPACE } from '@teleward/contract/core/sockets.ts'
import { io, type Socket } from 'socket.io-client'
import { ApiError } from './errors.ts'
import { emitEvent } from './events.ts'
import { TagBatcher } from './tag-batcher.ts'
import { invalidation } from './invalidation.ts'
import { SeenEvents } from './seen-events.ts'
import { invalidateAll, invalidateHeard, invalidateTags } from './query.ts'
import { endFor, endForToken, renewed } from './refresh.ts'
import { session } from './session.ts'
import { createStore, type Store } from '../lib/store.ts'

/** `lostAt`: since when there is no line; null while there is one, and until a first attempt at one has failed twice. */
export interface ConnectionState {
  state: 'connecting' | 'online' | 'lost'
  lostAt: number | null
}
const line = createStore<ConnectionState>({ state: 'connecting', lostAt: null })
export const connectionStore: Pick<Store<ConnectionState>, 'get' | 'subscribe'> = line
function setLine(state: ConnectionState['state']): void {
  const lostAt = state === 'lost' ? (line.get().lostAt ?? Date.now()) : null
  const before = line.get()
  if (before.state !== state || before.lostAt !== lostAt) line.set({ state, lostAt })
}

let socket: Socket | null = null
let cursor: number | undefined
/** The token of the last attempt to connect. */
let shown: string | null = null
let rejoin = new Set<string>()
let once = new SeenEvents()
const gather = new TagBatcher((tags) => {
  if (!session.pending()) void invalidateHeard(tags)
})
/** All that was missed has come over this connection: from then on an event moves the place in the log. */
let resumed = false

/** The staff socket while somebody is signed in: for the media's signalling. Null before and after. */
export const staffSocket = (): Socket | null => socket

/** A request to hear a room's events; the server decides. Asked again after each reconnect. */
export function joinRoom(room: string): () => void {
  rejoin.add(room)
  if (socket?.connected) socket.emit('join_room', { room })
  return () => rejoin.delete(room)
}

/** Of a page that came with somebody signed in: it asks for data before it has a line. */
let loadedAt = session.jwt() ? performance.now() : undefined

/** Opens the socket of the signed-in person. Returns what closes it. */
export function connectStaff(): () => void {
  if (socket) return disconnectStaff
  // What happens from here on, and before there is a line, is told with the line.
  const began = loadedAt ?? performance.now()
  loadedAt = undefined
  const opened = io(STAFF_NAMESPACE, {
    withCredentials: true,
    transports: ['websocket', 'polling'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 5000,
    auth: (give) => {
      shown = session.jwt()
      give({ token: shown ?? '', cursor, sinceMs: Math.round(performance.now() - began) })
    },
  })
  socket = opened
  let failed = 0
  opened.on('connect', () => announce(opened))
  opened.on('id', () => announce(opened))
  opened.on('resume', onResume)
  opened.on('receive_message', onMessage)
  opened.on('closing', ({ code }: { code: string }) => endFor(new ApiError(code, '', 401)))
  opened.on('disconnect', (reason) => {
    if (socket !== opened) return
    resumed = false
    setLine('lost')
    // The server closed this one; socket.io does not come back by itself then.
    // Nor all at once, when a server sends everybody away.
    if (reason === 'io server disconnect' && session.jwt())
      setTimeout(() => socket === opened && opened.connect(), 500 + Math.random() * 1000)
  })
  opened.on('connect_error', (error) => {
    failed += 1
    // The first line may take a second attempt, with a new token or over a proxy: nothing is said of that.
    if (line.get().state !== 'connecting' || failed > 1 || !navigator.onLine) setLine('lost')
    void onConnectError(opened, error)
  })
  window.addEventListener('offline', onOffline)
  return disconnectStaff
}

/** The browser knows before the heartbeat does. */
const onOffline = () => setLine('lost')

export function disconnectStaff(): void {
  const closing = socket
  socket = null
  cursor = undefined
  rejoin = new Set()
  once = new SeenEvents()
  gather.forget()
  resumed = false
  window.removeEventListener('offline', onOffline)
  closing?.removeAllListeners()
  closing?.disconnect()
  setLine('connecting')
}

let announced = ''
function announce(opened: Socket): void {
  const user = session.user()
  if (!user || !opened.id || announced === opened.id) return
  announced = opened.id
  opened.emit('user_login', { userId: user.mid, socketId: opened.id, token: session.jwt() ?? '' })
  for (const room of rejoin) opened.emit('join_room', { room })
}

/** What was missed has come one by one, or was too much: then everything is asked for again. */
function onResume(message: { mode: 'fresh' | 'delta' | 'snapshot'; cursor: number }): void {
  const wasLost = line.get().state === 'lost'
  resumed = true
  cursor = Math.max(cursor ?? 0, message.cursor)
  setLine('online')
  if (message.mode === 'snapshot' || (wasLost && message.mode === 'fresh')) void invalidateAll()
  // What happened while the first connection was made has come with it; what leaves no trace in the log has not. A ring
  // above all must not fall into that gap.
  else if (message.mode === 'fresh') void invalidateTags(['calls', 'rooms', 'appointments', 'presence', 'counts'])
}

function onMessage(envelope: EventEnvelope): void {
  if (resumed) cursor = Math.max(cursor ?? 0, envelope.cursor)
  if (!once.first(envelope.cursor)) return
  // Listeners first: one of them may learn that the session is over, and then nothing is fetched any more.
  emitEvent(envelope)
  gather.add(invalidation.get(envelope.type) ?? [])
}

const EXPIRED: readonly string[] = ['TOKEN_EXPIRED', 'UNAUTHENTICATED']
async function onConnectError(opened: Socket, error: Error): Promise<void> {
  if (!EXPIRED.includes(error.message)) {
    await endForToken(new ApiError(error.message, '', 401), shown)
    const now = session.jwt()
    if (socket === opened && now && now !== shown) opened.connect()
    return
  }
  try {
    await renewed(shown)
    if (socket === opened) opened.connect()
  } catch (failure) {
    // Without network the next attempt of socket.io asks again; a refusal has ended the session already.
    if (failure instanceof ApiError && failure.http === 0 && socket === opened) setTimeout(() => opened.connect(), 3000)
  }
}
