import { expect, type Page, test } from '@playwright/test'
import { desk, PATIENT } from './bad-days.ts'
import { listen, still, tour } from './looks.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** The cases between a case manager and the service staff, in two browsers. */
let server: TestServer
let tsai: Page
let liu: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  const person = async (account: string) => {
    const page = await (await browser.newContext(desk)).newPage()
    page.setDefaultTimeout(PATIENT)
    await listen(page)
    await signIn(page, server, account, '/crm')
    return page
  }
  tsai = await person('case.tsai')
  liu = await person('cs.liu')
})
test.afterAll(async () => {
  await Promise.all([tsai, liu].map((page) => page?.context().close()))
  await server?.remove()
})

const row = (page: Page, title: string) => page.locator('tbody tr[data-row]').filter({ hasText: title })
const dialog = (page: Page) => page.getByRole('dialog')
const pick = (page: Page, name: string) =>
  page.locator('.ant-select-item-option:visible').filter({ hasText: name }).first().click()
const total = (page: Page, name: string) =>
  page.locator('.casetotals button').and(page.getByLabel(new RegExp(`^${name}`)))

test('[CRM-01~] [CRM-04] a case that is opened elsewhere is flagged on the screen, and shown when one asks', async () => {
  const page = liu
  await expect(row(page, '血壓連續三天偏高').first()).toBeVisible()
  await page.keyboard.press('a')
  const form = dialog(page)
  await form.getByRole('button', { name: '新增個案' }).click()
  // All of it at once.
  await expect(form.getByRole('alert')).toHaveText(['請選擇病人', '請輸入標題', '請選擇個案類型'])
  await form.getByLabel('會員').fill('吳秀')
  await pick(page, '吳秀鳳')
  // What stands open for her already is there while a second one is typed.
  await expect(form.getByRole('status')).toContainText('血壓連續三天偏高')
  await form.getByLabel('標題').fill('詢問衛教單張')
  await form.getByLabel('類型').click()
  await pick(page, '健康諮詢')
  await expect(form).toContainText('首次回覆 4 小時內，完成 72 小時內')
  await still(page)
  await shot(page, 'crm.form')
  await form.getByRole('button', { name: '新增個案' }).click()
  await expect(page.locator('.drawer h2').first()).toHaveText('詢問衛教單張')
  await expect(row(page, '詢問衛教單張')).toBeVisible()

  const flag = tsai.getByRole('status').filter({ hasText: '有 1 件新個案' })
  await expect(flag).toBeVisible()
  await expect(row(tsai, '詢問衛教單張')).toHaveCount(0)
  await shot(tsai, 'crm.flag')
  await flag.getByRole('button', { name: '顯示' }).click()
  await expect(row(tsai, '詢問衛教單張')).toBeVisible()
  await expect(flag).toHaveCount(0)
})

test('[CRM-02~] [CRM-03~] it is given to a colleague, who is told, notes what was done and finishes it; the last step is undone', async () => {
  await row(tsai, '詢問衛教單張').click()
  await tsai.locator('.drawer .df').getByRole('button', { name: '指派' }).click()
  await dialog(tsai).getByRole('button', { name: '指派' }).click()
  await expect(dialog(tsai).getByRole('alert')).toHaveText('請先選擇收件人')
  await dialog(tsai).getByLabel('負責人').click()
  await pick(tsai, '劉佳玲')
  // A notice goes after some seconds: it is waited for from the beginning, however long the rest takes.
  await Promise.all([
    expect(liu.locator('.notice').filter({ hasText: '指派給您' })).toBeVisible(),
    dialog(tsai).getByRole('button', { name: '指派' }).click(),
  ])
  await expect(tsai.locator('.drawer')).toContainText('蔡欣怡 → 劉佳玲')

  const drawer = liu.locator('.drawer')
  const note = drawer.getByLabel('新增記錄')
  await note.fill('已寄出衛教單張')
  // Half written, it survives a look at another case.
  await row(liu, '希望改約').click()
  await expect(drawer.locator('h2').first()).toHaveText('希望改約下週的視訊看診')
  await expect(drawer.getByLabel('新增記錄')).toHaveValue('')
  await row(liu, '詢問衛教單張').click()
  await expect(note).toHaveValue('已寄出衛教單張')
  await drawer.getByRole('button', { name: '新增記錄' }).click()
  await expect(drawer.locator('.tl li').first()).toContainText('已寄出衛教單張')
  await expect(note).toHaveValue('')
  // Nobody touched the colleague's page.
  await expect(tsai.locator('.drawer .tl')).toContainText('已寄出衛教單張')

  await drawer.locator('.df').getByRole('button', { name: '完成' }).click()
  await dialog(liu).getByLabel('處理結果').fill('已說明')
  // Meanwhile it has become another: the question says so, keeps what is written, and is answered once more.
  await tsai.locator('.drawer').getByRole('button', { name: '修改' }).click()
  await dialog(tsai).getByLabel('標題').fill('詢問衛教單張（血壓）')
  await dialog(tsai).getByRole('button', { name: '儲存' }).click()
  await expect(dialog(tsai)).toBeHidden()
  await dialog(liu).getByRole('button', { name: '完成' }).click()
  await expect(dialog(liu).getByRole('alert')).toContainText('現在是「處理中」')
  await expect(dialog(liu).getByLabel('處理結果')).toHaveValue('已說明')
  await dialog(liu).getByRole('button', { name: '完成' }).click()
  await expect(drawer.locator('.dh .tag')).toHaveText('已完成')
  await liu.locator('.notice').filter({ hasText: '已完成' }).getByRole('button', { name: '復原' }).click()
  await expect(drawer.locator('.dh .tag')).toHaveText('處理中')
  await expect(drawer.locator('.tl li').first()).toContainText('復原上一步')
})

test('[CRM-01~] [CRM-02~] a card dragged on the board takes the step, a lane it cannot reach does not take it, and the toast takes it back', async () => {
  const page = tsai
  await page.goto(`${server.url}/crm?view=board`)
  const lane = (name: string) => page.locator(`[data-lane=${name}]`)
  const card = (name: string) => lane(name).locator('.bcard').filter({ hasText: '希望改約' })
  await expect(card('unassigned')).toBeVisible()
  await card('unassigned').dragTo(lane('finished'))
  await expect(card('unassigned')).toBeVisible()
  await card('unassigned').dragTo(lane('assigned'))
  await expect(card('assigned')).toContainText('蔡欣怡')
  await shot(page, 'crm.board')
  await page.locator('.notice').filter({ hasText: '已接手' }).getByRole('button', { name: '復原' }).click()
  await expect(card('unassigned')).toBeVisible()
})

test('[CRM-03~] [CRM-01~] many at once, each answered; the totals open the lists they count', async () => {
  const page = tsai
  await page.goto(`${server.url}/crm?view=table`)
  for (const title of ['希望改約', '重複建立的追蹤']) await row(page, title).getByRole('checkbox').check()
  await page.getByRole('button', { name: '處理 2 件' }).click()
  await dialog(page).getByLabel('負責人').click()
  await pick(page, '蔡欣怡')
  await dialog(page).getByRole('button', { name: '執行' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('此個案目前為「已取消」')
  await shot(page, 'crm.many')
  await dialog(page).getByRole('button', { name: '關閉' }).last().click()
  await expect(row(page, '希望改約')).toContainText('蔡欣怡')
  for (const name of ['我負責的', '未指派', '即將逾時', '已結案', '未結案']) {
    const count = total(page, name)
    await count.click()
    await expect(count).toHaveAttribute('aria-pressed', 'true')
    await expect
      .poll(async () => (await page.locator('tbody tr[data-row]').count()) - Number(await count.textContent()))
      .toBe(0)
  }
})

test('[MEMB-01~] [CRM-05~] a case is added from a member, whose open cases are shown', async () => {
  const page = tsai
  await page.goto(`${server.url}/members?view=table`)
  await page.locator('.searchbox input').fill('張振國')
  const member = page.locator('tbody tr[data-row]').filter({ hasText: '張振國' }).first()
  await member.click()
  const drawer = page.locator('.drawer')
  await expect(drawer.getByRole('button', { name: '詢問降血壓藥可否與葡萄柚同食' })).toBeVisible()
  await drawer.getByRole('button', { name: '新增個案' }).click()
  const form = dialog(page)
  await expect(form).toContainText('張振國')
  await expect(form.getByRole('status')).toContainText('葡萄柚')
  await form.getByLabel('標題').fill('回診提醒')
  await form.getByLabel('類型').click()
  await pick(page, '預約協助')
  await form.getByRole('button', { name: '新增個案' }).click()
  await expect(page.locator('.drawer h2').first()).toHaveText('回診提醒')
  // By AI nothing is asked where there is none.
  await expect(page.locator('.caseai')).toContainText('未設定 AI 服務')
  await expect(page.locator('.caseai').getByRole('button')).toHaveCount(0)
})

test('[CRM-05~] [TODO-01~] a to-do is handed over from a case, and leads back to it', async () => {
  const page = tsai
  await page.goto(`${server.url}/crm?view=table`)
  await row(page, '回診提醒').click()
  await page.locator('.casereach').getByRole('button', { name: '交辦' }).click()
  const form = dialog(page)
  await expect(form.locator('.handpatient')).toContainText('張振國')
  await expect(form.locator('.handpatient')).toContainText('個案')
  await form.getByLabel('交給').fill('陳怡蓁')
  await pick(page, '陳怡蓁')
  await form.getByLabel('要做的事').fill('確認回診的日期')
  await form.getByRole('button', { name: '交辦', exact: true }).click()
  await expect(page.locator('.notice').filter({ hasText: '已交辦給 陳怡蓁' })).toBeVisible()
  await page.goto(`${server.url}/todolist?tab=byme`)
  await row(page, '確認回診的日期').click()
  await page.locator('.drawer').getByRole('link', { name: /個案/ }).click()
  await expect(page.locator('.drawer h2').first()).toHaveText('回診提醒')
})

test('[CRM-01~] [CRM-02~] who has no case takes the oldest that nobody has', async ({ browser }) => {
  const page = await (await browser.newContext(desk)).newPage()
  page.setDefaultTimeout(PATIENT)
  await signIn(page, server, 'admin', '/crm?view=table&assigned=me')
  await expect(page.locator('#content')).toContainText('您目前沒有負責的個案')
  await page.getByRole('button', { name: '接手最久的未指派個案' }).click()
  await expect(row(page, '血壓連續三天偏高')).toHaveCount(1)
  await page.context().close()
})

test('[CRM-01~] the cases hold in every look', async () => {
  await tour(tsai, {
    name: 'crm',
    url: server.url,
    open: async (page) => {
      await page.goto(`${server.url}/crm?view=table`)
      await expect(page.locator('[data-row], .ac').first()).toBeVisible()
      await still(page)
    },
  })
})
