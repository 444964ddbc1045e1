export interface Emitter<Events> {
  on<E extends keyof Events>(event: E, handler: (payload: Events[E]) => void): () => void
  emit<E extends keyof Events>(event: E, payload: Events[E]): void
}

/** A handler that throws must not keep the others, or the connection itself, from going on. */
export function createEmitter<Events>(): Emitter<Events> {
  const handlers = new Map<keyof Events, Set<(payload: never) => void>>()
  return {
    on(event, handler) {
      const set = handlers.get(event) ?? new Set()
      handlers.set(event, set)
      set.add(handler as (payload: never) => void)
      return () => set.delete(handler as (payload: never) => void)
    },
    emit(event, payload) {
      for (const handler of [...(handlers.get(event) ?? [])]) {
        try {
          ;(handler as (payload: unknown) => void)(payload)
        } catch (error) {
          reportError(error)
        }
      }
    },
  }
}
