import { PlayCircleOutlined, VideoCameraOutlined } from '@ant-design/icons'
import { recordingAddresses, visitRecordings } from '@teleward/contract/calls/endpoints.ts'
import type { RecordingInfo } from '@teleward/contract/calls/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRight } from '../api/me.ts'
import { endpointQuery, useEndpointMutation } from '../api/query.ts'
import { t } from '../i18n/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { notify } from '../ui/notify.ts'
import { formatClock, formatTime } from '../ui/format.ts'

interface Props {
  qid: number
  /** Of this call alone. */
  callID?: string
  /** The newest one that is ready is played at once, as if its button had been pressed. */
  play?: boolean
  /** It plays, or it was said that there is none. */
  onPlayed?: () => void
}
/** The visit's recordings; a finished one plays here. */
export function Recordings({ qid, callID, play = false, onPlayed }: Props) {
  const right = useRight('recording.play')
  const { data } = useQuery({ ...endpointQuery(visitRecordings, { query: { queueID: qid } }), enabled: right !== '-' })
  const recordings = data?.recordings.filter((one) => callID === undefined || one.callID === callID)
  const ready = recordings?.findLast(({ state }) => state === 'ready')?.recordingId
  const nothing = play && (right === '-' || (recordings !== undefined && ready === undefined))
  const said = useRef(onPlayed)
  said.current = onPlayed
  useEffect(() => {
    if (!nothing) return
    notify({ kind: 'info', key: `recording-${qid}`, title: t('common.recording.none') })
    said.current?.()
  }, [nothing, qid])
  if (!recordings || recordings.length === 0) return null
  return (
    <div className="recordings">
      <h3>{t('common.recording.title')}</h3>
      {recordings.map((one) => (
        <Recording
          key={one.recordingId}
          info={one}
          play={play && one.recordingId === ready}
          onPlayed={() => onPlayed?.()}
        />
      ))}
    </div>
  )
}

function Recording({ info, play, onPlayed }: { info: RecordingInfo; play: boolean; onPlayed: () => void }) {
  const address = useEndpointMutation(recordingAddresses)
  const length = info.durationMs === null ? '' : formatClock(info.durationMs / 1000)
  const open = () => address.mutate({ params: { recordingId: info.recordingId } })
  const video = useRef<HTMLVideoElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it is asked for.
  useEffect(() => {
    if (!play) return
    // Where a browser plays nothing unasked, the player stands there with its own button.
    if (video.current) void video.current.play().catch(() => undefined)
    else if (!address.isPending) open()
    onPlayed()
  }, [play])
  const shown = address.data !== undefined
  // What one asked to see is not left below the edge of the drawer.
  useEffect(() => {
    if (shown) video.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <div className="recording">
      <div className="row">
        <VideoCameraOutlined className={info.state === 'recording' ? 'c-bad' : 't3'} />
        <span className="num">{formatTime(info.startedAt)}</span>
        <span className="t3 f12 num grow">
          {[t(`common.recording.${info.state}`), length].filter(Boolean).join(t('common.dot'))}
        </span>
        {info.state === 'ready' && !address.data && (
          <Button size="sm" icon={<PlayCircleOutlined />} loading={address.isPending} onClick={open}>
            {t('common.recording.play')}
          </Button>
        )}
      </div>
      {address.data && (
        // biome-ignore lint/a11y/useMediaCaption: a recorded conversation has none.
        <video
          controls
          autoPlay
          ref={video}
          playsInline
          preload="metadata"
          src={address.data.url}
          aria-label={t('common.recording.label')}
          onError={open}
        />
      )}
    </div>
  )
}
