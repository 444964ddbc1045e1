import type { Page } from '@playwright/test'

/** Answers to this page's question are held back from now on (or the next few) until `release` is called. */
export async function held(page: Page, path: string, of: { times?: number } = {}) {
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route(
    path,
    async (route) => {
      const response = await route.fetch()
      asked.resolve()
      await gate.promise
      await route.fulfill({ response })
    },
    of,
  )
  const release = async () => {
    gate.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
  return { asked: asked.promise, release }
}
