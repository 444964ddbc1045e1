/** One at a time per name: two of one name cannot interleave in this process. */
export type Alone = <T>(name: string, work: () => Promise<T>) => Promise<T>

export function queuesByName(): Alone {
  const queues = new Map<string, Promise<unknown>>()

  return async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = queues.get(name) ?? Promise.resolve()
    const own = before.then(work, work)
    const settled = own.then(
      () => undefined,
      () => undefined,
    )
    queues.set(name, settled)
    try {
      return await own
    } finally {
      if (queues.get(name) === settled) queues.delete(name)
    }
  }
}
