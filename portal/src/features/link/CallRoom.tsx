import {
  AudioMutedOutlined,
  AudioOutlined,
  FontSizeOutlined,
  PhoneFilled,
  SwapOutlined,
  VideoCameraFilled,
  VideoCameraOutlined,
} from '@ant-design/icons'
import { type ReactNode, useEffect, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { changeText, problemText } from '../../media/device-labels.ts'
import { beyondDevices, MediaError } from '../../media/local-media.ts'
import { TrackAudio, TrackVideo } from '../../media/TrackView.tsx'
import type { Participant, RoomConnection } from '../../media/types.ts'
import { useQuality, useRoom } from '../../media/useRoom.ts'
import { useDeviceProblems } from '../../media/useDeviceProblems.ts'
import { formatClock, useNow } from '../../ui/format.ts'
import { DeviceHelp } from './DeviceHelp.tsx'
import { useStep } from './step.tsx'
import { type Silence, useSilence } from './useSilence.ts'
import { useCameras } from './useCameras.ts'
import { useLarge } from './useLarge.ts'
import type { PatientRoom } from './usePatientRoom.ts'

const raise = (error: unknown) => {
  throw error
}

interface Props {
  held: PatientRoom
  video: boolean
  /** Who stands large; the others beside, each with a name. */
  main: (one: Participant) => boolean
  /** The name of whoever that is, as the page knows them. */
  nameOf: (main: Participant | undefined) => string
  /** While nobody of the staff is there. */
  waiting: string
  /** Nothing is heard of the main one for a while. */
  silent: (why: Silence, name: string) => string
  fault: { words: string } | null
  /** Without a line to the server: sound and picture go on, and what is pressed waits. */
  lost: boolean
  onHangup: () => void
  /** Where it may be stopped from here. */
  onStopRecording?: () => void
  /** A question over the picture. */
  ask?: (recording: RoomConnection['recording']) => ReactNode
}

/** A call as whoever came by a link sees it; or that it runs in another tab, where neither camera nor microphone of this one is on. */
export function CallRoom(props: Props) {
  return props.held.elsewhere ? <CallElsewhere take={props.held.take} /> : <CallHere {...props} />
}

function CallElsewhere({ take }: { take: () => void }) {
  const t = useT()
  useEffect(() => {
    document.title = t('link.title')
  }, [t])
  return (
    <main className="lk">
      <div className="lk-over" role="status">
        <PhoneFilled className="c-ok" aria-hidden="true" />
        <h1>{t('link.room.elsewhere')}</h1>
        <p>{t('link.room.elsewhereText')}</p>
        <button type="button" className="lk-btn" onClick={take}>
          {t('link.room.takeHere')}
        </button>
      </div>
    </main>
  )
}

/** One person large, oneself small, four buttons. */
function CallHere(props: Props) {
  const { held, video, main, nameOf, waiting, silent, fault, lost, onHangup, onStopRecording, ask } = props
  const t = useT()
  const { room, problem, retry } = held
  const { participants, self, recording, unreachable } = useRoom(room)
  const { run, fault: deviceFault, setFault } = useStep()
  const [large, resize] = useLarge()
  const cameras = useCameras(self?.videoTrack ?? null)
  const turn = async () => {
    await room?.replaceDevice('video', cameras.next ?? '').catch((error: unknown) => {
      if (!(error instanceof MediaError)) throw error
      // Of one that gives nothing at all the page says so itself.
      if (!room.problems.length)
        setFault({ code: error.code, words: t('mediafaults.kept', { device: t('link.device.camera') }) })
    })
  }
  const [since] = useState(() => Date.now())
  const doctor = participants.find(main) ?? participants.find(({ role }) => role !== 'guest')
  const others = participants.filter((one) => one !== doctor)
  const name = nameOf(doctor)
  useEffect(() => {
    document.title = name ? `${name} · ${t('link.title')}` : t('link.title')
  }, [name, t])

  const recorded = recording === 'recording'
  const quiet = useSilence(room, doctor)
  // Silence is explained: the picture stands, the one in it does not speak, and nothing is broken.
  const silence = quiet && silent(quiet, name)
  const status =
    problem ??
    (!room
      ? t('link.room.connecting')
      : unreachable
        ? t('link.room.unreachable')
        : !doctor
          ? waiting
          : doctor.state === 'reconnecting'
            ? t('link.room.reconnecting')
            : doctor.state === 'failed'
              ? t('link.room.failed')
              : doctor.state === 'connecting'
                ? t('link.room.connecting')
                : lost
                  ? t('link.room.lost')
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
      <div className="lk-others" aria-live="polite">
        {others.map((one) => (
          <figure key={one.id}>
            <TrackVideo id={one.id} track={one.videoTrack} label={t('link.room.remote', { name: one.name })} muted />
            <figcaption className={one.relation ? undefined : 'ell'}>
              {one.relation
                ? t('link.room.guest', { name: one.name, relation: t(`link.relation.${one.relation}`) })
                : one.name}
            </figcaption>
          </figure>
        ))}
      </div>
      {/* What is said and asked has what the buttons leave: those stay on the screen, however small it is. */}
      <div className="lk-callmid">
        {status && (
          <p className="lk-callstate" role="status">
            {status}
            {(problem || unreachable || doctor?.state === 'failed') && (
              <button type="button" className="lk-mini" onClick={retry}>
                {t('link.room.again')}
              </button>
            )}
          </p>
        )}
        <Faults held={held} />
        {ask?.(recording)}
      </div>
      <div className="lk-callfoot">
        <b>{name}</b>
        {(fault ?? deviceFault) && <p role="alert">{(fault ?? deviceFault)?.words}</p>}
        <div className="lk-callbtns">
          <Control
            on={!(self?.mic ?? true)}
            label={t(self?.mic === false ? 'link.room.unmute' : 'link.room.mute')}
            onClick={() => void room?.setMic(!self?.mic).catch(beyondDevices(reportError))}
          >
            {self?.mic === false ? <AudioMutedOutlined /> : <AudioOutlined />}
          </Control>
          {video && (
            <Control
              on={!(self?.cam ?? true)}
              label={t(self?.cam === false ? 'link.room.camOn' : 'link.room.camOff')}
              onClick={() => void run(async () => room?.setCam(!self?.cam).catch(beyondDevices(raise)))}
            >
              {self?.cam === false ? <VideoCameraOutlined /> : <VideoCameraFilled />}
            </Control>
          )}
          {video && self?.cam && cameras.next && (
            <Control label={t('link.room.turn')} onClick={() => void run(turn)}>
              <SwapOutlined />
            </Control>
          )}
          {recorded && onStopRecording && (
            <Control label={t('link.room.stopRecording')} onClick={onStopRecording}>
              <i className="dot" />
            </Control>
          )}
          <Control end label={t('link.room.hangup')} onClick={onHangup}>
            <PhoneFilled rotate={225} />
          </Control>
        </div>
      </div>
    </main>
  )
}

/** One's own devices that give nothing: why, and what to do. It goes when it is solved. */
function Faults({ held }: { held: PatientRoom }) {
  const { problems, change } = useDeviceProblems(held.room, held.problems)
  return (
    <>
      {problems.map((problem) => (
        <div key={problem.kind} className="lk-callfault" role="alert">
          {problemText(problem)}
          {problem.reason === 'denied' && <DeviceHelp again={false} />}
        </div>
      ))}
      {change && (
        <p className="lk-callfault" role="status">
          {changeText(change)}
        </p>
      )}
    </>
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
  const quality = useQuality(room)
  return <span className="pill push">{quality && t('link.room.network', { word: t(`link.room.${quality}`) })}</span>
}
