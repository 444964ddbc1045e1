import { expect, type Page, test } from '@playwright/test'
import { monthAfter } from '@teleward/contract/core/dates.ts'
import { amountText } from '@teleward/contract/core/money.ts'
import type { Statement } from '@teleward/contract/settlement/schema.ts'
import { asking } from './asking.ts'
import { noViolation } from './axe.ts'
import { textOf } from './pdf.ts'
import type { TestServer } from './server.ts'
import { shot } from './shots.ts'
import { still } from './themes.ts'
import { atWorkTogether } from './two-at-work.ts'
import { today } from './zone.ts'

/** A month that is over: the accountant confirms and pays out, the doctor reads what every visit brought, and asks. */
let server: TestServer
let admin: Page
let doctor: Page
atWorkTogether(
  [
    ['admin', '/admin/settlement'],
    ['dr.lin', '/setting/statement'],
  ],
  (own, pages) => {
    server = own
    ;[admin, doctor] = pages as [Page, Page]
  },
)

const month = monthAfter(today().slice(0, 7), -1)
const row = (page: Page, name: string) =>
  page.locator('tbody tr[data-row]').filter({ hasText: name }).filter({ hasText: 'TWD' })
const drawer = (page: Page) => page.locator('.drawer')

test('[FEE-02~] [FEE-03~] a month is confirmed and paid out by who settles, and read, saved and asked about by whose it is', async () => {
  const ask = await asking(server, 'admin')
  const all = await ask<Statement[]>('GET', `/his/api/statements?month=${month}&pageSize=100`)
  const lin = all.find(({ staff, currency }) => staff.name === '林書妍' && currency === 'TWD')
  if (!lin) throw new Error('the demo has no month to settle')

  await test.step('who has no account stands first, and the sums are those of the rows', async () => {
    await expect(admin.locator('tbody tr[data-row]').first()).toContainText('缺帳號')
    const sum = all.filter(({ currency }) => currency === 'TWD').reduce((sofar, one) => sofar + one.payout, 0)
    await expect(admin.locator('.sumtable tbody tr').first()).toContainText(amountText(sum))
    await row(admin, '林書妍').click()
    await expect(drawer(admin).locator('.settlelines').first()).toContainText('450.00 − 13.50 − 130.95 = 305.55')
    await noViolation(admin, 'a statement')
    await still(admin)
    await shot(admin, 'settlement')
  })

  await test.step('a correction stands beside the visits; then it is confirmed and paid, and one hand did both', async () => {
    await drawer(admin).getByRole('button', { name: '新增調整' }).click()
    const dialog = admin.getByRole('dialog', { name: `調整 林書妍 ${month}` })
    await dialog.getByLabel('金額（TWD）').fill('-12.5')
    await dialog.getByRole('button', { name: '新增調整' }).click()
    await expect(dialog).toContainText('請填寫原因')
    await dialog.getByLabel('原因').fill('重複計費')
    await dialog.getByRole('button', { name: '新增調整' }).click()
    await expect(drawer(admin)).toContainText('重複計費')
    await drawer(admin).getByRole('button', { name: '確認對帳單' }).click()
    const sure = admin.getByRole('dialog', { name: `確認 林書妍 ${month} 的對帳單？` })
    await sure.getByRole('button', { name: '確認對帳單' }).click()
    await drawer(admin).getByRole('button', { name: '登錄付款' }).click()
    const pay = admin.getByRole('dialog', { name: `登錄 林書妍 ${month} 的付款` })
    await pay.getByLabel('銀行序號').fill('TW-0042')
    await pay.getByRole('button', { name: '登錄付款' }).click()
    await expect(drawer(admin)).toContainText('已付款')
    await expect(drawer(admin)).toContainText('確認與付款為同一人')
    await expect(drawer(admin)).toContainText('TW-0042')
  })

  await test.step('the doctor sees it, with every visit and the last four digits, as PDF and as Excel', async () => {
    await row(doctor, month).click()
    await expect(drawer(doctor)).toContainText('重複計費')
    await expect(drawer(doctor)).toContainText('…5078')
    const [pdf] = await Promise.all([
      doctor.waitForEvent('download'),
      drawer(doctor).getByRole('button', { name: 'PDF' }).click(),
    ])
    const text = await textOf(pdf)
    for (const said of [`對帳單${month}`, '重複計費', 'TW-0042', amountText(lin.payout - 1250)])
      expect(text).toContain(said)
    const [sheet] = await Promise.all([
      doctor.waitForEvent('download'),
      drawer(doctor).getByRole('button', { name: 'Excel' }).click(),
    ])
    expect(sheet.suggestedFilename()).toBe('列表.xlsx')
    await still(doctor)
    await shot(doctor, 'statement')
  })

  await test.step('a question stands on its line, and so does the answer', async () => {
    await drawer(doctor).locator('.settlelines > li').first().getByRole('button', { name: '提問' }).click()
    const dialog = doctor.getByRole('dialog', { name: '關於這筆的提問' })
    await dialog.getByLabel('內容').fill('這次應為夜間')
    await dialog.getByRole('button', { name: '提問' }).click()
    await expect(drawer(doctor)).toContainText('這次應為夜間')
    await admin.reload()
    await expect(drawer(admin)).toContainText('1 則提問待回覆')
    await drawer(admin).getByRole('button', { name: '回覆' }).first().click()
    const reply = admin.getByRole('dialog', { name: '關於這筆的提問' })
    await reply.getByLabel('內容').fill('已於次月補差額')
    await reply.getByRole('button', { name: '回覆' }).click()
    await expect(drawer(admin)).toContainText('已於次月補差額')
    // The doctor is told, and reads it where they stand.
    await expect(drawer(doctor)).toContainText('已於次月補差額')
  })
})
