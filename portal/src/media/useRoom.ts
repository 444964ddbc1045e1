import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { MediaProblem } from './local-media.ts'
import type { Participant, RoomConnection } from './types.ts'

const NONE: readonly Participant[] = []
const NO_PROBLEMS: readonly MediaProblem[] = []
const LOOK_MS = 2000

/** What is in the room now; renders again with every change. */
export function useRoom(room: RoomConnection | null) {
  const subscribe = useCallback((listener: () => void) => room?.subscribe(listener) ?? (() => {}), [room])
  const participants = useSyncExternalStore(subscribe, () => room?.participants ?? NONE)
  const self = useSyncExternalStore(subscribe, () => room?.self ?? null)
  const recording = useSyncExternalStore(subscribe, () => room?.recording ?? 'off')
  const unreachable = useSyncExternalStore(subscribe, () => room?.unreachable ?? false)
  const problems = useSyncExternalStore(subscribe, () => room?.problems ?? NO_PROBLEMS)
  return { participants, self, recording, unreachable, problems }
}

export type Quality = 'good' | 'weak' | 'poor'
/** Of the worst connection in the room, in words; `null` while none carries anything: what was measured before says nothing then. */
export function useQuality(room: RoomConnection | null): Quality | null {
  const [quality, setQuality] = useState<Quality | null>(null)
  const { unreachable } = useRoom(room)
  useEffect(() => {
    setQuality(null)
    if (!room || unreachable) return
    let over = false
    const look = async () => {
      const stats = await room.getStats()
      const trips = stats.flatMap((one) => (one.connectionState === 'connected' ? (one.roundTripMs ?? []) : []))
      const worst = trips.length ? Math.max(...trips) : null
      if (!over) setQuality(worst === null ? null : worst < 200 ? 'good' : worst < 500 ? 'weak' : 'poor')
    }
    const timer = setInterval(() => look().catch(reportError), LOOK_MS)
    return () => {
      over = true
      clearInterval(timer)
    }
  }, [room, unreachable])
  return quality
}
