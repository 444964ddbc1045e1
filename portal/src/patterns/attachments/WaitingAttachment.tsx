import { AudioOutlined, FileOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import type { Attached } from '../../api/attachments.ts'
import { useT } from '../../i18n/i18n.ts'
import { lengthText, sizeText } from './length.ts'
import './attachments.css'

interface Props {
  attached: Attached
  blob: Blob | undefined
  /** Bytes that the server has; null: it does not go. */
  sent: number | null
}
/** What is on its way: as the reader will see it, and how far it has come. */
export function WaitingAttachment({ attached, blob, sent }: Props) {
  const t = useT()
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (attached.kind !== 'image' || !blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [attached.kind, blob])
  const percent = sent === null ? null : Math.floor((100 * sent) / attached.bytes)
  const { kind, name, bytes, durationMs } = attached
  return (
    <div>
      {url ? (
        <span className="atpicture">
          <img src={url} alt={name} style={{ maxWidth: 240, maxHeight: 240 }} />
        </span>
      ) : (
        <div className="atfile">
          <span className="atsign" aria-hidden="true">
            {kind === 'voice' ? <AudioOutlined /> : <FileOutlined />}
          </span>
          <span className="grow">
            <b className="ell">{kind === 'voice' ? t('attachments.voice') : name}</b>
            <span className="t3 f12 num">{durationMs ? lengthText(durationMs) : sizeText(bytes)}</span>
          </span>
        </div>
      )}
      {percent !== null && (
        <div
          className="atprogress"
          role="progressbar"
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-label={t('attachments.sending', { percent })}
        >
          <i style={{ width: `${percent}%` }} />
        </div>
      )}
    </div>
  )
}
