import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { fromBase32, hotp, stepOf } from '../server/src/sign-in/totp.ts'
import { findings } from './axe.ts'
import { desk, mark, marked, noSidewaysScroll, open, phone, stored } from './bad-days.ts'
import { codeIn, readOutbox } from './outbox.ts'
import { PASSWORD, signInByForm as signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** Second factors, two institutions of one person, and the way in from a partner's system. */
test.describe.configure({ mode: 'serial' })
test.use(desk)

let server: TestServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.remove())

const other = async (browser: Browser, size = desk): Promise<Page> => (await browser.newContext(size)).newPage()
const administrator = async (browser: Browser): Promise<Page> => {
  const page = await other(browser)
  await signIn(page, server, 'admin')
  return page
}
const security = async (page: Page) => {
  await page.goto(`${server.url}/setting/profile?part=security`)
  await expect(page.getByRole('heading', { name: '驗證器 App' })).toBeVisible()
}
const part = (page: Page, name: string) =>
  page.locator('section.pcard').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** Account and password alone; what comes after is the caller's. */
async function halfIn(page: Page, account: string): Promise<void> {
  await page.goto(`${server.url}/pages/login`)
  await page.locator('.roles label').filter({ hasText: '醫師' }).click()
  await page.getByLabel('帳號或手機').fill(account)
  await page.getByLabel('密碼', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登入', exact: true }).click()
}

// Codes over, used, guessed and raced, and LINE itself over its webhook: server/src/sign-in/entry.test.ts and
// server/src/outbox/providers.test.ts.
test('[AUTH-18] LINE and an authenticator app are bound, asked for while they are, and removed', async ({
  page,
  browser,
}) => {
  await signIn(page, server, 'dr.wang')
  await security(page)
  const totp = part(page, '驗證器 App')
  const line = part(page, 'LINE')
  await expect(totp.getByText('未啟用')).toBeVisible()
  await expect(line.getByText('尚未綁定')).toBeVisible()

  // The app: by the password the picture, by its first code the recovery codes.
  await totp.getByRole('button', { name: '啟用' }).click()
  await totp.getByLabel('登入密碼').fill('wrong1234')
  await totp.getByRole('button', { name: '下一步' }).click()
  await expect(totp.getByText(/密碼錯誤|密碼不正確/)).toBeVisible()
  await totp.getByLabel('登入密碼').fill(PASSWORD)
  await totp.getByRole('button', { name: '下一步' }).click()
  await expect(totp.getByRole('img', { name: '驗證器 App 用的圖碼' }).locator('path').last()).toBeVisible()
  const secret = ((await totp.locator('.totpkey').textContent()) ?? '').replace(/\s/g, '')
  expect(await totp.getByRole('link', { name: '在這台裝置的 App 開啟' }).getAttribute('href')).toMatch(
    new RegExp(`^otpauth://totp/Teleward%3Adr.wang\\?secret=${secret}&issuer=Teleward`),
  )
  await shot(page, 'security.scan')
  expect(await findings(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 812 })
  await noSidewaysScroll(page, 'the picture to scan')
  await shot(page, 'security.scan.375')
  await page.setViewportSize({ width: 1440, height: 900 })
  const now = () => hotp(fromBase32(secret), stepOf(new Date()))
  const wrong = now().replace(/./, (digit) => String((Number(digit) + 5) % 10))
  await totp.getByLabel('App 顯示的六位數驗證碼').fill(wrong)
  await totp.getByRole('button', { name: '啟用' }).click()
  await expect(totp.locator('.help.err')).toBeVisible()
  await totp.getByLabel('App 顯示的六位數驗證碼').fill(now())
  await totp.getByRole('button', { name: '啟用' }).click()
  await expect(totp.locator('.codes li')).toHaveCount(10)
  const recovery = await totp.locator('.codes li').allTextContents()
  await shot(page, 'security.recovery')
  await totp.getByRole('button', { name: '已存好' }).click()
  await expect(totp.getByText('已啟用，備援碼還有 10 組可用')).toBeVisible()

  // LINE: the code, answered as LINE would; the page follows by itself.
  await line.getByRole('button', { name: '綁定 LINE' }).click()
  await line.getByLabel('登入密碼').fill('wrong1234')
  await line.getByRole('button', { name: '綁定 LINE' }).click()
  await expect(line.getByText(/密碼錯誤|密碼不正確/)).toBeVisible()
  await line.getByLabel('登入密碼').fill(PASSWORD)
  await line.getByRole('button', { name: '綁定 LINE' }).click()
  await expect(line.locator('.bigcode')).toHaveText(/^\d{8}$/)
  await shot(page, 'security.line')
  await line.getByRole('button', { name: '模擬 LINE 的回覆' }).click()
  await expect(line.getByText('已綁定：王志遠')).toBeVisible()

  // The password alone is half the way from now on, on a phone too; what LINE brings is the other half.
  const admin = await administrator(browser)
  const pocket = await other(browser, phone)
  await halfIn(pocket, 'dr.wang')
  await expect(pocket.getByRole('heading', { name: '兩步驟驗證' })).toBeVisible()
  expect(await stored(pocket, 'jwt')).toBeNull()
  await pocket.getByRole('button', { name: '使用 LINE' }).click()
  const code = codeIn(await readOutbox(admin, server, { channel: 'line', kind: 'code', to: 'dev-2' }))
  await pocket.getByLabel('LINE 收到的六位數驗證碼').fill(code.replace(/./, (d) => String((Number(d) + 1) % 10)))
  await pocket.getByRole('button', { name: '驗證', exact: true }).click()
  await expect(pocket.locator('.help.err')).toBeVisible()
  await noSidewaysScroll(pocket, 'the second step')
  await shot(pocket, 'secondstep.375')
  await pocket.getByLabel('LINE 收到的六位數驗證碼').fill(code)
  await pocket.getByRole('button', { name: '驗證', exact: true }).click()
  await expect(pocket.getByRole('banner')).toBeVisible()

  // Unbound, LINE is no way any more; the app still is. Off, the password is all.
  await security(pocket)
  const pocketLine = part(pocket, 'LINE')
  await pocketLine.getByRole('button', { name: '解除綁定' }).click()
  await expect(pocketLine.getByText('登入時不再以 LINE 做第二步驗證')).toBeVisible()
  await pocketLine.getByLabel('登入密碼').fill(PASSWORD)
  await pocketLine.getByRole('button', { name: '解除綁定' }).click()
  await expect(pocketLine.getByText('尚未綁定')).toBeVisible()
  const third = await other(browser)
  await halfIn(third, 'dr.wang')
  await expect(third.getByRole('heading', { name: '兩步驟驗證' })).toBeVisible()
  await expect(third.getByRole('button', { name: '使用 LINE' })).toHaveCount(0)
  await third.getByRole('button', { name: '使用備援碼' }).click()
  await third.getByLabel('備援碼').fill(recovery[0] ?? '')
  await third.getByRole('button', { name: '驗證', exact: true }).click()
  await expect(third.getByRole('banner')).toBeVisible()
  await security(third)
  const off = part(third, '驗證器 App')
  await expect(off.getByText('已啟用，備援碼還有 9 組可用')).toBeVisible()
  await off.getByRole('button', { name: '停用' }).click()
  await off.getByLabel('登入密碼').fill(PASSWORD)
  await off.getByLabel('App 的驗證碼或一組備援碼').fill(recovery[0] ?? '')
  await off.getByRole('button', { name: '停用' }).click()
  await expect(off.locator('.help.err')).toBeVisible()
  await off.getByLabel('App 的驗證碼或一組備援碼').fill(recovery[1] ?? '')
  await off.getByRole('button', { name: '停用' }).click()
  await expect(off.getByText('未啟用')).toBeVisible()
  const last = await other(browser)
  await halfIn(last, 'dr.wang')
  await expect(last.getByRole('banner')).toBeVisible()
  for (const one of [admin, pocket, third, last]) await one.context().close()
})

// Denied, in a call, raced and socket by socket: server/src/sign-in/entry.test.ts.
test('[AUTH-15] one person of two institutions goes from one to the other and back, and every tab follows', async ({
  page,
}) => {
  await signIn(page, server, 'dr.lai')
  const house = (one: Page) => one.getByRole('button', { name: '切換院所' })
  await expect(house(page)).toContainText('禾安遠距照護中心')
  await open(page, /約診管理/)
  await expect(page.locator('#content tbody tr, #content article').first()).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto(`${server.url}/membersmgmt`)
  await expect(tab.locator('#content tbody tr').first()).toBeVisible()
  const here = await tab.locator('#content tbody tr').first().textContent()
  await mark(tab)
  const before = await stored(page, 'jwt')

  await house(page).click()
  await shot(page, 'institutions')
  await page.getByRole('menuitemradio', { name: '海岸聯合診所' }).click()
  await expect(house(page)).toContainText('海岸聯合診所')
  await expect(house(page)).toContainText('花蓮本院')
  await expect(page).toHaveURL(`${server.url}/`)
  // The other tab begins anew as well: nothing of the first institution is left on it.
  await expect(house(tab)).toContainText('海岸聯合診所')
  expect(await marked(tab)).toBe(false)
  // A page that begins anew right now has nothing to be read from.
  await expect.poll(() => stored(page, 'jwt').catch(() => before)).not.toBe(before)
  await expect.poll(() => stored(page, 'partnerid').catch(() => null)).toBe('32')
  await expect(tab).toHaveURL(`${server.url}/`)
  await open(tab, /會員管理/)
  await expect(tab.locator('#content tbody tr').first()).toBeVisible()
  expect(await tab.locator('#content').textContent()).not.toContain(here ?? '-')
  await page.goto(`${server.url}/apptmgmt?unit=2`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('#content tbody tr, #content article')).toHaveCount(0)
  await shot(page, 'institutions.other')

  // Back, on a phone by the person's menu; no password was asked for.
  await tab.close()
  await page.setViewportSize({ width: 375, height: 812 })
  await page.getByRole('banner').locator('.me').click()
  await shot(page, 'institutions.375')
  await page.getByRole('menuitemradio', { name: '禾安遠距照護中心' }).click()
  await expect.poll(() => stored(page, 'partnerid').catch(() => null)).toBe('1')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(house(page)).toContainText('禾安遠距照護中心')
  await open(page, /約診管理/)
  await expect(page.locator('#content tbody tr, #content article').first()).toBeVisible()
})

// Forged, replayed at once, revoked and locked ones: server/src/sign-in/entry.test.ts.
test('[AUTH-14] a partner’s system brings somebody in once; a used, an expired and a wrong word say why @proof', async ({
  page,
  browser,
}) => {
  const admin = await administrator(browser)
  await admin.goto(`${server.url}/admin/partners`)
  const card = admin.getByRole('region', { name: '合作系統登入' })
  await expect(card.getByText('尚未建立金鑰')).toBeVisible()
  await card.getByRole('button', { name: '建立金鑰' }).click()
  await card.getByLabel('登入密碼').fill(PASSWORD)
  await card.getByRole('button', { name: '建立金鑰' }).click()
  await expect(card.locator('.shownonce code')).toBeVisible()
  const key = (await card.locator('.shownonce code').textContent()) ?? ''
  await shot(admin, 'handover.key')
  expect(await findings(admin)).toEqual([])
  await admin.setViewportSize({ width: 375, height: 812 })
  await noSidewaysScroll(admin, 'the key')
  await card.scrollIntoViewIfNeeded()
  await shot(admin, 'handover.key.375')

  const word = (more: Record<string, unknown> = {}, by = key) => {
    const at = Math.floor(Date.now() / 1000)
    const says = { partner: 1, account: 'dr.lin', at, nonce: `${at}-${Math.random()}`, to: '/membersmgmt', ...more }
    const statement = Buffer.from(JSON.stringify(says)).toString('base64url')
    return `${statement}.${createHmac('sha256', by).update(statement).digest('base64url')}`
  }
  const bring = (one: Page, token: string) => one.goto(`${server.url}/these-auto-login#token=${token}`)
  const token = word()
  await bring(page, token)
  await expect(page).toHaveURL(`${server.url}/membersmgmt`)
  await expect(page.getByRole('banner')).toContainText('林書妍')
  // Nothing of it is left in the address, nor where one came from.
  await page.goBack()
  expect(page.url()).not.toContain(token)

  // Somebody is signed in here: asked before they are replaced.
  await bring(page, word({ account: 'dr.wang' }))
  await expect(page.getByText(/目前由 林書妍 登入/)).toBeVisible()
  await page.getByRole('button', { name: '登出並繼續' }).click()
  await expect(page.getByRole('banner')).toContainText('王志遠')

  const guest = await browser.newContext(desk)
  for (const [bad, why] of [
    [token, '此登入連結已使用過'],
    [word({ at: Math.floor(Date.now() / 1000) - 180 }), '此登入連結已過期'],
    [word({}, 'guessed'), '登入連結無效'],
    ['', '登入連結無效'],
  ] as const) {
    const fresh = await guest.newPage()
    await bring(fresh, bad)
    await expect(fresh.getByText(why)).toBeVisible()
    await expect(fresh.locator('.entrycard').getByRole('link', { name: '前往登入' })).toBeVisible()
    expect(await stored(fresh, 'jwt')).toBeNull()
    await shot(fresh, 'handover.refused')
  }

  await admin.setViewportSize({ width: 1440, height: 900 })
  await card.getByRole('button', { name: '撤銷金鑰' }).click()
  const last = word()
  await admin.getByRole('dialog').getByRole('button', { name: '撤銷金鑰' }).click()
  await expect(card.getByText('尚未建立金鑰')).toBeVisible()
  const late = await guest.newPage()
  await bring(late, last)
  await expect(late.getByText('登入連結無效')).toBeVisible()
  for (const one of [admin.context(), guest]) await one.close()
})

test('[SET-04] what one did is read, searched, paged and taken home; where it was somebody else, their devices are signed out @proof', async ({
  page,
  browser,
}) => {
  const stranger = await other(browser, phone)
  await stranger.goto(`${server.url}/pages/login`)
  const wrong = { id: 'dr.wang', pwd: 'guessed12', device_token: 'stranger', device_type: 3 }
  expect((await stranger.request.post(`${server.url}/his/user/login`, { data: wrong })).status()).toBe(401)
  const theirs = { ...wrong, pwd: PASSWORD, device_type: 1 }
  const { token } = (await (await stranger.request.post(`${server.url}/his/user/login`, { data: theirs })).json()) as {
    token: string
  }
  const asked = () =>
    stranger.request.get(`${server.url}/his/api/userinfo/1`, { headers: { authorization: `Bearer ${token}` } })
  expect((await asked()).status()).toBe(200)
  // Each look at the log is an act as well.
  const looked = { headers: { authorization: `Bearer ${token}` } }
  for (let times = 0; times < 12; times += 1) await stranger.request.get(`${server.url}/his/api/operationlogs`, looked)

  await signIn(page, server, 'dr.wang')
  await page.goto(`${server.url}/setting/log?pageSize=10&sort=time`)
  const rows = page.locator('#content tbody tr[data-row]')
  await expect(rows).toHaveCount(10)
  const total = async () => Number((await page.locator('.chips .hits').textContent())?.replace(/\D/g, ''))
  await expect.poll(total).toBeGreaterThan(10)
  const all = await total()
  // The oldest first, to which nothing is added while one looks.
  const keys = () => rows.evaluateAll((all) => all.map((one) => one.getAttribute('data-row')))
  const page1 = await keys()
  await page.getByRole('button', { name: '下一頁' }).click()
  await expect.poll(async () => (await keys()).filter((key) => page1.includes(key))).toEqual([])
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('登入')
  await expect(page).toHaveURL(/q=/)
  await expect(rows.filter({ hasText: '密碼錯誤' }).first()).toContainText('127.0.0.1')
  await expect.poll(total).toBeLessThan(all)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '匯出 Excel' }).click(),
  ])
  const parts = unzipSync(readFileSync(await file.path()))
  const rowsOfFile = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(rowsOfFile).toContain('密碼錯誤')
  expect(rowsOfFile.match(/<row /g)).toHaveLength((await total()) + 1)
  await shot(page, 'operations')

  await page.getByRole('button', { name: '不是我做的' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '登出其他裝置' }).click()
  await expect(page.getByRole('heading', { name: '變更密碼' })).toBeVisible()
  expect((await asked()).status()).toBe(401)
  await stranger.context().close()
})
