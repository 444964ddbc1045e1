import { readFileSync } from 'node:fs'
import { type Download, expect, type Locator, test } from '@playwright/test'
import { atWork } from './at-work.ts'
import { textOf } from './pdf.ts'
import { shot } from './shots.ts'
import { dayOf } from './states.ts'

/** A signed note is read alone, printed as PDF, and the paper is checked by somebody who knows nobody here. */

const work = atWork('dr.lin')

// With the contents, versions, rights and signs of server/src/documents/documents.test.ts.
test('[EMR-17] [EMR-03] [Nw6] the note alone is read; record, prescription, certificate and referral are made PDFs with the institution’s head; and a code tells who does not sign in that it is unchanged', async () => {
  const { page, server } = work
  const { signed } = await dayOf(page)
  await page.goto(`${server.url}/emr2/${signed.pid}/${signed.qid}`)
  const record = page.getByRole('region', { name: '本次病歷', exact: true }).first()
  await expect(record).toBeVisible()
  // By the browser's own menu: everything under each other on the width of a page, and nothing to press.
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.emulateMedia({ media: 'print' })
  for (const part of ['處方', '本次病歷', '病史'])
    await expect(page.getByRole('region', { name: part, exact: true }).first()).toBeVisible()
  await expect(record.getByRole('button', { name: '更多病歷操作' })).toBeHidden()
  await shot(page, 'record.paper')
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1440, height: 900 })
  // By the key: the note alone, as by its menu.
  await page.keyboard.press('ControlOrMeta+P')
  await expect(page).toHaveURL(new RegExp(`/doctornote/${signed.qid}$`))
  await page.goBack()
  await page
    .getByRole('region', { name: '本次病歷', exact: true })
    .first()
    .getByRole('button', { name: '更多病歷操作' })
    .click()
  await page.getByRole('menuitem', { name: '列印（PDF）' }).click()
  await expect(page).toHaveURL(new RegExp(`/doctornote/${signed.qid}$`))
  const sheet = page.locator('.notesheet')
  await expect(sheet.locator('.sheet-note').first()).toBeVisible()
  await expect(sheet).toContainText('簽章')
  // Alone: nothing of the record's other columns.
  await expect(page.locator('.cols')).toHaveCount(0)
  await shot(page, 'doctornote')
  const [printed] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('ControlOrMeta+P')])
  expect(printed.suggestedFilename()).toBe('record.pdf')
  const said = (await sheet.locator('.sheet-note').first().locator('section').first().innerText()).replace(/\s/g, '')
  const words = said.replace(/^主觀\w*/, '')
  expect(words).not.toBe('')
  await says(printed, '看診紀錄', words)
  await says(await saved(sheet.getByRole('button', { name: '處方箋' }).first()), '處方箋')
  const [certificate, answer] = await Promise.all([
    page.waitForEvent('download'),
    page.waitForResponse(/\/documents\/certificate\//),
    sheet.getByRole('button', { name: '診斷證明書' }).first().click(),
  ])
  const code = /certificate-(\w{12})\.pdf/.exec(answer.headers()['content-disposition'] ?? '')?.[1] ?? ''
  await says(certificate, '診斷證明書', code.replace(/\w{4}(?=\w)/g, '$&-'))
  const path = await certificate.path()
  const bytes = readFileSync(path)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await page.goto(`${server.url}/apptmgmt?tab=referrals`)
  await page.locator('#content tbody tr').first().click()
  await says(await saved(page.getByRole('button', { name: '轉診單 PDF' })), '轉診單')
  await page.goto(`${server.url}/pages/document`)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${server.url}/pages/document`)
  await page.getByLabel('查驗碼').fill('12')
  await page.keyboard.press('Enter')
  await expect(page.locator('.entrycard')).toContainText('查驗碼為 12 個英文字母與數字')
  await page.getByLabel('查驗碼').fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').first()).toContainText('來源自製作後未再變更')
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.locator('.entrycard')).toContainText('檔案與製作時完全相同')
  await shot(page, 'document.check')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.pdf', mimeType: 'application/pdf', buffer: Buffer.concat([bytes, Buffer.from(' ')]) })
  await expect(page.locator('.entrycard')).toContainText('檔案與製作時不同')
  await page.goto(`${server.url}/pages/document/0000-0000-0000`)
  await expect(page.getByRole('alert')).toContainText('查無此查驗碼')
  await expect(page.locator('body')).not.toContainText('M-')
})

async function saved(button: Locator): Promise<Download> {
  const [download] = await Promise.all([button.page().waitForEvent('download'), button.click()])
  return download
}
/** With the institution's head, what it is, and what else it has to have. */
async function says(download: Download, title: string, more = ''): Promise<void> {
  const text = await textOf(download)
  for (const part of ['禾安遠距照護中心', title, more]) expect(text, title).toContain(part)
}
