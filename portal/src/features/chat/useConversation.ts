import { chatGroupChanged, chatMessageSent, chatRead, chatRecalled } from '@teleward/contract/chat/events.ts'
import { getMessages, messagesOfDoctor, messagesOfGroup, messagesOfPatient } from '@teleward/contract/chat/endpoints.ts'
import type { ChatHead, ChatMessage, ChatPage } from '@teleward/contract/chat/schema.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { onEvent } from '../../api/events.ts'
import { session } from '../../api/session.ts'
import { connectionStore } from '../../api/socket.ts'
import { isSending, onSent } from './queue.ts'
import type { Which } from './which.ts'
import { lay, NOTHING, type Run, trim, without } from './window.ts'

interface Place {
  around?: number
  date?: string
}
export interface Conversation {
  head: ChatHead | null
  run: Run
  /** Own messages that the server has taken, and before which something is still to come. */
  ahead: readonly ChatMessage[]
  error: unknown
  /** How far was read when it was opened: where the line of the unread stands. */
  readBefore: number
  older(): void
  newer(): void
  /** To a message, a day, or the newest. Answers the number one lands on. */
  jump(place?: Place): Promise<number | undefined>
  reload(): void
}

const openOf = ({ tab, id, conversation }: Which, place: Place): Promise<ChatPage> => {
  // One of the two is there.
  if (conversation !== undefined || id === undefined)
    return call(getMessages, { params: { id: conversation ?? 0 }, query: place })
  if (tab === 0) return call(messagesOfPatient, { body: { pid: id, ...place } })
  if (tab === 1) return call(messagesOfDoctor, { body: { mid: id, ...place } })
  return call(messagesOfGroup, { body: { id, ...place } })
}

const lastOf = ({ messages }: Run) => messages.at(-1)?.seq ?? 0
const AGAIN_MS = 3000
/**
 * `asking`: answers under way. `heard`: something came meanwhile. `again`: one question waits for a better moment. `whole`: all
 * that stands there is asked for once more. `recalled`: what is known to be taken back, whatever an answer under way says.
 */
const begun = () => ({
  ...{ run: NOTHING, id: 0, busy: false, gone: false, asking: 0, heard: false, again: false, whole: false },
  recalled: new Set<number>(),
})

/** A broken line takes nothing off the page: what is asked for is asked for again when it is back. */
const isRefusal = (failure: unknown) => failure instanceof ApiError && failure.http >= 400 && failure.http < 500

/** One conversation as it stands on the page: a run of messages that grows where one scrolls, and by what arrives. */
export function useConversation(which: Which): Conversation {
  const { tab, id, conversation } = which
  const [head, setHead] = useState<ChatHead | null>(null)
  const [run, setRun] = useState<Run>(NOTHING)
  const [ahead, setAhead] = useState<readonly ChatMessage[]>([])
  const [error, setError] = useState<unknown>(null)
  const [readBefore, setReadBefore] = useState(0)
  const state = useRef(begun())
  state.current.run = run

  const put = useCallback((next: Run) => {
    const shown = [...state.current.recalled].reduce(without, next)
    state.current.run = shown
    setRun(shown)
  }, [])
  const refreshing = useRef<() => void>(() => undefined)
  /** One answer at a time is laid on the page; what was heard meanwhile may be newer than it and is asked for after it. */
  const asking = useCallback(async <Answer>(question: () => Promise<Answer>): Promise<Answer> => {
    const now = state.current
    now.asking += 1
    try {
      return await question()
    } finally {
      now.asking -= 1
      if (now.heard && !now.asking && !now.gone) refreshing.current()
    }
  }, [])
  const opened = useCallback(
    (place: Place) =>
      asking(async () => {
        const now = state.current
        const page = await openOf({ tab, id, conversation }, place)
        if (now.gone) return undefined
        if (now.id !== page.conversation.id) setReadBefore(page.conversation.readSeq)
        now.id = page.conversation.id
        setHead(page.conversation)
        put({ messages: page.messages, older: page.older, newer: page.newer })
        setError(null)
        return page
      }),
    [tab, id, conversation, put, asking],
  )
  useEffect(() => {
    state.current = begun()
    setHead(null)
    setRun(NOTHING)
    setAhead([])
    setError(null)
    const own = state.current
    opened({}).catch((failure: unknown) => own.gone || setError(failure))
    return () => {
      own.gone = true
    }
  }, [opened])

  const grow = useCallback(
    async (side: 'older' | 'newer') => {
      const now = state.current
      const edge = side === 'older' ? now.run.messages.at(0) : now.run.messages.at(-1)
      if (now.busy || !edge || !now.run[side]) return
      now.busy = true
      try {
        const query = side === 'older' ? { before: edge.seq } : { after: edge.seq }
        await asking(async () => {
          const page = await call(getMessages, { params: { id: now.id }, query })
          const laid = now.gone ? null : lay(now.run, page)
          if (laid) put(trim(laid, side))
        })
      } catch (failure) {
        if (!now.gone && isRefusal(failure)) setError(failure)
      } finally {
        now.busy = false
      }
    },
    [put, asking],
  )
  /**
   * What came since, and how what is in sight stands now: who has read it, what was taken back. `whole`: after an absence, in
   * which nobody told of what was taken back, all of the run, page by page.
   */
  const refresh = useCallback(
    async (whole = false) => {
      const now = state.current
      now.whole ||= whole
      if (now.asking) {
        now.heard = true
        return
      }
      now.heard = false
      const all = now.whole
      if (!now.id || (now.run.newer && !all)) return
      now.whole = false
      const last = now.run.messages.at(-1)?.seq ?? 0
      let after = all ? (now.run.messages.at(0)?.seq ?? 1) - 1 : Math.max(0, last - 30)
      try {
        await asking(async () => {
          for (;;) {
            // Where more is below, no further than the run goes: what one looks at is not pushed off its other end.
            const limit = now.run.newer ? Math.min(100, Math.max(1, last - after)) : 100
            const page = await call(getMessages, { params: { id: now.id }, query: { after, limit } })
            if (now.gone) return
            setHead(page.conversation)
            const laid = lay(now.run, page)
            // More was said meanwhile than one answer holds: the newest page, instead of a gap.
            if (!laid) return void (await opened({}))
            put(trim(laid, 'newer'))
            const came = page.messages.at(-1)?.seq ?? last
            if (!page.newer || came >= last) return
            after = came
          }
        })
      } catch (failure) {
        if (now.gone) return
        now.whole ||= all
        if (isRefusal(failure)) setError(failure)
        // The line of events may be whole although this answer was not: nothing else would ask again.
        else if (!now.again) {
          now.again = true
          setTimeout(() => {
            now.again = false
            if (!now.gone) refreshing.current()
          }, AGAIN_MS)
        }
      }
    },
    [put, opened, asking],
  )
  refreshing.current = () => void refresh()

  useEffect(() => {
    // Before the first answer it is not known which conversation this is: each may be.
    const mine = ({ id: of }: { id: number }) => state.current.id === 0 || of === state.current.id
    const ends = [
      onEvent(chatMessageSent, (event) => {
        if (!mine(event)) return
        const now = state.current
        const own = event.mid !== null && event.mid === session.user()?.mid
        const there = (now.run.messages.at(-1)?.seq ?? 0) >= event.seq
        // What oneself has just said the answer brings, before this event or after it; but for a run that is on its way,
        // which may be older than it.
        if (own && now.id !== 0 && !now.asking && (there || isSending(event.id))) return
        void refresh()
      }),
      onEvent(chatRead, (event) => {
        if (!mine(event)) return
        // How far oneself has read, here or in another window, changes no message.
        if (event.mid !== null && event.mid === session.user()?.mid)
          setHead((before) => before && { ...before, readSeq: Math.max(before.readSeq, event.seq) })
        else void refresh()
      }),
      onEvent(chatRecalled, (event) => {
        if (!mine(event)) return
        state.current.recalled.add(event.seq)
        put(state.current.run)
        setAhead((before) => before.filter(({ seq }) => seq !== event.seq))
        void refresh()
      }),
      // Another name, other people, or oneself no more: asked again, and the refusal says so.
      onEvent(chatGroupChanged, (event) => {
        if (mine(event)) void refresh()
      }),
      onSent((message) => {
        if (message.conversationId !== state.current.id || state.current.run.newer) return
        const laid = lay(state.current.run, { messages: [message], older: message.seq > 1, newer: false })
        if (!laid) {
          // It has left the queue, and stands under what is to come before it until that is there.
          setAhead((before) => [...before.filter(({ seq }) => seq > lastOf(state.current.run)), message])
          return void refresh()
        }
        put(trim(laid, 'newer'))
        // Sending an answer counts as having read every earlier message.
        setHead((before) => before && { ...before, lastSeq: message.seq, readSeq: message.seq })
      }),
    ]
    let online = connectionStore.get().state === 'online'
    ends.push(
      connectionStore.subscribe(() => {
        const now = connectionStore.get().state === 'online'
        if (now && !online) void refresh(true)
        online = now
      }),
    )
    return () => {
      for (const end of ends) end()
    }
  }, [put, refresh])

  return {
    head,
    run,
    ahead: ahead.filter(({ seq }) => seq > lastOf(run)),
    error,
    readBefore,
    older: useCallback(() => void grow('older'), [grow]),
    newer: useCallback(() => void grow('newer'), [grow]),
    jump: useCallback(
      async (place: Place = {}) => {
        const page = await opened(place)
        return place.around ?? (place.date === undefined ? page?.messages.at(-1)?.seq : page?.messages.at(0)?.seq)
      },
      [opened],
    ),
    reload: useCallback(() => {
      setError(null)
      opened({}).catch(setError)
    }, [opened]),
  }
}
