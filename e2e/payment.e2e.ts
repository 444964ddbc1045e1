import { expect, type Page, test } from '@playwright/test'
import { asking } from './asking.ts'
import { noViolation } from './axe.ts'
import { noSidewaysScroll, PATIENT } from './bad-days.ts'
import { identify } from './people.ts'
import { owing } from './paying.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** A patient pays from the message, on a phone. */
test.describe.configure({ mode: 'serial' })

let server: TestServer
let phone: Page
let person: DemoLink
let link = ''
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  const context = await browser.newContext({ viewport: { width: 375, height: 812 } })
  phone = await context.newPage()
  phone.setDefaultTimeout(PATIENT)
  person = await server.link()
  link = (await owing(server, await asking(server, 'admin'), person)).link
})
test.afterAll(async () => {
  await phone?.context().close()
  await server?.remove()
})

const button = (page: Page, name: string) => page.getByRole('button', { name })

test('[APPT-09~] pays on the provider’s page, refused first, and finds the receipt on return', async () => {
  await phone.goto(link)
  await expect(phone.locator('.lk-sum')).toContainText('$450')
  await expect(phone.getByRole('timer')).toContainText(/剩下 (30:00|29:\d\d|28:\d\d)/)
  // Amount and button without scrolling.
  for (const one of [phone.locator('.lk-sum b'), button(phone, '前往付款')]) await expect(one).toBeInViewport()
  await noViolation(phone, 'pay')
  await noSidewaysScroll(phone, 'pay')
  await shot(phone, 'pay.due.375')
  await button(phone, '前往付款').click()
  await button(phone, '卡片被拒').click()
  await expect(phone.getByRole('alert')).toContainText('付款沒有成功')
  await button(phone, '前往付款').click()
  await expect(phone.getByText('TWD 450.00')).toBeVisible()
  await phone.getByRole('button', { name: '付款 / Pay', exact: true }).click()
  await expect(phone.getByRole('heading', { name: '已付款，預約完成' })).toBeVisible()
  await expect(phone.getByRole('region', { name: '收據' })).toContainText('線上付款')
  await expect(phone.getByRole('link', { name: '加入行事曆' })).toHaveAttribute('href', /BEGIN%3AVCALENDAR/)
  await noViolation(phone, 'paid')
  await shot(phone, 'pay.paid.375')
})

test('[APPT-09~] chooses another time and calls off as the person; nothing of it without birthday and number', async () => {
  await button(phone, '改時間').click()
  await identify(phone, person)
  await expect(phone.getByRole('heading', { name: '改到哪個時間？' })).toBeVisible()
  await shot(phone, 'pay.change.375')
  const time = phone.locator('.lk-choose label').last()
  const chosen = ((await time.textContent()) ?? '').trim()
  await time.click()
  await button(phone, '改到這個時間').click()
  await expect(phone.getByText('已改到新的時間')).toBeVisible()
  await expect(phone.locator('.lk-visit')).toContainText(chosen)
  await button(phone, '取消預約').click()
  await expect(phone.getByText('$450 會退還給您')).toBeVisible()
  await noViolation(phone, 'cancel')
  await button(phone, '確定取消').click()
  await expect(phone.getByRole('heading', { name: '這次預約已經取消' })).toBeVisible()
  await expect(phone.getByText('院所正在處理')).toBeVisible()
  await shot(phone, 'pay.cancelled.375')
  // Known by now, the person has the receipt: its page alone is printed, with what goes back.
  await button(phone, '檢視收據').click()
  await expect(phone.getByRole('article')).toContainText('待退款')
  await noViolation(phone, 'receipt')
  await phone.emulateMedia({ media: 'print' })
  await expect(phone.getByRole('article')).toBeVisible()
  await expect(button(phone, '列印或存成 PDF')).toBeHidden()
  await phone.emulateMedia({ media: null })
})
