import { type Browser, expect, type Page, test } from '@playwright/test'
import { answer, desk, mark, marked, phone } from './bad-days.ts'
import { noViolation } from './axe.ts'
import { launch } from './media/launch.ts'
import { still } from './themes.ts'
import { arrive, goOnline, signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** An administrator changes what the institution shows; a doctor who is at work follows without a reload. */

let server: TestServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.remove())

async function person(browser: Browser, account: string, to = '/'): Promise<Page> {
  const page = await (await browser.newContext(desk)).newPage()
  await signIn(page, server, account, to)
  return page
}
const menu = (page: Page) => page.getByRole('navigation', { name: '選單' })
const saved = (page: Page) => expect(page.locator('.uihead .saved[data-state=saved]')).toContainText('已儲存')
async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: '檢查並發布' }).click()
  // A dialog that still grows is under the finger when it goes down, and no more when it goes up.
  await expect(page.getByRole('dialog')).toContainText('發布第')
  await still(page)
  await page.getByRole('dialog').getByRole('button', { name: '發布', exact: true }).click()
  await expect(page.locator('.notice').filter({ hasText: '已發布' }).first()).toBeVisible()
}
const item = (page: Page, screen: string) => page.locator(`li[data-screen=${screen}]`)

test('[SHELL-06~] [SHELL-07] an interface is drafted, tried, published to an open screen without a reload, and rolled back', async ({
  browser,
}) => {
  const admin = await person(browser, 'admin', '/admin/uiconfig')
  const doctor = await person(browser, 'dr.lin', '/authorization')
  await expect(doctor.getByRole('heading', { level: 1 })).toBeVisible()
  await mark(doctor)
  await expect(admin.getByRole('heading', { name: '介面設定' })).toBeVisible()

  // A name of one's own, a colour: a draft, seen by nobody else.
  await item(admin, 'apptmgmt')
    .getByRole('button', { name: /約診管理/ })
    .first()
    .click()
  await admin.getByLabel('繁體中文').fill('今日門診')
  await saved(admin)
  await expect(admin.locator('.uipreview')).toContainText('今日門診')
  await expect(menu(doctor)).toContainText('約診管理')

  // On the own screen alone, with a band that says so, and out of it again.
  await admin.getByRole('button', { name: '在我的畫面試用' }).click()
  await expect(menu(admin)).toContainText('今日門診')
  await expect(admin.getByRole('status').filter({ hasText: '預覽草稿' })).toBeVisible()
  await expect(menu(doctor)).toContainText('約診管理')
  await admin.getByRole('button', { name: '結束預覽' }).click()
  await expect(menu(admin)).toContainText('約診管理')

  // Hiding says which calls go, and that the doctor is looking at it now.
  await item(admin, 'authorization').getByRole('switch').click()
  const hide = admin.getByRole('dialog')
  await expect(hide).toContainText('GET /his/api/authorizations')
  await expect(hide).toContainText('林書妍')
  await hide.getByRole('button', { name: '隱藏', exact: true }).click()
  await saved(admin)
  await publish(admin)

  // The doctor's page follows in place: the name in the menu, the word, the way home. Nothing was loaded anew.
  await expect(doctor.locator('.notice').filter({ hasText: '關閉' })).toBeVisible()
  await expect(doctor).toHaveURL(`${server.url}/`)
  await expect(menu(doctor)).toContainText('今日門診')
  await expect(menu(doctor).getByRole('link', { name: '授權' })).toHaveCount(0)
  expect(await marked(doctor)).toBe(true)

  // By its address it is not open, nor does its call answer.
  const refused = await doctor.evaluate(async () => {
    const answer = await fetch('/his/api/authorizations', {
      headers: { authorization: `Bearer ${localStorage.getItem('jwt')}` },
    })
    return [answer.status, ((await answer.json()) as { status: string }).status]
  })
  expect(refused).toEqual([403, 'FORBIDDEN'])
  await doctor.goto(`${server.url}/authorization`)
  await expect(doctor.getByRole('heading', { name: '您的機構沒有開放這個畫面' })).toBeVisible()

  // What cannot be hidden has a switch that does not move.
  await expect(item(admin, 'adminUiconfig').getByRole('switch')).toBeDisabled()
  await expect(item(admin, 'home').getByRole('switch')).toBeDisabled()

  // A second version, and back to the first: the same contents under a new number.
  await item(admin, 'authorization').getByRole('switch').click()
  await saved(admin)
  await publish(admin)
  await expect(menu(doctor).getByRole('link', { name: '授權' })).toBeVisible()
  await admin.getByRole('button', { name: '版本' }).click()
  await admin.locator('li[data-version="1"]').getByRole('button', { name: '回復這一版' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: '回復這一版' }).last().click()
  await expect(admin.locator('li[data-version="3"]')).toContainText('由第 1 版回復')
  await expect(menu(doctor).getByRole('link', { name: '授權' })).toHaveCount(0)
  await doctor.context().close()
  await admin.context().close()
})

/**
 * With the journey above (menu, address, call) the whole line: what else an institution's interface says is followed, in the
 * page that is open and in the one that opens. Who is refused which call, and that the frame's calls never are, stands in
 * `server/src/uiconfig/uiconfig.test.ts`; that no section is asked for elsewhere, in `portal/src/patterns/section.test.ts`.
 */
test('[SHELL-06] logo, sign-in page, and the sections of appointments, record and video follow what is published, and come back', async ({
  browser,
}) => {
  const [doctor, patient] = await Promise.all([launch('staff', {}, desk), launch('patient', {}, phone)])
  try {
    const { page } = doctor
    const [admin] = await Promise.all([
      person(browser, 'admin', '/admin/uiconfig?section=brand'),
      signIn(page, server, 'dr.lin').then(() => goOnline(page)),
      server.link({ doctor: 'dr.lin' }).then((link) => arrive(patient.page, link)),
    ])
    await page.goto(`${server.url}/apptmgmt?tab=special`)
    await expect(page.getByRole('tab', { name: /特約/ })).toHaveAttribute('aria-selected', 'true')
    await mark(page)

    // What is not taken is said at its field, and its section is named at the head, wherever one is.
    await admin
      .locator('.uiedit input[type=file]')
      .setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    const wrong = admin.locator('.uiblock').filter({ hasText: '標誌' }).getByRole('alert')
    await expect(wrong).toHaveText(/請輸入正確的內容/)
    await admin.locator('.uinav').getByRole('button', { name: '登入頁' }).click()
    await expect(wrong).toHaveCount(0)
    await admin.locator('.uihead').getByRole('button', { name: '標誌與' }).click()
    await expect(wrong).toBeVisible()

    // Everything by the screen: a logo, who may sign in and with which words, three groups of sections.
    await admin.locator('.uiedit input[type=file]').setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
      ),
    })
    const section = (name: string) => admin.locator('.uinav').getByRole('button', { name }).click()
    await section('登入頁')
    await admin.getByRole('checkbox', { name: '代約' }).uncheck()
    await admin.getByRole('switch', { name: '歡迎文字' }).click()
    await admin.getByLabel('繁體中文').fill('禾安的各位，早安')
    for (const [name, parts] of [
      ['約診', ['特別約診', '代約']],
      ['病歷', ['病史', '待辦', '檔案', '備註欄']],
      ['遠距約診', ['選擇麥克風與鏡頭', '全員結束']],
    ] as const) {
      await admin
        .locator('.uinav')
        .getByRole('button', { name: new RegExp(`^\\S*\\s*${name}(?!\\S)`) })
        .first()
        .click()
      for (const part of parts) await admin.locator('.uiedit').getByRole('switch', { name: part, exact: true }).click()
    }
    await saved(admin)
    await publish(admin)

    // The doctor's open page, without a reload: the tab it stood on is gone, the logo is the institution's.
    await expect(page.getByRole('tab', { name: /特約/ })).toHaveCount(0)
    await expect(page.getByRole('tab', { name: /代約/ })).toHaveCount(0)
    await expect(page.getByRole('tab', { name: /今日/ })).toHaveAttribute('aria-selected', 'true')
    await expect(page.locator('img.logo').first()).toHaveAttribute('src', /^data:image\/svg\+xml/)

    // In a call, beside it: the menu of the video has neither devices nor the end for all, the record four sections less.
    await patient.page.getByRole('button', { name: '呼叫醫師' }).click()
    await answer(page)
    const more = page.locator('.callbox').getByRole('button', { name: '裝置與更多' })
    await expect(more).toBeVisible()
    const record = {
      history: page.getByRole('region', { name: '病史' }),
      past: page.getByRole('region', { name: '就診紀錄' }),
      todos: page.locator('.emr').getByRole('region', { name: /待辦/ }),
      files: page.locator('.emr').getByRole('region', { name: /檔案/ }),
    }
    await expect(record.past).toBeVisible()
    for (const gone of [record.history, record.todos, record.files]) await expect(gone).toHaveCount(0)
    await expect(page.getByText('給病人的建議')).toHaveCount(0)
    await more.click()
    // Its items stand there: what is left out is left out of them, and not a menu that is still empty.
    await expect(page.getByRole('menuitemradio', { name: '置中小視窗' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: '停止錄影' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: '為所有人結束' })).toHaveCount(0)
    await expect(page.getByRole('menuitem', { name: /fake|鏡頭|麥克風/i })).toHaveCount(0)
    await page.keyboard.press('Escape')

    // The sign-in page, as somebody sees it who comes now.
    const guest = await (await browser.newContext(desk)).newPage()
    await guest.goto(`${server.url}/pages/login?partner=1`)
    await expect(guest.getByText('禾安的各位，早安')).toBeVisible()
    await expect(guest.locator('img.logo').first()).toHaveAttribute('src', /^data:image\/svg\+xml/)
    await expect(guest.locator('.roles label')).toHaveText([/醫師/, /人員/, /管理員/])
    await guest.context().close()

    // Taken back: in the same page, with the call still running.
    const back = await admin.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' }
      const ask = async (method: string, path: string, body: object) => {
        const answer = await fetch(`/his/api/uiconfigs/1${path}`, { method, headers, body: JSON.stringify(body) })
        return ((await answer.json()) as { data: { draft: { revision: number } } }).data
      }
      const { draft } = await ask('PUT', '', { revision: 0, config: {} })
      return ask('POST', '/publish', { revision: draft.revision })
    })
    expect(back).toMatchObject({ number: expect.any(Number) })
    for (const there of [record.history, record.todos, record.files]) await expect(there).toBeVisible()
    await expect(page.getByText('給病人的建議').first()).toBeVisible()
    await more.click()
    await expect(page.getByRole('menuitem', { name: '為所有人結束' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /fake|鏡頭|麥克風/i }).first()).toBeVisible()
    await expect(page.locator('img.logo')).toHaveCount(0)
    expect(await marked(page)).toBe(true)
    await admin.context().close()
  } finally {
    await Promise.all([doctor.close(), patient.close()])
  }
})

test('[SHELL-18~] the institution’s people: a unit, an account invited, moved and closed; rights taken and given back; each act in the audit log @proof', async ({
  browser,
}) => {
  const admin = await person(browser, 'admin', '/admin/partners')
  await admin
    .locator('.unittree')
    .getByRole('button', { name: /內湖分站/ })
    .click()
  await admin.getByRole('button', { name: '停用單位' }).click()
  await expect(admin.getByRole('alert').filter({ hasText: '單位裡還有' })).toContainText('林書妍')
  await admin.getByRole('button', { name: '新增下層單位' }).click()
  await admin.getByRole('dialog').getByLabel('名稱').fill('二樓門診')
  await admin.getByRole('dialog').getByRole('button', { name: '儲存' }).click()
  await expect(admin.locator('.unittree .on')).toContainText('二樓門診')

  await admin.goto(`${server.url}/admin/staff`)
  await admin.getByRole('button', { name: '邀請人員' }).click()
  const form = admin.getByRole('dialog')
  await form.getByLabel('姓名').fill('新護理師')
  await form.getByLabel('帳號').fill('nurse.new')
  await form.getByLabel('手機').fill('0911222333')
  await form.getByLabel('單位').click()
  await admin.locator('.ant-select-item-option').filter({ hasText: '二樓門診' }).click()
  await admin.keyboard.press('Escape')
  await form.getByRole('button', { name: '邀請人員' }).click()
  await expect(admin.getByRole('dialog').filter({ hasText: '初始密碼' }).locator('code')).toHaveText(
    /^[a-z]{4}-\d{4}-[a-z]{4}$/,
  )
  await admin.getByRole('button', { name: '好' }).click()

  // The nurse at work: closed in the middle of it.
  const nurse = await person(browser, 'nurse.chen')
  await admin.goto(`${server.url}/admin/staff?q=${encodeURIComponent('陳怡蓁')}`)
  await admin.getByRole('row', { name: /陳怡蓁/ }).click()
  await admin.getByRole('button', { name: '關閉帳號' }).click()
  // What is left is named before, with somebody to take the to-dos.
  const closing = admin.getByRole('dialog').filter({ hasText: '尚未處理' })
  await expect(closing).toContainText(/未完成的待辦 \d+ 件/)
  await closing.getByLabel('待辦由誰接手').click()
  await admin.locator('.ant-select-item-option').filter({ hasText: '林書妍' }).click()
  await shot(admin, 'staff.close')
  await closing.getByRole('button', { name: '關閉帳號' }).click()
  await expect(nurse).toHaveURL(/pages\/login/)
  await admin.getByRole('button', { name: '重新開啟' }).click()
  await expect(admin.getByRole('button', { name: '關閉帳號' })).toBeVisible()

  // Taken from all doctors: it says from whom, and an open screen closes.
  const doctor = await person(browser, 'dr.wang', '/apptmgmt')
  await expect(doctor.getByRole('heading', { level: 1, name: /約診/ })).toBeVisible()
  await admin.goto(`${server.url}/admin/privileges?type=doctor`)
  await admin.getByRole('switch', { name: '看約診與紀錄' }).click()
  await admin.getByRole('button', { name: '檢查變更' }).click()
  await expect(admin.getByRole('dialog')).toContainText('王志遠')
  await admin.getByRole('dialog').getByRole('button', { name: '立即生效' }).click()
  await expect(menu(doctor).locator('a[href="/apptmgmt"]')).toHaveCount(0)
  await admin.getByRole('button', { name: '恢復預設' }).click()
  await admin.getByRole('button', { name: '檢查變更' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: '立即生效' }).click()
  await expect(menu(doctor).locator('a[href="/apptmgmt"]')).toBeVisible()

  await admin.goto(`${server.url}/admin/audit`)
  // In words; the call itself stands in the detail.
  await admin
    .getByRole('row', { name: /變更職類權限/ })
    .first()
    .click()
  await expect(admin.getByText('PUT /his/api/privileges/{staff_type}')).toBeVisible()
  await admin.getByRole('button', { name: '驗證' }).click()
  await expect(admin.getByText(/已驗證至第 \d+ 筆/)).toBeVisible()
  await admin.context().close()
  await doctor.context().close()
  await nurse.context().close()
})

const SCREENS = ['partners', 'staff', 'privileges', 'uiconfig', 'groups', 'audit'] as const
test('[SHELL-18~] every screen of it holds at a look, and on a phone @proof', async ({ browser }) => {
  const page = await person(browser, 'admin', '/admin/partners')
  for (const screen of SCREENS) {
    await page.goto(`${server.url}/admin/${screen}`)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.locator('.sk, .skrow')).toHaveCount(0)
    await noViolation(page, `admin ${screen}`)
    await shot(page, `admin-${screen}`)
    await page.setViewportSize(phone.viewport ?? { width: 375, height: 812 })
    await noViolation(page, `admin ${screen} on a phone`)
    await shot(page, `admin-${screen}.phone`)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1)
    expect(wide, screen).toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await page.context().close()
})

test('[I6] two administrators of one draft: each keeps what the other left alone, and of what both changed one is chosen @proof', async ({
  browser,
}) => {
  const admin = await person(browser, 'admin', '/admin/uiconfig')
  const label = admin.getByLabel('繁體中文')
  await item(admin, 'todolist').locator('.pick').click()
  await label.fill('我的交辦')
  await saved(admin)
  // The other one, of whose saving this page hears nothing.
  await admin.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' }
    interface Configs {
      draft: { revision: number }
      versions: { state: string; config: { menu: { labels: object } } }[]
    }
    const ask = async (method: string, body?: object) => {
      const answer = await fetch('/his/api/uiconfigs/1', { method, headers, body: JSON.stringify(body) })
      return ((await answer.json()) as { data: Configs }).data
    }
    const { draft, versions } = await ask('GET')
    const config = versions.find(({ state }) => state === 'draft')?.config
    if (!config) throw new Error('the draft was not saved')
    const named = (text: string) => ({ 'zh-TW': text, 'zh-CN': '', en: '' })
    const labels = { ...config.menu.labels, home: named('院所首頁'), todolist: named('交辦清單') }
    await ask('PUT', { revision: draft.revision, config: { ...config, menu: { ...config.menu, labels } } })
  })
  await label.fill('我們的交辦')
  const both = admin.getByRole('alert').filter({ hasText: '另一位管理員也改了' })
  await expect(both).toContainText('我們的交辦')
  await expect(both).toContainText('交辦清單')
  await expect(label).toHaveValue('交辦清單')
  await expect(item(admin, 'home')).toContainText('院所首頁')
  await expect(admin.getByRole('button', { name: '檢查並發布' })).toBeDisabled()
  await both.getByRole('button', { name: /用我的/ }).click()
  await expect(both).toHaveCount(0)
  await expect(label).toHaveValue('我們的交辦')
  await saved(admin)
  // What goes out is told field by field, and so is who edited it last.
  await admin.getByRole('button', { name: '檢查並發布' }).click()
  const dialog = admin.getByRole('dialog')
  for (const text of ['院所首頁', '我們的交辦', '何思穎']) await expect(dialog).toContainText(text)
  await still(admin)
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toHaveCount(0)
  // The sign before the word is part of the button's name.
  await admin.getByRole('button', { name: /捨棄$/ }).click()
  await admin.getByRole('dialog').getByRole('button', { name: '捨棄', exact: true }).click()
  await expect(item(admin, 'home')).not.toContainText('院所首頁')
  await admin.context().close()
})
