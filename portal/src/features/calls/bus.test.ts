import type { Call } from '@teleward/contract/calls/schema.ts'
import { expect, it, vi } from 'vitest'
import { announceAnswer, announceIncoming, announceReject, noteStream } from './bus.ts'

const ringing = {
  callID: '6f2d1f0e-0000-4000-8000-000000000001',
  roomID: '6f2d1f0e-0000-4000-8000-000000000002',
  dsRoomID: 'RM_7',
  caller: '吳秀鳳',
  state: 'ringing',
} as Call

it('[CALL-01~] the bus says `incomingCall`, `answerCall` and `rejectCall` on the window, each with all of the call’s data', () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const heard: [string, unknown][] = []
  for (const name of ['incomingCall', 'answerCall', 'rejectCall'])
    page.addEventListener(name, (event) => heard.push([name, (event as CustomEvent).detail]))
  const data = {
    callerName: '吳秀鳳',
    callId: ringing.callID,
    uuid: ringing.callID,
    ring: 'ringing',
    dsRoomId: 'RM_7',
  }
  // What opens the streams comes right after the ring.
  announceIncoming(ringing)
  noteStream({ callID: ringing.callID, localID: '1_101', remoteID: 'link_9' })
  announceIncoming(ringing)
  announceAnswer({ ...ringing, state: 'answered' })
  announceReject({ ...ringing, state: 'rejected' })
  const known = { ...data, localId: '1_101', remoteId: 'link_9' }
  expect(heard).toEqual([
    ['incomingCall', { ...data, localId: '', remoteId: '' }],
    ['incomingCall', known],
    ['answerCall', { ...known, ring: 'answered' }],
    ['rejectCall', { ...known, ring: 'rejected' }],
  ])
  announceIncoming({ ...ringing, callID: '6f2d1f0e-0000-4000-8000-000000000003' })
  expect(heard.at(-1)?.[1]).toMatchObject({ localId: '', remoteId: '' })
  vi.unstubAllGlobals()
})
