import { CloseOutlined, FontSizeOutlined, SendOutlined } from '@ant-design/icons'
import { TEXT_MAX, textRefusal } from '@teleward/contract/chat/rules.ts'
import type { ChatHead, ChatMessage } from '@teleward/contract/chat/schema.ts'
import { getWords } from '@teleward/contract/words/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { staffSocket } from '../../api/socket.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { enqueue } from './queue.ts'
import type { Drafts } from './useDrafts.ts'
import { authorOf } from './words.ts'

interface Props {
  head: ChatHead
  drafts: Drafts
  reply: ChatMessage | null
  onReply: (message: ChatMessage | null) => void
  /** The last message of one's own: ↑ in an empty field answers to it. */
  mine: ChatMessage | undefined
}
const TYPING_EVERY_MS = 3000

/** Enter sends, Shift+Enter makes a line, an input method's Enter does neither. */
export function Composer({ head, drafts, reply, onReply, mine }: Props) {
  const t = useT()
  const field = useRef<HTMLTextAreaElement>(null)
  const told = useRef(0)
  const text = drafts.of(head.id)
  const words = useQuery(endpointQuery(getWords, { query: { type: 'wd' } }))
  const refused = textRefusal(text)
  const { id } = head
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation, another field to write in.
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus({ preventScroll: true })
  }, [id, reply])

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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
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
      className="chatcompose"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {reply && (
        <div className="chatreply row">
          <span className="grow ell">
            <b>{t('chat.replyTo', { name: authorOf(reply.from, head) })}</b> {reply.textContent}
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
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="row">
        <MenuButton
          className="icbtn"
          label={t('chat.words')}
          align="start"
          head={words.data?.length ? undefined : <span className="t3 f13">{t('chat.noWords')}</span>}
          items={(words.data ?? []).map((word) => ({
            key: String(word.id),
            label: word.word,
            onPick: () => {
              write(text === '' ? word.word : `${text}${text.endsWith('\n') ? '' : ' '}${word.word}`)
              field.current?.focus()
            },
          }))}
        >
          <FontSizeOutlined />
        </MenuButton>
        <span id="chat-hint" className={`grow f12 ${long ? 'c-bad' : 't3'}`} role={long ? 'alert' : undefined}>
          {long ? errorText('MESSAGE_TOO_LONG', { max: TEXT_MAX }) : t('chat.hint')}
        </span>
        <Button kind="primary" type="submit" icon={<SendOutlined />} disabled={refused !== null}>
          {t('chat.send')}
        </Button>
      </div>
    </form>
  )
}
