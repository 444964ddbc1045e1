import { expect, type Locator, test } from '@playwright/test'
import { desk, PATIENT } from './bad-days.ts'
import { LIGHT, launch } from './media/launch.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'

/**
 * The administration as a whole: each of its parts is reached by the menu, shows what the demo has of it, and is closed
 * to whoever administers nothing. What each part does is played and tried in tests of its own.
 */

/** By what SHELL-18 names: the menu's word, the address, and something of the demo that stands there. */
const PARTS: readonly [menu: string, path: string, there: string, call: string][] = [
  ['機構與單位', '/admin/partners', '內湖分站', '/his/api/units'],
  ['人員帳號', '/admin/staff', '林書妍', '/his/api/staffaccounts'],
  ['人員審核', '/admin/review', '', '/his/api/staffreviews'],
  ['權限', '/admin/privileges', '看約診與紀錄', '/his/api/privileges'],
  ['介面設定', '/admin/uiconfig', '選單', '/his/api/uiconfigs/1'],
  ['監測群組', '/admin/groups', '高血壓追蹤', '/his/api/monitorgroups'],
  ['稽核紀錄', '/admin/audit', '何思穎', '/his/api/auditlogs'],
]

let server: TestServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.remove())

test('[SHELL-18] partners and units, staff and their units, review, privileges, interface, monitoring groups and the log: by the menu, with what is there', async () => {
  const admin = await launch('staff', { executablePath: LIGHT }, desk)
  const { page } = admin
  page.setDefaultTimeout(PATIENT)
  await signIn(page, server, 'admin')
  for (const [menu, path, there] of PARTS) {
    await page.locator('.sider .menu a').filter({ hasText: menu }).click()
    await expect(page).toHaveURL(new RegExp(path))
    await expect(page.locator('#content h1').first()).toBeVisible()
    await expect(page.locator('#content')).toContainText(there)
    await expect(page.locator('.sk, .ant-skeleton')).toHaveCount(0)
    await expect(page.locator('#content [role=alert]')).toHaveCount(0)
  }
  // A tree by id and main_id: the branch stands below the house, and a person's units are those of the tree.
  await page.goto(`${server.url}/admin/partners`)
  const units = page.locator('.unittree button')
  const branch = units.filter({ hasText: '內湖分站' }).first()
  await expect(branch).toBeVisible()
  const indent = (unit: Locator) =>
    unit.evaluate((button) => Number.parseInt(getComputedStyle(button).paddingInlineStart, 10))
  expect(await indent(branch)).toBeGreaterThan(await indent(units.first()))
  await page.goto(`${server.url}/admin/staff`)
  await page.locator('#content tbody tr').filter({ hasText: '林書妍' }).first().click()
  await expect(page.locator('.drawer')).toContainText('內湖分站')
  await admin.close()
})

test('[SHELL-18~] nothing of it is in the menu of a nurse, opens by its address, or answers @proof', async () => {
  const nurse = await launch('staff', { executablePath: LIGHT }, desk)
  const { page } = nurse
  page.setDefaultTimeout(PATIENT)
  await signIn(page, server, 'nurse.chen')
  const token = await page.evaluate(() => localStorage.getItem('jwt'))
  for (const [menu, path, , call] of PARTS) {
    await expect(page.locator('.sider .menu a').filter({ hasText: menu })).toHaveCount(0)
    const answer = await fetch(server.url + call, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status, call).toBe(403)
    await page.goto(server.url + path)
    await expect(page.locator('#content h1, .errpage h1, main h1').first()).toBeVisible()
    await expect(page.locator('#content tbody tr')).toHaveCount(0)
  }
  await nurse.close()
})

test('[I11] [SHELL-16~] a half-filled form is asked about by the way back and by the menu, and nothing of it is lost before @proof', async () => {
  const admin = await launch('staff', { executablePath: LIGHT }, desk)
  const { page } = admin
  page.setDefaultTimeout(PATIENT)
  await signIn(page, server, 'admin')
  const menu = (name: string) => page.locator('.sider .menu a').filter({ hasText: name }).click()
  const question = page.getByRole('dialog').filter({ hasText: '捨棄輸入的內容' })
  const say = async (answer: string) => {
    await question.getByRole('button', { name: answer, exact: true }).click()
    await expect(question).toHaveCount(0)
  }
  await menu('人員審核')
  await expect(page).toHaveURL(/\/admin\/review/)
  await menu('人員帳號')
  await expect(page).toHaveURL(/\/admin\/staff/)

  // A form beside the page: kept, then given up, then closed without a question where nothing was typed.
  const name = page.getByRole('dialog').getByLabel('姓名')
  const invite = () => page.locator('#content').getByRole('button', { name: '邀請人員' }).click()
  await invite()
  await name.fill('打到一半')
  await page.goBack()
  await say('繼續編輯')
  await expect(page).toHaveURL(/\/admin\/staff/)
  await expect(name).toHaveValue('打到一半')
  await page.goBack()
  await say('捨棄')
  await expect(name).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/staff/)
  await invite()
  await expect(name).toHaveValue('')
  await page.goBack()
  await expect(name).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/staff/)
  await page.goBack()
  await expect(page).toHaveURL(/\/admin\/review/)

  // A form of the page itself: by the menu, by another unit, by the way back.
  await menu('機構與單位')
  const house = page.getByRole('region', { name: '機構資料', exact: true })
  const phone = house.getByLabel('電話', { exact: true })
  await phone.fill('02-1111-2222')
  for (const leave of [
    () => menu('人員帳號'),
    () =>
      page
        .locator('.unittree')
        .getByRole('button', { name: /內湖分站/ })
        .click(),
    () => page.goBack(),
  ]) {
    await leave()
    await say('繼續編輯')
    await expect(page).toHaveURL(/\/admin\/partners/)
    await expect(phone).toHaveValue('02-1111-2222')
  }
  // A dialog with fields: a unit below another, half named.
  await phone.fill('')
  await house.getByRole('button', { name: '儲存' }).first().click()
  await page
    .locator('.unittree')
    .getByRole('button', { name: /內湖分站/ })
    .click()
  await page.getByRole('button', { name: '新增下層單位' }).click()
  const below = page.getByRole('dialog', { name: /新增下層單位/ }).getByLabel('名稱')
  await below.fill('半個名')
  await page.goBack()
  await say('繼續編輯')
  await expect(below).toHaveValue('半個名')
  await page.goBack()
  await say('捨棄')
  await expect(below).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/partners/)
  await page
    .locator('.unittree')
    .getByRole('button', { name: /內湖分站/ })
    .click()
  await phone.fill('02-1111-2222')

  // Once it is saved nobody asks.
  await house.getByRole('button', { name: '儲存' }).first().click()
  await expect(page.locator('.notice').filter({ hasText: '已儲存' }).first()).toBeVisible()
  await menu('人員帳號')
  await expect(page).toHaveURL(/\/admin\/staff/)
  await menu('機構與單位')
  await expect(phone).toHaveValue('02-1111-2222')
  await phone.fill('02-3333-4444')
  await menu('人員帳號')
  await say('捨棄')
  await expect(page).toHaveURL(/\/admin\/staff/)
  await admin.close()
})
