import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import type { z } from 'zod'
import type { Actor, GuestActor, LinkActor, StaffActor } from '../actor.ts'

/** Why a socket is closed for good; the client is told by `closing`. */
export type ClosingCode = Extract<
  ErrorCode,
  | 'ERROR_TOKEN'
  | 'REPEAT_LOGIN'
  | 'ACCOUNT_CLOSED'
  | 'MEMBERSHIP_CANCELLED'
  | 'REFRESH_REUSED'
  | 'TOKEN_EXPIRED'
  | 'UNAVAILABLE'
>

export interface Message<S extends z.ZodType, R> {
  schema: S
  /** Its answer is acknowledged as `{ok: true, data}`; a refusal thrown as an AppError as `{ok: false, code}`. */
  handle(payload: z.output<S>): Promise<R> | R
  /** The code for a payload that does not fit; `BAD_INPUT` unless the message's own contract has another word. */
  invalid?: string
  /** Turns a refusal into the message's own word. */
  code?(error: unknown): string
}

/** Who may be on a socket. */
export type SocketActor = Actor | GuestActor

/** One connection. Who it is comes from its token alone and is asked anew on each use: units and rights may change. */
export interface Connection<A extends SocketActor> {
  readonly id: string
  readonly actor: A
  readonly connected: boolean
  /** Registers a message: checked against the schema, counted against the rate limit, always acknowledged. */
  on<S extends z.ZodType, R>(name: string, message: Message<S, R>): void
  emit(name: string, payload: unknown): void
  join(audience: string): void
  leave(audience: string): void
  onClosed(fn: (reason: string) => void): void
  close(code: ClosingCode): void
}
export type StaffConnection = Connection<StaffActor>
export type LinkConnection = Connection<LinkActor>
export type GuestConnection = Connection<GuestActor>

/** What the outbox of committed events hands over. */
export interface OutgoingEvent {
  /** 0 for transient events, which are not kept. */
  id: number
  type: string
  audience: readonly string[]
  payload: unknown
  at: Date
}

export interface Sockets {
  onStaff(handler: (connection: StaffConnection, actor: StaffActor) => void): void
  onPatient(handler: (connection: LinkConnection, actor: LinkActor) => void): void
  /** A third party's, on the patients' namespace: what is done for a patient's link is not done for it. */
  onGuest(handler: (connection: GuestConnection, actor: GuestActor) => void): void
  /** Who a patient's socket is: the link's token and session of the handshake → the link's holder. */
  authenticatePatient(
    fn: (handshake: {
      token: string
      session?: string | undefined
      cookie?: string | undefined
    }) => Promise<LinkActor | GuestActor>,
  ): void
  /** Says whether the caller belongs to a room named in `join_room`; the first `true` lets them in. A guest is not asked about. */
  mayJoin(check: (room: string, actor: Actor) => boolean | Promise<boolean>): void
  /** Sink of the event dispatcher: an envelope under `receive_message` to the audiences. */
  deliver(events: readonly OutgoingEvent[]): void
  /** Connections of a person or a link in this process. */
  connections(audience: string): readonly (StaffConnection | LinkConnection | GuestConnection)[]
  /** Closes what is in the audience (`session:…`, `staff:…`, `link:…`), in this process. */
  closeAll(audience: string, code: ClosingCode): void
  /** The same in every process that Redis joins. */
  closeEverywhere(audience: string, code: ClosingCode): Promise<void>
  close(): Promise<void>
}
