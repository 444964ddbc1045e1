import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, instant, uuid, version } from '../core/scalars.ts'
import { callCause, callDirection, callKind, callState, rejectReason, roomState, takenBy } from './schema.ts'
import { recordingState } from './signalling.ts'

/** A call comes in. The wire's phonecall message, plus the call's id and the end of its ringing. */
export const callRing = event(
  'call.ring',
  z.object({
    entityType: z.literal('phonecall'),
    mrid: uuid.nullable(),
    roomNumber: z.string(),
    queueID: id.nullable(),
    videoCall: z.boolean(),
    scheme_time: instant.nullable(),
    caller: z.string(),
    partner_name: z.string(),
    enterprise_name: z.string(),
    callID: uuid,
    ringUntil: instant,
  }),
  { tags: ['calls'], transient: true },
)

/** Sent right after `call.ring`: what is needed to open the media. */
export const openStream = event(
  'open_stream',
  z.object({
    callID: uuid,
    ring: z.boolean(),
    /** The rung person's and the caller's ids in the room. */
    localID: z.string(),
    remoteID: z.string(),
    roomID: uuid,
    dsRoomID: z.string(),
    queueID: id.nullable(),
  }),
  { tags: ['calls'], transient: true },
)

export const callStateChanged = event(
  'call.state',
  z.object({
    id: uuid,
    callID: uuid,
    roomID: uuid,
    queueID: id.nullable(),
    kind: callKind,
    direction: callDirection,
    state: callState,
    cause: callCause.nullable(),
    /** Named to those whose ringing stops because of it. */
    takenBy: takenBy.nullable(),
    /** What a colleague who did not answer says instead. */
    reason: rejectReason.nullable(),
    version,
    at: instant,
  }),
  { tags: ['calls', 'rooms', 'appointments'] },
)

/** A row of the unit's call log is new or stands otherwise; it names nobody. */
export const callLogged = event('call.logged', z.object({ id: uuid, version, at: instant }), { tags: ['calllog'] })

/** People, state or recording of a room. */
export const roomChanged = event(
  'room.changed',
  z.object({
    id: uuid,
    roomID: uuid,
    queueID: id.nullable(),
    state: roomState,
    /** How many are in it. */
    count: z.number().int(),
    recording: recordingState,
    version,
    at: instant,
  }),
  { tags: ['rooms', 'recordings', 'appointments'] },
)

/** A third party's link stands otherwise: its own page, and whoever is in the call it leads into. */
export const guestChanged = event('guest.changed', z.object({ id: uuid, version, at: instant }), {
  tags: ['rooms'],
})
