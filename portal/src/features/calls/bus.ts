import type { Call } from '@teleward/contract/calls/schema.ts'

/**
 * The specification's call event bus: `incomingCall`, `answerCall`, `rejectCall` with the call data. Partners' scripts
 * and the native app's bridge listen to these on `window`.
 */
export interface CallData {
  callerName: string
  callId: string
  localId: string
  remoteId: string
  uuid: string
  ring: string
  dsRoomId: string
}

/** What `open_stream` said of a call: the two sides' ids in its room. It comes right after the ring itself. */
const streams = new Map<string, { localID: string; remoteID: string }>()
export function noteStream(stream: { callID: string; localID: string; remoteID: string }): void {
  streams.set(stream.callID, stream)
}
const dataOf = (call: Call): CallData => ({
  callerName: call.caller,
  callId: call.callID,
  localId: streams.get(call.callID)?.localID ?? '',
  remoteId: streams.get(call.callID)?.remoteID ?? '',
  uuid: call.callID,
  ring: call.state,
  dsRoomId: call.dsRoomID,
})
const tell = (name: string) => (call: Call) => {
  window.dispatchEvent(new CustomEvent<CallData>(name, { detail: dataOf(call) }))
}
export const announceIncoming = tell('incomingCall')
export const announceAnswer = tell('answerCall')
export const announceReject = tell('rejectCall')
