import { getRoomList } from '@teleward/contract/calls/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { endpointQuery } from '../../api/query.ts'
import type { Participant, RoomConnection } from '../../media/types.ts'

const NONE: readonly Participant[] = []

/** The rooms I can enter; asked for again whenever the server says that one has changed. */
export const useRooms = () => useQuery(endpointQuery(getRoomList, {})).data?.rooms

/** What is in the room now; renders again with every change. */
export function useRoom(room: RoomConnection | null) {
  const subscribe = useCallback((listener: () => void) => room?.subscribe(listener) ?? (() => {}), [room])
  const participants = useSyncExternalStore(subscribe, () => room?.participants ?? NONE)
  const self = useSyncExternalStore(subscribe, () => room?.self ?? null)
  const recording = useSyncExternalStore(subscribe, () => room?.recording ?? 'off')
  return { participants, self, recording }
}

export type Quality = 'good' | 'weak' | 'poor'
/** Of the worst connection in the room, in words. */
export function useQuality(room: RoomConnection | null): Quality | null {
  const [quality, setQuality] = useState<Quality | null>(null)
  useEffect(() => {
    if (!room) return setQuality(null)
    const timer = setInterval(async () => {
      const trips = (await room.getStats()).flatMap(({ roundTripMs }) => roundTripMs ?? [])
      const worst = trips.length ? Math.max(...trips) : null
      setQuality(worst === null ? null : worst < 200 ? 'good' : worst < 500 ? 'weak' : 'poor')
    }, 2000)
    return () => clearInterval(timer)
  }, [room])
  return quality
}
