import type { MediaToken } from '@teleward/contract/calls/schema.ts'
import { patientToken } from '@teleward/contract/links/endpoints.ts'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { call } from '../../api/client.ts'
import { errorText } from '../../i18n/i18n.ts'
import { acquireMedia, type LocalMedia, type MediaProblem, stopMedia } from '../../media/local-media.ts'
import { connect } from '../../media/room.ts'
import { connected, socketSignalling } from '../../media/socket-signalling.ts'
import type { RoomConnection } from '../../media/types.ts'
import { roomLabels } from '../../media/labels.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import type { Socket } from 'socket.io-client'
import { createOneTab, hasActed, type OneTab } from './one-tab.ts'
import type { LinkState } from './useLink.ts'

export interface PatientRoom {
  room: RoomConnection | null
  problem: string | null
  retry: () => void
  /** What was not given before the room was entered; from then on the room says so itself. */
  problems: readonly MediaProblem[]
  /** Another tab, or another browser, has the call; `take` brings it here. */
  elsewhere: boolean
  take: () => void
}

/** Joins the visit's room while the component stands and no other tab has it, and leaves it with it. */
export function usePatientRoom(link: LinkState, video: boolean): PatientRoom {
  const { token } = link
  const ask = useCallback(() => call(patientToken, { params: { token } }), [token])
  return useLinkRoom(link.line?.socket ?? null, ask, video, useOneTab(token, hasActed(link.view?.call?.callID)))
}

/** Of all tabs with this link one is in the room, as long as the component stands (`one-tab.ts`). */
export function useOneTab(token: string, acted: boolean) {
  const [tab, setTab] = useState<OneTab | null>(null)
  const first = useRef(acted)
  useEffect(() => {
    const mine = createOneTab(`teleward-call-${token}`, first.current)
    setTab(mine)
    return () => mine.close()
  }, [token])
  const subscribe = useCallback((listener: () => void) => tab?.subscribe(listener) ?? (() => {}), [tab])
  const place = useSyncExternalStore(subscribe, () => tab?.get() ?? 'deciding')
  return { tab, place }
}

/** The room that the holder of any link is let into, by the tokens that `ask` gets. */
export function useLinkRoom(
  socket: Socket | null,
  ask: () => Promise<MediaToken>,
  video: boolean,
  { tab, place }: ReturnType<typeof useOneTab>,
): PatientRoom {
  const [room, setRoom] = useState<RoomConnection | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [problems, setProblems] = useState<readonly MediaProblem[]>([])
  const [round, setRound] = useState(0)
  const live = useRef<RoomConnection | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` starts over.
  useEffect(() => {
    if (!socket || place !== 'here') return
    let over = false
    /** Nobody's yet: a line that never stands must not leave a camera on. */
    let opened: LocalMedia | null = null
    const start = async () => {
      const first = await ask()
      // Refused devices do not end the visit: the patient still sees and hears, and is told.
      const media = await acquireMedia({ audio: true, video })
      if (over) return stopMedia(media)
      opened = media
      await connected(socket)
      if (over) return
      opened = null
      setProblems(media.problems)
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
        problems: media.problems,
        load: loadChunk,
        engine: first.engine,
        iceServers: first.iceServers,
      })
      if (over) return joined.leave()
      live.current = joined
      setRoom(joined)
      joined.on('ended', ({ reason }) => {
        if (over) return
        if (reason === 'replaced') tab?.replaced()
        else if (reason === 'refused') setProblem(errorText('CALL_FAILED'))
      })
    }
    setProblem(null)
    start().catch((error: unknown) => !over && setProblem(roomLabels(error)))
    return () => {
      over = true
      if (opened) stopMedia(opened)
      void live.current?.leave()
      live.current = null
      setRoom(null)
    }
  }, [socket, ask, video, round, tab, place])

  const retry = useCallback(() => {
    if (live.current && !live.current.ended) live.current.retry()
    else setRound((n) => n + 1)
  }, [])
  const take = useCallback(() => tab?.take(), [tab])
  return { room, problem, retry, problems, elsewhere: place === 'elsewhere', take }
}
