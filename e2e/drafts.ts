import { expect, type Page } from '@playwright/test'

/** The clock of the page, to be read before something is typed. */
export const clockOf = (page: Page): Promise<number> => page.evaluate(() => Date.now())

/**
 * What was typed on a screen since then is on the browser's disk. It is encrypted and written a moment after the keystroke:
 * a reload that comes in the same moment, as no hand does it, is faster than that on a busy machine.
 */
export async function draftKept(page: Page, screen: string, since: number): Promise<void> {
  const newest = () =>
    page.evaluate(
      async (ending) => {
        const done = <T>(request: IDBRequest<T>) =>
          new Promise<T>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result)
            request.onerror = () => reject(request.error)
          })
        const database = await done(indexedDB.open('teleward'))
        const store = database.transaction('drafts').objectStore('drafts')
        const [keys, drafts] = await Promise.all([
          done(store.getAllKeys()),
          done(store.getAll() as IDBRequest<{ at: number }[]>),
        ])
        database.close()
        return Math.max(0, ...drafts.filter((_, index) => String(keys[index]).endsWith(ending)).map(({ at }) => at))
      },
      `:${encodeURIComponent(screen)}`,
    )
  await expect.poll(newest, `the draft of ${screen}`).toBeGreaterThanOrEqual(since)
}
