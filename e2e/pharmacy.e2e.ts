import { expect, type Page, test } from '@playwright/test'
import { desk, PATIENT } from './bad-days.ts'
import { listen } from './themes.ts'
import { PASSWORD, signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'
import { dayOf } from './states.ts'

/** A doctor prescribes by a set and sends it; the pharmacist at the other end has it before her at once. */

let server: TestServer
let doctor: Page
let pharmacist: Page
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  const person = async () => (await browser.newContext(desk)).newPage()
  doctor = await person()
  pharmacist = await person()
  for (const page of [doctor, pharmacist]) page.setDefaultTimeout(PATIENT)
  await Promise.all([listen(doctor), listen(pharmacist)])
  await Promise.all([signIn(doctor, server, 'dr.lin'), signIn(pharmacist, server, 'pharm.wu')])
})
test.afterAll(async () => {
  await Promise.all([doctor, pharmacist].map((page) => page?.context().close()))
  await server?.remove()
})

test('[EMR-06] [EMR-07] a set is made under a name and a code of its own, put in by its code and by one click, made refillable, signed, sent, questioned, answered and dispensed, live at both ends', async () => {
  const { open } = await dayOf(doctor)
  await pharmacist.goto(`${server.url}/prescriptions`)
  await expect(pharmacist.locator('tr[data-row]').first()).toBeVisible()
  await doctor.goto(`${server.url}/emr2/${open.pid}/${open.qid}`)
  const rx = doctor.getByRole('region', { name: '處方', exact: true })
  await expect(rx).toBeVisible()
  /** By the whole word: the list of a shorter one, which may begin alike, is taken by no key. */
  const found = async (first: string) => {
    await expect(doctor.locator('input[role=combobox]:focus')).not.toHaveAttribute('aria-busy')
    await expect(doctor.getByRole('option').first()).toContainText(first)
  }
  await doctor.getByRole('textbox', { name: /^主觀/ }).fill('血壓偏高')
  await doctor.keyboard.press('Alt+I')
  await doctor.keyboard.type('I10')
  await found('I10')
  await doctor.keyboard.press('Enter')
  // By its code, and by one click.
  await doctor.keyboard.press('Alt+D')
  await doctor.keyboard.type('htdm')
  await found('高血壓＋糖尿病')
  await doctor.keyboard.press('Enter')
  await expect(rx.locator('tbody')).toHaveCount(2)
  await rx.getByRole('region', { name: '處方組合' }).getByRole('button', { name: '感冒症狀三天' }).click()
  await expect(rx.locator('tbody')).toHaveCount(3)
  await shot(doctor, 'pharmacy.sets')
  // What the check says comes above the buttons and moves them.
  await expect(doctor.getByRole('region', { name: '用藥檢核' })).toContainText('未檢核')
  // A set of what stands here; a name and a code that are there are refused.
  await rx.getByRole('button', { name: '全部與管理' }).click()
  await doctor.getByRole('button', { name: '以目前 3 項藥品建立' }).click()
  const form3 = doctor.getByRole('dialog', { name: '新增處方組合' })
  await form3.getByLabel('名稱').fill('感冒症狀三天')
  await form3.getByLabel('代碼').fill('HTDM')
  await form3.getByRole('button', { name: '儲存' }).click()
  await expect(form3).toContainText('處方組合名稱重複')
  await form3.getByLabel('名稱').fill('慢箋加感冒')
  await form3.getByRole('button', { name: '儲存' }).click()
  await expect(form3).toContainText('處方組合代碼重複')
  await form3.getByLabel('代碼').fill('htdm3')
  await form3.getByRole('button', { name: '儲存' }).click()
  await expect(form3).toBeHidden()
  await expect(doctor.locator('.setlist li').filter({ hasText: '慢箋加感冒' }).locator('ul li')).toHaveCount(3)
  await doctor.keyboard.press('Escape')
  await expect(rx.getByRole('button', { name: '慢箋加感冒' })).toBeVisible()
  await expect(doctor.locator('.saved')).toContainText('已儲存')
  await rx.getByLabel('連續處方').check()
  await expect(rx.getByLabel('可領次數')).toHaveValue('3')

  // Serious warnings, where the patient has some, are answered as they come.
  const warnings = doctor.getByRole('region', { name: '用藥檢核' })
  await expect(warnings).toContainText('未檢核')
  for (const reason of await warnings.getByLabel('仍要開立的原因').all()) {
    await reason.fill('已評估')
    await reason.press('Enter')
  }
  await doctor.getByRole('button', { name: /簽章$/ }).click()
  const sign = doctor.getByRole('dialog')
  await expect(sign.locator('.paper')).toContainText('連續處方：共 3 次')
  await sign.locator('input[type=password]').fill(PASSWORD)
  await sign.locator('input[type=password]').press('Enter')
  await expect(sign).toBeHidden()

  await rx.getByRole('button', { name: '處方文字與 QR' }).click()
  const paper = doctor.getByRole('dialog', { name: '處方文字與 QR' })
  await expect(paper.locator('svg').first()).toBeVisible()
  await expect(paper.locator('pre')).toContainText('連續處方 × 3')
  await shot(doctor, 'pharmacy.paper')
  await doctor.keyboard.press('Escape')
  await rx.getByRole('button', { name: '傳送到藥局' }).click()
  const drawer = doctor.getByRole('dialog', { name: '選擇藥局' })
  await drawer.getByRole('button', { name: '傳送到藥局' }).click()
  await expect(drawer).toContainText('請選擇藥局')
  await expect(drawer.getByText('營業時間未知')).toBeVisible()
  await drawer.getByText('示範日夜藥局').click()
  await shot(doctor, 'pharmacy.choose')
  await drawer.getByRole('button', { name: '傳送到藥局' }).click()
  await expect(drawer).toBeHidden()
  await expect(rx.locator('.rxfoot')).toContainText('已送出')
  const number = (await rx.locator('.rxfoot .code').innerText()).trim()

  // It came without anybody asking for it.
  const row = pharmacist.locator('tr[data-row]', { hasText: '示範日夜藥局' })
  await expect(row).toContainText('已送出')
  await row.click()
  const detail = pharmacist.getByRole('complementary', { name: '處方內容' })
  await expect(detail).toContainText(number)
  await expect(detail).toContainText('／3 次')
  await expect(detail).toContainText('過敏')
  await expect(detail).not.toContainText('血壓偏高')
  await detail.getByRole('button', { name: '收件' }).click()
  await expect(rx.locator('.rxfoot')).toContainText('藥局已收件')
  await detail.getByRole('button', { name: '提問' }).click()
  await pharmacist.getByRole('dialog').getByRole('textbox').fill('metformin 是否隨餐？')
  await pharmacist.getByRole('dialog').getByRole('button', { name: '提問' }).click()
  await expect(rx.locator('.rxfoot')).toContainText('metformin 是否隨餐？')
  await rx.getByRole('button', { name: '回覆藥局' }).click()
  await doctor.getByRole('dialog').getByRole('textbox').fill('是，早晚餐後')
  await doctor.getByRole('dialog').getByRole('button', { name: '回覆藥局' }).click()
  await expect(detail).toContainText('是，早晚餐後')
  await shot(pharmacist, 'pharmacy.worklist')
  await detail.getByRole('button', { name: '調劑', exact: true }).click()
  const form = pharmacist.getByRole('dialog', { name: /^調劑：/ })
  await form.getByLabel('批號').first().fill('LOT-7')
  await shot(pharmacist, 'pharmacy.dispense')
  await form.getByRole('button', { name: '調劑', exact: true }).click()
  await expect(rx.locator('.rxfoot')).toContainText('已調劑')
  await expect(rx.locator('.rxfoot')).toContainText('已領 1／3 次')
  await expect(rx.getByRole('button', { name: '取消處方' })).toHaveCount(0)
})
