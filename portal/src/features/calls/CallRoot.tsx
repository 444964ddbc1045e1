import { PhoneOutlined } from '@ant-design/icons'
import { isBeside } from '@teleward/contract/calls/rules.ts'
import { getCallList } from '@teleward/contract/calls/endpoints.ts'
import { callStateChanged, openStream } from '@teleward/contract/calls/events.ts'
import type { Call } from '@teleward/contract/calls/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react'
import { onEvent } from '../../api/events.ts'
import { useMe } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { registerCalls } from '../../shell/calls.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import { ensureTexts, useT } from '../../i18n/i18n.ts'
import { useCommands } from '../../patterns/commands.ts'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { notify } from '../../ui/notify.ts'
import * as actions from './actions.ts'
import { announceIncoming, noteStream } from './bus.ts'
import { CallChip } from './CallChip.tsx'
import { OtherTabChip } from './OtherTabChip.tsx'
import { RingPopup } from './RingPopup.tsx'
import { RoomsMenu } from './RoomsMenu.tsx'
import { SecondCall } from './SecondCall.tsx'
import { setState, useCallState } from './store.ts'
import { readUrlCall } from './urlCall.ts'
import { useCallWindow } from './useCallWindow.ts'
import { useRinging } from './useRinging.ts'
import './calls.css'

const PeopleDialog = lazy(() =>
  loadChunk(() => Promise.all([import('./PeopleDialog.tsx'), ensureTexts('callpeople')]).then(([part]) => part)),
)

/** Popup, overlay and chip, above every screen, for whoever may use calls. */
export default function CallRoot() {
  const me = useMe()
  return (me.permissions['call.use'] ?? '-') === '-' ? null : <Calls mid={me.mid} />
}

function Calls({ mid }: { mid: number }) {
  const { active, processing, asking } = useCallState()
  const { data, dataUpdatedAt } = useQuery({ ...endpointQuery(getCallList, {}), staleTime: 5_000 })
  // Under the word that the session is over nothing rings: the popup would stand above it, with a patient's name.
  const ended = useSyncExternalStore(session.subscribe, session.pending) !== null
  const ringing = (ended ? [] : (data?.ringing ?? [])).filter((one) => one.callID !== active?.callID)
  const first = ringing[0]
  // The server's clock against this browser's: the ring runs down by the server's.
  const skew = data ? Date.parse(data.now) - dataUpdatedAt : 0

  useAnnouncements(first)
  useUrlCall()
  useCallEnds(mid)
  useSessionEnd()
  useControls()
  useUnsavedGuard('call', active !== null)
  const sound = useRinging(first && !active ? first : null)
  const Overlay = useCallWindow(active !== null)

  return (
    <>
      {first && !active && (
        <RingPopup
          key={first.callID}
          call={first}
          skew={skew}
          busy={processing !== null}
          blocked={sound.blocked}
          onAnswer={() => void actions.answer(first)}
          onReject={(reason) => void actions.reject(first, reason)}
        />
      )}
      {first && active && (
        <SecondCall call={first} busy={processing !== null} onReject={(reason) => void actions.reject(first, reason)} />
      )}
      {active && Overlay && (
        <Overlay
          active={active}
          beside={(data?.calling ?? []).filter((one) => isBeside(one.kind) && one.roomID === active.roomID)}
        />
      )}
      {asking && (asking === 'call' || active) && (
        <Suspense fallback={null}>
          <PeopleDialog key={asking} asking={asking} />
        </Suspense>
      )}
      <RoomsMenu active={active} />
      {active ? <CallChip active={active} alone={!Overlay} /> : data?.current && <OtherTabChip call={data.current} />}
    </>
  )
}

function useAnnouncements(first: Call | undefined): void {
  const id = first?.callID
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per call.
  useEffect(() => {
    if (first) announceIncoming(first)
  }, [id])
}

/** A call in the address: entered on load, whatever the page is; a reload in a call comes back into its room by it. */
function useUrlCall(): void {
  useEffect(() => {
    const asked = readUrlCall()
    if (asked?.roomID || asked?.callID) void actions.enter(asked.roomID ?? '', asked.callID)
    return onEvent(openStream, noteStream)
  }, [])
}

/** The server owns the state: what it says of my call, this page follows. */
function useCallEnds(mid: number): void {
  const t = useT()
  useEffect(
    () =>
      onEvent(callStateChanged, (change) => {
        if (
          change.takenBy &&
          change.takenBy.mid !== mid &&
          change.state === 'answered' &&
          (change.direction === 'inbound' || change.kind !== 'patient')
        )
          notify({
            kind: 'info',
            title: t('calls.taken', { name: change.takenBy.name }),
            key: `taken-${change.callID}`,
          })
        if (change.state === 'answered') actions.answered(change.roomID, change.takenBy?.name)
        if (!['ended', 'rejected', 'missed'].includes(change.state)) return
        if (change.kind !== 'patient') actions.staffEnd(({ notTaken }) => notTaken(change))
        actions.over(change)
      }),
    [mid, t],
  )
}

/** A session's end is a call's end, whoever ended it; of a sign-out by hand the session says no more than that nobody is there. */
function useSessionEnd(): void {
  useEffect(() => {
    const offs = [session.onEnd(actions.abandon), session.subscribe(() => session.user() ?? actions.abandon())]
    return () => {
      for (const off of offs) off()
    }
  }, [])
}

function useControls(): void {
  const t = useT()
  const commands = useMemo(
    () => [{ id: 'call', label: t('calls.colleague'), icon: PhoneOutlined, run: () => setState({ asking: 'call' }) }],
    [t],
  )
  useCommands(commands)
  const { active } = useCallState()
  const qid = active?.queueID ?? null
  const roomId = active?.roomID ?? null
  useEffect(() => {
    registerCalls({
      start: (ask) => void actions.start(ask),
      choose: () => setState({ asking: 'call' }),
      open: (room, callID) => void actions.enter(room, callID),
      enter: (room) => void actions.enter(room, null),
      current: roomId ? { qid, roomId } : null,
    })
    return () => registerCalls(null)
  }, [qid, roomId])
}
