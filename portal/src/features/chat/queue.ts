import { sendMessage } from '@teleward/contract/chat/endpoints.ts'
import type { ChatMessage } from '@teleward/contract/chat/schema.ts'
import { type Attached, deliver, staffWay } from '../../api/attachments.ts'
import { call } from '../../api/client.ts'
import { createOutgoing, type Outgoing } from '../../api/outgoing.ts'
import { invalidateTags } from '../../api/query.ts'
import { connectionStore } from '../../api/socket.ts'
import { createStore } from '../../lib/store.ts'
import { useStore } from '../../lib/useStore.ts'

/** A message that the server has not yet confirmed: shown at once, kept in this browser, sent in order. */
export interface Waiting extends Outgoing {
  conversation: number
  text: string
  reply?: number
  /** What hangs on it, but for its bytes: those are this page's, and a reload loses what the server has not got yet. */
  attached?: Attached
  at: number
}
const blobs = new Map<string, Blob>()
/** How much of each has come to the server: shown while it goes. */
const progress = createStore<Readonly<Record<string, number>>>({})
const sentOf = (clientId: string) => (bytes: number) => progress.set({ ...progress.get(), [clientId]: bytes })
export const useSent = (clientId: string): number => useStore(progress)[clientId] ?? 0
/** What this page has of it, to be shown before it is sent. */
export const blobOf = (clientId: string): Blob | undefined => blobs.get(clientId)

const arrivals = new Set<(message: ChatMessage) => void>()
/** Called with each message that the server has accepted from this page. */
export function onSent(listener: (message: ChatMessage) => void): () => void {
  arrivals.add(listener)
  return () => arrivals.delete(listener)
}

async function send(waiting: Waiting, mine: () => boolean): Promise<undefined> {
  const { clientId, conversation: id, text: textContent, reply, attached } = waiting
  if (attached) await deliver(staffWay(id), clientId, attached, blobs.get(clientId) ?? null, sentOf(clientId))
  const message = await call(sendMessage, {
    body: {
      id,
      clientId,
      textContent,
      ...(reply === undefined ? {} : { reply }),
      ...(attached ? { attachment: clientId } : {}),
    },
  })
  if (!mine()) return
  for (const listener of arrivals) listener(message)
  blobs.delete(clientId)
  // Its event makes lists and counts stale; without a line none comes.
  if (connectionStore.get().state !== 'online') void invalidateTags(['chat', 'counts'])
}

const queue = createOutgoing<Waiting>({
  screen: 'chat:queue',
  send,
  emptied: () => blobs.clear(),
  // Bytes that the server has not got are lost with the page.
  watched: () =>
    window.addEventListener('beforeunload', (event) => {
      if (queue.items().some(({ clientId, failed }) => failed === undefined && blobs.has(clientId)))
        event.preventDefault()
    }),
})
export const { again: sendAgain, useItems: useQueue } = queue
/** Whether an own message to this conversation is on its way: its answer brings it, and nothing need be fetched. */
export const isSending = (conversation: number): boolean => queue.current()?.conversation === conversation

export function enqueue(message: Omit<Waiting, 'clientId' | 'at'>, blob?: Blob): void {
  const clientId = crypto.randomUUID()
  if (blob) blobs.set(clientId, blob)
  queue.add({ ...message, clientId, at: Date.now() })
}
export function discard(clientId: string): void {
  blobs.delete(clientId)
  queue.discard(clientId)
}
