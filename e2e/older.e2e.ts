import { expect, test } from '@playwright/test'
import { PATIENT, phone } from './bad-days.ts'
import { startServer, type TestServer } from './server.ts'

/** A patient's phone that is some years old: it opens the link, or says that it is too old and whom to call. */

let server: TestServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.remove())

/** Runs in the page, before anything of it. */
function asOldAsIos15() {
  const gone: [object, string[]][] = [
    [AbortSignal, ['any', 'timeout']],
    [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with']],
    [Object, ['hasOwn', 'groupBy']],
    [Map, ['groupBy']],
    [Intl, ['Segmenter']],
    [Crypto.prototype, ['randomUUID']],
    [Element.prototype, ['checkVisibility']],
    [Promise, ['withResolvers']],
    [globalThis, ['structuredClone']],
  ]
  for (const [owner, names] of gone) for (const name of names) Reflect.deleteProperty(owner, name)
}

test('[V12] the link opens where a browser lacks what came after iOS 15, Chrome 100 and Firefox 115', async ({
  browser,
}) => {
  const page = await (await browser.newContext(phone)).newPage()
  page.setDefaultTimeout(PATIENT)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.addInitScript(asOldAsIos15)
  const link = await server.link({ doctor: 'dr.lin' })
  await page.goto(link.url)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(/頁面沒有載入|網路連線失敗/)
  await expect(page.locator('.lk-foot .lk-btn').first()).toBeEnabled()
  expect(faults).toEqual([])
  await page.context().close()
})

test('[V12] one that is older still says so, with the telephone of whose link it is', async ({ browser }) => {
  const page = await (await browser.newContext(phone)).newPage()
  page.setDefaultTimeout(PATIENT)
  await page.addInitScript(() => {
    CSS.supports = () => false
  })
  // Nothing of the portal is understood.
  await page.route('**/assets/*.js', (route) => route.abort())
  const link = await server.link({ doctor: 'dr.lin' })
  await page.goto(link.url)
  const told = page.getByRole('alert')
  await expect(told).toContainText('這個瀏覽器的版本太舊')
  await expect(told.getByRole('link')).toHaveAttribute('href', /^tel:\+?\d{6,}/)
  await page.context().close()
})
