import {
  type LeftReason,
  type MediaState,
  type RecordingState,
  ROOM_MAX_PARTICIPANTS,
  ROOM_SOCKET_GRACE_MS,
  type RoomEndedReason,
  type RoomJoin,
  type RoomJoined,
  type RoomParticipant,
  type RoomServerPayloads,
  type RoomSignalOut,
} from '@teleward/contract/calls/signalling.ts'
import type { RoomClaims } from './token.ts'

/** The socket of a participant, as little of it as is needed. */
export interface HubSocket {
  readonly id: string
  emit(name: string, payload: unknown): void
}

/** A refusal in the signalling's own words. */
export class RoomRefused extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.name = 'RoomRefused'
    this.code = code
  }
}

export interface Member {
  id: string
  name: string
  role: RoomClaims['role']
  mid: number | null
  linkId: string | null
  instance: string
  media: MediaState
  socket: HubSocket | null
}
interface Held extends Member {
  grace: ReturnType<typeof setTimeout> | undefined
}
interface LiveRoom {
  members: Map<string, Held>
  recording: RecordingState
}

/** `entered` is also a reload (`reloaded`); a line that comes back within its grace is nothing new. */
export type HubChange =
  | { kind: 'entered'; roomId: string; member: Member; reloaded: boolean; count: number }
  | { kind: 'dropped'; roomId: string; member: Member; count: number }
  | { kind: 'left'; roomId: string; member: Member; reason: LeftReason; count: number }

const participant = ({ id, name, role, instance, media }: Member): RoomParticipant => ({
  id,
  name,
  role,
  instance,
  media,
})

/**
 * Who is in which room, by the sockets of this process, and the relay of their signals. Nothing here touches the
 * database: whether somebody may come in was decided when their token was made, and is checked by the caller again.
 */
export function createHub(options: { onChange(change: HubChange): void; graceMs?: number; max?: number }) {
  const { onChange, graceMs = ROOM_SOCKET_GRACE_MS, max = ROOM_MAX_PARTICIPANTS } = options
  const rooms = new Map<string, LiveRoom>()
  const places = new Map<string, { roomId: string; userId: string }>()

  const roomOf = (roomId: string, recording: RecordingState): LiveRoom => {
    const found = rooms.get(roomId) ?? { members: new Map<string, Held>(), recording }
    rooms.set(roomId, found)
    return found
  }
  function tell<E extends keyof RoomServerPayloads>(
    roomId: string,
    name: E,
    payload: RoomServerPayloads[E],
    except?: string,
  ) {
    for (const member of rooms.get(roomId)?.members.values() ?? [])
      if (member.id !== except) member.socket?.emit(name, payload)
  }
  function placeOf(socket: HubSocket): { roomId: string; room: LiveRoom; member: Held } {
    const place = places.get(socket.id)
    const room = place && rooms.get(place.roomId)
    const member = place && room?.members.get(place.userId)
    if (!place || !room || !member || member.socket?.id !== socket.id) throw new RoomRefused('ROOM_NOT_JOINED')
    return { roomId: place.roomId, room, member }
  }
  function forget(roomId: string, member: Held, reason: LeftReason) {
    const room = rooms.get(roomId)
    if (room?.members.get(member.id) !== member) return
    clearTimeout(member.grace)
    if (member.socket) places.delete(member.socket.id)
    room.members.delete(member.id)
    tell(roomId, 'room.left', { id: member.id, instance: member.instance, reason })
    const count = room.members.size
    if (count === 0) rooms.delete(roomId)
    onChange({ kind: 'left', roomId, member, reason, count })
  }

  return {
    /** `recording`: the state kept in the database, for a room that nobody of this process was in so far. */
    join(
      socket: HubSocket,
      claims: RoomClaims,
      page: Pick<RoomJoin, 'instance' | 'media'>,
      recording: RecordingState = 'off',
    ): RoomJoined {
      const { instance, media } = page
      const { roomId } = claims
      const elsewhere = places.get(socket.id)
      if (elsewhere && elsewhere.roomId !== roomId) this.leave(socket)
      const room = roomOf(roomId, recording)
      const before = room.members.get(claims.userId)
      if (!before && room.members.size >= max) throw new RoomRefused('ROOM_FULL')
      if (before) {
        clearTimeout(before.grace)
        if (before.socket && before.socket.id !== socket.id) {
          places.delete(before.socket.id)
          // A line that was replaced unseen by its own page is no second page.
          if (before.instance !== instance) before.socket.emit('room.ended', { roomId, reason: 'replaced' })
        }
      }
      const { userId: id, name, role, mid, linkId } = claims
      const member: Held = { id, name, role, mid, linkId, instance, media, socket, grace: undefined }
      room.members.set(id, member)
      places.set(socket.id, { roomId, userId: id })
      tell(roomId, 'room.joined', participant(member), id)
      const reloaded = before !== undefined && before.instance !== instance
      if (!before || reloaded || !before.socket)
        onChange({ kind: 'entered', roomId, member, reloaded, count: room.members.size })
      return {
        self: { id, name, role },
        participants: [...room.members.values()].filter((other) => other.id !== id).map(participant),
        recording: room.recording,
      }
    },

    leave(socket: HubSocket) {
      const place = places.get(socket.id)
      const member = place && rooms.get(place.roomId)?.members.get(place.userId)
      if (place && member?.socket?.id === socket.id) forget(place.roomId, member, 'left')
    },

    /** The line is gone; the person has a while to come back on another. */
    drop(socket: HubSocket) {
      const place = places.get(socket.id)
      places.delete(socket.id)
      const room = place && rooms.get(place.roomId)
      const member = place && room?.members.get(place.userId)
      if (!place || !room || !member || member.socket?.id !== socket.id) return
      member.socket = null
      member.grace = setTimeout(() => forget(place.roomId, member, 'lost'), graceMs)
      member.grace.unref()
      onChange({ kind: 'dropped', roomId: place.roomId, member, count: room.members.size })
    },

    signal(socket: HubSocket, { to, toInstance, instance, ...signal }: RoomSignalOut) {
      const { room, member } = placeOf(socket)
      if (instance !== member.instance) throw new RoomRefused('ROOM_NOT_JOINED')
      const other = room.members.get(to)
      if (!other || other.id === member.id || other.instance !== toInstance) throw new RoomRefused('NOT_FOUND')
      if (!other.socket) throw new RoomRefused('PEER_AWAY')
      other.socket.emit('room.signal', { from: member.id, instance, toInstance, ...signal })
    },

    media(socket: HubSocket, media: MediaState) {
      const { roomId, member } = placeOf(socket)
      member.media = media
      tell(roomId, 'room.media', { id: member.id, instance: member.instance, media }, member.id)
    },

    /** Rooms with somebody in them, in this process, and how many people. */
    size: () => ({ rooms: rooms.size, members: [...rooms.values()].reduce((sum, room) => sum + room.members.size, 0) }),
    members: (roomId: string): readonly Member[] => [...(rooms.get(roomId)?.members.values() ?? [])],
    has: (roomId: string, userId: string): boolean => rooms.get(roomId)?.members.has(userId) ?? false,
    /** Rooms a member of staff is in. */
    roomsOf: (mid: number): string[] =>
      [...rooms].filter(([, { members }]) => [...members.values()].some((m) => m.mid === mid)).map(([id]) => id),
    recordingOf: (roomId: string): RecordingState => rooms.get(roomId)?.recording ?? 'off',

    /** Tells everybody who is in the room now, and whoever comes in later. */
    recording(roomId: string, state: RecordingState) {
      const room = rooms.get(roomId)
      if (!room || room.recording === state) return
      room.recording = state
      tell(roomId, 'room.recording', { state })
    },

    /** Puts one person out, as when they hang up by another way than their page. */
    remove(roomId: string, userId: string, reason: Extract<LeftReason, 'left' | 'removed'> = 'removed') {
      const member = rooms.get(roomId)?.members.get(userId)
      if (!member) return
      if (reason === 'removed') member.socket?.emit('room.ended', { roomId, reason: 'removed' })
      forget(roomId, member, reason)
    },

    close(roomId: string, reason: RoomEndedReason = 'closed') {
      const room = rooms.get(roomId)
      if (!room) return
      for (const member of room.members.values()) {
        clearTimeout(member.grace)
        if (member.socket) places.delete(member.socket.id)
        member.socket?.emit('room.ended', { roomId, reason })
      }
      rooms.delete(roomId)
    },

    stop() {
      for (const room of rooms.values()) for (const member of room.members.values()) clearTimeout(member.grace)
      rooms.clear()
      places.clear()
    },
  }
}
export type Hub = ReturnType<typeof createHub>
