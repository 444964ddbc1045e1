import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { atWork } from './at-work.ts'
import { PASSWORD } from './people.ts'
import { sheetFile } from './sheet.ts'
import { shot } from './shots.ts'
import { dayOf } from './states.ts'

/** A doctor's phrases come from Excel, and are written with. */

const work = atWork('dr.lin', '/setting/setword')
const TITLES = ['類別', '代碼', '片語']

// With the bounds, formulas, repeats and races of server/src/snippets/imports.test.ts.
test('[WORD-02] phrases are imported from Excel: template, preview with each bad row named, and only then the good ones', async () => {
  const { page } = work
  await page.getByRole('button', { name: '匯入片語' }).click()
  const dialog = page.getByRole('dialog')
  const choose = dialog.locator('input[type=file]')
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '下載範本' }).click(),
  ])
  await choose.setInputFiles({ ...sheetFile('範本.xlsx', []), buffer: readFileSync(await template.path()) })
  await expect(dialog).toContainText('沒有可匯入的資料')
  await choose.setInputFiles({ name: '片語.xlsx', mimeType: 'text/csv', buffer: Buffer.from('類別,代碼,片語\ns,a,b') })
  await expect(dialog.getByRole('alert')).toContainText('僅接受 Excel 檔案')
  await choose.setInputFiles(
    sheetFile('片語.xlsx', [
      TITLES,
      ['主觀', 'fv', '發燒 __ 天，最高 {體溫} °C'],
      ['聊天', 'bk', '請於 {日期} 回診'],
      ['主觀', 'fv', '代碼重複'],
      ['怪類別', '', '沒有這個類別'],
      ['s', 'long', '字'.repeat(301)],
    ]),
  )
  await expect(dialog).toContainText('2 筆可匯入')
  await expect(dialog).toContainText('3 筆有誤')
  await expect(dialog.getByRole('row').filter({ hasText: '代碼重複' })).toContainText(
    /代碼 [A-Z]+\d+「[^」]*」：資料已存在/,
  )
  await expect(dialog.getByRole('row').filter({ hasText: '沒有這個類別' })).toContainText(/類別 [A-Z]+\d+「[^」]*」：/)
  await expect(dialog.getByRole('row').filter({ hasText: '字字字' })).toContainText(
    /片語 [A-Z]+\d+「[^」]*」：常用語最多 300 字/,
  )
  await shot(page, 'words.import')
  await dialog.getByRole('button', { name: '匯入 2 筆' }).click()
  await expect(dialog).toContainText('已匯入 2 筆')
  await dialog.getByRole('button', { name: '關閉', exact: true }).last().click()
  const row = page.locator('.wordlist li').filter({ hasText: '最高 {體溫}' })
  await expect(row.locator('mark')).toHaveText(['__', '{體溫}'])
  await shot(page, 'words')
})

test('[WORD-01~] a word is added, moved, changed and removed by the keyboard, and comes back to its place', async () => {
  const { page } = work
  await page.goto(`${work.server.url}/setting/setword?type=note`)
  for (const [text, code] of [
    ['第一句', 'one'],
    ['第二句', 'two'],
  ] as const) {
    await expect(page.getByRole('button', { name: '新增片語' }).first()).toBeVisible()
    await page.keyboard.press('a')
    const form = page.getByRole('dialog')
    await form.getByLabel('內容').fill(text)
    await form.getByLabel('代碼').fill(code)
    await page.keyboard.press('Enter')
    await expect(form).toBeHidden()
  }
  const rows = page.locator('.wordlist li')
  await expect(rows).toContainText(['第一句', '第二句'])
  await rows.nth(1).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(rows).toContainText(['第二句', '第一句'])
  await page.keyboard.press('F2')
  await page.getByRole('dialog').getByLabel('代碼').fill('two words')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').locator('.help.err')).toContainText('代碼為')
  await page.getByRole('dialog').getByLabel('代碼').fill('ONE')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').locator('.help.err')).toContainText('此常用語已存在')
  await page.getByRole('dialog').getByLabel('代碼').fill('zwei')
  await page.keyboard.press('Enter')
  await expect(rows.first()).toContainText('.zwei')
  await rows.first().getByRole('button', { name: '刪除：第二句' }).click()
  await expect(rows).toContainText(['第一句'])
  await page.locator('.notice').getByRole('button', { name: '復原' }).click()
  await expect(rows).toContainText(['第二句', '第一句'])
})

test('[WORD-03] a code expands in every part of the note, Tab goes from blank to blank and then on, undo brings the code back, and what is unfilled is told before signing', async () => {
  const { page } = work
  // Each part has its own words.
  await page.evaluate(async () => {
    for (const type of ['o', 'a', 'p', 'memop'])
      await fetch('/his/api/words', {
        method: 'POST',
        headers: { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' },
        body: JSON.stringify({ type, code: 'tt', word: `${type} {一} 與 {二}` }),
      })
  })
  const { open } = await dayOf(page)
  // The phrases come after the note.
  const phrases = page.waitForResponse(/\/his\/api\/words(\?|$)/)
  await page.goto(`${work.server.url}/emr2/${open.pid}/${open.qid}`)
  await phrases
  const s = page.getByRole('textbox', { name: '主觀 Subjective' })
  await expect(s).toBeEditable()
  await page.keyboard.press('Alt+1')
  await expect(s).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('頭痛 .FV')
  await page.keyboard.press('Tab')
  await expect(s).toHaveValue('頭痛 發燒 __ 天，最高 {體溫} °C')
  // One undo, and the code stands there again.
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(s).toHaveValue('頭痛 .FV')
  await page.keyboard.press('Tab')
  await page.keyboard.type('3')
  await page.keyboard.press('Tab')
  await page.keyboard.type('38.5')
  await expect(s).toHaveValue('頭痛 發燒 3 天，最高 38.5 °C')
  // Nothing is left to fill: Tab leaves the field.
  await expect(s).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(s).not.toBeFocused()
  for (const [key, type, name] of [
    ['2', 'o', '客觀 Objective'],
    ['3', 'a', '評估 Assessment'],
    ['4', 'p', '計畫 Plan'],
    ['5', 'memop', '給病人的建議'],
  ] as const) {
    const field = page.getByRole('textbox', { name, exact: true })
    await page.keyboard.press(`Alt+${key}`)
    await expect(field).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('.tt')
    await page.keyboard.press('Tab')
    await expect(field).toHaveValue(`${type} {一} 與 {二}`)
    // On to the second, and back to the first.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type('甲')
    if (key === '5') break
    await page.keyboard.press('Tab')
    await page.keyboard.type('乙')
    await expect(field).toHaveValue(`${type} 甲 與 乙`)
  }
  await page.keyboard.press('ControlOrMeta+Enter')
  const sign = page.getByRole('dialog')
  await expect(sign).toContainText('1 個空格未填')
  await shot(page, 'words.unfilled')
  await sign.getByRole('button', { name: '給病人的建議 {二}' }).click()
  const memo = page.getByRole('textbox', { name: '給病人的建議', exact: true })
  await expect(memo).toBeFocused()
  await expect
    .poll(() => memo.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd)))
    .toBe('{二}')
  await page.keyboard.type('丙')
  await page.keyboard.press('Alt+I')
  await page.keyboard.type('I10')
  await expect(page.getByRole('option').first()).toContainText('I10')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(sign).toBeVisible()
  await expect(sign).not.toContainText('空格未填')
  const password = sign.locator('input[type=password]')
  if (await password.isVisible()) await password.fill(PASSWORD)
  await page.keyboard.press('Escape')
})

test('[WORD-03~] in a conversation the same: code, blanks, and Enter in the open list picks instead of sending', async () => {
  const { page } = work
  await page.goto(`${work.server.url}/message/chat?tab=1`)
  await page.locator('.chatcontact').filter({ hasText: '陳怡蓁' }).first().click()
  const field = page.locator('.chatfield')
  await field.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('.bk')
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue('請於 {日期} 回診')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(';bk')
  await expect(page.getByRole('option').first()).toContainText('請於 {日期} 回診')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('請於 {日期} 回診')
  await expect(page.locator('.chatcompose')).toContainText('1 個空格未填')
  await page.keyboard.type('週五')
  await expect(field).toHaveValue('請於 週五 回診')
  await expect(page.locator('.chatcompose')).not.toContainText('空格未填')
})

test('[WORD-03~] in advice for a diet the same, and what is picked from the menu has its blank selected', async () => {
  const { page } = work
  await page.evaluate(() =>
    fetch('/his/api/words', {
      method: 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'diet', code: 'oil', word: '每週 {次數} 次' }),
    }),
  )
  await page.goto(`${work.server.url}/dietMgmt`)
  await page.locator('#content tr[data-row]').first().click()
  const note = page.locator('.drawer .dietnote')
  const field = note.locator('textarea')
  await field.fill('')
  await field.click()
  await page.keyboard.type('少油.oil')
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue('少油，每週 {次數} 次')
  await page.keyboard.type('3')
  await expect(field).toHaveValue('少油，每週 3 次')
  await note.getByRole('button', { name: '片語' }).click()
  await page.getByRole('menuitem', { name: '每週 {次數} 次' }).click()
  await expect(note).toContainText('1 個空格未填')
  await expect(field).toBeFocused()
  await page.keyboard.type('5')
  await expect(field).toHaveValue('少油，每週 3 次，每週 5 次')
})
