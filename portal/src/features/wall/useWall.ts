import { versionFile } from '@teleward/contract/auth/endpoints.ts'
import { getWaitingBoard } from '@teleward/contract/boards/endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { send } from '../../api/http.ts'
import { prepareSound, createRingtone, soundReady } from '../../media/ringtone.ts'
import { VERSION } from '../../shell/version.ts'
import { calledOf, type WallState, watchBoard } from './watch.ts'

const VERSION_MS = 600_000

/** A display that runs for weeks takes a new version while nobody is called or in a call. */
async function takeNewVersion(state: WallState): Promise<void> {
  if (!state.board || state.board.doctors.some(({ called, serving }) => called ?? serving)) return
  const { version } = await send(versionFile, { query: { t: String(Date.now()) } })
  if (version !== VERSION) location.reload()
}

export function useWall(token: string): WallState | null {
  const [state, setState] = useState<WallState | null>(null)
  useEffect(() => {
    let versionAt = Date.now()
    return watchBoard(
      () => call(getWaitingBoard, { params: { token } }),
      (next) => {
        setState(next)
        if (next.at === null || Date.now() - versionAt < VERSION_MS) return
        versionAt = Date.now()
        takeNewVersion(next).catch((error: unknown) => console.warn('The version could not be asked for', error))
      },
    )
  }, [token])
  return state
}

/** A chime when somebody else is called. Browsers let a page sound once it has been touched: `false` until then. */
export function useChime(state: WallState | null, wanted: boolean): { ready: boolean; open: () => void } {
  const [ready, setReady] = useState(soundReady)
  const before = useRef<string | null>(null)
  const called = state ? calledOf(state.board) : null
  useEffect(() => {
    if (called === null) return
    const first = before.current === null
    const other = called !== '' && called !== before.current
    before.current = called
    if (!first && other && wanted && soundReady())
      createRingtone()
        .once()
        .catch((error: unknown) => console.warn('No chime', error))
  }, [called, wanted])
  const open = () => {
    prepareSound().then(
      () => setReady(true),
      (error: unknown) => console.warn('No sound', error),
    )
  }
  return { ready, open }
}

/** Which part of a list is shown now: `size` at a time, the next after so many seconds. */
export function useTurn(count: number, size: number, seconds: number): number {
  const [turn, setTurn] = useState(0)
  const turns = Math.max(1, Math.ceil(count / size))
  useEffect(() => {
    if (turns === 1) return
    const timer = setInterval(() => setTurn((one) => one + 1), seconds * 1000)
    return () => clearInterval(timer)
  }, [turns, seconds])
  return turn % turns
}
