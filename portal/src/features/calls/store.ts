import type { CallKind } from '@teleward/contract/calls/schema.ts'
import type { MediaProblem } from '../../media/local-media.ts'
import type { RoomConnection } from '../../media/types.ts'
import { createStore } from '../../lib/store.ts'
import { useStore } from '../../lib/useStore.ts'

/** 0 hidden, 1 centred 400×300, 2 portrait panel, 3 full screen (CALL-07). */
export type OverlaySize = 0 | 1 | 2 | 3

/** The call this page is in, or rings for. Lives outside React, so that no change of screen touches it. */
export interface ActiveCall {
  /** Null in a room entered without a call. */
  callID: string | null
  kind: CallKind
  /** The colleagues of a call among staff, to ring them again. */
  callees: readonly number[]
  /** The colleague who is rung is in another call. */
  waiting: boolean
  roomID: string
  queueID: number | null
  pid: number | null
  /** The other side: the patient's name, or the colleagues'. */
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

/** What colleagues are chosen for. */
export type Asking = 'call' | 'invite' | 'transfer'

interface State {
  active: ActiveCall | null
  size: OverlaySize
  /** An answer or a reject is on its way: both buttons wait. */
  processing: string | null
  asking: Asking | null
  /** Whom the call is handed over to once both have spoken. */
  handing: { callID: string; mid: number; name: string } | null
}

const state = createStore<State>({ active: null, size: 2, processing: null, asking: null, handing: null })

export const getState = state.get
export const setState = (changes: Partial<State>): void => state.set({ ...state.get(), ...changes })

/** Changes the call if it is still the same one: an answer may come after the call is over. */
export function patchActive(roomID: string, changes: Partial<ActiveCall>): boolean {
  const { active } = state.get()
  if (active?.roomID !== roomID) return false
  setState({ active: { ...active, ...changes } })
  return true
}

export const useCallState = (): State => useStore(state)

/** The resize button: 2 → 0 → 3 → 2; a centred one becomes the panel. */
export const nextSize = (size: OverlaySize): OverlaySize => (size === 2 ? 0 : size === 0 ? 3 : 2)
