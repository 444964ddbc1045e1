import { readMessages } from '@teleward/contract/chat/endpoints.ts'
import type { ChatHead, ChatMessage } from '@teleward/contract/chat/schema.ts'
import { ArrowDownOutlined } from '@ant-design/icons'
import { Fragment, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { showError } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { isoDay } from '../../ui/format.ts'
import { Bubble, WaitingBubble } from './Bubble.tsx'
import type { Waiting } from './queue.ts'
import type { Conversation } from './useConversation.ts'
import { dayWord } from './labels.ts'

interface Props {
  conversation: Conversation & { head: ChatHead }
  waiting: readonly Waiting[]
  /** The message to stand in the middle, told by its number; it is marked. */
  target: number | undefined
  onReply: (message: ChatMessage) => void
  onRecall: (message: ChatMessage) => void
  onGo: (seq: number) => void
}
/** This close to an end, the next page is asked for. */
const NEAR = 600
const AT_END = 60
const READ_AFTER_MS = 250

/**
 * A message and how far below the top edge it stood, or the end that one was at; with how far it was scrolled then. A browser
 * tells of scrolling a frame later than it scrolls: what was scrolled since is the reader's, and is not taken back.
 */
type Anchor = { seq: number | null; top: number; scroll: number } | 'end' | 'open'

/** The messages that stand on the page, by day. What one looks at keeps its place, whatever comes before or after it. */
export function Messages({ conversation, waiting, target, onReply, onRecall, onGo }: Props) {
  const t = useT()
  const { head, run, ahead, readBefore, older, newer, jump } = conversation
  const box = useRef<HTMLDivElement>(null)
  const anchor = useRef<Anchor>('open')
  const [atEnd, setAtEnd] = useState(true)
  const first = run.messages.at(0)?.seq
  const last = run.messages.at(-1)?.seq

  const look = useCallback(() => {
    const element = box.current
    if (!element) return
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    const end = below < AT_END && !run.newer
    setAtEnd(end)
    const scroll = element.scrollTop
    if (end) anchor.current = { seq: null, top: 0, scroll }
    else {
      const edge = element.getBoundingClientRect().top
      const top = [...element.querySelectorAll<HTMLElement>('[data-seq]')].find(
        (one) => one.getBoundingClientRect().bottom > edge,
      )
      if (top) anchor.current = { seq: Number(top.dataset.seq), top: top.getBoundingClientRect().top - edge, scroll }
    }
    if (element.scrollTop < NEAR && run.older) older()
    if (below < NEAR && run.newer) newer()
  }, [run.older, run.newer, older, newer])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another target is another place to begin at.
  useLayoutEffect(() => {
    anchor.current = 'open'
  }, [head.id, target])
  // After each change of what stands there: back to where one was looking, before anything is drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when messages come or go.
  useLayoutEffect(() => {
    const element = box.current
    if (!element || last === undefined) return
    const at = anchor.current
    const find = (seq: number) => element.querySelector<HTMLElement>(`[data-seq="${seq}"]`)
    if (at === 'open') {
      const unread = target === undefined && readBefore > 0 && readBefore < last ? find(readBefore) : null
      if (unread) element.scrollTop = Math.max(0, unread.offsetTop - 40)
      else if (target === undefined) element.scrollTop = element.scrollHeight
      else {
        const one = find(target)
        if (one) element.scrollTop = one.offsetTop - (element.clientHeight - one.offsetHeight) / 2
      }
      look()
    } else if (at === 'end') element.scrollTop = element.scrollHeight
    else if (at.seq === null) {
      // Less stands there than before: the browser itself has moved, and it is still the end.
      const less = element.scrollHeight - element.scrollTop - element.clientHeight < 2
      if (element.scrollTop < at.scroll && !less) return
      element.scrollTop = element.scrollHeight
      anchor.current = { ...at, scroll: element.scrollTop }
    } else {
      const one = find(at.seq)
      const top = at.top - (element.scrollTop - at.scroll)
      if (one) element.scrollTop += one.getBoundingClientRect().top - element.getBoundingClientRect().top - top
      anchor.current = { seq: at.seq, top, scroll: element.scrollTop }
    }
  }, [first, last, run, waiting.length, target])
  // Few messages leave the box without a scroll bar: then nobody's scrolling asks for more.
  useEffect(look, [look])

  useReadMarks(conversation, box)
  const back = async () => {
    anchor.current = 'end'
    try {
      if (run.newer) await jump()
    } catch (error) {
      showError(error)
    }
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }
  const fresh = run.messages.filter(({ seq, fromMe }) => seq > head.readSeq && !fromMe).length
  return (
    <div className="chatbody">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys. */}
      <div className="chatscroll" ref={box} onScroll={look} role="log" aria-label={t('chat.messages')} tabIndex={0}>
        {run.older ? (
          <p className="chatmore t3 f12">{t('chat.loadingOlder')}</p>
        ) : (
          <p className="chatmore t3 f12">{t('chat.beginning')}</p>
        )}
        {run.messages.map((message, index) => {
          const before = run.messages[index - 1]
          const newDay = !before || isoDay(before.time) !== isoDay(message.time)
          const line = readBefore > 0 && before?.seq === readBefore && !message.fromMe
          return (
            <Fragment key={message.seq}>
              {newDay && <h2 className="chatday">{dayWord(message.time)}</h2>}
              {line && <p className="chatunread">{t('chat.unreadFrom')}</p>}
              <Bubble
                message={message}
                head={head}
                marked={message.seq === target}
                onReply={() => onReply(message)}
                onRecall={() => onRecall(message)}
                onQuote={onGo}
              />
            </Fragment>
          )
        })}
        {!run.newer &&
          ahead.map((message) => (
            <Bubble
              key={message.seq}
              message={message}
              head={head}
              marked={false}
              onReply={() => onReply(message)}
              onRecall={() => onRecall(message)}
              onQuote={onGo}
            />
          ))}
        {!run.newer && waiting.map((one) => <WaitingBubble key={one.clientId} waiting={one} />)}
      </div>
      {!atEnd && (
        <Button className="chatdown" size="sm" icon={<ArrowDownOutlined />} onClick={() => void back()}>
          {fresh > 0 ? t('chat.newBelow', { count: fresh }) : t('chat.toNewest')}
        </Button>
      )}
    </div>
  )
}

/** Read is what was on a visible screen: the lowest message in sight, a moment after it came there. */
function useReadMarks(
  { head, run }: Pick<Conversation, 'head' | 'run'>,
  box: React.RefObject<HTMLElement | null>,
): void {
  const told = useRef({ id: 0, seq: 0 })
  const id = head?.id ?? 0
  const readSeq = head?.readSeq ?? 0
  useEffect(() => {
    if (!id) return
    if (told.current.id !== id) told.current = { id, seq: readSeq }
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      const element = box.current
      if (!element || document.visibilityState !== 'visible') return
      const edge = element.getBoundingClientRect().bottom
      const seen = run.messages.findLast(({ seq }) => {
        const one = element.querySelector(`[data-seq="${seq}"]`)
        return one !== null && one.getBoundingClientRect().top < edge
      })
      if (!seen || seen.seq <= told.current.seq) return
      const before = told.current.seq
      told.current.seq = seen.seq
      call(readMessages, { body: { id, seq: seen.seq } }).catch(() => {
        // The next render reports the read position again.
        if (told.current.id === id) told.current.seq = before
      })
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(tell, READ_AFTER_MS)
    }
    soon()
    const element = box.current
    element?.addEventListener('scroll', soon)
    document.addEventListener('visibilitychange', soon)
    return () => {
      clearTimeout(timer)
      element?.removeEventListener('scroll', soon)
      document.removeEventListener('visibilitychange', soon)
    }
  }, [id, readSeq, run, box])
}
