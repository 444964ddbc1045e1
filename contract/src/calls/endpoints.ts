import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, singleLine, numeric, partnerId, uuid } from '../core/scalars.ts'
import {
  call,
  callAction,
  callDetail,
  callList,
  callPatientInfo,
  mediaToken,
  memberCall,
  recordingAddress,
  recordingInfo,
  recordsAnswer,
  recordsRequest,
  RING_MAX,
  rejectReason,
  room,
  staffCall,
  tokenRequest,
} from './schema.ts'

const roomParams = z.object({ roomId: singleLine(64) })
/** A room id is opaque and gives no right by itself: unknown and foreign ones are the same answer. */
const roomErrors = ['NOT_FOUND', 'ROOM_DENIED', 'ROOM_CLOSED'] as const

export const dsToken = endpoint({
  method: 'POST',
  path: '/comm/ds/token',
  summary: 'Media token of a room for the caller',
  permission: 'call.use',
  audit: 'none',
  body: tokenRequest,
  response: mediaToken,
  errors: [...roomErrors, 'ROOM_NOT_STARTED'],
  tags: [],
})
export const dsRoomId = endpoint({
  method: 'GET',
  path: '/comm/room/dsRoomId/{roomId}',
  summary: "The media engine's id of a room",
  permission: 'call.use',
  audit: 'none',
  params: roomParams,
  response: z.object({ dsRoomId: z.string() }),
  errors: ['NOT_FOUND'],
  tags: ['rooms'],
})
export const roomObjectData = endpoint({
  method: 'GET',
  path: '/comm/room/objectData/{roomId}',
  summary: 'The visit or person a room is about',
  permission: 'call.use',
  audit: 'none',
  params: roomParams,
  response: z.object({ metadata: z.object({ queueID: id.optional(), targetID: id.optional() }) }),
  errors: ['NOT_FOUND'],
  tags: ['rooms'],
})
export const roomRecords = endpoint({
  method: 'POST',
  path: '/comm/room/records',
  summary: 'Start, stop and list the recordings of a room',
  permission: 'call.use',
  audit: 'write',
  idempotent: true,
  body: recordsRequest,
  response: recordsAnswer,
  errors: [...roomErrors, 'RECORDING_CONSENT'],
  tags: ['recordings', 'rooms'],
})
export const createRoom = endpoint({
  method: 'POST',
  path: '/comm/room/create',
  summary: "Open a visit's room, or return the open one",
  permission: 'call.use',
  audit: 'write',
  idempotent: true,
  body: z.object({ queueID: id }),
  response: room,
  errors: ['NOT_FOUND', 'APPT_ILLEGAL_STEP'],
  tags: ['rooms'],
})

const ringErrors = [
  'NOT_FOUND',
  'CALL_ALREADY',
  'CALLEE_BUSY',
  'PATIENT_OFFLINE',
  'APPT_ILLEGAL_STEP',
  'STAFF_NOT_VERIFIED',
] as const

export const ringRoom = endpoint({
  method: 'POST',
  path: '/comm/call',
  summary: 'Ring the other side of a room',
  permission: 'call.use',
  audit: 'write',
  idempotent: true,
  body: z.object({ roomId: singleLine(64), videoCall: z.boolean().default(true) }),
  response: call,
  errors: [...ringErrors, 'ROOM_CLOSED'],
  tags: ['calls', 'rooms', 'presence'],
})
export const createCall = endpoint({
  method: 'POST',
  path: '/his/api/call',
  summary: 'Create a call from room, partner, recipient and queue data',
  permission: 'call.use',
  audit: 'write',
  idempotent: true,
  body: z.object({
    roomID: uuid.optional(),
    partnerID: partnerId.optional(),
    recipient: z.literal('patient').default('patient'),
    targetID: id.optional(),
    queueID: id,
    videoCall: z.boolean().default(true),
  }),
  response: call,
  errors: [...ringErrors, 'ROOM_CLOSED'],
  tags: ['calls', 'rooms', 'presence'],
})
/** The case it is made from: the call then stands in it. */
const fromCase = id.optional()
export const callOut = endpoint({
  method: 'POST',
  path: '/his/api/callout',
  summary: 'A staff member calls a patient: of a visit, or by person for the visit of today',
  permission: 'call.use',
  audit: 'write',
  idempotent: true,
  body: z.union([
    z.object({ queueID: id, videoCall: z.boolean().default(true), sn: fromCase }),
    z.object({ pid: id, videoCall: z.boolean().default(true), sn: fromCase }),
  ]),
  response: call,
  errors: [...ringErrors, 'MEMBER_DISABLED', 'FORBIDDEN', 'CASE_ILLEGAL_STEP'],
  tags: ['calls', 'rooms', 'presence', 'cases'],
})
/** Colleagues share a unit with the caller, as in `employees`. */
const brought = ['NOT_FOUND', 'CALL_OVER', 'CALLEE_BUSY', 'DOCTOR_OFFLINE', 'ROOM_FULL'] as const
export const callOut2 = endpoint({
  method: 'POST',
  path: '/his/api/callout2',
  summary: 'A staff member calls a colleague, or several: the first who answers has the call',
  permission: 'call.use',
  audit: 'write',
  idempotent: true,
  body: z.union([
    z.object({ mid: id, videoCall: z.boolean().default(true) }),
    z.object({ mids: z.array(id).min(1).max(RING_MAX), videoCall: z.boolean().default(true) }),
  ]),
  response: staffCall,
  errors: ['NOT_FOUND', 'CALL_ALREADY', 'CALLEE_BUSY', 'DOCTOR_OFFLINE', 'RECIPIENT_REQUIRED', 'STAFF_NOT_VERIFIED'],
  tags: ['calls', 'rooms', 'presence', 'calllog'],
})
export const inviteToCall = endpoint({
  method: 'POST',
  path: '/his/api/invite',
  summary: 'Ring a colleague to come into the call one is in',
  permission: 'call.use',
  audit: 'write',
  idempotent: true,
  body: z.object({ callID: uuid, mid: id }),
  response: call,
  errors: [...brought, 'INVITE_FAILED'],
  tags: ['calls', 'rooms', 'calllog'],
})
export const transferCall = endpoint({
  method: 'POST',
  path: '/his/api/transfer',
  summary: 'Hand the call one is in over to a colleague: out as soon as they are in, or, attended, when one hangs up',
  permission: 'call.use',
  audit: 'write',
  idempotent: true,
  body: z.object({ callID: uuid, mid: id, attended: z.boolean().default(false) }),
  response: call,
  errors: [...brought, 'TRANSFER_FAILED'],
  tags: ['calls', 'rooms', 'calllog'],
})

export const getCallList = endpoint({
  method: 'POST',
  path: '/his/api/getCallList',
  summary: 'What rings for me, what I ring, the call I am in',
  permission: 'call.use',
  audit: 'none',
  response: callList,
  tags: ['calls'],
})
export const getRoomList = endpoint({
  method: 'POST',
  path: '/his/api/getRoomList',
  summary: 'Open rooms I can enter, with who is in them',
  permission: 'call.use',
  audit: 'none',
  response: z.object({ rooms: z.array(room) }),
  tags: ['rooms'],
})
export const getRoom = endpoint({
  method: 'GET',
  path: '/his/api/rooms/{roomId}',
  summary: 'One room with who is in it',
  permission: 'call.use',
  audit: 'none',
  params: roomParams,
  response: room,
  errors: ['NOT_FOUND'],
  tags: ['rooms'],
})
export const callInfo = endpoint({
  method: 'POST',
  path: '/his/api/callinfo',
  summary: 'One call with what the popup shows of the patient',
  permission: 'call.use',
  audit: 'read',
  body: z.object({ callID: uuid }),
  response: callDetail,
  errors: ['NOT_FOUND'],
  tags: ['calls'],
})
export const memberCalls = endpoint({
  method: 'GET',
  path: '/his/api/membercalls/{pid}',
  summary: "A patient's last five calls, where the record is open to the caller",
  permission: 'call.use',
  audit: 'read',
  params: z.object({ pid: id }),
  response: z.array(memberCall),
  errors: ['NOT_FOUND', 'MEMBER_DISABLED', 'EMR_NOT_AUTHORISED'],
  tags: ['calls', 'consents', 'members'],
})
export const updateCallInfoStatus = endpoint({
  method: 'POST',
  path: '/his/api/updatecallinfostatus',
  summary: 'Answer, reject, give up, hang up, end for all',
  permission: 'call.use',
  audit: 'write',
  body: z
    .object({ callID: uuid, action: callAction, reason: rejectReason.optional() })
    .refine(({ action, reason }) => reason === undefined || action === 'reject', {
      path: ['reason'],
      params: { code: 'FIELD_RELATED' },
    })
    .describe('`reason` of a rejection alone'),
  response: call,
  errors: ['NOT_FOUND', 'CALL_TAKEN', 'CALL_OVER', 'CALL_ALREADY', 'STAFF_NOT_VERIFIED'],
  tags: ['calls', 'rooms', 'presence', 'appointments'],
})
export const patientInfoByQid = endpoint({
  method: 'GET',
  path: '/his/api/getPatientInfoByQid/{queueID}',
  summary: 'The patient of a visit, for the jump to the record',
  permission: 'call.use',
  audit: 'read',
  params: z.object({ queueID: id }),
  response: callPatientInfo,
  errors: ['NOT_FOUND'],
  tags: ['calls'],
})
export const patientInfoByMid = endpoint({
  method: 'GET',
  path: '/his/api/getPatientInfoByMid/{mid}',
  summary: 'The same by member id',
  permission: 'call.use',
  audit: 'read',
  params: z.object({ mid: id }),
  response: callPatientInfo,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED'],
  tags: ['calls'],
})

/**
 * The body is the bytes themselves, `application/octet-stream`. A wrong `offset` is refused with `UPLOAD_OFFSET`; the
 * right one is in the answer's `data.offset` and its `Upload-Offset` header.
 */
export const uploadSegment = endpoint({
  method: 'PUT',
  path: '/comm/recordings/{recordingId}/segments/{segmentId}',
  summary: 'Append to a segment of a running recording',
  permission: 'call.use',
  audit: 'none',
  params: z.object({ recordingId: uuid, segmentId: uuid }),
  query: z.object({ offset: numeric(z.number().int().min(0)) }),
  body: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  binary: true,
  response: z.object({ offset: z.number().int() }),
  errors: ['NOT_FOUND', 'UPLOAD_OFFSET', 'UPLOAD_TOO_LARGE', 'UPLOAD_EMPTY', 'UPLOAD_CONTENT', 'UPLOAD_GONE'],
  tags: [],
})
export const visitRecordings = endpoint({
  method: 'GET',
  path: '/his/api/recordings',
  summary: 'Recordings of a visit',
  permission: 'recording.play',
  audit: 'none',
  query: z.object({ queueID: id }),
  response: z.object({ recordings: z.array(recordingInfo) }),
  errors: ['NOT_FOUND'],
  tags: ['recordings'],
})
export const recordingAddresses = endpoint({
  method: 'POST',
  path: '/his/api/recordings/{recordingId}/addresses',
  summary: 'A short-lived address to play a recording',
  permission: 'recording.play',
  audit: 'read',
  params: z.object({ recordingId: uuid }),
  response: recordingAddress,
  errors: ['NOT_FOUND', 'RECORDING_FAILED', 'ILLEGAL_STEP'],
  tags: ['recordings'],
})
/** Streams the file, whole or by `Range`; `ticket` is what `recordingAddresses` gave. */
export const playRecording = endpoint({
  method: 'GET',
  path: '/his/api/recordings/{recordingId}/file',
  summary: 'The file of a recording, by a signed address',
  permission: 'public',
  audit: 'read',
  params: z.object({ recordingId: uuid }),
  query: z.object({ ticket: singleLine(512) }),
  response: z.unknown(),
  raw: true,
  file: 'recording',
  errors: ['FILE_LINK_EXPIRED', 'NOT_FOUND'],
  tags: [],
})
