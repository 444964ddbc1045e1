import { expect, type Page, test, type WebSocketRoute } from '@playwright/test'
import en from '../portal/src/i18n/en/screens.ts'
import zhCN from '../portal/src/i18n/zh-CN/screens.ts'
import zhTW from '../portal/src/i18n/zh-TW/screens.ts'
import { contrast } from '@teleward/contract/core/colour.ts'
import { desk, mark, marked, open, stored } from './bad-days.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'

/** What the frame does with the server's word: reload, sign out, colours, a list that cannot be had. */
test.use(desk)

let server: TestServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.remove())

test('[SHELL-12] a refresh message: a word at once, and everything loaded anew at the next change of page', async ({
  page,
}) => {
  const lines: WebSocketRoute[] = []
  await page.routeWebSocket(/socket\.io/, (line) => {
    line.connectToServer()
    lines.push(line)
  })
  await signIn(page, server, 'dr.lin')
  await expect(page.getByText('已連線').first()).toBeAttached()
  await mark(page)
  const at = new Date().toISOString()
  const message = { cursor: 0, type: 'refresh', at, payload: { id: 'all', version: 1, at } }
  for (const line of lines) line.send(`42/staff,${JSON.stringify(['receive_message', message])}`)
  await expect(page.locator('.notice')).toBeVisible()
  expect(await marked(page)).toBe(true)
  await open(page, /約診管理/)
  await expect(page).toHaveURL(/apptmgmt/)
  await expect.poll(() => marked(page).catch(() => true)).toBe(false)
  await expect(page.getByRole('table').first()).toBeVisible()
})

test('[SHELL-12] a session state that is refused signs out and loads the page anew', async ({ page }) => {
  await signIn(page, server, 'pharm.wu')
  await page.route('**/his/api/userinfo/*', (route) =>
    route.fulfill({ status: 403, json: { status: 'FORBIDDEN', message: '您沒有這項權限' } }),
  )
  await page.goto(server.url)
  // Why is said once on the page; the address keeps it for a moment only.
  await expect(page).toHaveURL(/pages\/login/)
  await expect(page.getByText('系統設定載入失敗')).toBeVisible()
  await expect(page.getByLabel('帳號或手機')).toBeVisible()
  expect(await stored(page, 'jwt')).toBeNull()
})

/** The session state with another colour of the institution. */
async function paint(page: Page, primaryColour: string | null): Promise<void> {
  // An answer to the page before is not waited for: that page is gone.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/his/api/userinfo/*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { brand: object } }
    body.data.brand = { ...body.data.brand, primaryColour }
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto(server.url)
  await expect(page.getByRole('banner')).toBeVisible()
}
const colours = (page: Page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    // The build shortens #FFFFFF to #FFF.
    const of = (name: string) =>
      style
        .getPropertyValue(`--${name}`)
        .trim()
        .toUpperCase()
        .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
    return {
      primary: of('primary'),
      on: of('on-primary'),
      text: of('primary-text'),
      bg: of('bg'),
      sider: of('sider-bg'),
      states: ['ok', 'warn', 'bad'].map(of),
    }
  })

/** The name of each screen, as it stands in the menu of a desk where it is the one that is open: bold, at 1440 px. */
async function noneCut(page: Page): Promise<void> {
  const open = page.locator('.sider .menu a.on .full')
  await expect(open).toBeVisible()
  expect(page.viewportSize()?.width).toBe(1440)
  for (const { name, short } of [zhTW, zhCN, en])
    expect(
      await open.evaluate(
        (label, names) => {
          const was = label.textContent
          const cut = names.filter((one) => {
            label.textContent = one
            return label.scrollWidth > label.clientWidth
          })
          label.textContent = was
          return cut
        },
        (Object.keys(short) as (keyof typeof short)[]).map((screen) => name[screen]),
      ),
    ).toEqual([])
}

test('[SHELL-09] the institution’s colour, hash or none, in light, dark and semi-dark, always readable @proof', async ({
  page,
}) => {
  await signIn(page, server, 'case.tsai')
  const own = await colours(page)
  for (const written of ['1D4ED8', '#1d4ed8']) {
    await paint(page, written)
    await expect.poll(async () => (await colours(page)).primary).toBe('#1D4ED8')
    expect((await colours(page)).states).toEqual(own.states)
  }
  // A yellow nobody can read on white is darkened until it can be; what is no colour changes nothing.
  for (const theme of ['light', 'semi-dark', 'dark']) {
    await page.context().addCookies([{ name: 'tw_theme', value: theme, url: server.url }])
    await paint(page, 'FDE047')
    await expect.poll(async () => (await colours(page)).primary).not.toBe(own.primary)
    const { primary, on, text, bg, sider } = await colours(page)
    expect(contrast(on, primary), theme).toBeGreaterThanOrEqual(4.5)
    expect(contrast(text, bg), theme).toBeGreaterThanOrEqual(4.5)
    const dark = (colour: string) => contrast(colour, '#FFFFFF') > 7
    expect([dark(bg), dark(sider)], theme).toEqual([theme === 'dark', theme !== 'light'])
  }
  await page.context().clearCookies({ name: 'tw_theme' })
  await noneCut(page)
  await paint(page, 'red')
  await expect.poll(async () => (await colours(page)).primary).toBe(own.primary)
  // Whatever is still asked for when the test ends is answered to nobody.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
