import { PlayCircleOutlined, VideoCameraOutlined } from '@ant-design/icons'
import { recordingAddresses, visitRecordings } from '@teleward/contract/calls/endpoints.ts'
import type { RecordingInfo } from '@teleward/contract/calls/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useRight } from '../api/me.ts'
import { endpointQuery, useAct } from '../api/query.ts'
import { t } from '../i18n/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { formatClock, formatTime } from '../ui/format.ts'

/** The visit's recordings; a finished one plays here. */
export function Recordings({ qid }: { qid: number }) {
  const right = useRight('recording.play')
  const { data } = useQuery({ ...endpointQuery(visitRecordings, { query: { queueID: qid } }), enabled: right !== '-' })
  if (!data || data.recordings.length === 0) return null
  return (
    <div className="recordings">
      <h3>{t('common.recording.title')}</h3>
      {data.recordings.map((one) => (
        <Recording key={one.recordingId} info={one} />
      ))}
    </div>
  )
}

function Recording({ info }: { info: RecordingInfo }) {
  const address = useAct(recordingAddresses)
  const length = info.durationMs === null ? '' : formatClock(info.durationMs / 1000)
  const open = () => address.mutate({ params: { recordingId: info.recordingId } })
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
