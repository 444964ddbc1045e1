import { login } from '@teleward/contract/auth/endpoints.ts'
import { refresh, sessionEnded, sessionForcedOut } from '@teleward/contract/auth/events.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type SessionEndDialog from './SessionEndDialog.tsx'
import { call } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { onEvent } from '../api/events.ts'
import { useUser } from '../api/me.ts'
import { invalidateAll } from '../api/query.ts'
import { endFor } from '../api/refresh.ts'
import { type LoginAnswer, session } from '../api/session.ts'
import { connectStaff, disconnectStaff } from '../api/socket.ts'
import { goToLogin } from '../shell/navigation.ts'
import { loadChunk } from '../shell/chunks.tsx'
import { onRefresh } from '../shell/version.ts'
import { useCovered } from './useCovered.ts'

const loadDialog = () => loadChunk(() => import('./SessionEndDialog.tsx'))
/** By then the first screen stands; when a session ends there may be no line any more. */
const AFTER_FIRST_SCREEN_MS = 3000

/**
 * Over the page, not instead of it: 'session over' asks for the password, 'forced out' says what happened. What stood there is
 * covered at once, as by the lock: whose session is over may not be whoever sits before it.
 */
export function SessionDialogs() {
  const user = useUser()
  // Read from the session itself: one that ends while this is still being mounted would tell nobody.
  const end = useSyncExternalStore(session.subscribe, session.pending)
  const [part, setPart] = useState<{ Dialog: typeof SessionEndDialog } | null>(null)
  useCovered(end !== null)
  useEffect(() => {
    if (end?.kind === 'forcedOut') disconnectStaff()
  }, [end])
  useEffect(() => onEvent(sessionForcedOut, (event) => event.id && session.end({ kind: 'forcedOut' })), [])
  useEffect(() => onEvent(sessionEnded, ({ reason }) => endFor(new ApiError(reason, '', 401))), [])
  useEffect(() => onEvent(refresh, onRefresh), [])
  // Signed in again in another tab: this one goes on by the new session, with a line of its own.
  const before = useRef(end)
  useEffect(() => {
    const was = before.current
    before.current = end
    if (was?.kind !== 'over' || end || !session.jwt()) return
    disconnectStaff()
    connectStaff()
    void invalidateAll()
  }, [end])

  useEffect(() => {
    if (part) return undefined
    const load = () =>
      void loadDialog().then(
        ({ default: Dialog }) => setPart({ Dialog }),
        // Nobody stays on a page whose session is over and which cannot say so; without an end it is loaded when one comes.
        () => {
          if (!end) return
          session.clear()
          location.assign(`/pages/login${end.kind === 'forcedOut' ? '?reason=forcedOut' : ''}`)
        },
      )
    if (end) {
      load()
      return undefined
    }
    const timer = setTimeout(load, AFTER_FIRST_SCREEN_MS)
    return () => clearTimeout(timer)
  }, [part, end])

  const leave = () => {
    const reason = end?.kind === 'forcedOut' ? 'forcedOut' : undefined
    session.clear()
    void goToLogin(reason)
  }
  const goOn = async (answer: LoginAnswer) => {
    before.current = null
    session.start(answer)
    disconnectStaff()
    connectStaff()
    await invalidateAll()
  }
  const signInAgain = async (pwd: string) => {
    const answer = await call(login, {
      body: {
        id: user?.account ?? '',
        pwd,
        is_doctor: user?.doctortype === 'doctor',
        partnerid: user?.partner_id,
        device_token: session.deviceToken() ?? undefined,
        device_type: session.deviceType(),
        app: 'web',
      },
    })
    await goOn(answer)
  }

  if (!end) return null
  return (
    <>
      {createPortal(<div className="lock" />, document.body)}
      {part && <part.Dialog kind={end.kind} user={user} onPassword={signInAgain} onSecond={goOn} onLeave={leave} />}
    </>
  )
}
