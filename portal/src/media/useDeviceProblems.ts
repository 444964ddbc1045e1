import { useEffect, useState } from 'react'
import type { MediaProblem } from './local-media.ts'
import type { DeviceChange } from './local-tracks.ts'
import type { RoomConnection } from './types.ts'
import { useRoom } from './useRoom.ts'

/** Long enough to be read beside a conversation. */
const CHANGE_MS = 12_000

/**
 * What is to be said of one's own devices in a call: what gives nothing, until it does; and for a while which other one took the
 * place of a lost one. `before`: what was not given while the room is still being entered.
 */
export function useDeviceProblems(
  room: RoomConnection | null,
  before: readonly MediaProblem[],
): { problems: readonly MediaProblem[]; change: DeviceChange | null } {
  const { problems } = useRoom(room)
  const [change, setChange] = useState<DeviceChange | null>(null)
  useEffect(() => {
    if (!room) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const off = room.on('device', (changed) => {
      clearTimeout(timer)
      setChange(changed)
      timer = setTimeout(() => setChange(null), CHANGE_MS)
    })
    return () => {
      off()
      clearTimeout(timer)
      setChange(null)
    }
  }, [room])
  const now = room ? problems : before
  // What took a lost one's place and is lost as well is told as that alone.
  const stale = change !== null && now.some(({ kind }) => kind === change.kind)
  return { problems: now, change: stale ? null : change }
}
