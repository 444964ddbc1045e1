import { addDays, weekday } from '@teleward/contract/core/dates.ts'
import { expect, type Page, test } from '@playwright/test'
import { noViolation } from './axe.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { today } from './zone.ts'

let server: TestServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.remove())

const names = ['週一', '週二', '週三', '週四', '週五', '週六', '週日']
/** The cell of a day and part, by what it is called. */
const cell = (page: Page, day: string, part: string) =>
  page.getByRole('button', { name: new RegExp(`${names[weekday(day) - 1]} ${part}`) })
const choose = async (page: Page, within: ReturnType<Page['getByRole']>, name: string, option: string | RegExp) => {
  await within.getByRole('combobox', { name }).click()
  await page.locator('.ant-select-dropdown:visible').getByText(option).first().click()
}

test('[SHIFT-03~] [SHIFT-04~] a doctor closes a session: who has booked is shown, nothing changes until each is settled, and all at once', async ({
  browser,
}) => {
  const [lin, chen] = await Promise.all([browser.newPage(), browser.newPage()])
  const day = addDays(today(), 3)
  await signIn(lin, server, 'dr.lin', `/setting/shift?date=${day}`)
  // The nurse who prepares for the doctor looks at something else.
  await signIn(chen, server, 'nurse.chen')

  await test.step('the week shows hours, bookings and maxima; days up to today are not to be changed', async () => {
    await expect(lin.getByRole('heading', { name: '班表' })).toBeVisible()
    await expect(cell(lin, day, '下午')).toContainText('14:00–17:00')
    await expect(cell(lin, day, '下午')).toContainText(/已約 [1-9]/)
    await noViolation(lin, 'shifts')
  })
  const booked = Number(/已約 (\d+)/.exec((await cell(lin, day, '下午').textContent()) ?? '')?.[1])
  const dialog = lin.getByRole('dialog').filter({ hasText: '影響' })
  const close = async () => {
    await cell(lin, day, '下午').click()
    await lin.getByRole('button', { name: '這一節休診' }).click()
    await expect(dialog.getByText(new RegExp(`影響 ${booked} 筆約診`))).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveCount(booked)
  }

  await test.step('the doctor thinks better of it: nothing has changed', async () => {
    await close()
    await noViolation(lin, 'shifts')
    await dialog.getByRole('button', { name: '保留原班' }).click()
    await lin.getByRole('button', { name: '取消', exact: true }).click()
    await lin.reload()
    await expect(cell(lin, day, '下午')).toContainText(new RegExp(`已約 ${booked}(?!\\d)`))
  })

  await test.step('one is moved, one goes to a colleague, the others are cancelled and told', async () => {
    await close()
    const rows = dialog.getByRole('listitem')
    // Everybody at once: a place of the day for each, none twice; then something else for all of them.
    await choose(lin, dialog, '全部套用', '改期')
    await dialog.getByRole('button', { name: /^排入 \d+ 位$/ }).click()
    await expect(rows.nth(0)).toContainText(/\d\d:\d\d.*改期.*\d\d:\d\d/)
    await choose(lin, dialog, '全部套用', '轉給其他人')
    await choose(lin, dialog, '全部由誰代診', /王志遠/)
    await dialog.getByRole('button', { name: /^排入 \d+ 位$/ }).click()
    await expect(rows.nth(0)).toContainText('轉給其他人')
    await choose(lin, dialog, '全部套用', '取消約診')
    const [first, second] = [rows.nth(0), rows.nth(1)]
    await choose(lin, first, '處理方式', '改期')
    await expect(first.getByRole('button', { name: /日期/ })).toBeVisible()
    await choose(lin, first, '時間', /^\d\d:\d\d$/)
    await choose(lin, second, '處理方式', '轉給其他人')
    await choose(lin, second, '代診人員', /王志遠/)
    await expect(second.getByRole('combobox', { name: '時間' })).toBeVisible()
    await dialog.getByLabel('取消原因').fill('臨時會議')
    await dialog.getByRole('button', { name: `確認變更並處理 ${booked} 筆` }).click()
    await expect(dialog.getByText('請先確認您會通知病人')).toBeVisible()
    await dialog.getByRole('checkbox', { name: '我知道需自行通知病人' }).check()
    await dialog.getByRole('button', { name: `確認變更並處理 ${booked} 筆` }).click()
    await expect(lin.getByText(`已變更：改期 1、轉診 1、取消 ${booked - 2}、保留 0`)).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(cell(lin, day, '下午')).toContainText('休診')
  })

  await test.step('the nurse hears of it where she is, and opens the week from there', async () => {
    await expect(chen.getByText('班表異動').first()).toBeVisible()
    await chen.getByRole('button', { name: '查看' }).first().click()
    await expect(chen).toHaveURL(/\/setting\/shift/)
    await expect(chen.getByText(/您只能查看林書妍的班表/)).toBeVisible()
    await expect(cell(chen, day, '下午')).toContainText('休診')
  })

  await test.step('the month shows the same, and a day leads back to its week', async () => {
    await lin.getByRole('radio', { name: '月', exact: true }).locator('xpath=..').click()
    const inMonth = lin.getByRole('button', {
      // Not of the 10th to the 19th where it is the first.
      name: new RegExp(`^${Number(day.slice(5, 7))}/${Number(day.slice(8))}(?!\\d).*開啟那一週$`),
    })
    await expect(inMonth).toBeVisible()
    await expect(lin.getByRole('cell').filter({ has: inMonth })).toContainText('休診')
    await noViolation(lin, 'month')
    await inMonth.click()
    await expect(cell(lin, day, '下午')).toContainText('休診')
  })

  await test.step('the weekly pattern changes from a date on, and keeps what was before', async () => {
    await lin.getByRole('tab', { name: '每週固定班表' }).click()
    await lin.getByRole('button', { name: /週日 夜間/ }).click()
    await lin.getByLabel('結束').fill('21:00')
    await lin.getByRole('button', { name: '放入班表' }).click()
    await expect(lin.getByText('1 格未儲存')).toBeVisible()
    await lin.getByRole('button', { name: '儲存固定班表' }).click()
    await expect(lin.getByText('已儲存', { exact: true })).toBeVisible()
    await expect(lin.getByRole('button', { name: /週日 夜間 18:30–21:00/ })).toBeVisible()
    await lin.getByText('歷史版本').click()
    await expect(lin.locator('.history li').filter({ hasText: '週日 夜間' })).toHaveCount(2)
  })

  await test.step('[I12] a plan for later that the change would end is named first', async () => {
    const effectiveFrom = addDays(today(), 90)
    const planned = await lin.evaluate(async (from) => {
      const entry = { weekday: 7, interval: 3, start: '18:00', end: '21:30', capacity: 30 }
      const headers = {
        authorization: `Bearer ${localStorage.getItem('jwt')}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      }
      const body = JSON.stringify({ entries: [entry], effectiveFrom: from })
      return (await fetch('/his/api/schedule', { method: 'POST', headers, body })).status
    }, effectiveFrom)
    expect(planned).toBe(200)
    await lin.getByRole('button', { name: /週日 夜間 18:30–21:00/ }).click()
    await lin.getByLabel('結束').fill('20:00')
    await lin.getByRole('button', { name: '放入班表' }).click()
    await lin.getByRole('button', { name: '儲存固定班表' }).click()
    const asked = lin.getByRole('dialog').filter({ hasText: '之後排定的班表會失效' })
    await expect(asked.getByRole('listitem')).toHaveText([/起，週日夜間 18:00–21:30，上限 30 位/])
    await asked.getByRole('button', { name: '取消' }).click()
    // What was typed stands, and nothing was saved.
    await expect(lin.getByText('1 格未儲存')).toBeVisible()
    await lin.getByRole('button', { name: '儲存固定班表' }).click()
    await asked.getByRole('button', { name: '仍要變更' }).click()
    await expect(lin.getByRole('button', { name: /週日 夜間 18:30–20:00/ })).toBeVisible()
    await expect(lin.getByText('1 格未儲存')).toHaveCount(0)
  })
})

test('[SHIFT-06] a team’s shifts by day, week and month, on paper and on a phone @proof', async ({ page }) => {
  const day = addDays(today(), 3)
  await signIn(page, server, 'nurse.chen', `/setting/shift?tab=team&span=day&date=${day}`)
  const row = page.getByRole('row', { name: /王志遠/ })
  await expect(page.getByRole('columnheader')).toHaveCount(2)
  await expect(row).toContainText('09:00–12:00')
  // Of the nurse's unit only.
  await expect(page.getByRole('row', { name: /黃建銘/ })).toHaveCount(0)
  await page.getByText('週', { exact: true }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(8)
  await page.getByText('月', { exact: true }).click()
  const days = new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0).getDate()
  await expect(page.getByRole('columnheader')).toHaveCount(1 + days)
  await expect(row).toContainText('上午 09:00–12:00')
  await noViolation(page, 'team')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.sider')).toBeHidden()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(row).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(page.locator('.agenda li').first()).toBeVisible()
})
