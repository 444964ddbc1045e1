import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { appendFile, readFile, stat } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { Server, type Socket } from 'socket.io'
import type { MediaGrant, RoomAck, RoomParticipant, RoomSignalIn } from '../../contract/src/calls/signalling.ts'
import { roomClientMessages } from '../../contract/src/calls/signalling.ts'

type Answer = (ack: RoomAck<unknown>) => void
interface Seat extends RoomParticipant {
  socket: Socket | null
}

export interface RelayOptions {
  folder: string
  /** Where recordings sent by the page grow. */
  recordings?: string
  graceMs?: number
  /** The way into a media server, which then carries the media. */
  grant?(id: string): Promise<MediaGrant>
}

export interface Relay {
  url: string
  seats: Map<string, Seat>
  signals: number
  /** Each upload as it was asked for; `fail` makes the next ones fail in a way of their own. */
  uploads: { offset: number; bytes: number; status: number }[]
  failUploads: ('before' | 'after')[]
  /** As a restart of the server: nobody is remembered, every socket is closed. */
  forget(): void
  close(): Promise<void>
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
const CSP =
  "default-src 'self'; connect-src 'self' ws:; media-src 'self' blob:; worker-src 'self'; img-src 'self' blob:"

/** One room and its page, on loopback: no more of a server than the media layer needs. */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const relay: Pick<Relay, 'seats' | 'signals' | 'uploads' | 'failUploads'> = {
    seats: new Map(),
    signals: 0,
    uploads: [],
    failUploads: [],
  }
  const files = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    const path = normalize(url.pathname)
    if (request.method === 'PUT') {
      await takeUpload(request, response, join(options.recordings ?? '', path.slice(1)), url, relay)
      return
    }
    const recording = options.recordings && path.endsWith('.webm')
    const file = join(recording ? (options.recordings ?? '') : options.folder, path === '/' ? 'index.html' : path)
    try {
      const body = await readFile(file)
      response.writeHead(200, {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': CSP,
      })
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  const io = new Server(files, { transports: ['websocket'], serveClient: false, maxHttpBufferSize: 1e6 })
  io.on('connection', (socket) => serve(socket, relay, options))
  await new Promise<void>((done) => files.listen(0, '127.0.0.1', done))
  return Object.assign(relay, {
    url: `http://127.0.0.1:${(files.address() as AddressInfo).port}`,
    forget() {
      for (const seat of relay.seats.values()) seat.socket?.disconnect(true)
      relay.seats.clear()
    },
    async close() {
      files.closeAllConnections()
      await io.close()
    },
  })
}

/** The offset check of the recording endpoint: 409 tells where the file really ends. */
async function takeUpload(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  url: URL,
  relay: Pick<Relay, 'uploads' | 'failUploads'>,
) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  const offset = Number(url.searchParams.get('offset'))
  const fault = relay.failUploads.shift()
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  const fits = offset === size
  if (fits && fault !== 'before') await appendFile(file, body)
  const status = fault ? 503 : fits ? 200 : 409
  relay.uploads.push({ offset, bytes: body.byteLength, status })
  response.writeHead(status, { 'upload-offset': fits && !fault ? size + body.byteLength : size }).end()
}

function serve(socket: Socket, relay: { seats: Map<string, Seat>; signals: number }, options: RelayOptions) {
  let own: Seat | null = null
  const { seats } = relay
  const others = () => [...seats.values()].filter((seat) => seat.id !== own?.id)
  const tell = (event: string, payload: unknown) => {
    for (const seat of others()) seat.socket?.emit(event, payload)
  }
  const goneFor = (seat: Seat, reason: string) => {
    if (seats.get(seat.id) !== seat) return
    seats.delete(seat.id)
    for (const other of seats.values())
      other.socket?.emit('room.left', { id: seat.id, instance: seat.instance, reason })
  }
  socket.on('room.join', async (payload: unknown, answer: Answer) => {
    const parsed = roomClientMessages['room.join'].payload.safeParse(payload)
    if (!parsed.success) return answer({ ok: false, code: 'BAD_REQUEST' })
    const { token, instance, media } = parsed.data
    const grant = await options.grant?.(token)
    own = { id: token, name: token, role: token === 'staff' ? 'moderator' : 'patient', instance, media, socket }
    seats.set(own.id, own)
    const participants = others().map(({ socket: _, ...seat }) => seat)
    const { id, name, role } = own
    answer({
      ok: true,
      data: { self: { id, name, role }, participants, recording: 'off', ...(grant ? { media: grant } : {}) },
    })
    tell('room.joined', { id, name, role, instance, media })
  })
  socket.on('room.signal', (payload: unknown, answer: Answer) => {
    const parsed = roomClientMessages['room.signal'].payload.safeParse(payload)
    if (!parsed.success) return answer({ ok: false, code: 'BAD_REQUEST' })
    const { to, ...signal } = parsed.data
    const target = seats.get(to)
    if (!own || seats.get(own.id) !== own) return answer({ ok: false, code: 'ROOM_NOT_JOINED' })
    if (target?.instance !== signal.toInstance) return answer({ ok: false, code: 'NOT_FOUND' })
    if (!target.socket) return answer({ ok: false, code: 'PEER_AWAY' })
    relay.signals += 1
    answer({ ok: true, data: {} })
    target.socket.emit('room.signal', { ...signal, from: own.id } satisfies RoomSignalIn)
  })
  socket.on('room.media', (payload: unknown, answer: Answer) => {
    const parsed = roomClientMessages['room.media'].payload.safeParse(payload)
    if (!parsed.success || !own) return answer({ ok: false, code: 'BAD_REQUEST' })
    own.media = parsed.data
    answer({ ok: true, data: {} })
    tell('room.media', { id: own.id, instance: own.instance, media: own.media })
  })
  socket.on('room.leave', (_: unknown, answer: Answer) => {
    if (own) goneFor(own, 'left')
    answer({ ok: true, data: {} })
  })
  socket.on('disconnect', () => {
    const seat = own
    if (!seat || seats.get(seat.id) !== seat) return
    seat.socket = null
    setTimeout(() => goneFor(seat, 'lost'), options.graceMs ?? 15_000).unref()
  })
}
