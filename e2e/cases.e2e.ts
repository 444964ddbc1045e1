import { expect, type Page, test } from '@playwright/test'
import { desk, PATIENT } from './bad-days.ts'
import { listen, still, tour } from './themes.ts'
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
  await dialog(tsai).getByRole('button', { name: '指派' }).click()
  // What was said at the edge of the screen goes after some seconds; the bell keeps it, and leads to the case.
  await liu.locator('.topbar').getByRole('button', { name: /^提醒/ }).click()
  await liu.locator('.alertlist button').filter({ hasText: '個案指派給您' }).click()
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
  // It is offered for some seconds, which a busy machine may take until the list shows what was done.
  await liu.locator('.notice').filter({ hasText: '已完成' }).getByRole('button', { name: '復原' }).click()
  await expect(drawer.locator('.tl')).toContainText('已說明')
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

test('[CRM-01] table, cards and board show the same cases with title, type, owner and state; on the board a marked card is moved by keys', async () => {
  const page = tsai
  const lane = (name: string) => page.locator(`[data-lane=${name}]`)
  const card = (name: string) => lane(name).locator('.bcard').filter({ hasText: '希望改約' })
  await card('unassigned').locator('.cardbody').focus()
  // To the left there is no lane that takes it, to the right it becomes one's own.
  await page.keyboard.press('[')
  await expect(page.locator('.notice').filter({ hasText: '無法再往這個方向移動' })).toBeVisible()
  await page.keyboard.press(']')
  await expect(card('assigned')).toContainText('蔡欣怡')
  await expect(card('assigned')).toContainText('預約協助')
  await page.locator('.notice').filter({ hasText: '已接手' }).getByRole('button', { name: '復原' }).click()
  await expect(card('unassigned')).toBeVisible()
  // The arrows mark a card of the lane beside.
  await card('unassigned').locator('.cardbody').focus()
  await page.keyboard.press('ArrowRight')
  await expect(lane('assigned').locator('.bcard.sel')).toHaveCount(1)
  const numbers = async (what: string) => (await page.locator(what).allTextContents()).toSorted()
  for (const [view, of] of [
    ['table', 'tbody tr[data-row]'],
    ['card', '.cardslot'],
  ] as const) {
    await page.goto(`${server.url}/crm?view=${view}`)
    const one = page.locator(of).filter({ hasText: '反映看診等候過久' })
    await expect(one).toContainText('劉佳玲')
    await expect(one).toContainText('客訴')
    await expect(one).toContainText('處理中')
    expect(await numbers(of)).toHaveLength(Number(await total(page, '未結案').textContent()))
  }
  // Whose it was, whose it is, and what was noted stand in the case.
  await page.goto(`${server.url}/crm?view=table`)
  await row(page, '詢問衛教單張').click()
  await expect(page.locator('.drawer')).toContainText('蔡欣怡 → 劉佳玲')
  await expect(page.locator('.drawer .tl')).toContainText('已寄出衛教單張')
  // Filters narrow them, and the totals of open and closed with them.
  await expect(total(page, '已結案')).toHaveText('1')
  await page.goto(`${server.url}/crm?view=table&type=complaint`)
  await expect(page.locator('tbody tr[data-row]')).toHaveCount(1)
  await expect(total(page, '未結案')).toHaveText('1')
  await expect(total(page, '已結案')).toHaveText('0')
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
  for (const name of ['我負責的', '未指派', '即將與已逾時', '已逾時', '已結案', '未結案']) {
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

test('[CRM-05~] a message is written from the case, stands in it, and is found in the conversation', async () => {
  const page = tsai
  const drawer = page.locator('.drawer')
  await drawer.locator('.casereach').getByRole('button', { name: /訊息$/ }).click()
  const form = dialog(page)
  await form.getByRole('button', { name: '傳送' }).click()
  await expect(form.getByRole('alert')).toBeVisible()
  await form.getByLabel('訊息內容').fill('下週一上午九點回診，請帶健保卡。')
  await form.getByRole('button', { name: '傳送' }).click()
  await expect(form).toBeHidden()
  await expect(drawer.locator('.tl li').first()).toContainText('下週一上午九點回診')
  await expect(drawer.locator('.tl li').first()).toContainText('尚未回覆')
  await shot(page, 'crm.message')
  await drawer.getByRole('button', { name: '開啟對話' }).click()
  await expect(page.locator('.chatpane')).toContainText('下週一上午九點回診')
})

test('[CRM-05~] [TODO-01~] a to-do is handed over from a case, and leads back to it @proof', async () => {
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

test('[CRM-05~] a call from the case names it, whether the patient is there or not @proof', async () => {
  const page = tsai
  const { patientName } = await server.link({ doctor: 'dr.lin' })
  await page.goto(`${server.url}/crm?add=1`)
  const form = dialog(page)
  await form.getByLabel('會員').fill(patientName)
  await pick(page, patientName)
  await form.getByLabel('標題').fill('看診前的提醒')
  await form.getByLabel('類型').click()
  await pick(page, '追蹤關懷')
  await form.getByRole('button', { name: '新增個案' }).click()
  await expect(page.locator('.drawer h2').first()).toHaveText('看診前的提醒')
  const asked = page.waitForRequest(/\/his\/api\/callout$/)
  await page.locator('.casereach').getByRole('button', { name: '撥打' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ sn: Number(new URL(page.url()).searchParams.get('open')) })
  await expect(page.getByText('病人不在線上').first()).toBeVisible()
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

test('[CRM-01~] the cases hold in every look @proof', async () => {
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
