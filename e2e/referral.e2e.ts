import { addDays } from '@teleward/contract/core/dates.ts'
import { expect, type Page, test } from '@playwright/test'
import { desk } from './bad-days.ts'
import type { TestServer } from './server.ts'
import { shot } from './shots.ts'
import { still } from './themes.ts'
import { twoAtWork } from './two-at-work.ts'
import { today } from './zone.ts'

/** A letter within the house and one to an institution outside, each from its sending to what is answered. */

let server: TestServer
let doctor: Page
let nurse: Page
twoAtWork(
  (work) => {
    ;({ server, doctor, nurse } = work)
  },
  '/referral',
  '/referral?tab=received',
)
const NAME = '吳秀鳳'
const rows = (page: Page, text: string) => page.locator('#content tbody tr[data-row]').filter({ hasText: text })
const drawer = (page: Page) => page.locator('aside.drawer')
const toast = (page: Page, text: string) => page.locator('.notice').filter({ hasText: text })
async function choose(page: Page, field: string, words: string, typed = ''): Promise<void> {
  await page.locator(field).click()
  if (typed) await page.locator(field).fill(typed)
  await page.locator('.ant-select-item-option').filter({ hasText: words }).first().click()
}
/** The patient, the reason, a note of theirs, and that they agree. */
async function written(reason: string): Promise<void> {
  await choose(doctor, '#refer-patient', NAME, NAME)
  await doctor.locator('#refer-reason').fill(reason)
  await doctor.locator('.referattach input[type=checkbox]').first().check()
  await doctor.getByRole('checkbox', { name: /病人已同意/ }).check()
}

test('[REFR-01~] a letter goes to a colleague, is read with what went along, accepted and reported back', async () => {
  await expect(rows(doctor, '新店分站').first()).toBeVisible()
  await doctor.keyboard.press('a')
  const form = doctor.getByRole('dialog', { name: '新增轉介' })
  // What is missing is said at its fields, all at once.
  await form.getByRole('button', { name: '送出轉介' }).click()
  await expect(form.locator('.help.err')).toHaveCount(4)
  await written('血壓起伏大，請衛教並追蹤。')
  await choose(doctor, '#refer-unit', '內湖分站')
  await choose(doctor, '#refer-person', '陳怡蓁')
  await form.getByRole('button', { name: '送出轉介' }).click()
  await expect(form).toBeHidden()
  await expect(drawer(doctor)).toContainText('血壓起伏大，請衛教並追蹤。')
  await expect(drawer(doctor)).toContainText('剩 7 天')

  // It comes to the colleague by itself.
  await rows(nurse, NAME).first().click()
  await drawer(nurse).locator('.refrecords summary').first().click()
  await expect(drawer(nurse).locator('.refrecords .memo').first()).toBeVisible()
  await drawer(nurse).getByRole('button', { name: '接受' }).click()
  const accept = nurse.getByRole('dialog').filter({ hasText: '安排就診日' })
  await accept.getByLabel('就診日').fill(addDays(today(), 1))
  await accept.getByRole('button', { name: '接受' }).click()
  await expect(rows(doctor, NAME).filter({ hasText: '已接受' }).first()).toBeVisible()
  await drawer(nurse).getByRole('button', { name: '回覆結果' }).click()
  const report = nurse.getByRole('dialog').filter({ hasText: '看診結果' })
  await report.getByLabel('看診結果').fill('已衛教，家中血壓 128/78。')
  await report.getByRole('button', { name: '回覆結果' }).click()
  await expect(drawer(doctor)).toContainText('已衛教，家中血壓 128/78。')
  await expect(drawer(doctor)).toContainText('已回覆')
  // And among the reports in the record of who sent it.
  const reports = await doctor.evaluate(async () => {
    const answer = await fetch('/his/api/externalreports/1', {
      headers: { authorization: `Bearer ${localStorage.getItem('jwt')}` },
    })
    return (await answer.json()) as { data: { reports: { category: string; conclusion: string }[] } }
  })
  expect(
    reports.data.reports.filter(({ category }) => category === 'referral').map(({ conclusion }) => conclusion),
  ).toEqual(['已衛教，家中血壓 128/78。'])
})

test('[REFR-01~] an institution outside reads its letter by a link and a code, declines it, and it goes elsewhere', async ({
  browser,
}) => {
  await doctor.keyboard.press('Escape')
  await doctor.keyboard.press('a')
  const form = doctor.getByRole('dialog', { name: '新增轉介' })
  await written('心雜音與活動後喘，請評估瓣膜疾病。')
  await form.getByText('院外機構', { exact: true }).first().click()
  await choose(doctor, '#refer-outside', '示範醫學中心', '示範醫學')
  await form.getByRole('button', { name: '送出轉介' }).click()
  await expect(drawer(doctor)).toContainText('對方還不知道這份轉介')
  await drawer(doctor)
    .getByRole('button', { name: /產生連結/ })
    .click()
  const address = await drawer(doctor).getByLabel('連結', { exact: true }).inputValue()
  const code = await drawer(doctor).locator('[data-code]').innerText()
  expect(code).toMatch(/^\d{6}$/)
  await still(doctor)
  await shot(doctor, 'referral')

  const outside = await (await browser.newContext({ ...desk, viewport: { width: 375, height: 812 } })).newPage()
  await outside.goto(address.replace(/^https?:\/\/[^/]+/, server.url))
  await expect(outside.getByRole('heading')).toContainText('示範醫學中心')
  await expect(outside.locator('.refpage')).not.toContainText(NAME)
  await outside.getByLabel('代碼').fill(code === '000000' ? '000001' : '000000')
  await outside.keyboard.press('Enter')
  await expect(outside.locator('#code-help')).toContainText('還可嘗試 4 次')
  await outside.getByLabel('代碼').fill(code)
  await outside.keyboard.press('Enter')
  await expect(outside.locator('.refpage')).toContainText(NAME)
  await outside.locator('.refrecords summary').first().click()
  await expect(outside.locator('.refrecords .memo').first()).toBeVisible()
  const [paper] = await Promise.all([
    outside.waitForEvent('download'),
    outside.getByRole('button', { name: '轉診單 PDF' }).click(),
  ])
  expect(paper.suggestedFilename()).toBe('referral.pdf')
  await still(outside)
  await shot(outside, 'referral.outside')
  await expect(drawer(doctor)).toContainText('已收件')
  await outside.getByRole('button', { name: '婉拒' }).click()
  const answer = outside.getByRole('form', { name: '婉拒' })
  await answer.getByRole('button', { name: '婉拒' }).click()
  await expect(answer.getByRole('alert')).toHaveText('請填寫此欄')
  await answer.getByLabel('婉拒原因').fill('本院目前無心臟超音波')
  await answer.getByLabel(/^您的姓名/).fill('周個管師')
  await answer.getByRole('button', { name: '婉拒' }).click()
  await expect(outside.locator('.refpage')).toContainText('附帶的病歷不再開放')
  await outside.context().close()

  await expect(drawer(doctor)).toContainText('本院目前無心臟超音波')
  await expect(drawer(doctor).locator('.refhistory')).toContainText('周個管師')
  await drawer(doctor).getByRole('button', { name: '轉往他處' }).click()
  const onward = doctor.getByRole('dialog', { name: `轉介：${NAME}` })
  await expect(onward.getByLabel('轉介原因')).toHaveValue('心雜音與活動後喘，請評估瓣膜疾病。')
  await onward.getByText('機構內', { exact: true }).click()
  await choose(doctor, '#refer-unit', '新店分站')
  await onward.getByRole('checkbox', { name: /病人已同意/ }).check()
  await onward.getByRole('button', { name: '送出轉介' }).click()
  await expect(toast(doctor, '新店分站')).toBeVisible()
  await expect(drawer(doctor)).toContainText('承接自')
})
