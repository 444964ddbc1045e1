import {
  AudioMutedOutlined,
  AudioOutlined,
  FontSizeOutlined,
  PhoneFilled,
  SwapOutlined,
  VideoCameraFilled,
  VideoCameraOutlined,
} from '@ant-design/icons'
import { patientCallAction, recordingConsent } from '@teleward/contract/links/endpoints.ts'
import type { LinkView } from '@teleward/contract/links/schema.ts'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { TrackAudio, TrackVideo } from '../../media/TrackView.tsx'
import type { RoomConnection } from '../../media/types.ts'
import { formatClock, useNow } from '../../ui/format.ts'
import { RecordingAsk } from './RecordingAsk.tsx'
import { useStep } from './step.tsx'
import type { LinkState } from './useLink.ts'
import { useSilence } from './useSilence.ts'
import { doctorOf } from './VisitCard.tsx'
import { useCameras } from './useCameras.ts'
import { useLarge } from './useLarge.ts'
import { usePatientRoom, useRoomView } from './usePatientRoom.ts'

/** The call: the doctor large, oneself small, four buttons. Leaving the component leaves the room. */
export function CallStep({ link, view }: { link: LinkState; view: LinkView }) {
  const t = useT()
  const video = view.visit?.video ?? true
  const { room, problem, retry } = usePatientRoom(link, video)
  const { participants, self, recording } = useRoomView(room)
  const { run, busy, fault } = useStep()
  const [large, resize] = useLarge()
  const cameras = useCameras(self?.videoTrack ?? null)
  const [since] = useState(() => Date.now())
  const doctor = participants.find((one) => one.role === 'moderator') ?? participants[0]
  const told = doctor?.name ?? view.call?.staffName ?? view.visit?.doctorName ?? ''
  const name = view.visit && told === view.visit.doctorName ? doctorOf(view.visit) : told
  useEffect(() => {
    document.title = name ? `${name} · ${t('link.title')}` : t('link.title')
  }, [name, t])

  const callID = view.call?.callID
  const hangup = () => {
    if (callID) void run(() => link.act(patientCallAction, { params: { callID }, body: { action: 'hangup' } }))
  }
  const answerRecording = (agree: boolean) =>
    void run(() => link.act(recordingConsent, { body: { agree, text: view.texts.recording } }))
  const recorded = recording === 'recording'
  const quiet = useSilence(room, doctor)
  // Silence is explained: the picture stands, nobody speaks, and nothing is broken.
  const silence = quiet && t(quiet === 'muted' ? 'link.room.readingMuted' : 'link.room.reading')
  const status =
    problem ??
    (!room
      ? t('link.room.connecting')
      : !doctor
        ? t('link.room.waitingStaff')
        : doctor.state === 'reconnecting'
          ? t('link.room.reconnecting')
          : doctor.state === 'failed'
            ? t('link.room.failed')
            : doctor.state === 'connecting'
              ? t('link.room.connecting')
              : silence)
  return (
    <main className={`lk lk-call ${large ? 'large' : ''}`}>
      <TrackVideo
        className="remote"
        id={doctor?.id ?? ''}
        track={doctor?.videoTrack ?? null}
        label={t('link.room.remote', { name })}
        muted
      />
      {participants.map((one) => (
        <TrackAudio key={one.id} id={one.id} track={one.audioTrack} />
      ))}
      <div className="lk-calltop">
        <span className={`pill ${recorded ? 'rec' : ''}`}>
          {recorded ? <i className="dot" aria-hidden="true" /> : <VideoCameraOutlined aria-hidden="true" />}{' '}
          {t(recorded ? 'link.room.recording' : 'link.room.notRecording')}
        </span>
        <Clock since={since} />
        <Quality room={room} />
        <button
          type="button"
          className="pill"
          onClick={resize}
          aria-pressed={large}
          aria-label={t(large ? 'link.smaller' : 'link.larger')}
        >
          <FontSizeOutlined aria-hidden="true" />
        </button>
      </div>
      {video && (
        <div className="lk-self">
          <TrackVideo
            id="self"
            track={self?.videoTrack ?? null}
            label={t('link.room.me')}
            muted
            mirrored={!cameras.away}
          />
        </div>
      )}
      {status && (
        <p className="lk-callstate" role="status">
          {status}
          {(problem || doctor?.state === 'failed') && (
            <button type="button" className="lk-mini" onClick={retry}>
              {t('link.room.again')}
            </button>
          )}
        </p>
      )}
      {(view.room?.recording === 'needsConsent' || recording === 'needsConsent') &&
        view.consents?.recording !== 'declined' && <RecordingAsk busy={busy} onAnswer={answerRecording} />}
      <div className="lk-callfoot">
        <b>{name}</b>
        {fault && <p role="alert">{fault.words}</p>}
        <div className="lk-callbtns">
          <Control
            on={!(self?.mic ?? true)}
            label={t(self?.mic === false ? 'link.room.unmute' : 'link.room.mute')}
            onClick={() => void room?.setMic(!self?.mic)}
          >
            {self?.mic === false ? <AudioMutedOutlined /> : <AudioOutlined />}
          </Control>
          {video && (
            <Control
              on={!(self?.cam ?? true)}
              label={t(self?.cam === false ? 'link.room.camOn' : 'link.room.camOff')}
              onClick={() => void run(async () => room?.setCam(!self?.cam))}
            >
              {self?.cam === false ? <VideoCameraOutlined /> : <VideoCameraFilled />}
            </Control>
          )}
          {video && self?.cam && cameras.next && (
            <Control
              label={t('link.room.turn')}
              onClick={() => void run(async () => room?.replaceDevice('video', cameras.next ?? ''))}
            >
              <SwapOutlined />
            </Control>
          )}
          {recorded && (
            <Control label={t('link.room.stopRecording')} onClick={() => answerRecording(false)}>
              <i className="dot" />
            </Control>
          )}
          <Control end label={t('link.room.hangup')} onClick={hangup}>
            <PhoneFilled rotate={225} />
          </Control>
        </div>
      </div>
    </main>
  )
}

function Control({
  label,
  on,
  end,
  onClick,
  children,
}: {
  label: string
  on?: boolean
  end?: boolean
  onClick: () => void
  children: React.ReactNode
}) {
  return (
    <button type="button" className={`${end ? 'end' : ''} ${on ? 'on' : ''}`} onClick={onClick}>
      <span aria-hidden="true">{children}</span>
      {label}
    </button>
  )
}

function Clock({ since }: { since: number }) {
  const now = useNow()
  return <span className="pill num">{formatClock((now - since) / 1000)}</span>
}

/** In words, not bars: what an elderly patient can tell the doctor. */
function Quality({ room }: { room: RoomConnection | null }) {
  const t = useT()
  const [word, setWord] = useState<'good' | 'weak' | 'poor' | null>(null)
  useEffect(() => {
    if (!room) return setWord(null)
    const timer = setInterval(async () => {
      const [first] = await room.getStats()
      const trip = first?.roundTripMs
      if (trip === null || trip === undefined) return
      setWord(trip < 200 ? 'good' : trip < 500 ? 'weak' : 'poor')
    }, 2000)
    return () => clearInterval(timer)
  }, [room])
  return <span className="pill push">{word && t('link.room.network', { word: t(`link.room.${word}`) })}</span>
}
