import { expect, type Page, test } from '@playwright/test'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'

/** Booking as the desk, a doctor and an agent do it, and what the others see of it without a reload. */
test.describe.configure({ mode: 'serial' })

let server: TestServer
let desk: Page
let doctor: Page
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  desk = await (await browser.newContext()).newPage()
  doctor = await (await browser.newContext()).newPage()
  await signIn(desk, server, 'nurse.chen', '/apptmgmt?tab=future')
  await signIn(doctor, server, 'dr.lin', '/apptmgmt?tab=future')
})
test.afterAll(async () => {
  await Promise.all([desk, doctor].map((page) => page?.context().close()))
  await server?.remove()
})

const sheet = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('.bk') })
const pay = (page: Page) => page.getByRole('dialog', { name: '收款' })
const drawer = (page: Page) => page.locator('.drawer')
const field = (page: Page, label: string) => sheet(page).getByRole('combobox', { name: label })
/** Of the list that belongs to the field: another one may still be on its way out. */
const option = async (page: Page, label: string, words: string) => {
  const id = await field(page, label).getAttribute('id')
  return page
    .locator(`.ant-select-dropdown:has([id="${id}_list"]) .ant-select-item-option`)
    .filter({ hasText: words })
    .first()
}
const pick = async (page: Page, label: string, words: string, name = words) => {
  await field(page, label).fill(words)
  await (await option(page, label, name)).click()
}
const time = (page: Page) => sheet(page).locator('.bktime.on')
const why = (page: Page) => sheet(page).getByRole('alert')
const submit = (page: Page) => sheet(page).getByRole('button', { name: '確認預約' })
/** The last day of next month that still has places, so that neither the demo nor the clock is in the way. */
const farDay = async (page: Page) => {
  await sheet(page).getByRole('button', { name: '下個月' }).click()
  await expect(sheet(page).locator('.bkgrid')).toHaveAttribute('aria-busy', 'false')
  await sheet(page).locator('.bkgrid button:enabled').last().click()
}
const open = (page: Page, tab: string, qid: string) => page.goto(`${server.url}/apptmgmt?tab=${tab}&open=${qid}`)
let booked = ''

test('[APPT-05] patient and doctor by search, a month of free times in one call; the place waits for its payment', async () => {
  const months: string[] = []
  desk.on('request', (request) => {
    if (request.url().includes('/freetimes/')) months.push(request.url())
  })
  await desk.keyboard.press('b')
  await pick(desk, '病患', '吳秀')
  await pick(desk, '醫師', '林')
  // The doctor's next free time is there before anybody looks for it.
  await expect(time(desk)).toHaveCount(1)
  // The patient's last doctor stood there first, who is another one by the day; a month that is spent leads to the next one.
  // Each is asked for once, and whole.
  expect(new Set(months).size).toBe(months.length)
  for (const month of months) expect(month).toMatch(/\?from=(\d{4}-\d\d)-01&to=\1-(28|29|30|31)$/)
  await farDay(desk)
  await sheet(desk).locator('.bktime:enabled').first().click()
  // What was just clicked is read beneath the pointer that still lies on it.
  const [ink, ground] = await time(desk).evaluate((one) => {
    const { color, backgroundColor } = getComputedStyle(one)
    return [color, backgroundColor]
  })
  expect(ink).not.toBe(ground)
  await sheet(desk).getByText('語音', { exact: true }).click()
  await sheet(desk).getByLabel('諮詢問題').fill('回診看報告')
  await field(desk, '服務項目').fill('回診')
  await field(desk, '服務項目').press('Escape')
  await sheet(desk).getByText('家屬', { exact: true }).click()
  await submit(desk).click()
  await expect(pay(desk)).toContainText('$450')
  await expect(pay(desk)).toContainText(/剩餘 (30:00|29:\d\d)/)
  booked = new URL(desk.url()).searchParams.get('pay') ?? ''
  expect(booked).toMatch(/^\d+$/)
  await open(doctor, 'future', booked)
  await expect(drawer(doctor)).toContainText('待付款')
  for (const said of ['回診看報告', /回診　\d+ 分鐘　\$450/, /回撥對象\s*家屬/, '語音'])
    await expect(drawer(doctor)).toContainText(said)
})

test('[APPT-09~] the payment at the desk makes it the patient’s, and the doctor sees it without a reload', async () => {
  await pay(desk).getByText('刷卡').click()
  await pay(desk).getByRole('button', { name: '已收款' }).click()
  await expect(pay(desk)).toBeHidden()
  await expect(drawer(doctor).locator('.dh .tag').first()).toHaveText(/已預約/)
  await expect(drawer(doctor).locator('.tl')).toContainText('付款完成')
})

test('[APPT-14~] what stands against a wish is said at once, each leading to its field', async () => {
  await desk.keyboard.press('b')
  await expect(sheet(desk)).toBeVisible()
  await submit(desk).click()
  await expect(why(desk)).toContainText('有 4 項需要修正')
  for (const words of ['請選擇病人', '請選擇醫師']) await expect(why(desk)).toContainText(words)
  await why(desk).getByRole('button', { name: '醫師' }).click()
  await expect(field(desk, '醫師')).toBeFocused()
  // The same patient in the same session again: the server's own answer, in words.
  await pick(desk, '病患', '吳秀')
  await pick(desk, '醫師', '林')
  await expect(time(desk)).toHaveCount(1)
  await farDay(desk)
  await sheet(desk).locator('.bktime:enabled').first().click()
  await submit(desk).click()
  await expect(why(desk)).toContainText('此病人於同時段已有預約')
  await sheet(desk).getByRole('button', { name: '取消', exact: true }).click()
  await desk.getByRole('button', { name: '捨棄' }).click()
  await expect(sheet(desk)).toBeHidden()
})

test('[APPT-07~] a special appointment wants six things, and a fee below the doctor’s own is asked about', async () => {
  await doctor.goto(`${server.url}/apptmgmt?tab=future&book=new`)
  await expect(sheet(doctor)).toBeVisible()
  await sheet(doctor).getByText('特約', { exact: true }).click()
  await submit(doctor).click()
  await expect(why(doctor)).toContainText('有 6 項需要修正')
  for (const words of ['請選擇日期', '請選擇時間', '請輸入費用', '請輸入諮詢分鐘數'])
    await expect(why(doctor)).toContainText(words)
  await pick(doctor, '病患', '張振')
  await pick(doctor, '醫師', '林')
  await farDay(doctor)
  await sheet(doctor).getByLabel('開始時間').fill('12:30')
  await sheet(doctor).getByLabel('諮詢分鐘數').fill('40')
  await sheet(doctor).locator('#bk-fee').fill('100')
  await submit(doctor).click()
  await expect(doctor.getByText('費用低於醫師預設費用', { exact: true }).last()).toBeVisible()
  await doctor.getByRole('button', { name: '仍以此費用預約' }).click()
  await expect(sheet(doctor)).toBeHidden()
})

test('[APPT-14] what the page sees and what the server alone knows come in one round, also when moving @proof', async () => {
  // The same patient at the same time again, and the fee forgotten.
  const again = async (at: string) => {
    await doctor.goto(`${server.url}/apptmgmt?tab=future&book=new`)
    await expect(sheet(doctor)).toBeVisible()
    await sheet(doctor).getByText('特約', { exact: true }).click()
    await pick(doctor, '病患', '張振')
    await pick(doctor, '醫師', '林')
    await farDay(doctor)
    await sheet(doctor).getByLabel('開始時間').fill(at)
    await sheet(doctor).getByLabel('諮詢分鐘數').fill('40')
  }
  await again('12:30')
  await submit(doctor).click()
  await expect(why(doctor)).toContainText('有 3 項需要修正')
  for (const words of ['請輸入費用', '此時段已額滿', '此病人於同時段已有預約'])
    await expect(why(doctor)).toContainText(words)
  await sheet(doctor).getByRole('button', { name: '取消', exact: true }).click()
  await doctor.getByRole('button', { name: '捨棄' }).click()
  await again('10:10')
  await sheet(doctor).locator('#bk-fee').fill('5000')
  const answered = doctor.waitForResponse(/\/reservation$/)
  await submit(doctor).click()
  const { data } = (await (await answered).json()) as { data: { entry: { qid: number } } }
  await expect(sheet(doctor)).toBeHidden()
  await open(doctor, 'future', `${data.entry.qid}`)
  await drawer(doctor).getByRole('button', { name: '改期' }).click()
  await expect(sheet(doctor)).toContainText('原時間')
  // A special visit keeps its time until another one is typed; without a change there is nothing to send.
  await expect(sheet(doctor).getByLabel('開始時間')).toHaveValue('10:10')
  await sheet(doctor).getByRole('button', { name: '確認變更' }).click()
  await expect(why(doctor)).toContainText('還沒有變更')
  await sheet(doctor).getByLabel('開始時間').fill('12:40')
  await sheet(doctor).getByRole('button', { name: '確認變更' }).click()
  await expect(why(doctor)).toContainText('有 2 項需要修正')
  for (const words of ['此時段已額滿', '此病人於同時段已有預約']) await expect(why(doctor)).toContainText(words)
  await sheet(doctor).getByLabel('開始時間').fill('11:00')
  await sheet(doctor).getByRole('button', { name: '確認變更' }).click()
  await expect(sheet(doctor)).toBeHidden()
})

test('[APPT-04~] [APPT-05~] an entry is moved and cancelled from its drawer; the other side follows live', async () => {
  await open(doctor, 'future', booked)
  await open(desk, 'future', booked)
  const before = await drawer(doctor).locator('.desc').textContent()
  await drawer(desk).getByRole('button', { name: '改期' }).click()
  await expect(sheet(desk)).toContainText('原時間')
  await sheet(desk).locator('.bktime:enabled').last().click()
  await sheet(desk).getByRole('button', { name: '確認變更' }).click()
  await expect(sheet(desk)).toBeHidden()
  await expect(drawer(doctor).locator('.tl')).toContainText('改期')
  await expect.poll(() => drawer(doctor).locator('.desc').textContent()).not.toBe(before)
  await drawer(desk).getByRole('button', { name: '取消約診' }).click()
  await desk.getByRole('button', { name: '病患來電取消' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: '取消約診' }).click()
  await expect(drawer(doctor).locator('.dh .tag').first()).toHaveText(/取消/)
  await expect(drawer(doctor)).toContainText('待退款')
})

test('[APPT-08~] an agent books for somebody booked before, and finds it on the agent’s own list', async ({
  browser,
}) => {
  const agent = await (await browser.newContext()).newPage()
  await signIn(agent, server, 'agent.kao', '/apptmgmt/agent?tab=future')
  await agent.getByRole('button', { name: '新增預約' }).click()
  await agent.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await pick(agent, '醫師', '林')
  await expect(time(agent)).toHaveCount(1)
  await farDay(agent)
  await sheet(agent).locator('.bktime:enabled').last().click()
  await submit(agent).click()
  await expect(sheet(agent)).toBeHidden()
  await expect(agent.getByText(/已預約 /).first()).toBeVisible()
  await agent.context().close()
})

test('[APPT-05~] any doctor of a division: their month together, and the time says whose visit it is @proof', async () => {
  await desk.goto(`${server.url}/apptmgmt?tab=future`)
  await desk.getByRole('button', { name: '新增預約' }).click()
  await pick(desk, '病患', '吳秀')
  await pick(desk, '醫師', '家庭', '任一位')
  await expect(time(desk)).toHaveCount(1)
  await farDay(desk)
  await sheet(desk).locator('.bktime:enabled').first().click()
  const who = sheet(desk).getByText(/由 (林書妍|賴冠廷) 看診/)
  await expect(who).toBeVisible()
  const name = /由 (.+) 看診/.exec((await who.textContent()) ?? '')?.[1] ?? ''
  await submit(desk).click()
  await expect(pay(desk)).toBeVisible()
  await desk.goto(`${server.url}/apptmgmt?tab=future&did=all&q=${encodeURIComponent('吳秀鳳')}`)
  await expect(desk.getByRole('row').filter({ hasText: '待付款' }).filter({ hasText: name }).first()).toBeVisible()
})

test('[APPT-05~] of a month that is spent the next free time lies in the month after, and another doctor has a next one of their own @proof', async () => {
  // As it is on the evening of a month's last day, whatever day it is: Dr Lin has nothing left in this one.
  const lin = await doctor.evaluate(() => (JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { mid: number }).mid)
  let present = ''
  await desk.route(`**/freetimes/${lin}?*`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as {
      data: { days: { free: number; sessions: { places: { free: number }[] }[] }[] }
    }
    const from = new URL(route.request().url()).searchParams.get('from') ?? ''
    present ||= from
    if (from === present)
      for (const day of body.data.days) {
        day.free = 0
        for (const place of day.sessions.flatMap(({ places }) => places)) place.free = 0
      }
    await route.fulfill({ response: answer, json: body })
  })
  const chosen = sheet(desk).locator('.bkgrid [aria-pressed=true]')
  const first = sheet(desk).locator('.bkgrid [data-day$="-01"]')
  const next = async (name: string) => {
    await pick(desk, '醫師', name)
    await expect(time(desk)).toHaveCount(1)
    return (await chosen.getAttribute('data-day')) ?? ''
  }
  const leave = async () => {
    await sheet(desk).getByRole('button', { name: '取消', exact: true }).click()
    await desk.getByRole('button', { name: '捨棄' }).click()
    await expect(sheet(desk)).toBeHidden()
  }
  await desk.goto(`${server.url}/apptmgmt?tab=future&book=new`)
  const ofWang = await next('王')
  await leave()
  await desk.goto(`${server.url}/apptmgmt?tab=future&book=new`)
  const ofLin = await next('林')
  expect(ofLin.slice(0, 7) > present.slice(0, 7)).toBe(true)
  await expect(first).not.toHaveAttribute('data-day', present)
  expect(await next('王')).toBe(ofWang)
  expect(await next('林')).toBe(ofLin)
  // Back in the month that is spent: the page stays where it was turned to.
  await sheet(desk).getByRole('button', { name: '上個月' }).click()
  await expect(first).toHaveAttribute('data-day', present)
  await leave()
  await desk.unrouteAll()
})

test('[FEE-01~] the four fees are filled in on the form, kept, and asked of the next booking @proof', async () => {
  await doctor.goto(`${server.url}/setting/profile?part=fees`)
  const fee = (kind: string) => doctor.getByLabel(kind)
  const fees = [
    ['臺灣日間（新臺幣）', '460'],
    ['臺灣夜間與急診（新臺幣）', '610'],
    ['大陸日間（人民幣）', '120.5'],
    ['大陸夜間與急診（人民幣）', '180'],
  ] as const
  await fee('大陸日間（人民幣）').fill('很多')
  const save = doctor.locator('.savebar').getByRole('button', { name: '儲存' })
  await save.click()
  await expect(doctor.getByText('請填金額，最多兩位小數')).toBeVisible()
  for (const [kind, amount] of fees) await fee(kind).fill(amount)
  await save.click()
  await expect(save).toBeDisabled()
  await doctor.reload()
  for (const [kind, amount] of fees) await expect(fee(kind)).toHaveValue(new RegExp(`^${amount}(0|\\.00)?$`))
  await desk.goto(`${server.url}/apptmgmt?tab=future&book=new`)
  await pick(desk, '醫師', '林')
  await expect(time(desk)).toHaveCount(1)
  await expect(sheet(desk)).toContainText(/\$(460|610)/)
})
