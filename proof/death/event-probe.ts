import { io, type Socket } from 'socket.io-client'
import { SeenEvents } from '../../portal/src/api/seen-events.ts'

/** A page's ear: resumes from its cursor after each break, as the portal does. */
export interface EventProbe {
  /** By cursor: how often the page acted on it. */
  heard: Map<number, number>
  /** What came over the line again, about a resume. */
  repeated: number
  first: number
  connections: number
  snapshots: number
  /** How often a server said that it goes. */
  sentAway: number
  /** Connected and resumed. */
  up: boolean
  close(): void
}
export function listen(url: string, token: () => Promise<string>): EventProbe {
  let cursor: number | undefined
  const once = new SeenEvents()
  const socket: Socket = io(`${url}/staff`, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 300,
    timeout: 3000,
    auth: (give) =>
      void token().then(
        (value) => give({ token: value, cursor }),
        () => give({}),
      ),
  })
  const ear: EventProbe = {
    heard: new Map(),
    repeated: 0,
    first: 0,
    connections: 0,
    snapshots: 0,
    sentAway: 0,
    up: false,
    close: () => socket.disconnect(),
  }
  socket.on('closing', ({ code }: { code: string }) => {
    if (code === 'UNAVAILABLE') ear.sentAway += 1
  })
  socket.on('connect', () => {
    ear.connections += 1
  })
  socket.on('disconnect', (reason) => {
    ear.up = false
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), 200)
  })
  socket.on('connect_error', () => {
    if (!socket.active) setTimeout(() => socket.connect(), 200)
  })
  socket.on('resume', (message: { mode: string; cursor: number }) => {
    if (message.mode === 'snapshot') ear.snapshots += 1
    if (cursor === undefined) ear.first = message.cursor
    cursor = Math.max(cursor ?? 0, message.cursor)
    ear.up = true
  })
  socket.on('receive_message', (event: { cursor: number }) => {
    if (!event.cursor) return
    if (ear.up) cursor = Math.max(cursor ?? 0, event.cursor)
    if (once.first(event.cursor)) ear.heard.set(event.cursor, (ear.heard.get(event.cursor) ?? 0) + 1)
    else ear.repeated += 1
  })
  return ear
}
