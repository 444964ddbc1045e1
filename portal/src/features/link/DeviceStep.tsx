import {
  AudioOutlined,
  CheckCircleOutlined,
  CloseCircleOutlined,
  SoundOutlined,
  VideoCameraOutlined,
  WarningOutlined,
  WifiOutlined,
} from '@ant-design/icons'
import type { arrive } from '@teleward/contract/links/endpoints.ts'
import type { EndpointInput } from '@teleward/contract/core/endpoint.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { browserOf } from '../../media/browser.ts'
import { problemText } from '../../media/device-labels.ts'
import { createRingtone, prepareSound } from '../../media/ringtone.ts'
import { DeviceHelp } from './DeviceHelp.tsx'
import { type Framed, LinkFrame } from './LinkFrame.tsx'
import { Fault, useStep } from './step.tsx'
import { type DeviceWord, useDevices, useLevel, useNetwork } from './useDevices.ts'

export type DeviceResult = EndpointInput<typeof arrive>['body']
interface Props {
  link: Framed
  video: boolean
  progress: number | undefined
  steps?: number
  /** What the button goes on to says, with all devices and without. */
  go?: { all: string; without: string }
  /** The check is over, with what it came to. */
  enter: (result: DeviceResult) => Promise<unknown>
}

function Row({
  icon,
  name,
  hint,
  children,
}: {
  icon: ReactNode
  name: string
  hint?: string | undefined
  children: ReactNode
}) {
  return (
    <li className="lk-check">
      <span className="ic" aria-hidden="true">
        {icon}
      </span>
      <span>
        {name}
        {hint && <small>{hint}</small>}
      </span>
      <span className="st">{children}</span>
    </li>
  )
}

function Word({ word }: { word: DeviceWord | null }) {
  const t = useT()
  if (word === null) return <span className="t3">{t('link.device.waiting')}</span>
  if (word === 'ok')
    return (
      <span className="c-ok">
        <CheckCircleOutlined aria-hidden="true" /> {t('link.device.ok')}
      </span>
    )
  return (
    <span className="c-bad">
      <CloseCircleOutlined aria-hidden="true" />{' '}
      {t(word === 'denied' ? 'link.device.denied' : word === 'failed' ? 'mediafaults.busyWord' : 'link.device.missing')}
    </span>
  )
}

/** Camera, microphone, sound and network, each with a word; whoever has none of them may come in all the same. */
export function DeviceStep({ link, video, progress, steps, go, enter: arrived }: Props) {
  const t = useT()
  const { run, busy, fault } = useStep()
  const devices = useDevices(video)
  const level = useLevel(devices.media?.audio ?? null)
  const [round, setRound] = useState(0)
  const network = useNetwork(round)
  const [heard, setHeard] = useState<boolean | null>(null)
  const [ringtone] = useState(createRingtone)
  const preview = useRef<HTMLVideoElement>(null)
  const track = devices.media?.video ?? null
  useEffect(() => {
    if (preview.current) preview.current.srcObject = track ? new MediaStream([track]) : null
  }, [track])

  const enter = () => {
    // Inside this touch: the ring in the waiting room needs none then.
    prepareSound().catch(reportError)
    return run(async () => {
      const result = {
        camera: devices.camera ?? 'missing',
        microphone: devices.microphone ?? 'missing',
        speaker: heard === false ? 'failed' : 'ok',
      } as const
      await arrived(result)
    })
  }
  const again = () => {
    devices.retry()
    setRound(round + 1)
  }
  const denied = devices.state === 'denied'
  const insecure = devices.problems.some((problem) => problem.reason === 'unsupported')
  // An app's own browser may lend neither: the way out of it is told as well.
  const borrowed = ['line', 'inApp'].includes(browserOf(navigator.userAgent))
  const blocked = devices.problems.some((problem) => problem.reason === 'denied')
  const noMic = devices.state === 'ready' && devices.microphone !== 'ok' && !insecure
  const noCam = devices.state === 'ready' && video && devices.camera !== 'ok' && !insecure
  return (
    <LinkFrame
      link={link}
      progress={progress}
      {...(steps ? { steps } : {})}
      foot={
        <>
          {(denied || noMic || noCam) && (
            <button type="button" className="lk-btn" onClick={again}>
              {t('link.retry')}
            </button>
          )}
          <button
            type="button"
            className={`lk-btn ${denied || noMic || noCam ? 'sec' : ''}`}
            disabled={busy || devices.state === 'asking'}
            onClick={enter}
          >
            {denied || noMic || noCam || insecure
              ? (go?.without ?? t('link.device.without'))
              : (go?.all ?? t('link.device.enter'))}
          </button>
        </>
      }
    >
      <h1>{t(video ? 'link.device.title' : 'link.device.titleVoice')}</h1>
      {video && (
        <div className="lk-cam">
          <video ref={preview} autoPlay playsInline muted aria-label={t('link.device.camera')} />
          {track && (
            <span className="tag">
              <CheckCircleOutlined aria-hidden="true" /> {t('link.device.seen')}
            </span>
          )}
        </div>
      )}
      {denied && (
        <div className="lk-note bad" role="alert">
          <b>{t('link.device.deniedTitle')}</b>
          <DeviceHelp />
        </div>
      )}
      {insecure && <p className="lk-note bad">{t('link.device.insecure')}</p>}
      {!denied &&
        !insecure &&
        devices.problems.map((problem) => (
          <p key={problem.kind} className={`lk-note ${problem.kind === 'audio' ? 'bad' : 'warn'}`}>
            {problem.reason === 'missing'
              ? t(problem.kind === 'audio' ? 'link.device.noMic' : 'link.device.noCam')
              : problemText(problem)}
          </p>
        ))}
      {!denied && (noMic || noCam || insecure) && (borrowed || blocked) && (
        <div className="lk-note info">
          <DeviceHelp />
        </div>
      )}
      <ul className="lk-checks">
        {video && (
          <Row icon={<VideoCameraOutlined />} name={t('link.device.camera')}>
            <Word word={devices.camera} />
          </Row>
        )}
        <Row icon={<AudioOutlined />} name={t('link.device.microphone')} hint={t('link.device.speak')}>
          {devices.microphone === 'ok' ? (
            <Meter level={level} label={t('link.device.level')} />
          ) : (
            <Word word={devices.microphone} />
          )}
        </Row>
        <Row
          icon={<SoundOutlined />}
          name={t('link.device.speaker')}
          hint={heard === false ? t('link.device.noSound') : t('link.device.heard')}
        >
          <button type="button" className="lk-mini" onClick={() => void ringtone.once()}>
            {t('link.device.play')}
          </button>
          <button type="button" className="lk-mini" aria-pressed={heard === true} onClick={() => setHeard(true)}>
            {t('link.device.yes')}
          </button>
          <button type="button" className="lk-mini" aria-pressed={heard === false} onClick={() => setHeard(false)}>
            {t('link.device.no')}
          </button>
        </Row>
        <Row
          icon={<WifiOutlined />}
          name={t('link.device.network')}
          hint={network === 'slow' ? t('link.device.slowHint') : undefined}
        >
          {network === 'ok' ? (
            <Word word="ok" />
          ) : network === 'checking' ? (
            <span className="t3">{t('link.device.checking')}</span>
          ) : (
            <span className={network === 'slow' ? 'c-warn' : 'c-bad'}>
              <WarningOutlined aria-hidden="true" /> {t(network === 'slow' ? 'link.device.slow' : 'link.device.bad')}
            </span>
          )}
        </Row>
      </ul>
      <Fault fault={fault} />
    </LinkFrame>
  )
}

function Meter({ level, label }: { level: number; label: string }) {
  return (
    <span className="lk-level" role="img" aria-label={`${label} ${Math.round(level * 8)} / 8`}>
      {Array.from({ length: 8 }, (_, at) => (
        <i key={at} className={at < Math.round(level * 8) ? 'g' : ''} />
      ))}
    </span>
  )
}
