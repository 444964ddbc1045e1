import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useMaybeMe } from '../api/me.ts'
import { connectStaff } from '../api/socket.ts'
import { ensureTexts } from '../i18n/i18n.ts'
import { ensureAntdLocale } from '../i18n/antd.ts'
import { AntdProvider } from '../ui/AntdProvider.tsx'
import { NotifyHost } from '../ui/NotifyHost.tsx'
import { Boundary } from './Boundary.tsx'
import { loadChunk } from '../shell/chunks.tsx'
import { textsEverywhere } from '../shell/features.ts'
import { LockScreen } from './LockScreen.tsx'
import { SessionDialogs } from './SessionDialogs.tsx'
import { useBegun } from './useBegun.ts'
import { useSecondFactorDemand } from './useSecondFactorDemand.ts'
import { useGrantChanges } from './useGrantChanges.ts'
import { useMeEffects } from './useMeEffects.ts'

/** What opens over every screen, each of a feature that a version may not have. */
const roots = import.meta.glob<{ default: ComponentType }>([
  '../features/calls/CallRoot.tsx',
  '../features/booking/BookingRoot.tsx',
  '../features/handoffs/HandoffRoot.tsx',
  '../features/notices/NoticeRoot.tsx',
])
const above = Object.entries(roots).map(([name, load]) => [name, lazy(() => loadChunk(load))] as const)
// On their way while it is still asked who signs in: without calls a row offers no call. Should it fail, it is asked again.
for (const load of Object.values(roots)) void load().catch(() => undefined)

const secondFactors = import.meta.glob<{
  default: ComponentType<{ missing: boolean; onDone: () => void }>
}>('../features/profile/SecondFactorRoot.tsx')
const secondFactorRoot = Object.values(secondFactors)[0]
const SecondFactorRoot = secondFactorRoot && lazy(() => loadChunk(secondFactorRoot))

/** A part that fails or is still loading does not affect the others. */
const Above = ({ children }: { children: ReactNode }) => (
  <Boundary>
    <Suspense fallback={null}>{children}</Suspense>
  </Boundary>
)

export default function SignedIn() {
  const me = useMaybeMe()
  const begun = useBegun(me)
  const { covering, missing, uncover } = useSecondFactorDemand(me)
  useMeEffects(me)
  useGrantChanges()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    void Promise.all([ensureAntdLocale(), ensureTexts('auth', ...textsEverywhere())]).then(() => setReady(true))
  }, [])
  // Not before those who listen are there: a word that comes with the first connection would be heard by nobody.
  useEffect(() => (ready ? connectStaff() : undefined), [ready])
  if (!ready) return null
  return (
    <AntdProvider>
      <NotifyHost />
      <SessionDialogs />
      {me && <LockScreen me={me} />}
      {covering && SecondFactorRoot && (
        <Above>
          <SecondFactorRoot missing={missing} onDone={uncover} />
        </Above>
      )}
      {begun &&
        above.map(([name, Root]) => (
          <Above key={name}>
            <Root />
          </Above>
        ))}
    </AntdProvider>
  )
}
