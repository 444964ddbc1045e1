import { expect, type Page, test } from '@playwright/test'
import { desk, PATIENT } from './bad-days.ts'
import { listen, still } from './themes.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { stallResponse } from './stall.ts'
import { shot } from './shots.ts'

/** Ctrl K: members beside screens and commands. */

let server: TestServer
let page: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  page = await (await browser.newContext(desk)).newPage()
  page.setDefaultTimeout(PATIENT)
  await listen(page)
  await signIn(page, server, 'dr.lin')
})
test.afterAll(async () => {
  await page?.context().close()
  await server?.remove()
})

const field = () => page.getByRole('combobox', { name: '指令面板' })
const lines = (name: string) => page.getByRole('group', { name }).getByRole('option')
const open = async () => {
  await expect(page.locator('#content h1').first()).toBeVisible()
  await page.keyboard.press('Control+K')
  await expect(field()).toBeFocused()
}
const marked = () => page.locator('[role=option][aria-selected=true]')

test('[SHELL-15~] a member is found by a part of the name and opened by keys; next time they stand first', async () => {
  await open()
  await expect(field()).toHaveAttribute('placeholder', '找會員、畫面或指令')
  await page.keyboard.type('吳')
  await expect(page.getByText('會員請輸入姓名兩個字')).toBeVisible()
  await page.keyboard.type('秀')
  await expect(lines('會員').first()).toContainText('吳秀鳳')
  await expect(lines('會員').first()).toContainText('女')
  await still(page)
  await shot(page, 'palette.members')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/members\?.*open=\d+/)
  await expect(page.locator('.drawer')).toContainText('吳秀鳳')

  // The home page reads of whoever is next, who then stands before her.
  await page.goto(`${server.url}/todolist`)
  await open()
  await expect(lines('最近開啟的會員').first()).toContainText('吳秀鳳')
  await expect(marked()).toContainText('吳秀鳳')
  // What can be done lies beside the line.
  await page.keyboard.press('ArrowRight')
  await expect(marked()).toHaveAttribute('aria-label', '約診：吳秀鳳')
  await expect(field()).toHaveAttribute('aria-activedescendant', /^palette-member-\d+-book$/)
  await still(page)
  await shot(page, 'palette.recent')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/book=new.*bookFor=\d+|bookFor=\d+.*book=new/)
  await expect(page.getByRole('dialog').first()).toContainText('吳秀鳳')
})

test('[SHELL-15~] what is typed while the palette is on its way is in its field, and does nothing on the screen below', async () => {
  await page.goto(`${server.url}/apptmgmt`)
  await expect(page.locator('#content h1').first()).toBeVisible()
  const late = await stallResponse(page, /\/Palette-[^/]*\.js/)
  await page.keyboard.press('Control+K')
  await late.asked
  // On the list below a `b` books.
  await page.keyboard.type('b')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('秀鳳')
  await late.release()
  await expect(lines('會員').first()).toContainText('吳秀鳳')
  await expect(field()).toHaveValue('秀鳳')
  await page.keyboard.type('?')
  await expect(field()).toHaveValue('秀鳳?')
  await expect(page).not.toHaveURL(/book=new/)
  await page.keyboard.press('Escape')
  await page.locator('.gsearch').click()
  await expect(field()).toHaveValue('')
  await page.keyboard.press('Escape')
  await page.unrouteAll()
})

test('[SHELL-15~] nothing found, and a search that fails, are said; a search that failed is tried again', async () => {
  await page.goto(server.url)
  await open()
  await page.keyboard.type('查無此人')
  await expect(page.getByText('沒有符合「查無此人」的會員、畫面或指令')).toBeVisible()
  await page.route('**/partner/getMemberList', (route) => route.abort())
  await field().fill('秀鳳')
  await expect(page.getByText('會員無法搜尋。')).toBeVisible()
  await page.unroute('**/partner/getMemberList')
  await page.getByRole('button', { name: '再試一次' }).click()
  await expect(lines('會員').first()).toContainText('吳秀鳳')
  await page.keyboard.press('Escape')
})

test('[SHELL-15~] on a phone what can be done with a member is one tap away', async ({ browser }) => {
  const phone = await (await browser.newContext({ viewport: { width: 375, height: 812 }, hasTouch: true })).newPage()
  await signIn(phone, server, 'nurse.chen')
  await phone
    .locator('.topbar .narrow')
    .filter({ has: phone.locator('.anticon-search') })
    .click()
  await phone.getByRole('combobox', { name: '指令面板' }).fill('吳秀')
  const message = phone.getByRole('option', { name: '訊息：吳秀鳳' })
  await expect(message).toBeVisible()
  await shot(phone, 'palette.phone')
  await message.click()
  await expect(phone).toHaveURL(/\/message\/chat\?.*id=\d+/)
  await phone.context().close()
})
