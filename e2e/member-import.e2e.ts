import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { ageYears } from '@teleward/contract/core/dates.ts'
import { errorText } from '@teleward/contract/core/errors.ts'
import { atWork } from './at-work.ts'
import { sheetFile } from './sheet.ts'
import { shot } from './shots.ts'
import { today } from './zone.ts'

/** A register is filled from Excel, a person is added by hand, two entries become one and are taken apart again. */

const work = atWork('admin', '/membersmgmt')
let page: Page
test.beforeAll(() => {
  page = work.page
})

const book = (rows: readonly (readonly string[])[]) => sheetFile('會員.xlsx', rows)
const TITLES = ['帳號', '姓名', '性別', '出生日期', '健保卡號']
const dialog = () => page.getByRole('dialog')
const pickUnit = async (within: ReturnType<typeof dialog>) => {
  // An administrator of several units says for which.
  const select = within.locator('.ant-select').first()
  await expect(select).toBeVisible()
  await select.click()
  await page.locator('.ant-select-item-option').filter({ hasText: '內湖' }).first().click()
}
const search = async (word: string) => {
  await page.getByPlaceholder('姓名、電話、證號、帳號').fill(word)
}

// With the readers, bounds, repeats and breaks of server/src/members/imports.test.ts and platform/xlsx/xlsx.test.ts.
test('[MEMB-08] the template is handed out; a file is previewed with its bad rows marked, and only the good ones go in when told to', async () => {
  await page.getByRole('button', { name: '匯入 Excel' }).click()
  await pickUnit(dialog())
  const choose = dialog().locator('input[type=file]')
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog().getByRole('button', { name: '下載範本' }).click(),
  ])
  // As it was handed out there is nobody in it.
  await choose.setInputFiles({ ...book([]), buffer: readFileSync(await template.path()) })
  await expect(dialog()).toContainText('沒有可匯入的資料')
  // A renamed text: refused in words.
  await choose.setInputFiles({ name: 'x.xlsx', mimeType: 'text/plain', buffer: Buffer.from('帳號,姓名') })
  await expect(dialog().getByRole('alert')).toContainText('僅接受 Excel 檔案')
  const people = book([
    TITLES,
    ['F131104093', '匯入一號', '男', '民國85/3/7', '000012345678'],
    ['0987000111', '匯入二號', '女', '1990-02-28', ''],
    ['A123456788', '證號有誤', '', '', ''],
    ['0987000112', '卡號太短', '', '', '12345'],
  ])
  await choose.setInputFiles(people)
  await expect(dialog()).toContainText('2 筆可匯入')
  await expect(dialog()).toContainText('2 筆有誤')
  await expect(dialog().getByRole('row').filter({ hasText: '證號有誤' })).toContainText('帳號須為身分證字號')
  await expect(dialog().getByRole('row').filter({ hasText: '卡號太短' })).toContainText('健保卡號須為 12 碼數字')
  // A list with other titles: what is not taken is named before anything goes in.
  await choose.setInputFiles(
    sheetFile('名冊.xlsx', [
      ['會員帳號', '病患姓名', '出生日期（西元）', '手機號碼', '血型'],
      ['0987000119', '別名欄位', '1990/2/28', '0987000118', 'O'],
    ]),
  )
  await expect(dialog().getByRole('alert')).toContainText('血型')
  await expect(dialog().getByRole('row').filter({ hasText: '別名欄位' })).toContainText('1990/2/28')
  await choose.setInputFiles(people)
  await expect(dialog()).toContainText('2 筆可匯入')
  // A preview that nobody confirms keeps nobody.
  await page.keyboard.press('Escape')
  await search('匯入')
  await expect(page.locator('#content .state')).toContainText('沒有符合的會員')
  await search('')
  await page.getByRole('button', { name: '匯入 Excel' }).click()
  await pickUnit(dialog())
  await dialog().locator('input[type=file]').setInputFiles(people)
  await expect(dialog()).toContainText('2 筆可匯入')
  await shot(page, 'member-import.preview')
  await dialog().getByRole('button', { name: '匯入 2 筆' }).click()
  await expect(dialog()).toContainText('已匯入 2 筆')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog().getByRole('button', { name: '下載結果' }).click(),
  ])
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  await dialog().getByRole('button', { name: '關閉' }).last().click()
  await search('匯入')
  const rows = page.locator('tr[data-row]').filter({ hasText: '匯入' })
  await expect(rows.filter({ hasText: '匯入一號' })).toBeVisible()
  await expect(rows).toHaveCount(2)
  expect(new URL(page.url()).search).not.toContain('%E5%8C%AF')
})

/** Codes of the add-member table that stand at a field of the form, and at which. */
const AT_FIELD = {
  ERR_0002: 'unitId',
  ERR_0008: 'account',
  ERR_0010: 'account',
  ERR_0011: 'account',
  ERR_0013: 'account',
  ERR_0014: 'nhiCardNumber',
} as const
const IN_ALL = ['ERR_0001', 'ERR_0003', 'ERR_0004', 'ERR_0005', 'ERR_0006', 'ERR_0007', 'ERR_0009', 'ERR_0012'] as const
const UNEXPECTED = ['ERR_0015', 'ERR_0016', 'ERR_0017', 'PL_ERR', 'SYS_ERR'] as const

// That each code is answered in its case, and only there: server/src/members/members.test.ts.
test('[MEMB-03] a member is added: what is missing or wrong stands at its field, and every code of the table is shown with its text', async () => {
  await page.getByRole('button', { name: '新增會員' }).first().click()
  const form = page.locator('.ant-drawer')
  const save = form.getByRole('button', { name: '儲存' })
  const fill = async (name: string, value: string) => form.getByLabel(name, { exact: false }).first().fill(value)
  await save.click()
  await expect(form).toContainText('請輸入姓名')
  await expect(form).toContainText('請輸入帳號')
  if ((await form.locator('.mline').filter({ hasText: '單位' }).count()) > 0) {
    await form.locator('.ant-select').first().click()
    await page.locator('.ant-select-item-option').filter({ hasText: '內湖' }).first().click()
  }
  await fill('帳號', '0912')
  await fill('姓名', '匯入一號')
  await fill('健保卡號', '123')
  await save.click()
  await expect(form).toContainText('帳號須為身分證字號、居留證號或台灣手機號碼')
  await expect(form).toContainText('健保卡號須為 12 碼數字')
  await fill('健保卡號', '')
  // Somebody of the unit: found before anything is sent, and refused by the server all the same.
  await fill('帳號', '0987000111')
  await expect(form).toContainText('此人已是本單位會員')
  await save.click()
  await expect(form.locator('.help.err')).toHaveText(errorText('ERR_0011', 'zh-TW'))
  await fill('帳號', '0987000222')
  const answer = { status: '', fields: [] as unknown[] }
  await page.route('**/partner/addMember', (route) => route.fulfill({ status: 409, json: answer }))
  for (const [code, path] of Object.entries(AT_FIELD)) {
    Object.assign(answer, { status: code, fields: [{ path, code }] })
    await save.click()
    await expect(form.locator('.help.err')).toHaveText(errorText(code as 'ERR_0002', 'zh-TW'))
  }
  for (const code of [...IN_ALL, ...UNEXPECTED]) {
    Object.assign(answer, { status: code, fields: [] })
    await save.click()
    const said = page.locator('.notice').filter({ hasText: errorText(code, 'zh-TW') })
    await expect(said.last()).toBeVisible()
    await said.last().getByRole('button').last().click()
    await expect(said).toHaveCount(0)
  }
  await page.unroute('**/partner/addMember')
  await save.click()
  await expect(page.locator('aside.drawer')).toContainText('0987000222')
})

// The formulas by hand, and from which birthday on: contract/src/members/rules.test.ts.
test('[MEMB-04] birth date, sex, height and weight are asked for where they are missing, and give BMI, BMR and body fat', async () => {
  const drawer = page.locator('aside.drawer')
  await expect(drawer).toContainText('補齊 出生日期、性別、身高（公分）、體重（公斤） 即可計算')
  const save = drawer.getByRole('button', { name: '儲存' })
  // One after the other, as they become known: each goes from what is asked for.
  await drawer.getByLabel('身高（公分）').fill('1700')
  await save.click()
  await expect(drawer).toContainText('請輸入 20 到 260 之間的數字')
  await drawer.getByLabel('身高（公分）').fill('170')
  await drawer.getByLabel('體重（公斤）').fill('65')
  await save.click()
  await expect(drawer).toContainText('22.5')
  await expect(drawer).toContainText('補齊 出生日期、性別 即可計算')
  await drawer.getByLabel('出生日期').fill('1996-03-07')
  await drawer.getByRole('combobox', { name: '性別' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '女' }).click()
  await save.click()
  const age = ageYears('1996-03-07', today()) ?? 0
  const bmr = Math.round(10 * 65 + 6.25 * 170 - 5 * age - 161)
  const fat = (1.2 * (65 / 1.7 ** 2) + 0.23 * age - 5.4).toFixed(1)
  await expect(drawer).toContainText(`${bmr.toLocaleString('en')} kcal`)
  await expect(drawer).toContainText(`${fat} %`)
  await expect(drawer).not.toContainText('補齊')
  await shot(page, 'member-import.detail')
})

// The filter by both lists and its figures: server/src/members/members.test.ts and search.test.ts.
test('[MEMB-06] a member is a patient or VIP: marked wherever the member is shown, and either can be asked for alone', async () => {
  const drawer = page.locator('aside.drawer')
  await expect(drawer.locator('.vip')).toHaveCount(0)
  await drawer.getByRole('button', { name: '編輯' }).click()
  const form = page.locator('.ant-drawer')
  await form.getByRole('switch').click()
  await form.getByRole('button', { name: '儲存' }).click()
  await expect(drawer.locator('.vip')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await search('匯入')
  const rows = page.locator('tr[data-row]').filter({ hasText: '匯入' })
  await expect(rows).toHaveCount(3)
  const one = rows.filter({ has: page.locator('.vip') })
  await expect(one).toHaveCount(1)
  const kind = (name: string) => page.locator('.filters .ant-segmented-item').filter({ hasText: name })
  await kind('VIP').click()
  await expect(rows).toHaveCount(1)
  await expect(one).toHaveCount(1)
  expect(page.url()).toContain('vip=1')
  await kind('一般病人').click()
  await expect(rows).toHaveCount(2)
  await expect(one).toHaveCount(0)
  await page.getByRole('button', { name: /檢視方式.*卡片/ }).click()
  await kind('VIP').click()
  const card = page.locator('article.mcard')
  await expect(card).toHaveCount(1)
  await expect(card.locator('.vip')).toHaveCount(1)
  await page.getByRole('button', { name: /檢視方式.*列表/ }).click()
  await kind('全部').click()
  await expect(rows).toHaveCount(3)
})

test('[MEMB-11~] the two entries of one person are merged side by side, and taken apart again', async () => {
  await search('匯入一號')
  const rows = page.locator('tr[data-row]').filter({ hasText: '匯入一號' })
  await expect(rows).toHaveCount(2)
  // One name and birthday: both carry the warning.
  await expect(rows.first().getByRole('img', { name: '另有同名同生日的會員' })).toBeVisible()
  await rows.nth(0).getByRole('checkbox').check()
  await rows.nth(1).getByRole('checkbox').check()
  await page.getByRole('button', { name: '合併 2/2' }).click()
  await expect(dialog()).toContainText('保留')
  await shot(page, 'member-import.merge')
  await dialog().getByRole('button', { name: '合併', exact: true }).click()
  await expect(rows).toHaveCount(1)
  const drawer = page.locator('aside.drawer')
  await drawer.getByRole('button', { name: '還原合併' }).click()
  await page.getByRole('button', { name: '還原合併' }).last().click()
  await expect(rows).toHaveCount(2)
})

test('[MEMB-05~] a membership is disabled, stands grey with its reason, and comes back @proof', async () => {
  await page.goto(`${work.server.url}/membersmgmt`)
  await search('匯入一號')
  await page.locator('tr[data-row]').filter({ hasText: '匯入一號' }).first().click()
  const drawer = page.locator('aside.drawer')
  const units = drawer.locator('.mpart').filter({ hasText: '單位與資格' })
  await units.getByRole('button', { name: '停用' }).first().click()
  await page.locator('.ant-modal').getByRole('button', { name: '停用' }).click()
  await expect(page.locator('.notice').last()).toContainText('會員資格已停用')
  await page.goto(`${work.server.url}/membersmgmt?memberStatus=unitDisabled`)
  const row = page.locator('tr[data-row]').filter({ hasText: '匯入一號' })
  await expect(row).toContainText('單位已停用')
  // The same of a card; the only membership is disabled, and name and number are all there is to see.
  await page.getByRole('button', { name: /檢視方式.*卡片/ }).click()
  await page.locator('article.mcard').filter({ hasText: '匯入一號' }).getByRole('button').first().click()
  await expect(drawer).toContainText('此單位的會員資格已停用')
  await shot(page, 'member-import.disabled')
  await units.getByRole('button', { name: '恢復' }).click()
  await expect(page.locator('.notice').last()).toContainText('會員資格已恢復')
  await expect(units).toContainText('使用中')
  // Of the whole institution as well.
  await units.locator('li').filter({ hasText: '院所' }).getByRole('button', { name: '停用' }).click()
  await page.locator('.ant-modal').getByRole('button', { name: '停用' }).click()
  await expect(drawer).toContainText('院所的會員資格已停用')
  await units.locator('li').filter({ hasText: '院所' }).getByRole('button', { name: '恢復' }).click()
  await expect(units).toContainText('使用中')
})
