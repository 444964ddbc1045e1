import {
  type LeftReason,
  type MediaState,
  type RecordingState,
  ROOM_SOCKET_GRACE_MS,
  roomLimit,
  sameMedia,
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
  relation?: RoomClaims['relation']
  instance: string
  media: MediaState
  socket: HubSocket | null
}
interface Held extends Member {
  /** When this line came into the room, as a time that is after that of the line known before: the clocks of processes differ. */
  since: number
  /** Of a member whose line is gone, or whose process is. */
  grace: ReturnType<typeof setTimeout> | undefined
  /** The process whose line it is, where that is another one; such a member has no socket here. */
  home?: string | undefined
  /** Of a member elsewhere: its line is gone for now. */
  away?: boolean
}
interface Recorded {
  recording: RecordingState
  /** When that was said; 0 of what the database had when the first one came in. */
  recordingAt: number
}
interface LiveRoom extends Recorded {
  members: Map<string, Held>
}

type Told = Omit<Held, 'socket' | 'grace' | 'home'> & { away: boolean }
/** What the hubs of several processes tell each other. `home`: whose line it is. */
export type HubWord =
  | ({ op: 'here'; home: string; roomId: string; member: Told; sides: number } & Recorded)
  | { op: 'gone'; home: string; roomId: string; id: string; instance: string; reason: LeftReason }
  | { op: 'all'; home: string; rooms: ({ roomId: string; members: Told[] } & Recorded)[] }
  | { op: 'signal'; home: string; roomId: string; to: string; payload: RoomServerPayloads['room.signal'] }
  | { op: 'out'; home: string; roomId: string; id: string; reason: Extract<LeftReason, 'left' | 'removed'> }
  | ({ op: 'recording'; roomId: string } & Recorded)
  | { op: 'closed'; roomId: string; reason: RoomEndedReason }
/** The way to the other processes' hubs, where there are any. */
export interface HubBetween {
  self: string
  say(word: HubWord): void
  /** Of several processes that see the same come to pass, one writes it down. */
  leads(): boolean
}

/** `count` is of the sides, without guests. `entered` is also a reload (`reloaded`); a line that comes back within its grace is nothing new. */
export type HubChange =
  | { kind: 'entered'; roomId: string; member: Member; reloaded: boolean; count: number }
  | { kind: 'dropped'; roomId: string; member: Member; count: number }
  | { kind: 'left'; roomId: string; member: Member; reason: LeftReason; count: number }
  | { kind: 'closed'; roomId: string }

/** Whoever came in by a third party's link is no side of what is talked: the state of a room does not count them. */
export const isGuest = ({ role }: Pick<Member, 'role'>): boolean => role === 'guest'
export const sidesOf = (members: Iterable<Member>): Member[] => [...members].filter((member) => !isGuest(member))
const sides = (room: LiveRoom): number => sidesOf(room.members.values()).length

const participant = ({ id, name, role, relation, instance, media }: Member): RoomParticipant => ({
  id,
  name,
  role,
  ...(relation ? { relation } : {}),
  instance,
  media,
})

const toldOf = ({ id, name, role, mid, linkId, relation, instance, media, socket, since }: Held): Told => ({
  ...{ id, name, role, mid, linkId, instance, media, since, away: socket === null },
  ...(relation ? { relation } : {}),
})

/**
 * Who is in which room, by the sockets of this process and by what those of others say of theirs, and the relay of their signals. Nothing here touches the
 * database: whether somebody may come in was decided when their token was made, and is checked by the caller again.
 */
export function createHub(options: {
  onChange(change: HubChange): void
  graceMs?: number
  max?: number
  between?: HubBetween | undefined
  /** By the clock that all processes go by; milliseconds. */
  now?: () => number
}) {
  const { between, now = Date.now } = options
  const { onChange, graceMs = ROOM_SOCKET_GRACE_MS, max = roomLimit('embedded') } = options
  const rooms = new Map<string, LiveRoom>()
  const places = new Map<string, { roomId: string; userId: string }>()

  const roomOf = (roomId: string, { recording, recordingAt }: Recorded): LiveRoom => {
    const found = rooms.get(roomId) ?? { members: new Map<string, Held>(), recording, recordingAt }
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
  /** What was said last of a room's recording holds, whatever is read late. */
  function recorded(roomId: string, { recording, recordingAt }: Recorded) {
    const room = rooms.get(roomId)
    if (!room || recordingAt <= room.recordingAt) return
    const before = room.recording
    Object.assign(room, { recording, recordingAt })
    if (before !== recording) tell(roomId, 'room.recording', { state: recording })
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
    const { id, instance, home } = member
    tell(roomId, 'room.left', { id, instance, reason })
    if (room.members.size === 0) rooms.delete(roomId)
    if (between && !home) between.say({ op: 'gone', home: between.self, roomId, id, instance, reason })
    if (!home || between?.leads()) onChange({ kind: 'left', roomId, member, reason, count: sides(room) })
  }
  /** The others' hubs know of this member what this one knows. */
  function share(roomId: string, room: LiveRoom, member: Held) {
    const { recording, recordingAt } = room
    const word = { roomId, member: toldOf(member), recording, recordingAt, sides: sides(room) }
    between?.say({ op: 'here', home: between.self, ...word })
  }
  /** Somebody whose line is another process's. */
  function elsewhere(home: string, roomId: string, told: Told, as: Recorded, seen?: number) {
    const room = roomOf(roomId, as)
    const before = room.members.get(told.id)
    // An old line that is noticed late to be gone, or a word that is read late.
    if (before && ((told.away && before.socket) || before.since > told.since)) return
    clearTimeout(before?.grace)
    if (before?.socket) {
      places.delete(before.socket.id)
      if (before.instance !== told.instance) before.socket.emit('room.ended', { roomId, reason: 'replaced' })
    }
    const member: Held = { ...told, socket: null, grace: undefined, home }
    room.members.set(told.id, member)
    const wasHere = before && before.instance === told.instance && before.home === home && !before.away
    if (!told.away && !wasHere) tell(roomId, 'room.joined', participant(member))
    else if (wasHere && !sameMedia(before.media, told.media))
      tell(roomId, 'room.media', { id: told.id, instance: told.instance, media: told.media })
    if (seen === undefined || seen === sides(room)) return
    // Two came in at once, each counted without the other: what follows from both is written again.
    const own = sidesOf(room.members.values()).find(({ socket }) => socket)
    if (own) onChange({ kind: 'entered', roomId, member: own, reloaded: false, count: sides(room) })
  }
  /** Whose line is this process's, or nobody's any more since its process is gone: then each lets go by itself. */
  const isOurs = ({ home, grace }: Held) => !home || grace !== undefined
  function putOut(roomId: string, member: Held, reason: Extract<LeftReason, 'left' | 'removed'>) {
    if (reason === 'removed') member.socket?.emit('room.ended', { roomId, reason })
    forget(roomId, member, reason)
  }
  function closeHere(roomId: string, reason: RoomEndedReason) {
    const room = rooms.get(roomId)
    if (!room) return
    for (const member of room.members.values()) {
      clearTimeout(member.grace)
      if (member.socket) places.delete(member.socket.id)
      member.socket?.emit('room.ended', { roomId, reason })
    }
    rooms.delete(roomId)
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
      const room = roomOf(roomId, { recording, recordingAt: 0 })
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
      const { userId: id, name, role, mid, linkId, relation } = claims
      const since = Math.max(now(), (before?.since ?? 0) + 1)
      const member: Held = { id, name, role, mid, linkId, relation, instance, media, socket, since, grace: undefined }
      room.members.set(id, member)
      places.set(socket.id, { roomId, userId: id })
      tell(roomId, 'room.joined', participant(member), id)
      share(roomId, room, member)
      const reloaded = before !== undefined && before.instance !== instance
      if (!before || reloaded || !before.socket)
        onChange({ kind: 'entered', roomId, member, reloaded, count: sides(room) })
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
      share(place.roomId, room, member)
      onChange({ kind: 'dropped', roomId: place.roomId, member, count: sides(room) })
    },

    signal(socket: HubSocket, { to, toInstance, instance, ...signal }: RoomSignalOut) {
      const { roomId, room, member } = placeOf(socket)
      if (instance !== member.instance) throw new RoomRefused('ROOM_NOT_JOINED')
      const other = room.members.get(to)
      if (!other || other.id === member.id || other.instance !== toInstance) throw new RoomRefused('NOT_FOUND')
      const payload = { from: member.id, instance, toInstance, ...signal }
      if (between && other.home && !other.away)
        return between.say({ op: 'signal', home: other.home, roomId, to, payload })
      if (!other.socket) throw new RoomRefused('PEER_AWAY')
      other.socket.emit('room.signal', payload)
    },

    media(socket: HubSocket, media: MediaState) {
      const { roomId, room, member } = placeOf(socket)
      member.media = media
      tell(roomId, 'room.media', { id: member.id, instance: member.instance, media }, member.id)
      share(roomId, room, member)
    },

    /** Rooms with somebody in them, in this process, and how many people. */
    size: () => {
      const own = [...rooms.values()].map(({ members }) => [...members.values()].filter(({ home }) => !home).length)
      return { rooms: own.filter(Boolean).length, members: own.reduce((sum, count) => sum + count, 0) }
    },
    members: (roomId: string): readonly Member[] => [...(rooms.get(roomId)?.members.values() ?? [])],
    has: (roomId: string, userId: string): boolean => rooms.get(roomId)?.members.has(userId) ?? false,
    /** Rooms a member of staff is in. */
    roomsOf: (mid: number): string[] =>
      [...rooms].filter(([, { members }]) => [...members.values()].some((m) => m.mid === mid)).map(([id]) => id),
    recordingOf: (roomId: string): RecordingState => rooms.get(roomId)?.recording ?? 'off',

    /** Tells everybody who is in the room now, and whoever comes in later. */
    recording(roomId: string, state: RecordingState) {
      const recordingAt = Math.max(now(), (rooms.get(roomId)?.recordingAt ?? 0) + 1)
      between?.say({ op: 'recording', roomId, recording: state, recordingAt })
      recorded(roomId, { recording: state, recordingAt })
    },

    /** Puts one person out, as when they hang up by another way than their page. */
    remove(roomId: string, userId: string, reason: Extract<LeftReason, 'left' | 'removed'> = 'removed') {
      const member = rooms.get(roomId)?.members.get(userId)
      if (!member) return
      if (between && member.home) between.say({ op: 'out', home: member.home, roomId, id: userId, reason })
      if (isOurs(member)) putOut(roomId, member, reason)
    },

    close(roomId: string, reason: RoomEndedReason = 'closed') {
      onChange({ kind: 'closed', roomId })
      closeHere(roomId, reason)
      between?.say({ op: 'closed', roomId, reason })
    },

    /** What another process's hub says. */
    hear(word: HubWord) {
      if (!between || ('home' in word && word.op !== 'signal' && word.op !== 'out' && word.home === between.self))
        return
      if (word.op === 'recording') return recorded(word.roomId, word)
      if (word.op === 'here') return elsewhere(word.home, word.roomId, word.member, word, word.sides)
      if (word.op === 'closed') return closeHere(word.roomId, word.reason)
      if (word.op === 'all') {
        const there = new Map(word.rooms.map((room) => [room.roomId, new Set(room.members.map(({ id }) => id))]))
        for (const [roomId, room] of rooms)
          for (const member of room.members.values())
            if (member.home === word.home && !there.get(roomId)?.has(member.id)) forget(roomId, member, 'lost')
        for (const { roomId, members, ...as } of word.rooms) {
          recorded(roomId, as)
          for (const told of members)
            if (!rooms.get(roomId)?.members.get(told.id)?.socket) elsewhere(word.home, roomId, told, as)
        }
        return
      }
      const room = rooms.get(word.roomId)
      if (!room) return
      const member = room.members.get(word.op === 'signal' ? word.to : word.id)
      if (!member) return
      if (word.op === 'gone') {
        if (member.home !== word.home || member.instance !== word.instance) return
        clearTimeout(member.grace)
        room.members.delete(member.id)
        tell(word.roomId, 'room.left', { id: member.id, instance: member.instance, reason: word.reason })
        if (room.members.size === 0) rooms.delete(word.roomId)
        return
      }
      if (word.home !== (member.home ?? between.self)) return
      if (word.op === 'out') return isOurs(member) ? putOut(word.roomId, member, word.reason) : undefined
      if (word.payload.toInstance === member.instance) member.socket?.emit('room.signal', word.payload)
    },
    /** All of this process's people, for a hub that may have missed some, or takes some to be here who are not. */
    shareAll() {
      const own = [...rooms].flatMap(([roomId, { recording, recordingAt, members }]) => {
        const told = [...members.values()].filter(({ home }) => !home).map(toldOf)
        return told.length ? [{ roomId, recording, recordingAt, members: told }] : []
      })
      between?.say({ op: 'all', home: between.self, rooms: own })
    },
    /** A process is gone; its people have a while to come back on another. */
    lost(home: string) {
      for (const [roomId, room] of rooms)
        for (const member of room.members.values()) {
          if (member.home !== home) continue
          member.away = true
          clearTimeout(member.grace)
          member.grace = setTimeout(() => forget(roomId, member, 'lost'), graceMs)
          member.grace.unref()
        }
    },

    stop() {
      for (const room of rooms.values()) for (const member of room.members.values()) clearTimeout(member.grace)
      rooms.clear()
      places.clear()
    },
  }
}
export type Hub = ReturnType<typeof createHub>
