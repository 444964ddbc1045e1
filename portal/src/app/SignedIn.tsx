import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useMaybeMe } from '../api/me.ts'
import { connectStaff } from '../api/socket.ts'
import { ensureTexts } from '../i18n/i18n.ts'
import { ensureAntdLocale } from '../i18n/antd.ts'
import { AntdProvider } from '../ui/AntdProvider.tsx'
import { NotifyHost } from '../ui/NotifyHost.tsx'
import { Boundary } from './Boundary.tsx'
import { loadChunk } from './chunks.tsx'
import { textsEverywhere } from './features.ts'
import { LockScreen } from './LockScreen.tsx'
import { SessionDialogs } from './SessionDialogs.tsx'
import { useEmergencyNotice } from './useEmergencyNotice.ts'
import { useBegun } from './useBegun.ts'
import { useSecondStepDemand } from './useSecondStepDemand.ts'
import { useHandoffNotice } from './useHandoffNotice.ts'
import { useCaseNotice } from './useCaseNotice.ts'
import { useShiftNotice } from './useShiftNotice.ts'
import { useGrantChanges } from './useGrantChanges.ts'
import { useMeEffects } from './useMeEffects.ts'

// Present in a version that has calls.
const roots = import.meta.glob<{ default: ComponentType }>('../features/calls/CallRoot.tsx')
const callRoot = Object.values(roots)[0]
const CallRoot = callRoot && lazy(() => loadChunk(callRoot))
const bookings = import.meta.glob<{ default: ComponentType }>('../features/booking/BookingRoot.tsx')
const bookingRoot = Object.values(bookings)[0]
const handoffForms = import.meta.glob<{ default: ComponentType }>('../features/handoffs/HandoffRoot.tsx')
const handoffRoot = Object.values(handoffForms)[0]
const HandoffRoot = handoffRoot && lazy(() => loadChunk(handoffRoot))
const BookingRoot = bookingRoot && lazy(() => loadChunk(bookingRoot))
// On their way while it is still asked who signs in: without calls a row offers no call. Should it fail, it is asked again.
for (const load of [callRoot, bookingRoot, handoffRoot]) void load?.().catch(() => undefined)

const secondSteps = import.meta.glob<{
  default: ComponentType<{ missing: boolean; onDone: () => void }>
}>('../features/profile/SecondStepRoot.tsx')
const secondStepRoot = Object.values(secondSteps)[0]
const SecondStepRoot = secondStepRoot && lazy(() => loadChunk(secondStepRoot))

export default function SignedIn() {
  const me = useMaybeMe()
  const begun = useBegun(me)
  const { covering, missing, uncover } = useSecondStepDemand(me)
  useMeEffects(me)
  useEmergencyNotice()
  useShiftNotice(me?.mid)
  useHandoffNotice(me?.mid)
  useCaseNotice(me?.mid)
  useGrantChanges()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    void Promise.all([ensureAntdLocale(), ensureTexts('auth', ...textsEverywhere)]).then(() => setReady(true))
  }, [])
  // Not before those who listen are there: a word that comes with the first connection would be heard by nobody.
  useEffect(() => (ready ? connectStaff() : undefined), [ready])
  if (!ready) return null
  return (
    <AntdProvider>
      <NotifyHost />
      <SessionDialogs />
      {me && <LockScreen me={me} />}
      {covering && SecondStepRoot && (
        <Boundary>
          <Suspense fallback={null}>
            <SecondStepRoot missing={missing} onDone={uncover} />
          </Suspense>
        </Boundary>
      )}
      {begun && CallRoot && (
        <Boundary>
          <Suspense fallback={null}>
            <CallRoot />
          </Suspense>
        </Boundary>
      )}
      {begun && BookingRoot && (
        <Boundary>
          <Suspense fallback={null}>
            <BookingRoot />
          </Suspense>
        </Boundary>
      )}
      {begun && HandoffRoot && (
        <Boundary>
          <Suspense fallback={null}>
            <HandoffRoot />
          </Suspense>
        </Boundary>
      )}
    </AntdProvider>
  )
}
