import type { Page, Request } from '@playwright/test'

const underWay = new WeakMap<Page, Set<Request>>()
/** Patience: an answer that a journey holds back on purpose does not come. */
const LONGEST_MS = 5_000

/** Calls of the page that are not answered yet, from the first time that they are asked for. */
function callsOf(page: Page): Set<Request> {
  const known = underWay.get(page)
  if (known) return known
  const calls = new Set<Request>()
  underWay.set(page, calls)
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch' && new URL(request.url()).pathname.startsWith('/his/')) calls.add(request)
  })
  page.on('requestfinished', (request) => void calls.delete(request))
  page.on('requestfailed', (request) => void calls.delete(request))
  return calls
}

/** Every call of the page is answered and drawn: what a list gets a moment later is there. */
export async function quiet(page: Page): Promise<void> {
  const calls = callsOf(page)
  const end = Date.now() + LONGEST_MS
  while (calls.size > 0 && Date.now() < end)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}
