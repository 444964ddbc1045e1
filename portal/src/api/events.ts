import type { EventEnvelope, EventPayload, EventShape } from '@teleward/contract/core/event.ts'

/** The socket's events inside the page. Nobody but `socket.ts` emits; anybody may listen, connected or not. */
type Listener = (payload: never, envelope: EventEnvelope) => void
const listeners = new Map<string, Set<Listener>>()

/** Listens to an event of the contract: `onEvent(queueChanged, ({ qid }) => …)`. Returns what ends it. */
export function onEvent<E extends EventShape>(
  event: E,
  listener: (payload: EventPayload<E>, envelope: EventEnvelope) => void,
): () => void {
  const set = listeners.get(event.name) ?? new Set()
  listeners.set(event.name, set)
  set.add(listener as Listener)
  return () => set.delete(listener as Listener)
}

/** A listener that fails must not keep the others from hearing. */
export function emitEvent(envelope: EventEnvelope): void {
  for (const listener of listeners.get(envelope.type) ?? []) {
    try {
      listener(envelope.payload as never, envelope)
    } catch (error) {
      reportError(error)
    }
  }
}
