import type { Page, Route } from '@playwright/test'

/** Answers to this page's question are held back from now on (or the next few) until `release` is called. */
export async function stallResponse(page: Page, path: string | RegExp, of: { times?: number } = {}) {
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const given: Promise<void>[] = []
  let open = false
  const hold = async (route: Route) => {
    const response = await route.fetch()
    asked.resolve()
    await gate.promise
    await route.fulfill({ response })
  }
  await page.route(
    path,
    (route) => {
      if (open) return route.fallback()
      const now = hold(route)
      given.push(now)
      return now
    },
    of,
  )
  /** Resolves once what was held back has been given. */
  const release = async () => {
    open = true
    gate.resolve()
    await Promise.all(given)
  }
  return { asked: asked.promise, release }
}
