import {
  AudioMutedOutlined,
  AudioOutlined,
  CompressOutlined,
  MoreOutlined,
  PhoneFilled,
  VideoCameraFilled,
  VideoCameraOutlined,
} from '@ant-design/icons'
import { type ReactNode, useState } from 'react'
import { showError } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { beyondDevices, MediaError } from '../../media/local-media.ts'
import type { LocalParticipant, RoomConnection } from '../../media/types.ts'
import { useSections } from '../../patterns/Section.tsx'
import { MenuButton, type MenuItem } from '../../ui/MenuButton.tsx'
import { useKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'
import * as actions from './actions.ts'
import { stopRecording } from './recording.ts'
import { type ActiveCall, getState, nextSize, setState, useCallState } from './store.ts'

interface Props {
  active: ActiveCall
  self: LocalParticipant | null
  recording: RoomConnection['recording']
}

export function Controls({ active, self, recording }: Props) {
  const t = useT()
  const { room } = active
  const { size } = useCallState()
  const ringing = active.phase === 'ringing'
  const mic = self?.mic ?? true
  const cam = self?.cam ?? true
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([])
  const sections = useSections('remoteAppointment')
  const toggleMic = () => void room?.setMic(!mic).catch(beyondDevices(showError))
  const toggleCam = () => void room?.setCam(!cam).catch(beyondDevices(showError))
  const choose = ({ kind, deviceId, label }: MediaDeviceInfo) =>
    void room?.replaceDevice(kind === 'audioinput' ? 'audio' : 'video', deviceId).catch((error: unknown) => {
      if (!(error instanceof MediaError)) return showError(error)
      // Of one that gives nothing at all the window itself says why.
      if (!room.problems.some((problem) => problem.kind === error.kind))
        notify({ kind: 'warn', title: t('mediafaults.kept', { device: label }), key: 'call-device' })
    })
  const hangup = () => {
    const { queueID, video, kind, callees } = active
    void actions.leave(ringing ? 'cancel' : 'hangup')
    const again = kind === 'staff' ? { mids: callees } : kind === 'patient' && queueID ? { qid: queueID } : null
    if (again && !ringing)
      notify({
        kind: 'info',
        title: t('calls.ended'),
        key: 'call-again',
        lasts: 'joinedRoom',
        action: { label: t('calls.callAgain'), run: () => void actions.start({ ...again, video }) },
      })
  }
  useKeys([
    { keys: 'Alt+M', label: t('calls.mute'), inFields: true, run: toggleMic },
    { keys: 'Alt+C', label: t('calls.camOff'), inFields: true, run: toggleCam },
    {
      keys: 'Alt+S',
      label: t('calls.resize'),
      inFields: true,
      run: () => setState({ size: nextSize(getState().size) }),
    },
    { keys: 'Alt+H', label: t('calls.hangup'), inFields: true, run: hangup },
  ])

  const items: MenuItem[] = [
    {
      key: 'centre',
      icon: <CompressOutlined />,
      label: t('calls.centre'),
      checked: size === 1,
      onPick: () => setState({ size: size === 1 ? 2 : 1 }),
    },
    ...(sections.shows('devices') ? devices : [])
      .filter((one) => one.deviceId && (one.kind === 'audioinput' || one.kind === 'videoinput'))
      .map((one) => ({
        key: `${one.kind}:${one.deviceId}`,
        icon: one.kind === 'audioinput' ? <AudioOutlined /> : <VideoCameraOutlined />,
        label: one.label || t(one.kind === 'audioinput' ? 'calls.microphone' : 'calls.camera'),
        onPick: () => choose(one),
      })),
    ...(active.callID && active.phase === 'in' && sections.shows('handOver')
      ? (['invite', 'transfer'] as const).map((asking) => ({
          key: asking,
          label: t(`calls.${asking}`),
          onPick: () => setState({ asking }),
        }))
      : []),
    ...(recording === 'recording'
      ? [
          {
            key: 'stop',
            label: t('calls.recording.stop'),
            onPick: () => void stopRecording(active.roomID).catch(showError),
          },
        ]
      : []),
    ...(sections.shows('endAll')
      ? [{ key: 'end', danger: true, label: t('calls.endAll'), onPick: () => void actions.leave('end') }]
      : []),
  ]
  const list = () => void navigator.mediaDevices?.enumerateDevices().then(setDevices, showError)
  return (
    <div className="controls">
      {!ringing && (
        <>
          <Round label={t(mic ? 'calls.mute' : 'calls.unmute')} keys="Alt+M" off={!mic} onClick={toggleMic}>
            {mic ? <AudioOutlined /> : <AudioMutedOutlined />}
          </Round>
          {active.video && (
            <Round label={t(cam ? 'calls.camOff' : 'calls.camOn')} keys="Alt+C" off={!cam} onClick={toggleCam}>
              {cam ? <VideoCameraFilled /> : <VideoCameraOutlined />}
            </Round>
          )}
          <MenuButton className="round" label={t('calls.more')} items={items} onOpen={list}>
            <MoreOutlined />
          </MenuButton>
        </>
      )}
      <Round label={t(ringing ? 'calls.cancel' : 'calls.hangup')} keys="Alt+H" end onClick={hangup}>
        <PhoneFilled rotate={225} />
      </Round>
    </div>
  )
}

function Round({
  label,
  keys,
  off,
  end,
  onClick,
  children,
}: {
  label: string
  keys: string
  off?: boolean
  end?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={`round ${off ? 'off' : ''} ${end ? 'end' : ''}`}
      aria-label={label}
      aria-pressed={end ? undefined : Boolean(off)}
      title={`${label} ${keys}`}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
