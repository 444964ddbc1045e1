import { expect, type Page, test } from '@playwright/test'
import { desk, PATIENT } from './bad-days.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'
import { listen, still } from './themes.ts'

let server: TestServer
let page: Page
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  page = await (await browser.newContext(desk)).newPage()
  page.setDefaultTimeout(PATIENT)
  await listen(page)
  await signIn(page, server, 'nurse.chen', '/housedemo')
})
test.afterAll(async () => {
  await page.context().close()
  await server.remove()
})

const asked = (path: string) =>
  page.evaluate(async (of) => {
    const answer = await fetch(of, { headers: { authorization: `Bearer ${localStorage.getItem('jwt')}` } })
    const said = (await answer.json()) as { total?: number; data: unknown }
    return JSON.stringify(said.total ?? said.data)
  }, path)
const vital = (name: string) => page.locator('.hvitals button').filter({ hasText: name }).locator('b')
const number = async (name: string) => Number.parseFloat(await vital(name).innerText())
const scene = (name: string) => page.locator('.hchoice button').filter({ hasText: name }).first().click()

test('[SET-05] a home with its devices, live simulated readings that agree with one another, a fall followed to a call; nothing of it leaves the page', async () => {
  const house = page.getByRole('img', { name: /示範屋剖面圖（模擬）/ })
  await expect(house).toBeVisible()
  await expect(page.getByRole('note')).toContainText('全部是模擬的')
  const before = [await asked('/his/api/alerts'), await asked('/his/api/counts')]
  const told: string[] = []
  page.on('request', (request) => {
    // What the frame around it asks to show: who is in a room, and who rings.
    if (/\/get(Room|Call)List$/.test(request.url())) return
    if (request.method() !== 'GET') told.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })

  // Live: the clock of the home runs, and stands still on the bar.
  const clock = page.getByRole('timer')
  const first = await clock.innerText()
  await expect(clock).not.toHaveText(first)
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: '繼續' })).toBeVisible()
  const stood = await clock.innerText()
  // Each room by its number, with its devices; one that is used by hand measures now.
  for (const [key, ...devices] of [
    ['1', '心電貼片', '床墊感測器', '血氧機', '體溫計'],
    ['2', '體重計', '跌倒感測器'],
    ['3', '血壓計', '血糖機', '智慧藥盒'],
    ['4', '門磁感測器', '活動感測器'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.locator('.hdevices .hname')).toHaveText(devices)
  }
  await page.keyboard.press('3')
  const cuff = page.locator('.hdevices li').filter({ hasText: '血壓計' })
  await cuff.getByRole('button', { name: '量測' }).click()
  await expect(cuff).toContainText(/\d{2,3}\/\d{2,3} mmHg/)
  await expect(cuff).toContainText(stood)
  expect(await clock.innerText()).toBe(stood)
  const warmth = await number('體溫')

  // A fever raises warmth, pulse and breath; measured, it is an alert of the demo.
  await page.getByRole('button', { name: '繼續' }).click()
  await page.locator('.hchoice button').filter({ hasText: '600×' }).click()
  await page.locator('.hchoice').filter({ hasText: '讓它發生' }).getByRole('button', { name: '發燒' }).click()
  await expect.poll(() => number('體溫'), { timeout: PATIENT }).toBeGreaterThan(warmth + 0.5)
  const lying = await number('心率')
  await expect.poll(() => number('體溫'), { timeout: PATIENT }).toBeGreaterThan(warmth + 1.8)
  expect(await number('心率')).toBeGreaterThan(lying + 4)
  await page.keyboard.press('1')
  await page.locator('.hdevices li').filter({ hasText: '體溫計' }).getByRole('button', { name: '量測' }).click()
  await expect(page.locator('.halerts')).toContainText('體溫過高')

  // A fall, and the call that nobody is called by.
  await page.locator('.hchoice button').filter({ hasText: '60×' }).first().click()
  await scene('跌倒')
  const alert = page.locator('.halerts li').filter({ hasText: '跌倒' })
  await expect(alert).toContainText('模擬')
  await expect(page.getByRole('img', { name: /倒在地上/ })).toBeVisible()
  await still(page)
  await shot(page, 'housedemo')
  await alert.getByRole('button', { name: '模擬通話' }).click()
  await expect(alert.getByRole('status')).toContainText('（模擬通話）')
  await alert.getByRole('button', { name: '已協助，結束' }).click()
  await expect(alert).toContainText('已處理')
  await expect(page.getByRole('img', { name: /倒在地上/ })).toHaveCount(0)

  // Copied or printed it says what it is.
  const copied = await page.locator('.hvitals').evaluate((vitals) => {
    getSelection()?.selectAllChildren(vitals)
    const clipboardData = new DataTransfer()
    vitals.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/plain')
  })
  expect(copied).toMatch(/^\[模擬資料\] 心率/)
  const mark = page.locator('.hmark')
  await expect(mark).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(mark).toBeVisible()
  await page.emulateMedia({ media: null })

  // What the server knows is what it knew.
  expect(told).toEqual([])
  expect([await asked('/his/api/alerts'), await asked('/his/api/counts')]).toEqual(before)
})
