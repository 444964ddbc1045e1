import { z } from 'zod'
import { deviceType, instant, uuid } from './scalars.ts'
import { event } from './event.ts'

/**
 * The socket, `/socket.io`, two namespaces. Who a socket is, the server takes from its token; what the client emits
 * are requests, never authority. After connecting the server emits `id`, then `resume`, then what was missed.
 *
 * Messages of the specification's chat channel are typed events here:
 * `Notify send` → `notice.arrived`, `TODO send` → `todo.arrived`, `MyTODO send` → `todo.changed`,
 * `MyShift send` → `shift.changed`, `refresh` → `refresh`, the login message → `session.forcedOut`,
 * new queue, check in and check out → `queue.changed`, `phonecall` and `open_stream` → `call.ring`, `call.state`.
 * Typed by a person, those words are text.
 */
export const STAFF_NAMESPACE = '/staff'
export const PATIENT_NAMESPACE = '/patient'

/** One message may not be larger; an SDP of 64 kB with its envelope fits. */
export const SOCKET_MAX_BYTES = 128 * 1024
export const SOCKET_MESSAGES_PER_10S = 400
/** Events are kept this long for those who come back; after that the answer is `snapshot`. */
export const RESUME_WINDOW_MS = 10 * 60_000
export const RESUME_MAX_EVENTS = 500

export const staffHandshake = z.object({
  token: z.string().min(1).max(4096),
  /** The last cursor seen, if the page has one: asks for what was missed. */
  cursor: z.number().int().min(0).optional(),
  /** Milliseconds since a page without a cursor began to ask for its data: what happened meanwhile was told to nobody. */
  sinceMs: z.number().int().min(0).optional(),
})
export const patientHandshake = z.object({
  /** The link's token (its session rides in a cookie or in `session`). */
  token: z.string().min(1).max(512),
  session: z.string().max(512).optional(),
  cursor: z.number().int().min(0).optional(),
})

export const socketAck = z.union([
  z.object({ ok: z.literal(true), data: z.unknown() }),
  z.object({ ok: z.literal(false), code: z.string() }),
])
export type SocketAck = z.infer<typeof socketAck>

/** What a client may emit beside a domain's own messages. Every one is answered by a `SocketAck`. */
export const clientMessages = {
  /** Says who the page thinks it is. Another person's id is refused and recorded. */
  user_login: z.object({
    userId: z.union([z.string().max(64), z.number().int()]),
    socketId: z.string().max(64),
    token: z.string().max(4096),
  }),
  join_room: z.object({ room: z.string().min(1).max(128) }),
} as const

export const envelope = z.object({
  /** The stream's cursor; remember the highest. */
  cursor: z.number().int(),
  type: z.string(),
  at: instant,
  payload: z.unknown(),
})
export const resume = z.object({
  /** `fresh`: no cursor was sent. `delta`: what was missed follows. `snapshot`: too much or too long ago, load anew. */
  mode: z.enum(['fresh', 'delta', 'snapshot']),
  cursor: z.number().int(),
})
/**
 * The server is about to close this socket for good; the code says why (no reconnecting with the same token).
 * `TOKEN_EXPIRED`: this browser has signed in anew, connect again with the token it holds now.
 * `UNAVAILABLE`: this process stops; connect again in a moment, not all at once, with the last cursor.
 */
export const closing = z.object({
  code: z.enum([
    'TOKEN_EXPIRED',
    'ERROR_TOKEN',
    'REPEAT_LOGIN',
    'ACCOUNT_CLOSED',
    'MEMBERSHIP_CANCELLED',
    'REFRESH_REUSED',
    'UNAVAILABLE',
  ]),
})

/** Server → client. Domains' transient messages (room signalling, typing) travel beside these under their own names. */
export const serverMessages = { id: z.string(), resume, receive_message: envelope, closing } as const

export const sessionForcedOut = event(
  'session.forcedOut',
  z.object({ id: uuid, version: z.number().int(), at: instant, deviceType, reason: z.enum(['otherDevice']) }),
  { tags: ['session'], transient: true },
)
export const sessionEnded = event(
  'session.ended',
  z.object({ id: uuid, version: z.number().int(), at: instant, reason: closing.shape.code }),
  { tags: ['session'], transient: true },
)
/** Ask every page of the partner to load anew when it can. */
export const refresh = event('refresh', z.object({ id: z.string(), version: z.number().int(), at: instant }), {
  tags: [],
  transient: true,
})
export const uiConfigPublished = event(
  'uiconfig.published',
  z.object({ id: z.number().int(), version: z.number().int(), at: instant }),
  {
    tags: ['session'],
  },
)
