import { HOST } from '../people.ts'
import { entersRoom, nobody, open, right, sees, seesVisit, treating, type Need } from '../needs.ts'
import { own, type Call, type Rule } from './shape.ts'

const act = (action: string, needs: readonly Need[]): Call => ({
  as: action,
  ids: { 'body.callID': 'call' },
  with: { body: { action } },
  needs: [sees, ...needs],
})

/** Calls, rooms, recordings. */
export const calls: Record<string, Rule> = {
  'POST /comm/ds/token': [
    {
      ids: { 'body.roomId': 'room', 'body.teamId': 'partner' },
      with: { body: { userId: '1_500', role: 'moderator' } },
      needs: [seesVisit, entersRoom],
      unread: ['body.userId'],
    },
  ],
  'GET /comm/room/dsRoomId/{roomId}': [{ ids: { 'params.roomId': 'room' }, needs: [seesVisit] }],
  'GET /comm/room/objectData/{roomId}': [{ ids: { 'params.roomId': 'room' }, needs: [seesVisit] }],
  'GET /his/api/rooms/{roomId}': [{ ids: { 'params.roomId': 'room' }, needs: [seesVisit] }],
  'POST /comm/room/records': [
    { as: 'list', ids: { 'body.roomId': 'room' }, with: { body: { action: 'list' } }, needs: [seesVisit, entersRoom] },
    { as: 'stop', ids: { 'body.roomId': 'room' }, with: { body: { action: 'stop' } }, needs: [seesVisit, entersRoom] },
    {
      as: 'start',
      ids: { 'body.roomId': 'room' },
      with: { body: { action: 'start', instance: '6a4b2b2e-6a4e-4a0c-9a33-0d7c1f6f1a11' } },
      needs: [seesVisit, treating],
      unread: ['body.instance'],
    },
  ],
  'POST /comm/room/create': [{ ids: { 'body.queueID': 'visit' }, needs: [seesVisit] }],
  'POST /comm/call': [{ ids: { 'body.roomId': 'room' }, needs: [seesVisit, entersRoom], answers: 'PATIENT_OFFLINE' }],
  'POST /his/api/call': [
    {
      ids: { 'body.queueID': 'visit', 'body.roomID': 'room', 'body.partnerID': 'partner' },
      unread: ['body.targetID'],
      needs: [seesVisit],
      answers: 'PATIENT_OFFLINE',
    },
  ],
  'POST /his/api/callout': [
    {
      as: 'a visit',
      ids: { 'body.queueID': 'visit' },
      unread: ['body.sn'],
      needs: [seesVisit],
      answers: 'PATIENT_OFFLINE',
    },
    { as: 'a person', ids: { 'body.pid': 'member' }, unread: ['body.sn'], needs: [sees], answers: 'PATIENT_OFFLINE' },
  ],
  'POST /his/api/callout2': { none: 'colleagues of the own units', ids: ['body.mid', 'body.mids', 'body.mids.0'] },
  // Nobody is in the room: whoever is not learns nothing of its call.
  'POST /his/api/invite': [
    { ids: { 'body.callID': 'call' }, unread: ['body.mid'], with: { body: { mid: HOST } }, needs: [nobody] },
  ],
  'GET /his/api/calls/{callID}/guests': [{ ids: { 'params.callID': 'call' }, needs: [nobody] }],
  'POST /his/api/calls/{callID}/guests': [
    {
      ids: { 'params.callID': 'call' },
      with: { body: { name: 'x', relation: 'family', language: 'en', to: '0912345678' } },
      needs: [nobody],
    },
  ],
  'DELETE /his/api/calls/{callID}/guests/{guest}': [
    { ids: { 'params.callID': 'call', 'params.guest': 'guest' }, needs: [nobody] },
  ],
  'POST /his/api/transfer': [
    { ids: { 'body.callID': 'call' }, unread: ['body.mid'], with: { body: { mid: HOST } }, needs: [nobody] },
  ],
  'POST /his/api/fetchCallLog': {
    none: 'a list: filled by what the caller sees',
    with: { body: { range: 30, pageSize: 100 } },
    ids: ['body.who', 'body.pid'],
  },
  'POST /his/api/getCallList': own('calls'),
  'POST /his/api/getRoomList': own('rooms'),
  'POST /his/api/callinfo': [{ ids: { 'body.callID': 'call' }, needs: [sees] }],
  'GET /his/api/membercalls/{pid}': [{ ids: { 'params.pid': 'member' }, needs: [sees, open] }],
  'POST /his/api/updatecallinfostatus': [
    act('answer', [seesVisit, treating]),
    act('reject', [treating]),
    // It rings inbound and is not answered: nobody of the staff is its caller, or in it.
    act('cancel', [nobody]),
    act('hangup', [nobody]),
    act('end', [nobody]),
  ],
  'GET /his/api/getPatientInfoByQid/{queueID}': [{ ids: { 'params.queueID': 'visit' }, needs: [seesVisit] }],
  'GET /his/api/getPatientInfoByMid/{mid}': [{ ids: { 'params.mid': 'member' }, needs: [sees] }],
  'PUT /comm/recordings/{recordingId}/segments/{segmentId}': [
    // Bytes that are no film are refused last: nothing is written to the disk.
    {
      ids: { 'params.recordingId': 'running', 'params.segmentId': 'segment' },
      with: { query: { offset: 0 }, body: new Uint8Array([1, 2, 3, 4]) },
      needs: [sees, treating],
      answers: 'UPLOAD_CONTENT',
    },
  ],
  'GET /his/api/recordings': [{ ids: { 'query.queueID': 'visit' }, needs: [seesVisit] }],
  'POST /his/api/recordings/{recordingId}/addresses': [
    { ids: { 'params.recordingId': 'recording' }, needs: [sees, right('recording.play')] },
  ],
  'GET /his/api/recordings/{recordingId}/file': {
    none: 'a file: its address is a signed ticket, tried apart',
    ids: ['params.recordingId'],
  },
}
