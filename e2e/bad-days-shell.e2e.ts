import { expect, type Page, test } from '@playwright/test'
import { SCREENS } from '../portal/src/shell/screens.ts'
import names from '../portal/src/i18n/zh-TW/screens.ts'
import { desk, lead, mark, marked, noSidewaysScroll, open, stored } from './bad-days.ts'
import { signIn, signInByForm } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** The frame under odd addresses, in three languages, on small and large screens, and after a new version came. */
test.use(desk)

let server: TestServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.remove())

const path = (page: Page) => page.evaluate(() => location.pathname)
const submit = (page: Page) => page.getByRole('button', { name: '登入', exact: true })

test('[SHELL-01, SHELL-02] without a session: bare pages open, unknown ones say so, the rest leads to sign-in', async ({
  page,
}) => {
  await page.goto(`${server.url}/no/such/page?x=1`)
  await expect.poll(() => path(page)).toBe('/pages/error-404')
  await expect(page.getByText('/no/such/page')).toBeVisible()
  await shot(page, 'bad-days.not-found')
  await lead(page, '/apptmgmt?tab=future')
  await expect(page).toHaveURL(`${server.url}/pages/login?to=${encodeURIComponent('/apptmgmt?tab=future')}`)
  await lead(page, '/')
  await expect(page).toHaveURL(`${server.url}/pages/login`)
  for (const bare of ['/pages/agreement', '/pages/forgetpassword', '/link/x']) {
    await lead(page, bare)
    await expect.poll(() => path(page)).toBe(bare)
  }
  // The way back leads nowhere else, whatever the address says.
  await page.goto(`${server.url}/pages/login?to=https://evil.example/`)
  await signInByForm(page, server, 'cs.liu', '//evil.example/')
  await expect(page).toHaveURL(`${server.url}/`)
})

test('[SHELL-01, SHELL-03, SHELL-05] with one: every address opens its screen by name, behind a crumb that begins at home @proof', async ({
  page,
}) => {
  await signIn(page, server, 'dr.lin')
  for (const [from, to] of [
    ['/login', '/'],
    ['/pages/login', '/'],
    ['/reservation', '/apptmgmt'],
    ['/consultation', '/appthistory'],
    ['/APPTMGMT/', '/apptmgmt'],
    ['/nowhere', '/pages/error-404'],
  ] as const) {
    await lead(page, from)
    await expect.poll(() => path(page), from).toBe(to)
  }
  await lead(page, '/')
  await mark(page)
  const crumb = page.getByRole('navigation', { name: '回首頁' })
  for (const screen of SCREENS.filter(({ layout, id }) => layout === 'main' && id !== 'emr2')) {
    const address = screen.path.replace(/\{\w+\}/g, '1').replace(/\/\{\w+\?\}/g, '')
    await lead(page, address)
    await expect(crumb.locator('.cur'), address).toHaveText(names.name[screen.id])
    expect(await path(page)).toBe(address)
    await expect(crumb.getByRole('link').first()).toHaveAttribute('href', '/')
  }
  await expect(page.locator('#boot')).toBeHidden()
  expect(await marked(page)).toBe(true)
})

test('[SHELL-04] [SHELL-03~] filters live in the address: in place, without a reload, and after one', async ({
  page,
}) => {
  await signIn(page, server, 'dr.lin')
  await page.locator('#content').evaluate((box) => box.scrollTo(0, 500))
  await open(page, /約診管理/)
  await expect(page.getByRole('table').first()).toBeVisible()
  await expect.poll(() => page.locator('#content').evaluate((box) => box.scrollTop)).toBe(0)
  await mark(page)
  await page.getByRole('tab', { name: /紀錄/ }).click()
  await expect(page).toHaveURL(/tab=records/)
  expect(await marked(page)).toBe(true)
  await page.reload()
  await expect(page.getByRole('tab', { name: /紀錄/ })).toHaveAttribute('aria-selected', 'true')
  // A call in the address is looked for on any page; one that is no more leaves the address, and nothing else does.
  await page.goto(`${server.url}/apptmgmt?tab=records&callID=00000000-0000-4000-8000-000000000000`)
  await expect(page).toHaveURL(/\/apptmgmt\?tab=records$/)
})

test('[SHELL-05] ten stars stand on the bar, the eleventh behind more, and they come with the person @proof', async ({
  page,
}) => {
  await signIn(page, server, 'nurse.chen')
  await open(page, /約診管理/)
  const put = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  await page.getByRole('button', { name: '加入星號' }).click()
  await expect(page.getByRole('button', { name: '取消星號' })).toBeVisible()
  const bar = page.getByRole('navigation', { name: '快速連結' })
  await expect(bar.getByRole('link', { name: /約診管理/ })).toBeVisible()
  const stars = Array.from({ length: 11 }, (_, at) => ({ path: `/apptmgmt?page=${at + 1}`, title: `約診 ${at + 1}` }))
  const { version } = ((await (await put).json()) as { data: { version: number } }).data
  const kept = await fetch(`${server.url}/his/api/preferences`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await stored(page, 'jwt')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ version, changes: { stars } }),
  })
  expect(kept.status, await kept.text()).toBe(200)
  await page.reload()
  await expect(bar.getByRole('link')).toHaveCount(10)
  await expect(bar.getByRole('button', { name: '更多星號頁面' })).toContainText('+1')
})

test('[SHELL-08, SHELL-09] language and theme change in place, with the words of validation, and stay', async ({
  page,
}) => {
  await page.goto(`${server.url}/pages/login`)
  const say = async (language: string, button: string | RegExp, words: string) => {
    await page.locator('.wide-lang button').first().click()
    await page.getByRole('menuitemradio', { name: language }).click()
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByText(words)).toBeVisible()
  }
  await mark(page)
  await say('English', 'Sign in', 'Enter account and password')
  await say('简体中文', '登录', '请输入账号和密码')
  await say('繁體中文', '登入', '請輸入帳號及密碼')
  expect(await marked(page)).toBe(true)

  await signIn(page, server, 'agent.kao')
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const seen = new Set<string>()
  for (const [name, theme] of [
    ['淺色', 'light'],
    ['半深色', 'semi-dark'],
    ['深色', 'dark'],
  ] as const) {
    await page.getByRole('button', { name: '佈景主題' }).click()
    await page.getByRole('menuitemradio', { name: new RegExp(`(^|\\s)${name}(\\s|$)`) }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    seen.add(await colour())
    await shot(page, `bad-days.theme.${theme}`)
  }
  expect(seen.size).toBeGreaterThan(1)
  const dark = await colour()
  await page.reload()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect.poll(colour).toBe(dark)
})

test('[SHELL-10] no screen scrolls sideways, from 375 to 1920 px @proof', async ({ page }) => {
  const link = await server.link({ doctor: 'dr.wang' })
  const widths = [375, 768, 1440, 1920]
  const look = async (name: string) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await noSidewaysScroll(page, `${name} at ${width} px`)
    }
  }
  await page.goto(link.url)
  await expect(page.getByRole('button', { name: '開始' })).toBeVisible()
  await look('link')
  await page.goto(`${server.url}/pages/login`)
  await expect(submit(page)).toBeVisible()
  await look('login')
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, server, 'dr.wang')
  await expect(page.locator('#content .card').first()).toBeVisible()
  await look('home')
  await page.goto(`${server.url}/apptmgmt`)
  await expect(page.locator('#content').getByText(link.patientName).first()).toBeVisible()
  await look('apptmgmt')
  // With names as long as they come, also of who is next.
  await page.route('**/his/api/**', async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    await route.fulfill({
      response: answer,
      body: text.replace(/"name":"[\u4e00-\u9fff]{2,4}"/g, '"name":"Maria Cristina de los Santos Villanueva"'),
    })
  })
  await page.reload()
  await expect(page.locator('#content').getByText('Maria Cristina').first()).toBeVisible()
  await look('apptmgmt with long names')
  await page.unrouteAll({ behavior: 'wait' })
  const detail = await fetch(`${server.url}/his/api/getQueueDetailByQid/${link.qid}`, {
    headers: { authorization: `Bearer ${await stored(page, 'jwt')}` },
  })
  const { data } = (await detail.json()) as { data: { patient: { pid: number } } }
  await page.goto(`${server.url}/emr2/${data.patient.pid}/${link.qid}`)
  await expect(page.getByRole('textbox', { name: /Subjective/ })).toBeAttached()
  await look('emr')
})

test('[SHELL-11] a new version: asked for when the tab shows, prompted, and left to the person @proof', async ({
  page,
}) => {
  // On localhost the file is never asked for; by its number the same machine is another host.
  const away = { ...server, url: server.url.replace('localhost', '127.0.0.1') }
  let version: string | null = null
  let asked = 0
  await page.route('**/version.json*', async (route) => {
    asked++
    if (version === null) return route.continue()
    await route.fulfill({ json: { version } })
  })
  const show = () => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  await signInByForm(page, away, 'admin')
  await show()
  await expect.poll(() => asked).toBe(1)
  await expect(page.getByText('系統有新版本')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('banner')).toBeVisible()
  await mark(page)
  version = '99.0.0+new'
  await show()
  await show()
  await expect(page.getByText('系統有新版本')).toBeVisible()
  expect(asked).toBe(2)
  expect(await marked(page)).toBe(true)
  await shot(page, 'bad-days.new-version')
  await page.getByRole('button', { name: '重新整理' }).click()
  await expect.poll(() => marked(page).catch(() => true)).toBe(false)
  await expect(page.getByRole('banner')).toBeVisible()

  await page.goto(`${server.url}/pages/login`)
  await expect(submit(page)).toBeVisible()
  await show()
  expect(asked).toBe(2)
})
