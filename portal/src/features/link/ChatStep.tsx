import { CameraOutlined, SendOutlined, WarningOutlined } from '@ant-design/icons'
import { linkFileContent } from '@teleward/contract/chat/endpoints.ts'
import { textRefusal } from '@teleward/contract/chat/rules.ts'
import type { LinkMessage } from '@teleward/contract/chat/schema.ts'
import { type FormEvent, useEffect, useRef } from 'react'
import { urlOf } from '../../api/http.ts'
import { showError } from '../../api/query.ts'
import { errorText, useI18n } from '../../i18n/i18n.ts'
import { formatDay, formatTime, isoDay } from '../../ui/format.ts'
import { AttachmentView } from '../../patterns/attachments/AttachmentView.tsx'
import { chosen } from '../../patterns/attachments/choose.ts'
import { Recorder } from '../../patterns/attachments/Recorder.tsx'
import { WaitingAttachment } from '../../patterns/attachments/WaitingAttachment.tsx'
import { LinkFrame } from './LinkFrame.tsx'
import type { LinkState } from './useLink.ts'
import { blobOf, type Unsent, usePatientChat, useTyped } from './usePatientChat.ts'

const TYPING_EVERY_MS = 3000

/** The conversation with the care team, as on any messenger; Enter is the phone's own. */
export default function ChatStep({ link }: { link: LinkState }) {
  const { t, language } = useI18n()
  const { page, unsent, typing, sent, older, send, again, discard } = usePatientChat(link)
  const picker = useRef<HTMLInputElement>(null)
  const [text, setText] = useTyped(link.token)
  const told = useRef(0)
  const last = page?.messages.at(-1)?.seq
  // biome-ignore lint/correctness/useExhaustiveDependencies: to the newest word, whoever wrote it.
  useEffect(() => {
    // The foot stands over the page's end: only all the way down shows the last word.
    window.scrollTo(0, document.documentElement.scrollHeight)
  }, [last, unsent.length])
  const refused = textRefusal(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (refused) return
    send(text)
    setText('')
  }
  const write = (value: string) => {
    setText(value)
    if (value === '' || Date.now() - told.current < TYPING_EVERY_MS) return
    told.current = Date.now()
    link.line?.socket.volatile.emit('chat.typing', {})
  }
  return (
    <LinkFrame
      link={link}
      busy={!page}
      foot={
        <form className="lk-write" onSubmit={submit}>
          <p className="lk-small" role="status">
            {typing ? t('link.chat.typing', { name: typing }) : ''}
          </p>
          <textarea
            aria-label={t('link.chat.write')}
            placeholder={t('link.chat.write')}
            rows={2}
            value={text}
            onChange={(event) => write(event.target.value)}
          />
          <div className="row">
            <button type="button" className="lk-mini" onClick={() => picker.current?.click()}>
              <CameraOutlined aria-hidden="true" /> {t('link.chat.picture')}
            </button>
            <input
              ref={picker}
              type="file"
              hidden
              multiple
              aria-label={t('link.chat.picture')}
              accept="image/jpeg,image/png,application/pdf"
              onChange={(event) => {
                chosen(null, event.target.files ?? [], (attached, blob) => send('', attached, blob))
                event.target.value = ''
              }}
            />
            <Recorder className="lk-mini" onTake={(attached, blob) => send('', attached, blob)} />
          </div>
          <button type="submit" className="lk-btn" disabled={refused !== null}>
            <SendOutlined aria-hidden="true" /> {t('link.chat.send')}
          </button>
        </form>
      }
    >
      <h1>{t('link.chat.title')}</h1>
      <p className="lk-note warn">
        <WarningOutlined aria-hidden="true" /> {t('link.chat.emergency')}
      </p>
      {page?.older && (
        <button type="button" className="lk-text" onClick={() => older().catch(showError)}>
          {t('link.chat.earlier')}
        </button>
      )}
      {page?.messages.length === 0 && unsent.length === 0 && <p>{t('link.chat.empty')}</p>}
      <div className="lk-chat" role="log" aria-label={t('link.chat.messages')}>
        {page?.messages.map((message, index) => {
          const before = page.messages[index - 1]
          const newDay = !before || isoDay(before.time) !== isoDay(message.time)
          return (
            <div key={message.seq}>
              {newDay && <p className="lk-day">{formatDay(message.time)}</p>}
              <Said token={link.token} message={message} english={language === 'en'} />
            </div>
          )
        })}
        {unsent.map((one) => (
          <Waits
            key={one.clientId}
            one={one}
            sent={sent[one.clientId] ?? 0}
            onAgain={() => again(one.clientId)}
            onDiscard={() => discard(one.clientId)}
          />
        ))}
      </div>
    </LinkFrame>
  )
}

function Said({ token, message, english }: { token: string; message: LinkMessage; english: boolean }) {
  const { t } = useI18n()
  const who = message.fromMe ? t('link.chat.you') : (english && message.nameEn) || message.name
  const { attachment } = message
  // The link's own cookie opens it: there is nothing in the address that could be handed on.
  const address = (as: 'thumb' | 'view' | 'original') =>
    urlOf(linkFileContent.path, { token, id: attachment?.id ?? '' }, { as })
  const quoted = ({ textContent, attached }: NonNullable<LinkMessage['reply']>) =>
    textContent === null
      ? t('link.chat.recalled')
      : attached
        ? `[${t(`attachments.${attached}`)}] ${textContent}`.trim()
        : textContent
  if (message.recalled) return <p className="lk-day">{t('link.chat.recalled')}</p>
  return (
    <div className={`lk-said ${message.fromMe ? 'own' : ''}`}>
      <span className="lk-small">{who}</span>
      <div>
        {message.reply && <blockquote>{quoted(message.reply)}</blockquote>}
        {attachment && (
          <AttachmentView
            attachment={attachment}
            thumb={attachment.hasThumb ? address('thumb') : null}
            ask={async () => ({ url: address('view'), download: address('original'), thumb: address('thumb') })}
          />
        )}
        {message.textContent}
      </div>
      <span className="lk-small num">
        {message.fromMe && t(message.isSeen ? 'link.chat.read' : 'link.chat.sent')} {formatTime(message.time)}
      </span>
    </div>
  )
}

interface WaitsProps {
  one: Unsent
  sent: number
  onAgain: () => void
  onDiscard: () => void
}
function Waits({ one, sent, onAgain, onDiscard }: WaitsProps) {
  const { t } = useI18n()
  return (
    <div className="lk-said own">
      <div className="waits">
        {one.attached && (
          <WaitingAttachment attached={one.attached} blob={blobOf(one.clientId)} sent={one.failed ? null : sent} />
        )}
        {one.text}
      </div>
      {one.failed ? (
        <>
          <span className="lk-small c-bad" role="alert">
            {t('link.chat.failed', { why: errorText(one.failed, one.failedBy) })}
          </span>
          <button type="button" className="lk-mini" onClick={onAgain}>
            {t('link.chat.again')}
          </button>
          <button type="button" className="lk-mini" onClick={onDiscard}>
            {t('link.chat.discard')}
          </button>
        </>
      ) : (
        <span className="lk-small" role="status">
          {t('link.chat.waiting')}
        </span>
      )}
    </div>
  )
}
