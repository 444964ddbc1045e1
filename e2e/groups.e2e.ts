import { expect, type Page, test } from '@playwright/test'
import type { GroupRules, MonitorGroup, MonitorRule } from '@teleward/contract/monitoring/group-schema.ts'
import { fromBase32, hotp, stepOf } from '../server/src/sign-in/totp.ts'
import { asking } from './asking.ts'
import { atWork } from './at-work.ts'
import { desk, PATIENT } from './bad-days.ts'
import { LIGHT, launch } from './media/launch.ts'
import { PASSWORD } from './people.ts'
import { sheetFile } from './sheet.ts'
import { dress, tour } from './themes.ts'
import { shot } from './shots.ts'

/** What an administrator does for remote monitoring, with a whole staff at once, and for everybody's sign-in. */

const work = atWork('admin', '/admin/groups')
let page: Page
test.beforeAll(() => {
  page = work.page
})
const dialog = () => page.getByRole('dialog')
const pick = async (name: string) =>
  page.locator('.ant-select-item-option:visible').filter({ hasText: name }).first().click()

test('[MON-02~] [SHELL-18~] a group is made, its people chosen, its limits set; a member is switched off and on; the group ends', async () => {
  await page.getByRole('button', { name: '新增群組' }).click()
  const form = dialog()
  await form.getByLabel('單位').click()
  await pick('內湖分站')
  await form.getByRole('button', { name: '新增群組' }).click()
  await expect(form.getByRole('alert')).toContainText('請輸入群組名稱')
  await form.getByLabel('群組名稱').fill('高血壓追蹤')
  await form.getByLabel('照護人員').click()
  await pick('林書妍')
  await page.keyboard.press('Escape')
  await form.getByLabel('會員', { exact: true }).click()
  await page.locator('.ant-select-item-option:visible').first().click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: '新增群組' }).click()
  // The demo has one of that name already.
  await expect(form.getByRole('alert')).toContainText('已存在')
  await form.getByLabel('群組名稱').fill('體重追蹤')
  await form.getByRole('button', { name: '新增群組' }).click()

  const detail = page.locator('.drawer')
  await expect(detail.getByRole('heading', { name: '體重追蹤' })).toBeVisible()
  await expect(detail.locator('.grouppeople li').first()).toBeVisible()
  await detail.getByRole('button', { name: '編輯界限' }).click()
  await dialog().getByRole('button', { name: '套用範本' }).click()
  await page.getByRole('menuitem', { name: /心衰竭/ }).click()
  await dialog().getByRole('button', { name: '新增界限' }).click()
  await dialog().getByLabel('第 2 項：數值').fill('999')
  await dialog().getByRole('button', { name: '儲存' }).click()
  await expect(dialog().getByRole('alert')).toContainText('請輸入正確的內容')
  await dialog().getByLabel('第 2 項：數值').fill('180')
  await shot(page, 'group-limits')
  await dialog().getByRole('button', { name: '儲存' }).click()
  await expect(detail).toContainText('體重在 72 小時內增加超過 2 kg')
  await expect(detail).toContainText('收縮壓高於 180 mmHg')

  const first = detail.locator('.grouppeople li').first()
  const name = ((await first.locator('b').textContent()) ?? '').trim()
  await first.getByRole('button', { name: '停用監測' }).click()
  await dialog().getByRole('button', { name: '停用監測' }).click()
  await expect(dialog().getByRole('alert')).toContainText('請填寫原因')
  await dialog().getByLabel('原因').fill('出國三個月')
  await dialog().getByRole('button', { name: '停用監測' }).click()
  await expect(first).toContainText('監測停用：出國三個月')
  await page.getByRole('tab', { name: '停用監測' }).click()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('出國三個月')
  await shot(page, 'group-off')
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: '恢復監測' })
    .click()
  await dialog().getByRole('button', { name: '恢復監測' }).click()
  await expect(page.getByText('沒有停用監測的會員')).toBeVisible()

  await page.getByRole('tab', { name: '群組' }).click()
  await page.getByRole('row', { name: /體重追蹤/ }).click()
  // Taken out only where that is meant, and back by the same row: the list stands still.
  await first.getByRole('button', { name: '移出' }).click()
  await expect(dialog()).toContainText(`將 ${name} 移出這個群組？`)
  await dialog().getByRole('button', { name: '取消' }).click()
  await expect(first.getByRole('button', { name: '移出' })).toBeVisible()
  await first.getByRole('button', { name: '移出' }).click()
  await dialog().getByRole('button', { name: '移出' }).click()
  await expect(first).toContainText('已移出')
  await first.getByRole('button', { name: '加回群組' }).click()
  await expect(first.getByRole('button', { name: '移出' })).toBeVisible()
  await detail.getByRole('button', { name: '結束群組' }).click()
  await dialog().getByRole('button', { name: '結束群組' }).click()
  await expect(page.getByRole('row', { name: /體重追蹤/ })).toHaveCount(0)
  const { url } = work.server
  await tour(page, {
    name: 'groups',
    url,
    open: async () => {
      await page.goto(`${url}/admin/groups`)
      await expect(page.locator('#content tr[data-row], #content .ac').first()).toBeVisible()
    },
  })
  await dress(page, url, { lang: 'zh-TW', theme: 'light' })
})

test('[MON-03~] limits are tried on what was measured before they are saved, and a member has limits of the own @proof', async () => {
  await page.goto(new URL('/admin/groups', page.url()).href)
  await page.locator('tbody tr[data-row]').filter({ hasText: '高血壓追蹤' }).click()
  const detail = page.locator('.drawer')
  await detail.getByRole('button', { name: '編輯界限' }).click()
  await dialog().getByRole('button', { name: '以近 30 天的讀值試算' }).click()
  await expect(dialog().getByRole('status')).toContainText('近 30 天、群組 8 位會員')
  await expect(dialog().locator('.grouprules li').first()).toContainText(/會發出 [1-9]\d* 次警示，涉及 \d+ 位會員/)
  await shot(page, 'group-trial')
  // Another value is another limit: what was said of the old one goes.
  await dialog().getByLabel('第 1 項：數值').fill('170')
  await expect(dialog().getByRole('status')).toHaveCount(0)
  await dialog().getByLabel('第 1 項：數值').fill('130')
  await dialog().getByRole('button', { name: '取消' }).click()

  await detail.locator('.grouppeople li').first().getByRole('button', { name: '個人界限' }).click()
  // What holds by the group stands beside, and what ceases for an own limit is said.
  await expect(dialog().locator('.grouppeople li').filter({ hasText: '收縮壓達到或高於 180' })).toContainText('仍適用')
  await dialog().getByRole('button', { name: '新增界限' }).click()
  await dialog().getByLabel('第 1 項：數值').fill('165')
  await dialog().getByRole('button', { name: '儲存' }).click()
  await expect(page.locator('.notice').filter({ hasText: '已儲存' })).toBeVisible()
  await detail.locator('.grouppeople li').first().getByRole('button', { name: '個人界限' }).click()
  await expect(dialog().getByLabel('第 1 項：數值')).toHaveValue('165')
  await dialog().getByRole('button', { name: '取消' }).click()
})

test('[MON-03~] two administrators change the limits of a group at once: nothing is undone unsaid, nothing typed is lost @proof', async () => {
  const other = await asking(work.server, 'admin')
  const [group] = (await other<MonitorGroup[]>('GET', '/his/api/monitorgroups')).filter(
    ({ name }) => name === '高血壓追蹤',
  )
  const limits = () => other<GroupRules>('GET', `/his/api/monitorrules?group=${group?.id}`)
  const crisis = (rules: MonitorRule[]) =>
    rules.find((one) => one.measure === 'systolic' && one.severity === 'critical')
  await page.goto(new URL('/admin/groups', page.url()).href)
  await page.locator('tbody tr[data-row]').filter({ hasText: '高血壓追蹤' }).click()
  await page.locator('.drawer').getByRole('button', { name: '編輯界限' }).click()
  await expect(dialog().getByLabel('第 3 項：數值')).toHaveValue('180')
  await dialog().getByRole('button', { name: '移除第 4 項界限' }).click()

  const { rules, version } = await limits()
  const theirs = rules.map((one) => (one.id === crisis(rules)?.id ? { ...one, value: 170 } : one))
  await other('PUT', `/his/api/monitorrules/${group?.id}`, { version, rules: theirs })
  await expect(dialog().getByRole('alert')).toContainText('其他管理員剛變更了這些界限')
  await expect(dialog().getByLabel('第 3 項：數值')).toHaveValue('170')
  await dialog().getByRole('button', { name: '儲存' }).click()
  await expect(page.locator('.notice').filter({ hasText: '已儲存' })).toBeVisible()
  const after = (await limits()).rules
  expect([after.length, crisis(after)?.value]).toEqual([3, 170])
})

test('[SHELL-18~] a staff comes from a file: bad rows are marked, the good ones invited when told so, their passwords shown once @proof', async () => {
  await page.goto(`${work.server.url}/admin/staff`)
  await page.getByRole('button', { name: '匯入人員' }).click()
  await dialog()
    .getByLabel('選擇 Excel 檔案')
    .setInputFiles(
      sheetFile('人員.xlsx', [
        ['帳號*', '姓名*', '手機*', '人員類別*', '單位*'],
        ['nurse.file', '檔護理', '0911000901', '護理師', '內湖分站、新店分站'],
        ['dr.lin', '同帳號', '0911000902', '醫師', '內湖分站'],
        ['desk.file', '檔客服', '0911000903', '客服人員', '總院'],
      ]),
    )
  await expect(dialog().getByRole('status')).toContainText('2 筆可匯入')
  await expect(dialog().locator('.badrow')).toHaveCount(1)
  await dialog().getByRole('button', { name: '匯入 2 筆' }).click()
  await expect(dialog().locator('td code')).toHaveCount(2)
  await shot(page, 'staff-import')
  // Not left behind by a slip: the passwords are nowhere else.
  await dialog().getByRole('button', { name: '關閉' }).last().click()
  await expect(page.locator('.ant-modal-confirm-title', { hasText: '關閉後無法再看到初始密碼' })).toBeVisible()
  await page.getByRole('button', { name: '取消' }).last().click()
  const file = page.waitForEvent('download')
  await dialog().getByRole('button', { name: '下載初始密碼' }).click()
  expect((await file).suggestedFilename()).toBe('accounts.csv')
  await dialog().getByRole('button', { name: '關閉' }).last().click()
  await page.goto(`${work.server.url}/admin/staff?q=file`)
  await expect(page.getByRole('row', { name: /檔護理/ })).toBeVisible()
})

test('[AUTH-18~] a second factor that the institution demands is set up before anything else, and cannot be gone round @proof', async () => {
  await page.goto(`${work.server.url}/admin/partners`)
  await page.getByLabel('兩步驟驗證').click()
  await pick('所有人員必須設定')
  // The administrator is of everybody: the page is covered at once, and stands beneath.
  await page.getByRole('region', { name: '機構' }).getByRole('button', { name: '儲存' }).first().click()
  // [I14] How many have none is said before.
  const asked = page.getByRole('dialog').filter({ hasText: /位人員尚未設定兩步驟驗證/ })
  await asked.getByRole('button', { name: '仍要變更' }).click()
  const cover = page.locator('.stepcard')
  await expect(cover.getByRole('heading', { name: '請先設定兩步驟驗證' })).toBeVisible()

  const nurse = await launch('staff', { executablePath: LIGHT }, desk)
  try {
    const desktop = nurse.page
    desktop.setDefaultTimeout(PATIENT)
    await desktop.goto(`${work.server.url}/pages/login`)
    await desktop.getByLabel('帳號或手機').fill('nurse.chen')
    await desktop.getByLabel('密碼', { exact: true }).fill(PASSWORD)
    await desktop.locator('.roles label').filter({ hasText: '護理及人員' }).click()
    await desktop.getByRole('button', { name: '登入', exact: true }).click()
    const step = desktop.locator('.stepcard')
    await expect(step).toBeVisible()
    await shot(desktop, 'second-step')
    await expect(desktop.getByRole('banner')).toHaveCount(0)
    for (const path of ['/members', '/apptmgmt', '/setting/profile']) {
      await desktop.goto(`${work.server.url}${path}`)
      await expect(step).toBeVisible()
      await desktop.keyboard.press('Escape')
      await expect(step).toBeVisible()
      await expect(desktop.getByRole('banner')).toHaveCount(0)
    }
    await expect(step.getByRole('button', { name: '繼續' })).toBeDisabled()
    const totp = step.locator('section').filter({ hasText: '驗證器 App' }).first()
    await totp.getByRole('button', { name: '啟用' }).click()
    await totp.getByLabel('登入密碼').fill(PASSWORD)
    await totp.getByRole('button', { name: '下一步' }).click()
    const secret = ((await totp.locator('.totpkey').textContent()) ?? '').replace(/\s/g, '')
    await totp.getByLabel(/驗證碼/).fill(hotp(fromBase32(secret), stepOf(new Date())))
    await totp.getByRole('button', { name: '啟用' }).click()
    // The recovery codes stay until the person goes on.
    await expect(step.locator('.codes code').first()).toBeVisible()
    await step.getByRole('button', { name: '繼續' }).click()
    await expect(desktop.getByRole('banner')).toBeVisible()
    await expect(desktop.getByRole('heading', { level: 1 }).first()).toBeVisible()
  } finally {
    await nurse.close()
  }
})
