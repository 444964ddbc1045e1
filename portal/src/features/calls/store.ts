import { useSyncExternalStore } from 'react'
import type { MediaProblem } from '../../media/local-media.ts'
import type { RoomConnection } from '../../media/types.ts'

/** 0 hidden, 1 centred 400×300, 2 portrait panel, 3 full screen (CALL-07). */
export type OverlaySize = 0 | 1 | 2 | 3

/** The call this page is in, or rings for. Lives outside React, so that no change of screen touches it. */
export interface ActiveCall {
  /** Null in a room entered without a call. */
  callID: string | null
  roomID: string
  queueID: number | null
  pid: number | null
  patientName: string
  video: boolean
  /** `ringing`: I ring the patient; `joining`: answered, media on its way; `in`: in the room; `failed`: could not join. */
  phase: 'ringing' | 'joining' | 'in' | 'failed'
  ringUntil: string | null
  problem: string | null
  mediaProblems: readonly MediaProblem[]
  room: RoomConnection | null
  since: number
}

interface State {
  active: ActiveCall | null
  size: OverlaySize
  /** An answer or a reject is on its way: both buttons wait. */
  processing: string | null
}

let state: State = { active: null, size: 2, processing: null }
const listeners = new Set<() => void>()

export function setState(changes: Partial<State>): void {
  state = { ...state, ...changes }
  for (const listener of listeners) listener()
}
export const getState = () => state

/** Changes the call if it is still the same one: an answer may come after the call is over. */
export function patchActive(roomID: string, changes: Partial<ActiveCall>): boolean {
  if (state.active?.roomID !== roomID) return false
  setState({ active: { ...state.active, ...changes } })
  return true
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export const useCallState = (): State => useSyncExternalStore(subscribe, () => state)

/** The resize button: 2 → 0 → 3 → 2; a centred one becomes the panel. */
export const nextSize = (size: OverlaySize): OverlaySize => (size === 2 ? 0 : size === 0 ? 3 : 2)
