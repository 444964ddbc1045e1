import { linkFileBegin, linkFilePiece, linkMessages, linkRead, linkSend } from '@teleward/contract/chat/endpoints.ts'
import type { LinkChat, LinkMessage } from '@teleward/contract/chat/schema.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Attached, deliver, type Way } from '../../api/attachments.ts'
import { putBytes } from '../../api/bytes.ts'
import { call } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { askedAfter, layPage } from './patient-run.ts'
import type { LinkState } from './useLink.ts'

export interface Unsent {
  clientId: string
  text: string
  /** What hangs on it, but for its bytes: those are this page's. */
  attached?: Attached
  /** The code of a refusal; without it the message waits for the line. */
  failed?: string
  /** What its sentence names. */
  failedBy?: Record<string, string | number>
}
const AGAIN_MS = 3000
const blobs = new Map<string, Blob>()
export const blobOf = (clientId: string): Blob | undefined => blobs.get(clientId)
const linkWay = (token: string): Way => ({
  begin: ({ durationMs: _, ...body }) => call(linkFileBegin, { params: { token }, body }),
  piece: (id, offset, bytes) =>
    putBytes(linkFilePiece, { params: { token, id } }, bytes, { headers: { 'Upload-Offset': String(offset) } }),
})
/** By its last characters: what waits belongs to this link and this tab, and goes with it. */
const shelf = (token: string) => `tw_unsent_${token.slice(-8)}`
function kept(token: string): Unsent[] {
  try {
    return JSON.parse(sessionStorage.getItem(shelf(token)) ?? '[]') as Unsent[]
  } catch {
    return []
  }
}
/** What is being typed is kept as what waits is: a reload, or a phone that throws the page out, loses none of it. */
export function useTyped(token: string): [string, (text: string) => void] {
  const key = `tw_typed_${token.slice(-8)}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  return [
    text,
    (next) => {
      if (next) sessionStorage.setItem(key, next)
      else sessionStorage.removeItem(key)
      setText(next)
    },
  ]
}

/** The patient's conversation: what stands on the page, and what has still to be sent, in order. */
export function usePatientChat(link: LinkState) {
  const { token, line, reload } = link
  const [page, setPage] = useState<LinkChat | null>(null)
  const [unsent, setUnsent] = useState<Unsent[]>(() => kept(token))
  const [typing, setTyping] = useState<string | null>(null)
  const [sent, setSent] = useState<Readonly<Record<string, number>>>({})
  const state = useRef({
    sending: false,
    unsent,
    timer: 0 as unknown as ReturnType<typeof setTimeout>,
    page: null as LinkChat | null,
    /** From this number on something may have changed: no end of what is asked for lies before it. */
    from: Number.MAX_SAFE_INTEGER,
  })

  const keep = useCallback(
    (next: Unsent[]) => {
      state.current.unsent = next
      if (next.length) sessionStorage.setItem(shelf(token), JSON.stringify(next))
      else sessionStorage.removeItem(shelf(token))
      setUnsent(next)
    },
    [token],
  )
  const put = useCallback((next: LinkChat | null) => {
    state.current.page = next
    setPage(next)
  }, [])
  /** An own message that the server has taken. */
  const lay = useCallback(
    (message: LinkMessage) => {
      const { page: now } = state.current
      if (now) put(layPage(now, { ...now, messages: [message] }))
    },
    [put],
  )
  /**
   * What came since, page by page until nothing is left out, and again whatever may have changed meanwhile, from the number
   * `from` on. Nothing can be asked for any more where the link is over: its own page says so.
   */
  const look = useCallback(
    async (from?: number) => {
      const own = state.current
      if (from !== undefined) own.from = Math.min(own.from, from)
      const { from: asked } = own
      try {
        for (let after = own.page ? askedAfter(own.page, asked) : undefined; ; ) {
          const came = await call(linkMessages, { params: { token }, query: after === undefined ? {} : { after } })
          put(layPage(own.page, came))
          const last = came.messages.at(-1)?.seq
          if (after === undefined || !came.newer || last === undefined) break
          after = last
        }
        // A question that was not answered to its end is asked again with the next one.
        if (own.from === asked) own.from = Number.MAX_SAFE_INTEGER
        if (document.visibilityState === 'visible')
          await call(linkRead, { params: { token }, body: { seq: own.page?.lastSeq ?? 0 } })
      } catch (error) {
        if (error instanceof ApiError && error.http >= 400) reload()
      }
    },
    [token, put, reload],
  )
  const older = async () => {
    const first = page?.messages.at(0)
    if (!first) return
    put(layPage(state.current.page, await call(linkMessages, { params: { token }, query: { before: first.seq } })))
  }

  const pump = useCallback(async () => {
    const own = state.current
    if (own.sending) return
    own.sending = true
    clearTimeout(own.timer)
    try {
      for (;;) {
        const next = own.unsent.find(({ failed }) => failed === undefined)
        if (!next) return
        try {
          const { clientId, text: textContent, attached } = next
          if (attached)
            await deliver(linkWay(token), clientId, attached, blobs.get(clientId) ?? null, (bytes) =>
              setSent((before) => ({ ...before, [clientId]: bytes })),
            )
          const message = await call(linkSend, {
            params: { token },
            body: { clientId, textContent, ...(attached ? { attachment: clientId } : {}) },
          })
          blobs.delete(clientId)
          lay(message)
          keep(own.unsent.filter((one) => one.clientId !== clientId))
        } catch (error) {
          const code = error instanceof ApiError ? error : new ApiError('SEND_FAILED', '', 400)
          if (code.http === 0 || code.http >= 502 || code.http === 429) {
            own.timer = setTimeout(() => void pump(), AGAIN_MS)
            return
          }
          const failedBy = (code.data ?? {}) as Record<string, string | number>
          keep(own.unsent.map((one) => (one === next ? { ...one, failed: code.code, failedBy } : one)))
        }
      }
    } finally {
      own.sending = false
    }
  }, [token, keep, lay])

  useEffect(() => {
    void look()
    void pump()
    const socket = line?.socket
    let fade: ReturnType<typeof setTimeout> | undefined
    const hear = ({
      type,
      payload,
    }: {
      type: string
      payload: { name?: string; mid?: number | null; seq?: number }
    }) => {
      if (type !== 'chat.typing') return void look(type === 'chat.recalled' ? payload.seq : undefined)
      if (payload.mid === null) return
      setTyping(payload.name ?? null)
      clearTimeout(fade)
      fade = setTimeout(() => setTyping(null), 5000)
    }
    // Nobody tells of what was taken back in an absence: all that stands there is asked for once more.
    const again = () => {
      void look(1)
      void pump()
    }
    socket?.on('receive_message', hear)
    socket?.on('connect', again)
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    const own = state.current
    return () => {
      clearTimeout(fade)
      clearTimeout(own.timer)
      socket?.off('receive_message', hear)
      socket?.off('connect', again)
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [line, look, pump])

  return {
    page,
    unsent,
    typing,
    older,
    /** How much of each has come to the server. */
    sent,
    send: (text: string, attached?: Attached, blob?: Blob) => {
      const clientId = crypto.randomUUID()
      if (blob) blobs.set(clientId, blob)
      keep([...state.current.unsent, { clientId, text, ...(attached ? { attached } : {}) }])
      void pump()
    },
    discard: (clientId: string) => {
      blobs.delete(clientId)
      keep(state.current.unsent.filter((one) => one.clientId !== clientId))
    },
    again: (clientId: string) => {
      keep(
        state.current.unsent.map((one) => {
          const { failed: _, failedBy: __, ...waits } = one
          return one.clientId === clientId ? waits : one
        }),
      )
      void pump()
    },
  }
}
