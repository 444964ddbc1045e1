import { DownloadOutlined, FileOutlined, FilePdfOutlined, PlaySquareOutlined } from '@ant-design/icons'
import { Modal } from 'antd'
import { type MouseEvent, useEffect, useState } from 'react'
import { showError } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { saveFrom } from '../../ui/saveFrom.ts'
import { sizeText } from './length.ts'
import { VoicePlayer } from './VoicePlayer.tsx'
import './attachments.css'

export interface Shown {
  id: string
  kind: 'image' | 'file' | 'voice'
  name: string
  mime: string
  bytes: number
  width: number | null
  height: number | null
  durationMs: number | null
  wave: readonly number[]
}
export interface Addresses {
  url: string
  download: string
  thumb: string | null
}
interface Props {
  attachment: Shown
  /** The small picture as it is known already. */
  thumb: string | null
  /** Asks for addresses anew: those that are there end after a while. */
  ask: () => Promise<Addresses>
}
const SIDE = 240
/** Room for the picture before it is there: what stands below it does not jump. */
const boxOf = ({ width, height }: Shown) => {
  if (!width || !height) return { width: SIDE, height: SIDE }
  const scale = Math.min(1, SIDE / Math.max(width, height))
  return { width: Math.max(48, Math.round(width * scale)), height: Math.max(48, Math.round(height * scale)) }
}

/** What hangs on a message: a picture to be opened, a voice to be heard, a file to be looked at or saved. */
export function AttachmentView({ attachment, thumb, ask }: Props) {
  if (attachment.kind === 'voice')
    return <VoicePlayer {...attachment} durationMs={attachment.durationMs ?? 0} load={async () => (await ask()).url} />
  return attachment.kind === 'image' ? (
    <Picture attachment={attachment} thumb={thumb} ask={ask} />
  ) : (
    <FileRow attachment={attachment} thumb={thumb} ask={ask} />
  )
}

function Picture({ attachment, thumb, ask }: Props) {
  const t = useT()
  const [small, setSmall] = useState(thumb)
  const [tried, setTried] = useState(false)
  const [open, setOpen] = useState<Addresses | null>(null)
  useEffect(() => setSmall(thumb), [thumb])
  const box = boxOf(attachment)
  // An address that is over renews itself, once.
  const again = () => {
    setSmall(null)
    if (tried) return
    setTried(true)
    ask().then(({ thumb: next }) => setSmall(next), showError)
  }
  const look = () => ask().then(setOpen, showError)
  // The picture may have been open for longer than its address lives.
  const save = (event: MouseEvent) => {
    event.preventDefault()
    ask().then(({ download }) => saveFrom(download, attachment.name), showError)
  }
  return (
    <>
      <button
        type="button"
        className="atpicture"
        style={box}
        aria-label={t('attachments.openPicture', { name: attachment.name })}
        onClick={() => void look()}
      >
        {small ? (
          <img src={small} alt="" {...box} onError={again} />
        ) : (
          <span className="ell f13">{attachment.name}</span>
        )}
      </button>
      <Modal
        open={open !== null}
        title={attachment.name}
        footer={
          <a className="btn pri" href={open?.download} download onClick={save}>
            <DownloadOutlined /> {t('attachments.save')}
          </a>
        }
        width="min(960px, 96vw)"
        onCancel={() => setOpen(null)}
        destroyOnHidden
      >
        {open && <img className="atwhole" src={open.url} alt={attachment.name} />}
      </Modal>
    </>
  )
}

function FileRow({ attachment, ask }: Props) {
  const t = useT()
  const { name, mime, bytes } = attachment
  const paper = mime === 'application/pdf'
  const save = () => ask().then(({ download }) => saveFrom(download, name), showError)
  return (
    <div className="atfile">
      <span className="atsign" aria-hidden="true">
        {paper ? <FilePdfOutlined /> : mime.startsWith('video/') ? <PlaySquareOutlined /> : <FileOutlined />}
      </span>
      <span className="grow">
        <b className="ell">{name}</b>
        <span className="t3 f12 num">{sizeText(bytes)}</span>
      </span>
      <button
        type="button"
        className="icbtn"
        aria-label={t('attachments.saveFile', { name })}
        title={t('attachments.save')}
        onClick={() => void save()}
      >
        <DownloadOutlined />
      </button>
    </div>
  )
}
