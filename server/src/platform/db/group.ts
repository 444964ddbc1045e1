/**
 * Kept together: what is asked to be kept while the last group is being written makes the next one, and each caller hears
 * when its own group is on disk. So many callers share one commit, and none is told before its row is safe.
 */
export function createGroup<T>(write: (items: T[]) => Promise<void>, most = 100) {
  let waiting: { item: T; resolve(): void; reject(error: unknown): void }[] = []
  let writing = false

  async function work(): Promise<void> {
    while (waiting.length) {
      const group = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        await write(group.map(({ item }) => item))
        for (const { resolve } of group) resolve()
      } catch (error) {
        // A row that cannot be written must not make the rest of the batch fail.
        if (group.length === 1) group[0]?.reject(error)
        else for (const { item, resolve, reject } of group) await write([item]).then(resolve, reject)
      }
    }
    writing = false
  }
  return {
    add: (item: T) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (writing) return
        writing = true
        void work()
      }),
  }
}
