import { expect, type Page, test } from '@playwright/test'
import { type Ask, asking } from './asking.ts'
import { noViolation } from './axe.ts'
import { desk, mark, marked, PATIENT } from './bad-days.ts'
import { type Owing, owing } from './paying.ts'
import { identify, signIn } from './people.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** Money that goes back and visits that cost nothing, at the desk in two tabs, and what the patient's page says of it. */
test.describe.configure({ mode: 'serial' })

let server: TestServer
let admin: Ask
let page: Page
let other: Page
let phone: Page
const people: DemoLink[] = []
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  for (const doctor of ['dr.lin', 'dr.wang']) people.push(await server.link({ doctor }))
  admin = await asking(server, 'admin')
  const context = await browser.newContext(desk)
  page = await context.newPage()
  other = await context.newPage()
  phone = await (await browser.newContext({ viewport: { width: 375, height: 812 } })).newPage()
  for (const one of [page, other, phone]) one.setDefaultTimeout(PATIENT)
  await signIn(page, server, 'admin', '/admin/payments')
  await other.goto(`${server.url}/admin/payments`)
})
test.afterAll(async () => {
  await Promise.all([page, phone].map((one) => one?.context().close()))
  await server?.remove()
})

const person = (at: number): DemoLink => people[at] ?? people[0] ?? ({} as DemoLink)
const row = (on: Page, at: number) => on.locator('tbody tr[data-row]').filter({ hasText: person(at).patientName })
const give = (on: Page) => on.getByRole('dialog').filter({ has: on.locator('.paygive') })
const choose = async (on: Page, within: string, label: string, words: string, name = words) => {
  const field = on.locator(within).getByRole('combobox', { name: label })
  await field.fill(words)
  const list = on.locator(`.ant-select-dropdown:has([id="${await field.getAttribute('id')}_list"])`)
  await list.locator('.ant-select-item-option').filter({ hasText: name }).first().click()
}
/** The patient pays from the message and calls the visit off: the money is to go back. */
async function paidAndCalledOff(at: number, press: string): Promise<Owing> {
  const visit = await owing(server, admin, person(at))
  await phone.goto(visit.link)
  await phone.getByRole('button', { name: '前往付款' }).click()
  await phone.getByRole('button', { name: press }).click()
  await expect(phone.getByRole('heading', { name: '已付款，預約完成' })).toBeVisible()
  await phone.getByRole('button', { name: '取消預約' }).click()
  await identify(phone, person(at))
  await phone.getByRole('button', { name: '確定取消' }).click()
  await expect(phone.getByText('這次預約已經取消')).toBeVisible()
  await expect(phone.getByText('$450 會退還給您')).toBeVisible()
  return visit
}
interface Given {
  qid: number
  state: string
  method: string
  reference: string
}
const done = async ({ qid }: Owing) =>
  (await admin<Given[]>('GET', '/his/api/refunds?state=done&pageSize=100')).filter((one) => one.qid === qid)

test('[APPT-09~] a refund is given through the provider the money came by, and the patient’s page says so by itself', async () => {
  const visit = await paidAndCalledOff(0, '付款 / Pay')
  await mark(phone)
  // It comes by itself.
  await expect(row(page, 0)).toContainText('待退款')
  await row(page, 0).click()
  const drawer = page.locator('.drawer')
  for (const words of ['$450', '看診取消', '線上付款']) await expect(drawer).toContainText(words)
  await drawer.getByRole('button', { name: '退款' }).click()
  await expect(give(page)).toContainText('由原金流退回')
  await noViolation(page, 'a refund')
  await give(page).getByRole('button', { name: '確認退款 $450' }).click()
  await expect(page.getByText('已退款 $450').first()).toBeVisible()
  await expect(row(page, 0)).toHaveCount(0)
  await expect(phone.getByText('$450 已經退還給您')).toBeVisible()
  expect(await marked(phone)).toBe(true)
  expect(await done(visit)).toMatchObject([{ method: 'checkout', reference: expect.stringMatching(/^DEV-R-/) }])
  await page.goto(`${server.url}/admin/payments?state=done`)
  await row(page, 0).first().click()
  await expect(page.locator('.drawer')).toContainText(/DEV-R-/)
})

test('[APPT-09~] refused by the provider it is due still; by hand it wants its number; a second tab hears who was first, and keeps what was typed @proof', async () => {
  const visit = await paidAndCalledOff(1, '之後無法退款')
  for (const one of [page, other]) {
    await one.goto(`${server.url}/admin/payments`)
    await row(one, 1).getByRole('button', { name: '退款' }).click()
  }
  await give(page).getByRole('button', { name: '確認退款 $450' }).click()
  await expect(give(page)).toContainText('金流業者拒絕退款（card-refused）')
  await expect(phone.getByText('$450 會退還給您')).toBeVisible()
  await give(page).getByText('轉帳', { exact: true }).click()
  await give(page).getByRole('button', { name: '確認退款 $450' }).click()
  await expect(give(page).locator('.help.err')).toHaveText('請填單號，之後才查得到。')

  // The other tab has it open as it was, and has typed another number.
  await give(other).getByText('轉帳', { exact: true }).click()
  await give(other).getByLabel('退款單號').fill('B-2002')
  await give(page).getByLabel('退款單號').fill('A-1001')
  await give(page).getByRole('button', { name: '確認退款 $450' }).click()
  await expect(give(page)).toBeHidden()
  await give(other).getByRole('button', { name: '確認退款 $450' }).click()
  await expect(give(other).getByRole('alert')).toContainText(/何思穎 已於 .+ 退款（轉帳），這次沒有再記錄/)
  await expect(give(other).getByLabel('退款單號')).toHaveValue('B-2002')
  await expect(give(other).getByRole('button', { name: /確認退款/ })).toHaveCount(0)
  await noViolation(other, 'a refund that was given')
  await shot(other, 'payments.already')
  await give(other).getByRole('button', { name: '關閉', exact: true }).last().click()
  await expect(row(other, 1)).toHaveCount(0)
  expect(await done(visit)).toMatchObject([{ method: 'transfer', reference: 'A-1001' }])
  await expect(phone.getByText('$450 已經退還給您')).toBeVisible()
})

test('[APPT-09~] from a day on a patient’s visits cost nothing; the same days again are refused at their field, withdrawn twice it is said @proof', async () => {
  const form = '.ant-drawer:has(.payopen)'
  for (const one of [page, other]) {
    await one.goto(`${server.url}/admin/payments?tab=exemptions`)
    await one.getByRole('button', { name: '新增免收費' }).click()
  }
  const save = (on: Page) => on.locator(form).getByRole('button', { name: '儲存' })
  await save(page).click()
  await expect(page.locator(`${form} .help.err`)).toBeVisible()
  for (const one of [page, other]) {
    await choose(one, form, '病患', person(0).patientName)
    await one.locator(form).getByText('合約', { exact: true }).click()
    await choose(one, form, '醫師', '林書妍')
    await one.locator(form).getByLabel('備註').fill('里辦合約')
  }
  await page.locator(form).getByRole('checkbox', { name: '沒有結束日' }).check()
  await save(page).click()
  await expect(page.getByText(`${person(0).patientName} 的看診不再收費`).first()).toBeVisible()
  await expect(row(page, 0)).toContainText('生效中')
  await save(other).click()
  await expect(other.locator(`${form} .help.err`)).toHaveText('這段期間已有免收費')
  await expect(other.locator(form).getByLabel('備註')).toHaveValue('里辦合約')
  await other.locator(form).getByRole('button', { name: '取消' }).click()
  await other.getByRole('button', { name: '捨棄' }).click()

  // Nothing is asked for: neither at the desk nor of the patient.
  const free = await owing(server, admin, person(0))
  expect(free.link).toBe('')
  await page.goto(`${server.url}/apptmgmt?tab=future&open=${free.qid}`)
  await expect(page.locator('.drawer .desc')).toContainText('免收')
  await expect(page.locator('.drawer .df').getByRole('button', { name: '收款' })).toHaveCount(0)

  for (const one of [page, other]) {
    await one.goto(`${server.url}/admin/payments?tab=exemptions`)
    await row(one, 0).click()
    await one.locator('.drawer').getByRole('button', { name: '取消免收費' }).click()
  }
  const sure = (on: Page) => on.locator('.ant-modal').getByRole('button', { name: '取消免收費' })
  await sure(page).click()
  await expect(page.getByText('已取消免收費').first()).toBeVisible()
  await sure(other).click()
  await expect(other.getByText('這筆免收費先前已經取消')).toBeVisible()

  // What is booked from now on is the patient's to pay; what was booked stays free.
  const due = await owing(server, admin, person(0))
  await phone.goto(due.link)
  await expect(phone.locator('.lk-sum')).toContainText('$450')
  const stands = await admin<{ payment: string }>('GET', `/his/api/getQueueDetailByQid/${free.qid}`)
  expect(stands.payment).toBe('waived')
})
