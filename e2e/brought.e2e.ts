import { expect, type Page, test } from '@playwright/test'
import { writeXlsx } from '../server/src/platform/xlsx/write.ts'
import { desk, PATIENT } from './bad-days.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** What is brought from elsewhere: a workbook of health data, a form for colleagues, a laboratory's result. */

let server: TestServer
let page: Page
let patient: { pid: number; account: string; name: string }
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  page = await (await browser.newContext(desk)).newPage()
  page.setDefaultTimeout(PATIENT)
  await signIn(page, server, 'nurse.chen', '/setting/upload?tab=health')
  const found = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' }
    const answer = await fetch('/partner/getMemberList', {
      method: 'POST',
      headers,
      body: JSON.stringify({ pageSize: 100 }),
    })
    const { data } = (await answer.json()) as { data: { pid: number; authorised: string }[] }
    const pid = data.find(({ authorised }) => authorised === 'authorised')?.pid ?? 0
    const member = (await (await fetch(`/his/api/members/${pid}`, { headers })).json()) as {
      data: { account: string; name: string }
    }
    return { pid, account: member.data.account, name: member.data.name }
  })
  if (!found.account) throw new Error('the demo has no open record')
  patient = found
})
test.afterAll(async () => {
  await page?.context().close()
  await server?.remove()
})

test('[FILE-09~] a workbook of health data: its preview names the bad row, and says what gives way the second time', async () => {
  const titles = ['帳號或身分證號*', '量測日期*', '收縮壓 (mmHg)', '舒張壓 (mmHg)', '體重 (kg)']
  const book = async (pressure: number, ...more: (string | number | null)[][]) => ({
    name: '健康.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await writeXlsx([
      {
        name: 'sheet1',
        titles: true,
        rows: [titles, [patient.account, '2026-01-05', pressure, 80, 61.2], ...more],
      },
    ]),
  })
  await page.getByRole('button', { name: '選擇 Excel 檔' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .setInputFiles(
      await book(131, ['nobody', '2026-01-05', 120, 80, null], [patient.account, '2026-01-06', 120, null, null]),
    )
  await expect(dialog).toContainText(patient.name)
  await expect(dialog).toContainText('血壓')
  await expect(dialog).toContainText(/舒張壓 \(mmHg\) [A-Z]+\d+：/)
  await expect(dialog).not.toContainText('取代舊值')
  await shot(page, 'health-data')
  await dialog.getByRole('button', { name: /匯入/ }).click()
  await expect(dialog.getByText(/已匯入/).first()).toBeVisible()
  await dialog.getByRole('button', { name: '關閉' }).first().click()
  await page.getByRole('button', { name: '選擇 Excel 檔' }).click()
  await dialog.locator('input[type=file]').setInputFiles(await book(128))
  await expect(dialog).toContainText('取代舊值')
})

test('[FILE-11] a form is shared with colleagues, and a laboratory’s result and another’s report stand in the record with source and time', async () => {
  await page.goto(`${server.url}/setting/upload?tab=drive`)
  const body = '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n'
  const form = `${body}xref\n0 1\ntrailer<</Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
  await page.getByRole('button', { name: '分享檔案' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '分享檔案' }).click()
  await expect(dialog).toContainText('請選擇檔案')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: '同意書.pdf', mimeType: 'application/pdf', buffer: Buffer.from(form) })
  await dialog.getByLabel('說明').fill('紙本同意書')
  await dialog.getByRole('button', { name: '分享檔案' }).click()
  const row = page.locator('.ulist li').filter({ hasText: '同意書.pdf' })
  await expect(row).toContainText('紙本同意書')
  await shot(page, 'drive')
  const saved = page.waitForEvent('download')
  await row.getByRole('link', { name: '下載原檔' }).click()
  expect((await saved).suggestedFilename()).toBe('同意書.pdf')

  await page.goto(`${server.url}/emr2/${patient.pid}/0`)
  const reports = page.locator('.extreports')
  await reports.getByRole('button', { name: '登錄報告' }).click()
  await dialog.getByRole('button', { name: /儲存|存檔/ }).click()
  await expect(dialog).toContainText('請填寫來源機構')
  await dialog.getByLabel('報告名稱').fill('糖化血色素')
  await dialog.getByLabel('來源機構').fill('大安醫事檢驗所')
  await dialog.getByLabel('出具日期與時間').fill('2026-01-05')
  await dialog.getByLabel('時間', { exact: true }).fill('10:30')
  await dialog.getByLabel('項目').fill('HbA1c')
  await dialog.getByLabel('結果', { exact: true }).fill('7.2')
  await dialog.getByLabel('單位').fill('%')
  await dialog.getByLabel('參考範圍').fill('4.0–5.6')
  await shot(page, 'external-report-form')
  await dialog.getByRole('button', { name: /儲存|存檔/ }).click()
  const report = reports.locator('li').filter({ hasText: '糖化血色素' })
  await expect(report).toContainText('大安醫事檢驗所')
  await expect(report).toContainText('2026/1/5 10:30')
  await expect(report).toContainText('7.2 %')
  await report.scrollIntoViewIfNeeded()
  await shot(page, 'external-report')
  // A report without values: what it concludes.
  await reports.getByRole('button', { name: '登錄報告' }).click()
  await dialog.getByLabel('類別').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '影像檢查' }).click()
  await dialog.getByLabel('報告名稱').fill('胸部 X 光')
  await dialog.getByLabel('來源機構').fill('信義影像中心')
  await dialog.getByLabel('出具日期與時間').fill('2026-01-04')
  await dialog.getByLabel('時間', { exact: true }).fill('09:15')
  await dialog.getByLabel('結論').fill('無明顯異常')
  await dialog.getByRole('button', { name: /儲存|存檔/ }).click()
  const other = reports.locator('li').filter({ hasText: '胸部 X 光' })
  for (const said of ['影像檢查', '信義影像中心', '2026/1/4 09:15', '無明顯異常'])
    await expect(other).toContainText(said)
  await report.getByRole('button', { name: '撤回' }).click()
  await dialog.getByLabel('原因').fill('病人錯誤')
  await dialog.getByRole('button', { name: '撤回' }).click()
  await expect(report).toContainText('病人錯誤')
})
