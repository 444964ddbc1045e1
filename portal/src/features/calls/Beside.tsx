import type { Call } from '@teleward/contract/calls/schema.ts'
import { lazy, Suspense } from 'react'
import { ensureTexts, useT } from '../../i18n/i18n.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import type { Participant } from '../../media/types.ts'
import * as actions from './actions.ts'
import { useCallState } from './store.ts'

const Guests = lazy(() =>
  loadChunk(() => Promise.all([import('./Guests.tsx'), ensureTexts('callpeople')]).then(([part]) => part)),
)

/** Whom I am ringing into this room, each to be given up; whom a link asked in, to be put out; and the way out of a transfer once both have spoken. */
export default function Beside({
  ringing,
  participants,
  guests,
}: {
  ringing: readonly Call[]
  participants: readonly Participant[]
  guests: boolean
}) {
  const t = useT()
  const { handing, active } = useCallState()
  const callID = guests ? active?.callID : null
  const there = handing && participants.some(({ id }) => id.endsWith(`_${handing.mid}`))
  const invited = callID && (
    <Suspense fallback={null}>
      <Guests callID={callID} inside />
    </Suspense>
  )
  if (ringing.length === 0 && !there) return invited || null
  return (
    <>
      {invited}
      <p className="beside" role="status">
        {ringing.map((call) => (
          <span key={call.callID}>
            {t('calls.calling', { name: call.targets[0]?.name ?? '' })}
            <button type="button" onClick={() => void actions.giveUp(call.callID)}>
              {t('calls.cancel')}
            </button>
          </span>
        ))}
        {there && (
          <button type="button" onClick={() => void actions.leave('hangup')}>
            {t('calls.handOver', { name: handing.name })}
          </button>
        )}
      </p>
    </>
  )
}
