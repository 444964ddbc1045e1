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

/**
 * The native app's bridge: it dispatches `nativeCall` on `window` with `{roomID?, callID?}`. Either id suffices; the
 * server says what the call is and whether it is for this person.
 */
export function onNativeCall(handle: (roomID: string, callID: string | null) => void, refuse: () => void): () => void {
  const hear = (event: Event) => {
    const detail = ((event as CustomEvent<unknown>).detail ?? {}) as { roomID?: unknown; callID?: unknown }
    const roomID = typeof detail.roomID === 'string' ? detail.roomID : ''
    const callID = typeof detail.callID === 'string' ? detail.callID : null
    if (roomID || callID) handle(roomID, callID)
    else refuse()
  }
  window.addEventListener('nativeCall', hear)
  return () => window.removeEventListener('nativeCall', hear)
}
