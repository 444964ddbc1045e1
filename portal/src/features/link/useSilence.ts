import { useEffect, useState } from 'react'
import type { Participant, RoomConnection } from '../../media/types.ts'

/** After so long one begins to wonder. */
const AFTER_MS = 10_000
const EVERY_MS = 2000
/** Energy a second: a room in which nobody speaks stays below it, a voice is a hundred times over. */
const QUIET = 1e-5

/** `lost`: their microphone gives nothing, which they did not choose. */
export type Silence = 'muted' | 'quiet' | 'lost'

/** Connected, and nothing is heard: the other has switched the microphone off, has lost it, or just says nothing for a while. */
export function useSilence(room: RoomConnection | null, other: Participant | undefined): Silence | null {
  const [quiet, setQuiet] = useState(false)
  const id = other?.id
  const there = other?.state === 'connected'
  useEffect(() => {
    setQuiet(false)
    if (!room || !id || !there) return
    let energy: number | null = null
    let heardAt = Date.now()
    const look = async () => {
      const now = (await room.getStats()).find((one) => one.id === id)?.audioEnergy
      if (now === undefined) return
      if (energy === null || now - energy > (QUIET * EVERY_MS) / 1000 || now < energy) heardAt = Date.now()
      energy = now
      setQuiet(Date.now() - heardAt >= AFTER_MS)
    }
    const timer = setInterval(() => look().catch(reportError), EVERY_MS)
    return () => clearInterval(timer)
  }, [room, id, there])
  if (!there) return null
  if (other?.unavailable.includes('mic')) return 'lost'
  return other?.mic === false ? 'muted' : quiet ? 'quiet' : null
}
