import type { MediaToken } from '@teleward/contract/calls/schema.ts'
import { patientToken } from '@teleward/contract/links/endpoints.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { acquireMedia, type LocalMedia, MediaError, stopMedia } from '../../media/local-media.ts'
import { connect } from '../../media/room.ts'
import { connected, socketSignalling } from '../../media/socket-signalling.ts'
import type { RoomConnection } from '../../media/types.ts'
import { roomLabels } from '../../media/labels.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import type { Socket } from 'socket.io-client'
import type { LinkState } from './useLink.ts'

export interface PatientRoom {
  room: RoomConnection | null
  problem: string | null
  retry: () => void
}

async function devices(video: boolean): Promise<LocalMedia> {
  try {
    return await acquireMedia({ audio: true, video })
  } catch (error) {
    // Refused devices do not end the visit: the patient still sees and hears, and is told.
    if (error instanceof MediaError)
      return { audio: null, video: null, problems: [{ kind: error.kind, code: error.code, reason: error.reason }] }
    throw error
  }
}

/** Joins the visit's room while the component stands, and leaves it with it. */
export function usePatientRoom(link: LinkState, video: boolean): PatientRoom {
  const { token } = link
  const ask = useCallback(() => call(patientToken, { params: { token } }), [token])
  return useLinkRoom(link.line?.socket ?? null, ask, video)
}

/** The room that the holder of any link is let into, by the tokens that `ask` gets. */
export function useLinkRoom(socket: Socket | null, ask: () => Promise<MediaToken>, video: boolean): PatientRoom {
  const [room, setRoom] = useState<RoomConnection | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const live = useRef<RoomConnection | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` starts over.
  useEffect(() => {
    if (!socket) return
    let over = false
    const start = async () => {
      const first = await ask()
      const media = await devices(video)
      await connected(socket)
      if (over) return stopMedia(media)
      let pending: string | null = first.token
      const joined = await connect({
        signalling: socketSignalling(socket),
        roomId: first.roomID,
        // The first token is fresh; each return to the room asks for a new one.
        token: async () => {
          const now = pending ?? (await ask()).token
          pending = null
          return now
        },
        audio: media.audio,
        video: media.video,
        load: loadChunk,
        engine: first.engine,
        iceServers: first.iceServers,
      })
      if (over) return joined.leave()
      live.current = joined
      setRoom(joined)
    }
    setProblem(null)
    start().catch((error: unknown) => !over && setProblem(roomLabels(error)))
    return () => {
      over = true
      void live.current?.leave()
      live.current = null
      setRoom(null)
    }
  }, [socket, ask, video, round])

  const retry = useCallback(() => {
    if (live.current && !live.current.ended) live.current.retry()
    else setRound((n) => n + 1)
  }, [])
  return { room, problem, retry }
}
