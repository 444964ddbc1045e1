import { AudioOutlined, DeleteOutlined, SendOutlined } from '@ant-design/icons'
import { VOICE_MAX_MS } from '@teleward/contract/chat/rules.ts'
import type { Attached } from '../../api/attachments.ts'
import { useT } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'
import { lengthText } from './length.ts'
import { canRecord, useRecorder } from './useRecorder.ts'
import './attachments.css'

interface Props {
  className: string
  onTake: (attached: Attached, blob: Blob) => void
}
/** Begins with one press, and is sent or thrown away with another; nothing is sent by itself, at the longest either. */
export function Recorder({ className, onTake }: Props) {
  const t = useT()
  const { ms, level, full, start, discard, finish } = useRecorder()
  if (!canRecord()) return null
  const begin = () =>
    start().catch((error: unknown) => {
      const refused = error instanceof DOMException && error.name === 'NotAllowedError'
      notify({ kind: 'bad', title: t(refused ? 'attachments.micRefused' : 'attachments.micMissing') })
    })
  if (ms === null)
    return (
      <button
        type="button"
        className={className}
        aria-label={t('attachments.record')}
        title={t('attachments.record')}
        onClick={() => void begin()}
      >
        <AudioOutlined />
      </button>
    )
  const send = async () => {
    const made = await finish()
    if (made) onTake(made.attached, made.blob)
  }
  return (
    <fieldset className="atrec" aria-label={t('attachments.recording')}>
      <span className="atrecdot" style={{ transform: `scale(${0.6 + level / 125})` }} />
      <span className="num">{lengthText(ms)}</span>
      <span className="t3 f12" role="status">
        {full ? t('attachments.full') : t('attachments.upTo', { time: lengthText(VOICE_MAX_MS) })}
      </span>
      <button
        type="button"
        className={className}
        aria-label={t('attachments.discardVoice')}
        title={t('attachments.discardVoice')}
        onClick={discard}
      >
        <DeleteOutlined />
      </button>
      <button
        type="button"
        className={`${className} c-pri`}
        aria-label={t('attachments.sendVoice')}
        title={t('attachments.sendVoice')}
        onClick={() => void send()}
      >
        <SendOutlined />
      </button>
    </fieldset>
  )
}
