/** A value that lives outside components, or a sign that something has changed that somebody else keeps (`notify`). */
export interface Store<T> {
  get(): T
  /** Tells the listeners, unless it is the value that is there. */
  set(next: T): void
  notify(): void
  /** Answers what ends it. */
  subscribe(listener: () => void): () => void
}

export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>()
  // A copy: who listens may leave, or somebody may come, while they are told.
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      notify()
    },
    notify,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
