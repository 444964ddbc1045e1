import { CloseOutlined, FontSizeOutlined, PaperClipOutlined, SendOutlined } from '@ant-design/icons'
import { attachmentEndings, TEXT_MAX, textRefusal } from '@teleward/contract/chat/rules.ts'
import type { ChatHead, ChatMessage } from '@teleward/contract/chat/schema.ts'
import { getWords } from '@teleward/contract/snippets/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { composing } from '../../ui/composing.ts'
import type { Attached } from '../../api/attachments.ts'
import { useMe } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { staffSocket } from '../../api/socket.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { chosen } from '../../patterns/attachments/choose.ts'
import { Recorder } from '../../patterns/attachments/Recorder.tsx'
import { BlanksLeft, usePhrases } from '../../patterns/phrases/usePhrases.tsx'
import { enqueue } from './queue.ts'
import type { Drafts } from './useDrafts.ts'
import { authorOf, lineText } from './labels.ts'

interface Props {
  head: ChatHead
  drafts: Drafts
  /** The message that is answered, and what it says now; `null`: it does not stand on the page. */
  reply: (Pick<ChatMessage, 'seq' | 'from'> & { said: ChatMessage | null }) | null
  onReply: (message: ChatMessage | null) => void
  /** The last message of one's own: ↑ in an empty field answers to it. */
  mine: ChatMessage | undefined
  /** Nobody has opened the conversation: the field does not take the focus. */
  quiet: boolean
}
const TYPING_EVERY_MS = 3000

/** Enter sends, Shift+Enter makes a line, an input method's Enter does neither. */
export function Composer({ head, drafts, reply, onReply, mine, quiet }: Props) {
  const t = useT()
  const field = useRef<HTMLTextAreaElement>(null)
  const told = useRef(0)
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const { uploads } = useMe().ui_config
  const text = drafts.of(head.id)
  const words = useQuery(endpointQuery(getWords, { query: { type: 'wd' } }))
  const refused = textRefusal(text)
  const { id } = head
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation, another field to write in.
  useEffect(() => {
    if ((!quiet || reply) && !matchMedia('(pointer: coarse)').matches) field.current?.focus({ preventScroll: true })
  }, [id, reply?.seq])

  const write = (value: string) => {
    drafts.write(id, value)
    if (value === '' || Date.now() - told.current < TYPING_EVERY_MS) return
    told.current = Date.now()
    staffSocket()?.volatile.emit('chat.typing', { conversation: id })
  }
  const send = () => {
    if (refused) return
    enqueue({ conversation: id, text, ...(reply ? { reply: reply.seq } : {}) })
    drafts.write(id, '')
    onReply(null)
    told.current = 0
  }
  /** Each at once, as a message of its own; what is being written stays. */
  const attach = (attached: Attached, blob: Blob) => {
    enqueue({ conversation: id, text: '', attached, ...(reply ? { reply: reply.seq } : {}) }, blob)
    onReply(null)
  }
  const phrases = usePhrases({ field, value: text, words: words.data ?? [], onChange: write })
  const onKeyDown = (event: KeyboardEvent) => {
    if (phrases.onKeyDown(event)) return
    if (composing(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'ArrowUp' && text === '' && mine) {
      event.preventDefault()
      onReply(mine)
    } else if (event.key === 'Escape' && reply) {
      event.stopPropagation()
      onReply(null)
    }
  }
  const long = refused === 'MESSAGE_TOO_LONG'
  return (
    <form
      className={`chatcompose ${over ? 'over' : ''}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!event.dataTransfer.files.length) return
        event.preventDefault()
        setOver(false)
        chosen(uploads, event.dataTransfer.files, attach)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {reply && (
        <div className="chatreply row">
          <span className="grow ell">
            <b>{t('chat.replyTo', { name: authorOf(reply.from, head) })}</b>{' '}
            {reply.said &&
              lineText({ textContent: reply.said.textContent, attached: reply.said.attachment?.kind ?? null })}
          </span>
          <button type="button" className="icbtn sm" aria-label={t('chat.noReply')} onClick={() => onReply(null)}>
            <CloseOutlined />
          </button>
        </div>
      )}
      <textarea
        ref={field}
        className="chatfield"
        aria-label={t('chat.write')}
        placeholder={t('chat.placeholder')}
        rows={2}
        value={text}
        aria-invalid={long}
        aria-describedby="chat-hint"
        aria-controls={phrases.controls}
        aria-activedescendant={phrases.active}
        onChange={(event) => {
          phrases.onSelect(event)
          write(event.target.value)
        }}
        onPaste={(event) => {
          if (!event.clipboardData.files.length) return
          event.preventDefault()
          chosen(uploads, event.clipboardData.files, attach)
        }}
        onSelect={phrases.onSelect}
        onFocus={phrases.onFocus}
        onBlur={phrases.onBlur}
        onKeyDown={onKeyDown}
      />
      {phrases.list}
      <div className="row">
        <MenuButton
          className="icbtn"
          label={t('phrases.title')}
          align="start"
          head={words.data?.length ? undefined : <span className="t3 f13">{t('chat.noWords')}</span>}
          items={(words.data ?? []).map((word) => ({
            key: String(word.id),
            label: word.word,
            onPick: () => phrases.insert(word),
          }))}
        >
          <FontSizeOutlined />
        </MenuButton>
        <button
          type="button"
          className="icbtn"
          aria-label={t('attachments.attach')}
          title={t('attachments.attach')}
          onClick={() => picker.current?.click()}
        >
          <PaperClipOutlined />
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          aria-label={t('attachments.attach')}
          accept={attachmentEndings(uploads, 'file')
            .map((one) => `.${one}`)
            .join(',')}
          onChange={(event) => {
            chosen(uploads, event.target.files ?? [], attach)
            event.target.value = ''
          }}
        />
        <Recorder key={id} className="icbtn" onTake={attach} />
        <span id="chat-hint" className={`grow f12 ${long ? 'c-bad' : 't3'}`} role={long ? 'alert' : undefined}>
          {long ? errorText('MESSAGE_TOO_LONG', { max: TEXT_MAX }) : t('chat.hint')}
        </span>
        <BlanksLeft text={text} />
        <Button kind="primary" type="submit" icon={<SendOutlined />} disabled={refused !== null}>
          {t('chat.send')}
        </Button>
      </div>
    </form>
  )
}
