import { z } from 'zod'
import { date, id, instant, singleLine, partnerId, uuid, version } from '../core/scalars.ts'
import { staffBrief } from '../staff/brief.ts'
import { patientBrief } from '../patients/brief.ts'
import { mediaEngine, participantRole, recordingState } from './signalling.ts'

export const callState = z.enum(['idle', 'ringing', 'answered', 'rejected', 'missed', 'ended'])
export type CallState = z.output<typeof callState>

/** Why a call is in its state, where the state alone does not say it. */
export const callCause = z.enum([
  'timeout',
  'left',
  'busy',
  'patientOffline',
  'doctorOffline',
  'failed',
  'hangup',
  'ended',
  'visitOver',
  /** Handed over to a colleague, who was in by then. */
  'transferred',
])
export type CallCause = z.output<typeof callCause>

/** As the staff see it: `inbound` is a patient ringing. */
export const callDirection = z.enum(['inbound', 'outbound'])
export type CallDirection = z.output<typeof callDirection>

/**
 * `patient`: with a patient, whoever rang; `staff`: between colleagues; `invite`, `transfer`: a colleague is rung to come
 * into a room in which another call is talked.
 */
export const callKind = z.enum(['patient', 'staff', 'invite', 'transfer'])
export type CallKind = z.output<typeof callKind>
/** How many colleagues one call may ring. */
export const RING_MAX = 20

export const roomState = z.enum(['created', 'waiting', 'live', 'closed'])
export type RoomState = z.output<typeof roomState>

/** How long a call rings. */
export const RING_MS = 30_000
/** A room with one person or nobody in it closes after this. */
export const ROOM_IDLE_MS = 120_000

/** The staff member who took a call, named to those who were rung beside. */
export const takenBy = z.object({ mid: id, name: z.string() })
export type TakenBy = z.output<typeof takenBy>

export const ringTarget = z.object({
  mid: id,
  name: z.string(),
  state: z.enum(['ringing', 'answered', 'rejected', 'missed', 'stopped', 'busy']),
})
export type RingTarget = z.output<typeof ringTarget>

/** One call as both the list of what rings and a single look-up give it. The first names are the wire's. */
export const call = z.object({
  callID: uuid,
  roomID: uuid,
  dsRoomID: z.string(),
  kind: callKind,
  /** Of an invitation or a transfer, as pid and patientName: of the room it leads into. */
  queueID: id.nullable(),
  mrid: uuid.nullable(),
  roomNumber: z.string(),
  videoCall: z.boolean(),
  scheme_time: instant.nullable(),
  caller: z.string(),
  partner_name: z.string(),
  /** The unit. */
  enterprise_name: z.string(),
  pid: id.nullable(),
  patientName: z.string().nullable(),
  direction: callDirection,
  callerMid: id.nullable(),
  /** Of a transfer: whoever hands over stays in until they hang up. */
  attended: z.boolean(),
  state: callState,
  cause: callCause.nullable(),
  ringUntil: instant,
  takenBy: takenBy.nullable(),
  targets: z.array(ringTarget),
  record_start_time: instant,
  answeredAt: instant.nullable(),
  endedAt: instant.nullable(),
  version,
})
export type Call = z.output<typeof call>

/** Of colleagues who are rung: whether the only one is in another call, and sees this one as a line above it. */
export const staffCall = call.extend({ waiting: z.boolean() })
export type StaffCall = z.output<typeof staffCall>

/** What the popup says beside the name. `patient.allergies` and `lastVisit` are `null` without the patient's authorisation. */
export const callDetail = call.extend({
  consultProblem: z.string().nullable(),
  serviceItem: z.string().nullable(),
  patient: patientBrief.nullable(),
  lastVisit: z.object({ qid: id, date, doctorName: z.string(), doctorNameEn: z.string().nullable() }).nullable(),
})
export type CallDetail = z.output<typeof callDetail>

export const callList = z.object({
  /** By the server's clock, so that a ring that runs down needs no clock of the browser. */
  now: instant,
  /** What rings for me, longest first. */
  ringing: z.array(call),
  /** What I am ringing. */
  calling: z.array(call),
  /** The call I am in. */
  current: call.nullable(),
})
export type CallList = z.output<typeof callList>

/** `answer`, `reject`: who is rung; `cancel`: who rings; `hangup`: my part only; `end`: for everybody in the room. */
export const callAction = z.enum(['answer', 'reject', 'cancel', 'hangup', 'end'])
export type CallAction = z.output<typeof callAction>

/** A call of a patient, for who cares for them. */
export const memberCall = z.object({
  callID: uuid,
  queueID: id.nullable(),
  direction: callDirection,
  videoCall: z.boolean(),
  state: callState,
  cause: callCause.nullable(),
  at: instant,
  answeredAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Who answered it, or rang; null where nobody did. */
  by: staffBrief.nullable(),
})
export type MemberCall = z.output<typeof memberCall>

/** What a patient who is not answered is told: in their own language, and nothing that was typed in a hurry. */
export const rejectReason = z.enum(['soon', 'later', 'urgent'])
export type RejectReason = z.output<typeof rejectReason>

/** What a staff member sees while a room is not live. */
export const roomShows = z.enum(['patientAbsent', 'waiting', 'invited', 'live', 'closed'])
export type RoomShows = z.output<typeof roomShows>

export const roomPerson = z.object({
  userId: z.string(),
  name: z.string(),
  role: participantRole,
  mid: id.nullable(),
  present: z.boolean(),
  joinedAt: instant.nullable(),
  leftAt: instant.nullable(),
})
export type RoomPerson = z.output<typeof roomPerson>

export const room = z.object({
  roomID: uuid,
  dsRoomID: z.string(),
  queueID: id.nullable(),
  pid: id.nullable(),
  patientName: z.string().nullable(),
  unitId: id,
  state: roomState,
  shows: roomShows,
  recording: recordingState,
  /** `null`: not answered yet. A recording that waited for the answer is started again when this changes. */
  recordingConsent: z.enum(['agreed', 'declined']).nullable(),
  participants: z.array(roomPerson),
  /** Asked in by a link, and neither there yet nor too late. */
  guestsToCome: z.number().int(),
  /** Running call of the room. */
  callID: uuid.nullable(),
  liveAt: instant.nullable(),
  version,
})
export type Room = z.output<typeof room>

export const iceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
})

/** What the room's recorder has to keep to. */
export const recordingPolicy = z.object({
  /** Whether this participant's browser is the one to record. */
  record: z.boolean(),
  consent: z.enum(['agreed', 'declined']).nullable(),
  state: recordingState,
  chunkMs: z.number().int(),
  maxChunkBytes: z.number().int(),
})
export type RecordingPolicy = z.output<typeof recordingPolicy>

export const mediaToken = z.object({
  token: z.string(),
  /** Embedded engine: the socket namespace that relays the signals. LiveKit: its server, whose own token comes with the admission. */
  url: z.string(),
  engine: mediaEngine,
  roomID: uuid,
  dsRoomID: z.string(),
  /** The server's decisions, whatever was asked for. */
  userId: z.string(),
  role: participantRole,
  iceServers: z.array(iceServer),
  recordingPolicy,
  expiresAt: instant,
})
export type MediaToken = z.output<typeof mediaToken>

/** The wire's words; only the room is believed, person and role come from who asks. */
export const tokenRequest = z.object({
  teamId: partnerId,
  roomId: singleLine(64),
  username: singleLine(200).optional(),
  role: participantRole.optional(),
  userId: singleLine(64).optional(),
})

export const recordingInfo = z.object({
  recordingId: uuid,
  roomID: uuid,
  queueID: id.nullable(),
  callID: uuid.nullable(),
  state: recordingState,
  startedAt: instant,
  endedAt: instant.nullable(),
  durationMs: z.number().int().nullable(),
  bytes: z.number().int().nullable(),
  segments: z.number().int(),
  failure: z.string().nullable(),
})
export type RecordingInfo = z.output<typeof recordingInfo>

/** The room's recorder; `instance` names one loaded page, so that asking twice is one segment and a reload a second. Without it the page cannot record itself. */
export const recordsRequest = z.discriminatedUnion('action', [
  z.object({ action: z.literal('start'), roomId: singleLine(64), instance: uuid.optional() }),
  z.object({ action: z.literal('stop'), roomId: singleLine(64) }),
  z.object({ action: z.literal('list'), roomId: singleLine(64) }),
])
export const recordsAnswer = z.object({
  state: recordingState,
  recordingId: uuid.nullable(),
  /** Where this page uploads to; `null`: another participant's page is recording, or nothing is. */
  segmentId: uuid.nullable(),
  /** Bytes of the segment that the server holds. */
  offset: z.number().int().nullable(),
  records: z.array(recordingInfo),
})
export type RecordsAnswer = z.output<typeof recordsAnswer>

/** One upload of a recorder: a few seconds of 640 × 360. */
export const MAX_CHUNK_BYTES = 4 * 1024 * 1024
/** A segment: about four hours. */
export const MAX_SEGMENT_BYTES = 2 * 1024 * 1024 * 1024

export const recordingAddress = z.object({
  /** Good for a few minutes and for the person who asked; answers ranges. */
  url: z.string(),
  /** What a browser has recorded, or LiveKit's egress service. */
  mime: z.enum(['video/webm', 'video/mp4']),
  durationMs: z.number().int().nullable(),
  bytes: z.number().int().nullable(),
  expiresAt: instant,
})
export type RecordingAddress = z.output<typeof recordingAddress>

export const callPatientInfo = z.object({
  pid: id.nullable(),
  name: z.string().nullable(),
  /** Whether media of this patient runs in mainland China. */
  cn_mcu: z.boolean(),
  /** Address the patient's link was last used from. */
  source_ip: z.string().nullable(),
})
export type CallPatientInfo = z.output<typeof callPatientInfo>
