import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useUser } from '../api/me.ts'
import { loadChunk } from '../shell/chunks.tsx'
import { onNativeCalls } from '../shell/native.ts'
import { matchScreen } from '../shell/screens.ts'

// From the first script on: the app that holds this page may call before anybody is asked who signs in.
onNativeCalls()

const SignedIn = lazy(() => loadChunk(() => import('./SignedIn.tsx')))

/**
 * What lives above the pages while somebody is signed in: socket, session dialogs, notifications, and the call of
 * `features/calls/CallRoot.tsx`. Bare pages (sign-in, a patient's link opened on a staff computer) have none of it.
 */
export function CallHost() {
  const user = useUser()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  if (!user?.verified || matchScreen(pathname)?.screen.layout !== 'main') return null
  return (
    <Suspense fallback={null}>
      <SignedIn key={user.mid} />
    </Suspense>
  )
}
