import { expect, type Locator, type Page, test } from '@playwright/test'
import { type Ask, asking, type Booked } from './asking.ts'
import { desk, PATIENT } from './bad-days.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** The home page of somebody at work: nobody touches it, and every number is as things stand. */

const LIN = 1
const PERIODS = ['今日', '本週', '本月'] as const
const FIGURES = ['已預約', '已報到', '已完成'] as const

let server: TestServer
let nurse: Ask
let doctor: Page
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  nurse = await asking(server, 'nurse.chen')
  doctor = await (await browser.newContext(desk)).newPage()
  doctor.setDefaultTimeout(PATIENT)
  await signIn(doctor, server, 'dr.lin', '/')
  await expect(tile('今日')).toBeVisible()
})
test.afterAll(async () => {
  await doctor?.context().close()
  await server?.remove()
})

const tile = (period: string) => doctor.getByRole('region', { name: period, exact: true })
const numberOf = async (one: Locator) => Number(((await one.textContent()) ?? '').replace(/\D/g, ''))
/** Of each period: reserved, checked in, completed. */
const periods = async () =>
  Promise.all(
    PERIODS.map(async (period) =>
      Promise.all(
        FIGURES.map((figure) =>
          numberOf(
            tile(period)
              .getByRole('link', { name: `${period}${figure}` })
              .locator('b'),
          ),
        ),
      ),
    ),
  )
/** What the bars of the chart hold in all. */
const charted = async () => {
  const titles = await doctor.locator('.load svg g > title').allTextContents()
  return titles
    .flatMap((one) => [...one.matchAll(/(?:已完成|候診|已預約) (\d+)/g)])
    .reduce((sum, [, n]) => sum + Number(n), 0)
}
const waits = (what: string) => doctor.locator('.todos .todorow').filter({ hasText: what }).locator('.num')
const count = async (what: string) => ((await waits(what).count()) ? numberOf(waits(what)) : 0)

test('[SHELL-17] today’s, this week’s and this month’s figures, their chart, and what waits: live, each as the list it opens', async () => {
  const before = await periods()
  for (const [reserved = 0, , completed = 0] of before) expect(reserved).toBeGreaterThanOrEqual(completed)
  // The plot is loaded with the first that is shown.
  await expect(doctor.locator('.load svg g > title').first()).toBeAttached()
  const bars = await charted()
  const { pid } = await nurse<{ pid: number }>('POST', '/partner/addMember', {
    unitId: 2,
    name: '首頁測',
    account: '0911000199',
  })
  const wish = { action: 'book', pid, did: LIN, site: 'video', kind: 'emergency', confirm: ['FEE_BELOW_DEFAULT'] }
  const { entry } = await nurse<{ entry: Booked }>('POST', '/his/api/reservation', wish)
  const step = async (action: string) => {
    const { version } = await nurse<Booked>('GET', `/his/api/getQueueDetailByQid/${entry.qid}`)
    await nurse('POST', '/his/api/queue', { qid: entry.qid, action, version })
  }
  const than = (reserved: number, came: number, completed: number) =>
    before.map(([r = 0, i = 0, c = 0]) => [r + reserved, i + came, c + completed])
  await expect.poll(periods, 'booked').toEqual(than(1, 0, 0))
  await expect.poll(charted, 'its bar').toBe(bars + 1)
  await step('checkIn')
  await expect.poll(periods, 'checked in').toEqual(than(1, 1, 0))
  await step('finish')
  await expect
    .poll(async () => (await periods()).map(([, , completed]) => completed), 'completed')
    .toEqual(than(1, 1, 1).map(([, , completed]) => completed))

  // The chart of each period holds what its tile tells, but for what was cancelled.
  for (const period of PERIODS) {
    await doctor.locator('.load').getByText(period, { exact: true }).click()
    const said = (await tile(period).locator('.addup').textContent()) ?? ''
    const [reserved = 0, , cancelled = 0] = [...said.matchAll(/\d+/g)].map(([n]) => Number(n))
    await expect.poll(charted, `the chart of ${period}`).toBe(reserved - cancelled)
  }
  await shot(doctor, 'home.live')

  // `c` calls, or says why it cannot: whatever the next patient's row offers, nothing is done to it.
  const steps: string[] = []
  doctor.on('request', (sent) => {
    if (sent.url().endsWith('/his/api/queue')) steps.push(sent.postData() ?? '')
  })
  // Whoever else waits in an emergency has been seen.
  const { waiting } = await nurse<{ waiting: Booked[] }>('GET', `/his/api/dashboards/home?did=${LIN}`)
  for (const { qid, slot, version } of waiting)
    if (slot === 'emergency') await nurse('POST', '/his/api/queue', { qid, action: 'finish', version })
  const visit = { action: 'book', pid, did: LIN, site: 'onsite', kind: 'emergency', confirm: ['FEE_BELOW_DEFAULT'] }
  const { entry: onsite } = await nurse<{ entry: Booked }>('POST', '/his/api/reservation', visit)
  await nurse('POST', '/his/api/queue', { qid: onsite.qid, action: 'checkIn', version: onsite.version })
  await expect(doctor.locator('.next')).toContainText('首頁測')
  await expect(doctor.locator('.next').getByRole('button', { name: '完成看診' })).toBeVisible()
  await doctor.keyboard.press('c')
  await expect(doctor.locator('.notice').filter({ hasText: '請當面叫號' })).toBeVisible()
  expect(steps).toEqual([])
  // Who was seen last stands there, each once, and open alerts do as something to do.
  await expect(
    doctor.getByRole('region', { name: '最近看過的病患' }).getByRole('link').filter({ hasText: '首頁測' }),
  ).toHaveCount(1)
  await expect(doctor.getByRole('region', { name: '待我處理' }).getByRole('link', { name: /警示/ })).toBeVisible()

  // What is handed to one, and what one has not read.
  const [todos, chats] = [await count('交辦給我的事'), await count('未讀的訊息')]
  await nurse('POST', '/his/api/todolist', { content: '請取回心電圖紙', recipientMid: LIN })
  await expect.poll(() => count('交辦給我的事')).toBe(todos + 1)
  const { id } = await nurse<{ id: number }>('POST', '/his/api/newdoctorchat', { mid: LIN })
  await nurse('POST', '/his/api/savechatmsg', { id, clientId: crypto.randomUUID(), textContent: '診間好了' })
  await expect.poll(() => count('未讀的訊息')).toBe(chats + 1)

  // Each number opens its list.
  const total = await numberOf(tile('今日').getByRole('link', { name: '今日已預約' }).locator('b'))
  await tile('今日').getByRole('link', { name: '今日已預約' }).click()
  await expect(doctor.locator('#content .hits').first()).toContainText(String(total))
  await doctor.goBack()
  await waits('交辦給我的事').click()
  await expect(doctor.locator('#content tbody tr[data-row]').filter({ hasText: '請取回心電圖紙' })).toBeVisible()
})
