import { expect, type Page, test } from '@playwright/test'
import { band, desk, mark, marked, open, sockets, store, stored } from './bad-days.ts'
import { PASSWORD, signInByForm as signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** Sessions that go wrong: locked, taken over, expired, cut off. One server for all, each test with people of its own. */
test.use(desk)

let server: TestServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.remove())

const password = (page: Page) => page.getByLabel('密碼', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: '登入', exact: true })
async function tryPassword(page: Page, account: string, pwd: string): Promise<void> {
  await page.getByLabel('帳號或手機').fill(account)
  await password(page).fill(pwd)
  await submit(page).click()
}
async function chooseStaff(page: Page): Promise<void> {
  await page.goto(`${server.url}/pages/login`)
  await page.locator('.roles label').filter({ hasText: '護理及人員' }).click()
}

test('[AUTH-04] five wrong passwords lock with a running clock, against the right one too, and over a restart', async ({
  page,
}) => {
  await chooseStaff(page)
  for (let tries = 1; tries <= 4; tries++) {
    const answered = page.waitForResponse(/user\/login$/)
    await tryPassword(page, 'case.tsai', `wrong ${tries}`)
    expect((await answered).status()).toBe(401)
    if (tries < 3) await expect(page.getByText('密碼錯誤').first()).toBeVisible()
    else await expect(page.getByText(`再錯 ${5 - tries} 次會鎖定 15 分鐘`)).toBeVisible()
  }
  await tryPassword(page, 'case.tsai', 'wrong 5')
  const clock = page.getByText(/1[45]:\d\d 後可再試/)
  await expect(clock).toBeVisible()
  await shot(page, 'bad-days.locked')
  const first = await clock.textContent()
  await expect(clock).not.toHaveText(first ?? '')
  await expect(submit(page)).toBeDisabled()

  await chooseStaff(page)
  await tryPassword(page, 'case.tsai', PASSWORD)
  await expect(page.getByText(/1[34]:\d\d 後可再試/)).toBeVisible()
  await server.kill()
  await server.start()
  await chooseStaff(page)
  await tryPassword(page, 'case.tsai', PASSWORD)
  await expect(page.getByText(/1[0-4]:\d\d 後可再試/)).toBeVisible()
  expect(await stored(page, 'jwt')).toBeNull()
})

test('[SHELL-16~] a killed server shows the band at once; the page comes back by itself @proof', async ({ page }) => {
  await signIn(page, server, 'diet.hsu')
  await expect(page.getByText('已連線').first()).toBeAttached()
  await server.kill()
  await expect(band(page)).toBeVisible()
  await shot(page, 'bad-days.line-lost')
  await mark(page)
  await server.start()
  await expect(band(page)).toBeHidden()
  await open(page, /約診管理/)
  await expect(page).toHaveURL(/apptmgmt/)
  await expect(page.getByRole('table').first()).toBeVisible()
  expect(await marked(page)).toBe(true)
})

test('[AUTH-12] signing in elsewhere forces the first browser out: dialog, tokens gone, socket closed', async ({
  page,
  browser,
}) => {
  const line = sockets(page)
  await signIn(page, server, 'dr.wang')
  await expect.poll(line).toBe(1)
  const elsewhere = await browser.newContext(desk)
  const other = await elsewhere.newPage()
  await signIn(other, server, 'dr.wang')
  const dialog = page.getByRole('dialog', { name: '已在其他裝置登入' })
  await expect(dialog).toBeVisible()
  await shot(page, 'bad-days.forced-out')
  expect([await stored(page, 'jwt'), await stored(page, 'refresh_token')]).toEqual([null, null])
  await expect.poll(line).toBe(0)
  await dialog.getByRole('button', { name: '回到登入畫面' }).click()
  await expect(page).toHaveURL(/\/pages\/login/)
  await expect(page.getByText('您的帳號已在其他裝置登入，這裡已登出。')).toBeVisible()
  // Said once: a reload does not say it again.
  await page.reload()
  await expect(submit(page)).toBeVisible()
  await expect(page.getByText('您的帳號已在其他裝置登入，這裡已登出。')).toHaveCount(0)
  // Who came last stays.
  await open(other, /約診管理/)
  await expect(other.getByRole('table').first()).toBeVisible()
  await elsewhere.close()
})

test('[AUTH-13] a changed device token logs out and reloads at the next change of page @proof', async ({ page }) => {
  await signIn(page, server, 'pharm.wu')
  await mark(page)
  await store(page, 'device_token', 'somebody-elses-device')
  await open(page, /約診管理/)
  await expect(page).toHaveURL(/\/pages\/login/)
  await expect(page.getByText('此裝置的登入已失效，請重新登入。')).toBeVisible()
  expect(await marked(page)).toBe(false)
  expect(await stored(page, 'jwt')).toBeNull()
})

test('[AUTH-09] many calls refused at once share one refresh, and the page goes on', async ({ page }) => {
  await signIn(page, server, 'nurse.chen')
  await expect(page.getByText('已連線').first()).toBeAttached()
  const jwt = (await stored(page, 'jwt')) ?? ''
  const refused: string[] = []
  const refreshes: number[] = []
  page.on('response', (answer) => {
    const path = new URL(answer.url()).pathname
    if (path.endsWith('/user/refresh')) refreshes.push(answer.status())
    else if (answer.status() === 401) refused.push(path)
  })
  // Beside the app: a living page would see it at once, and its refresh be cut off by the next load.
  await page.goto(`${server.url}/version.json`)
  await store(page, 'jwt', `${jwt.slice(0, -6)}AAAAAA`)
  await page.goto(server.url)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByText('已連線').first()).toBeAttached()
  expect(refused.length).toBeGreaterThan(0)
  expect(refreshes).toEqual([200])
  // The new token is in use: nothing asked after it was refused.
  expect(await stored(page, 'jwt')).not.toContain('AAAAAA')

  // Once more in a living page. The refresh is held until others were refused as well: all of them wait for it.
  refused.length = 0
  refreshes.length = 0
  await page.route('**/user/refresh', async (route) => {
    await expect.poll(() => refused.length).toBeGreaterThan(2)
    await route.continue()
  })
  await store(page, 'jwt', `${jwt.slice(0, -6)}AAAAAA`)
  await open(page, /約診管理/)
  await expect(page.getByRole('table').first()).toBeVisible()
  await expect.poll(() => refreshes).toEqual([200])
  await expect.poll(() => stored(page, 'jwt')).not.toContain('AAAAAA')
  expect(refused.length).toBeGreaterThan(2)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('[AUTH-09] without a refresh token: to the sign-in page, and back to the same page @proof', async ({ page }) => {
  await signIn(page, server, 'cs.liu', '/apptmgmt?tab=future')
  await expect(page).toHaveURL(/apptmgmt\?.*tab=future/)
  await expect(page.getByRole('table').first()).toBeVisible()
  const at = page.url()
  // Where no portal runs: it would see the change and end its session before it is opened again.
  await page.goto(`${server.url}/version.json`)
  await page.evaluate(() => {
    localStorage.setItem('jwt', 'no token at all')
    localStorage.removeItem('refresh_token')
  })
  await page.goto(at)
  await expect(page).toHaveURL(/\/pages\/login\?to=/)
  await expect(page.getByText('登入已過期，請重新登入，畫面會回到原處。')).toBeVisible()
  await page.locator('.roles label').filter({ hasText: '護理及人員' }).click()
  await tryPassword(page, 'cs.liu', PASSWORD)
  await expect(page).toHaveURL(at)
  await expect(page.getByRole('table').first()).toBeVisible()
})

test('[S8] a covered screen stays covered without its cookie and in a second tab, its tokens open nothing, and another person sees nothing of it @proof', async ({
  page,
  context,
}) => {
  await signIn(page, server, 'diet.hsu')
  const mid = (JSON.parse((await stored(page, 'userInfo')) ?? '{}') as { mid: number }).mid
  await context.addCookies([{ name: 'tw_locked', value: String(mid), url: server.url }])
  const told = page.waitForResponse(/\/his\/api\/lock$/)
  await page.reload()
  const again = page.locator('.lock input[type=password]')
  await expect(again).toBeVisible()
  expect((await told).status()).toBe(200)
  await context.clearCookies({ name: 'tw_locked' })
  await page.reload()
  await expect(again).toBeVisible()
  const said = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' }
    return (await fetch('/partner/getMemberList', { method: 'POST', headers, body: '{}' })).json() as Promise<unknown>
  })
  expect(said).toMatchObject({ status: 'SESSION_COVERED' })
  const second = await context.newPage()
  await second.goto(server.url)
  await expect(second.locator('.lock input[type=password]')).toBeVisible()
  await again.fill(PASSWORD)
  await page.locator('.lock button[type=submit]').click()
  await expect(page.locator('.lock')).toBeHidden()
  await expect(second.locator('.lock')).toBeHidden()
  await open(page, /約診管理/)
  await expect(page.getByRole('table').first()).toBeVisible()
  await second.close()

  // A server that does not answer the sign-out leaves nobody before the page of the last one.
  await context.addCookies([{ name: 'tw_locked', value: String(mid), url: server.url }])
  await page.reload()
  await expect(again).toBeVisible()
  await page.route('**/his/api/logout', () => undefined)
  await page.getByRole('button', { name: '換人登入' }).click()
  await expect(submit(page)).toBeVisible({ timeout: 3000 })
  expect(await stored(page, 'jwt')).toBeNull()
})

test('[AUTH-01~] whoever signs in without what was granted besides has the rights of the profession alone, and keeps to that', async ({
  page,
}) => {
  const privileges = () =>
    page.evaluate(async () => {
      const answer = await fetch('/his/api/userinfo/3', { headers: { authorization: `Bearer ${localStorage.jwt}` } })
      return ((await answer.json()) as { data: { privileges: string[] } }).data.privileges
    })
  await page.goto(`${server.url}/pages/login`)
  await page.getByRole('checkbox', { name: /只用本職權限/ }).check()
  await page.getByLabel('帳號或手機').fill('dr.lin')
  await page.getByLabel('密碼', { exact: true }).fill(PASSWORD)
  await submit(page).click()
  await expect(page.getByRole('banner')).toBeVisible()
  expect(await privileges()).toEqual([])
  await page.reload()
  await expect(page.getByRole('button', { name: '個人選單' })).toBeVisible()
  expect(await privileges()).toEqual([])
  await page.getByRole('button', { name: '個人選單' }).click()
  await page.getByRole('menuitem', { name: '登出' }).click()
  await expect(submit(page)).toBeVisible()
  await signIn(page, server, 'dr.lin')
  expect(await privileges()).not.toEqual([])
})

test('[AUTH-16~] local storage holds the session keys and no others', async ({ page, context }) => {
  const allowed =
    'userInfo jwt refresh_token device_token device_type device_apns partnerid cart_token p2p_tomid p2p_queueid'
  await page.goto(`${server.url}/pages/login`)
  await page.getByRole('checkbox', { name: '記住我' }).check()
  await signIn(page, server, 'dr.lin')
  await page.getByRole('button', { name: '佈景主題' }).click()
  await page.getByRole('menuitemradio', { name: '深色', exact: true }).click()
  await open(page, /約診管理/)
  await expect(page.getByRole('table').first()).toBeVisible()
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys.filter((key) => !allowed.split(' ').includes(key))).toEqual([])
  expect(keys).toEqual(
    expect.arrayContaining(['userInfo', 'jwt', 'refresh_token', 'device_token', 'device_type', 'partnerid']),
  )
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  expect((await context.cookies()).map(({ name }) => name)).toContain('tw_theme')
  const kept = await stored(page, 'device_token')
  await page.getByRole('button', { name: '個人選單' }).click()
  await page.getByRole('menuitem', { name: '登出' }).click()
  await expect(submit(page)).toBeVisible()
  // The device stays known; nothing of the person does.
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual([
    'device_token',
    'device_type',
    'partnerid',
  ])
  expect(await stored(page, 'device_token')).toBe(kept)
})
