import { WifiOutlined } from '@ant-design/icons'
import type { Call, Room } from '@teleward/contract/calls/schema.ts'
import { lazy, Suspense, useEffect } from 'react'
import { loadChunk } from '../../shell/chunks.tsx'
import { useT } from '../../i18n/i18n.ts'
import { TrackAudio, TrackVideo } from '../../media/TrackView.tsx'
import type { Participant, RoomConnection } from '../../media/types.ts'
import { changeText, problemText } from '../../media/device-labels.ts'
import { useDeviceProblems } from '../../media/useDeviceProblems.ts'
import { formatClock, useNow } from '../../ui/format.ts'
import { closeNotice } from '../../ui/notify.ts'
import * as actions from './actions.ts'
import { Controls } from './Controls.tsx'
import { HOW_TO_ALLOW } from './mediaHelp.ts'
import { recordingMayStart } from './recording.ts'
import { ResizeButton } from './ResizeButton.tsx'
import { statusOf } from './status.ts'
import { type ActiveCall, patchActive, useCallState } from './store.ts'
import { useQuality, useRoom } from '../../media/useRoom.ts'
import { useRooms } from './useRooms.ts'

const Beside = lazy(() => loadChunk(() => import('./Beside.tsx')))

/** As many others and more share the frame as a grid. */
const MANY = 4

/** The frame over the screens. It stays mounted from the first ring to the end, whatever its size. */
export function Overlay({ active, beside }: { active: ActiveCall; beside: readonly Call[] }) {
  const t = useT()
  const { size, handing } = useCallState()
  const { participants, self, recording, unreachable } = useRoom(active.room)
  const room = useRooms()?.find((one) => one.roomID === active.roomID)
  useConsent(active.room, active.roomID, room)
  usePatientName(active, room)
  useEffect(() => {
    document.documentElement.dataset.call = String(size)
    return () => {
      delete document.documentElement.dataset.call
    }
  }, [size])

  const patient =
    participants.find((one) => one.role === 'patient') ?? participants.find(({ role }) => role !== 'guest')
  const others = participants.filter((one) => one !== patient)
  const guests = others.some(({ role }) => role === 'guest') || Boolean(room?.guestsToCome)
  const status = unreachable ? t('calls.state.unreachable') : statusOf(active, patient, room)
  // Colleagues alone: nothing of it is recorded, so that nothing is said of it.
  const recorded = active.kind !== 'staff' && room?.pid !== null
  return (
    <section
      className={`callbox s${size}`}
      data-faces={Math.min(participants.length, MANY) + 1}
      aria-label={t('calls.window')}
      inert={size === 0}
    >
      <TrackVideo
        className="remote"
        id={patient?.id ?? ''}
        track={patient?.videoTrack ?? null}
        label={t('calls.picture', { name: active.patientName })}
      />
      {participants.map((one) => (
        <TrackAudio key={one.id} id={one.id} track={one.audioTrack} />
      ))}
      <header>
        {recorded && <RecordingMark state={recording} declined={room?.recordingConsent === 'declined'} />}
        {active.phase !== 'ringing' && <Clock since={active.since} />}
        <ResizeButton className="icon" here={size !== 0} />
      </header>
      <div className="small">
        <TrackVideo id="self" track={self?.videoTrack ?? null} label={t('calls.me')} mirrored />
        {others.map((one) => (
          <TrackVideo key={one.id} id={one.id} track={one.videoTrack} label={one.name} />
        ))}
      </div>
      {status && (
        <p className="state" role="status">
          {status}
          {(unreachable || active.phase === 'failed' || patient?.state === 'failed') && (
            <button type="button" onClick={actions.retry}>
              {t('calls.again')}
            </button>
          )}
        </p>
      )}
      <footer>
        <div className="name ell">{active.patientName}</div>
        {(beside.length > 0 || handing || guests) && (
          <Suspense fallback={null}>
            <Beside ringing={beside} participants={participants} guests={guests} />
          </Suspense>
        )}
        <People participants={participants} room={active.room} />
        <Faults active={active} participants={participants} />
        <Controls active={active} self={self} recording={recording} />
      </footer>
    </section>
  )
}

function Clock({ since }: { since: number }) {
  const now = useNow()
  return <span className="pill num">{formatClock((now - since) / 1000)}</span>
}

/** Says what is true: recording only while it is. */
function RecordingMark({ state, declined }: { state: RoomConnection['recording']; declined: boolean }) {
  const t = useT()
  if (state === 'recording')
    return (
      <span className="pill rec" role="status">
        <i className="dot" aria-hidden="true" /> {t('calls.recording.on')}
      </span>
    )
  const word = declined
    ? 'declined'
    : state === 'needsConsent'
      ? 'asked'
      : state === 'interrupted'
        ? 'interrupted'
        : 'off'
  return <span className="pill">{t(`calls.recording.${word}`)}</span>
}

function People({ participants, room }: { participants: readonly Participant[]; room: RoomConnection | null }) {
  const t = useT()
  const quality = useQuality(room)
  const muted = participants.filter((one) => !one.mic && !one.unavailable.includes('mic')).map((one) => one.name)
  return (
    <div className="people">
      {quality && (
        <span>
          <WifiOutlined aria-hidden="true" /> {t(`calls.quality.${quality}`)}
        </span>
      )}
      {participants.length > 1 && (
        <span className="ell">{participants.map((one) => one.name).join(t('common.patient.separator'))}</span>
      )}
      {muted.length > 0 && <span>{t('calls.mutedOther', { names: muted.join(t('common.patient.separator')) })}</span>}
    </div>
  )
}

/** Devices that give nothing, one's own and the others': why, and what to do. It goes when it is solved. */
function Faults({ active, participants }: { active: ActiveCall; participants: readonly Participant[] }) {
  const t = useT()
  const { problems, change } = useDeviceProblems(active.room, active.mediaProblems)
  const denied = problems.some(({ reason }) => reason === 'denied')
  useEffect(() => (denied ? () => closeNotice(HOW_TO_ALLOW) : undefined), [denied])
  return (
    <div role="status">
      {problems.map((problem) => (
        <p key={problem.kind} className="warn">
          {problemText(problem)}
        </p>
      ))}
      {change && <p className="warn">{changeText(change)}</p>}
      {participants.map(
        ({ id, name, unavailable }) =>
          unavailable.includes('mic') && (
            <p key={id} className="warn">
              {t('mediafaults.audio.other', { name })}
            </p>
          ),
      )}
    </div>
  )
}

/** Entered without a call, a room says itself whose it is. */
function usePatientName({ roomID, patientName: known }: ActiveCall, room: Room | undefined): void {
  const patientName = room?.patientName
  useEffect(() => {
    if (!known && patientName) patchActive(roomID, { patientName })
  }, [roomID, known, patientName])
}

/** The patient agreed in the call: a recording that waited for it begins. */
function useConsent(connection: RoomConnection | null, roomID: string, room: Room | undefined): void {
  const consent = room?.recordingConsent
  useEffect(() => {
    if (connection && consent === 'agreed') recordingMayStart(roomID, connection)
  }, [connection, roomID, consent])
}
