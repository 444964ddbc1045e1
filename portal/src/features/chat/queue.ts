import { sendMessage } from '@teleward/contract/chat/endpoints.ts'
import type { ChatMessage } from '@teleward/contract/chat/schema.ts'
import { useSyncExternalStore } from 'react'
import { call } from '../../api/client.ts'
import { type DraftWriter, openDraft } from '../../api/drafts.ts'
import { ApiError } from '../../api/errors.ts'
import { invalidateTags } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { lineStore } from '../../api/socket.ts'

/** A message that the server has not yet confirmed: shown at once, kept in this browser, sent in order. */
export interface Waiting {
  clientId: string
  conversation: number
  text: string
  reply?: number
  at: number
  /** The code of a refusal; without it the message waits. */
  failed?: string
}

const AGAIN_MS = 3000
const NONE: readonly Waiting[] = []
let waiting: readonly Waiting[] = NONE
let kept: { mid: number; draft: DraftWriter<Waiting[]>; close: () => void } | null = null
/** What this page has, or had: what else is kept belongs to another tab of the same person, and stays. */
const own = new Set<string>()
let sending = false
let inFlight = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const arrivals = new Set<(message: ChatMessage) => void>()

/** Told of each message that the server has taken from this page. */
export function onSent(listener: (message: ChatMessage) => void): () => void {
  arrivals.add(listener)
  return () => arrivals.delete(listener)
}
function set(next: readonly Waiting[]): void {
  waiting = next
  for (const { clientId } of next) own.add(clientId)
  keep()
  for (const listener of listeners) listener()
}
function keep(): void {
  // What was kept before is not known until the shelf has been looked at: then all of it is written.
  if (!kept?.draft.get().loaded) return
  const all = [...(kept.draft.get().value ?? []).filter(({ clientId }) => !own.has(clientId)), ...waiting]
  if (all.length) kept.draft.write(all)
  else void kept.draft.clear()
}
/** Two tabs may have written in the same moment: whose messages are not in what came out writes once more. */
function heard(): void {
  const stored = new Set(kept?.draft.get().value?.map(({ clientId }) => clientId))
  if (waiting.some(({ clientId }) => !stored.has(clientId))) keep()
}

/** What another person left in this browser is theirs: each has an own queue, and only who wrote a message sends it. */
async function open(): Promise<void> {
  // Over for a while: who signs in on the same page is the same person, or the session changes once more.
  if (session.pending()) return
  const mid = session.user()?.mid
  if (kept?.mid === mid) return
  clearTimeout(timer)
  kept?.close()
  kept = null
  waiting = NONE
  own.clear()
  for (const listener of listeners) listener()
  if (mid === undefined) return
  const opened = openDraft<Waiting[]>({ screen: 'chat:queue', subject: '' })
  const mine = { mid, ...opened }
  kept = mine
  const { value } = await mine.draft.ready()
  if (kept !== mine) return
  const end = mine.draft.subscribe(heard)
  mine.close = () => {
    end()
    opened.close()
  }
  const known = new Set(waiting.map(({ clientId }) => clientId))
  set([...(value ?? []).filter(({ clientId }) => !known.has(clientId)), ...waiting])
  void pump()
}

const mayHeal = (error: unknown) =>
  error instanceof ApiError && (error.http === 0 || error.http >= 502 || error.http === 429 || error.http === 401)

/** One after the other, so that they arrive as they were written. A refused one stays and holds up nobody. */
async function pump(): Promise<void> {
  if (sending) return
  sending = true
  clearTimeout(timer)
  try {
    for (;;) {
      const next = waiting.find(({ failed }) => failed === undefined)
      const from = kept?.mid
      if (!next || from === undefined || from !== session.user()?.mid) return
      const { clientId, conversation: id, text: textContent, reply } = next
      inFlight = id
      try {
        const message = await call(sendMessage, {
          body: { id, clientId, textContent, ...(reply === undefined ? {} : { reply }) },
        })
        if (kept?.mid !== from) continue
        for (const listener of arrivals) listener(message)
        set(waiting.filter((one) => one.clientId !== clientId))
        // Its event makes lists and counts stale; without a line none comes.
        if (lineStore.get().state !== 'online') void invalidateTags(['chat', 'counts'])
      } catch (error) {
        // Somebody else sits here now: it waits with its draft until its author comes back.
        if (kept?.mid !== from) continue
        if (mayHeal(error)) {
          timer = setTimeout(() => void pump(), AGAIN_MS)
          return
        }
        const failed = error instanceof ApiError ? error.code : 'SEND_FAILED'
        set(waiting.map((one) => (one.clientId === clientId ? { ...one, failed } : one)))
      }
    }
  } finally {
    sending = false
    inFlight = 0
  }
}
/** Whether an own message to this conversation is on its way: its answer brings it, and nothing need be fetched. */
export const isSending = (conversation: number): boolean => inFlight === conversation

export function enqueue(message: Omit<Waiting, 'clientId' | 'at'>): void {
  set([...waiting, { ...message, clientId: crypto.randomUUID(), at: Date.now() }])
  void pump()
}
/** The same number again: if the first try came through after all, this answers it. */
export function sendAgain(clientId: string): void {
  set(
    waiting.map((one) => {
      const { failed, ...rest } = one
      return one.clientId === clientId && failed !== undefined ? rest : one
    }),
  )
  void pump()
}
export const discard = (clientId: string): void => set(waiting.filter((one) => one.clientId !== clientId))

let watching = false
function watch(): void {
  void open()
  if (watching) return
  watching = true
  session.subscribe(() => void open())
  window.addEventListener('online', () => void pump())
  lineStore.subscribe(() => {
    if (lineStore.get().state === 'online') void pump()
  })
}
const subscribe = (listener: () => void) => {
  watch()
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useQueue = (): readonly Waiting[] => useSyncExternalStore(subscribe, () => waiting)
