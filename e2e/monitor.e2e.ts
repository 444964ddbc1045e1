import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { asking } from './asking.ts'
import { desk, PATIENT } from './bad-days.ts'
import { listen, SIMPLIFIED, still, tour } from './themes.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** Remote monitoring between a doctor and a nurse of one group, in two browsers, and who cares in none. */
let server: TestServer
let lin: Page
let chen: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  const person = async (account: string) => {
    const page = await (await browser.newContext(desk)).newPage()
    page.setDefaultTimeout(PATIENT)
    await listen(page)
    await signIn(page, server, account, '/monitor')
    return page
  }
  lin = await person('dr.lin')
  chen = await person('nurse.chen')
})
test.afterAll(async () => {
  await Promise.all([lin, chen].map((page) => page?.context().close()))
  await server?.remove()
})

const first = (page: Page) => page.locator('.monfirst .monalerts li').first()
const dialog = (page: Page) => page.getByRole('dialog')
const DAYS = [
  ['全部', 0],
  ['1 天', 1],
  ['3 天', 3],
  ['30 天', 30],
] as const

test('[MON-01~] [MON-03~] who needs attention comes first, with what struck which limit', async () => {
  await expect(first(chen)).toContainText('危急')
  await expect(first(chen)).toContainText('收縮壓 184 mmHg（收縮壓達到或高於 180 mmHg）')
  const rows = chen.locator('tbody tr[data-row]')
  await expect(rows.first()).toContainText('危急')
  await expect(rows.first()).toContainText('184/')
  await expect(rows.filter({ hasText: '未取得授權' }).first()).toBeVisible()
  await still(chen)
  await shot(chen, 'monitor.list')
})

test('[MON-01] each kind has its column, of all, 1, 3, 7 and 30 days; of the members one may see; the last ECG’s wave opens with the member on paper of millimetres', async ({
  browser,
}) => {
  const size = chen.viewportSize()
  await chen.setViewportSize({ width: 1920, height: 900 })
  const kinds = [
    /^血壓 mmHg/,
    /^體重 kg/,
    /^血氧 %/,
    /^體溫 °C/,
    /^脈搏/,
    /^空腹血糖/,
    /^[餐飯]前血糖/,
    /^[餐飯]後血糖/,
    /^心電圖 bpm/,
  ]
  for (const kind of kinds) await expect(chen.getByRole('columnheader', { name: kind })).toBeVisible()
  const row = chen.locator('tbody tr[data-row]').first()
  // Blood sugar around a meal, which the demo has of nobody.
  const pid = Number((await row.getAttribute('data-row'))?.split('-')[0])
  const wang = await asking(server, 'dr.wang')
  for (const [meal, value] of [
    ['before', 96],
    ['after', 128],
  ] as const)
    await wang('POST', '/his/api/devicereadings', {
      ...{ pid, dataType: 'blood_glucose', value, unit: 'mg/dL', meal, takeOver: true },
      timestamp: new Date(Date.now() - 2 * 86_400_000).toISOString(),
    })
  // The pulse that the blood-pressure monitor counted stands with its pressure.
  await expect(row).toContainText(/184\/\d+.*\d+ bpm/)
  const pick = async (days: string) => {
    await chen.getByRole('combobox', { name: '期間' }).click()
    await chen.locator('.ant-select-item-option:visible').getByText(days, { exact: true }).click()
  }
  for (const [name, span] of DAYS) {
    const asked = chen.waitForRequest((request) => {
      const said = request.url().includes('/monitormembers') && (request.postDataJSON() as { days: number })
      return said && said.days === span
    })
    await pick(name)
    await asked
    if (span === 0) {
      // Of all days each column has a value somewhere.
      await expect(row).toContainText('184/')
      const titles = await chen.getByRole('columnheader').allInnerTexts()
      for (const kind of kinds) {
        const at = titles.findIndex((title) => kind.test(title.replace(/\s+/g, ' ')))
        const cells = chen.locator(`tbody tr[data-row] > :nth-child(${at + 1})`)
        await expect(cells.filter({ hasText: /\d/ }).first(), String(kind)).toBeVisible()
      }
    }
  }
  // What the list stands at without a word.
  await pick('7 天')
  await expect(chen).not.toHaveURL(/days=/)
  const watched = await chen
    .locator('tbody tr[data-row]')
    .evaluateAll((rows) => rows.map((one) => Number(one.getAttribute('data-row')?.split('-')[0])))
  const stranger = await (await browser.newContext(desk)).newPage()
  const list = stranger.waitForResponse((response) => response.url().includes('/monitormembers'))
  await signIn(stranger, server, 'dr.huang', '/monitor?whose=all&days=0')
  const { status, data } = (await (await list).json()) as { status: string; data: { pid: number }[] }
  expect([status, data.filter(({ pid }) => watched.includes(pid))]).toEqual(['OK', []])
  expect(watched.length).toBeGreaterThan(0)
  await stranger.context().close()
  await expect(row).toContainText('88')
  await row.click()
  const drawer = chen.locator('.drawer')
  await expect(drawer.getByRole('heading', { name: /^心電圖 3/ })).toBeVisible()
  await drawer
    .getByRole('button', { name: /顯示 .* 的波形/ })
    .first()
    .click()
  await expect(drawer.locator('.monwave canvas')).toBeVisible()
  await expect(drawer).toContainText('心率 88/分')
  await still(chen)
  await shot(chen, 'monitor.ecg')
  await drawer.getByRole('button', { name: '關閉' }).click()
  await expect(drawer).toBeHidden()
  if (size) await chen.setViewportSize(size)
})

test('[MON-03~] [M9] an alert that one takes is seen as taken by the other, who is told by whom and adds what they did; it is resolved with what was done', async () => {
  const alert = first(chen)
  await alert.getByRole('button', { name: '受理' }).click()
  await expect(dialog(chen)).toContainText('收縮壓達到或高於 180 mmHg')
  // Both have the dialog open: one is first.
  await first(lin).getByRole('button', { name: '受理' }).click()
  await dialog(lin).getByLabel('備註').fill('女兒陪同就醫')
  await dialog(chen).getByLabel('備註').fill('馬上去電')
  await dialog(chen).getByRole('button', { name: '受理' }).click()
  await expect(alert).toContainText('處理中')
  await expect(alert).toContainText('馬上去電')
  // Who is second is told so at once, keeps what was written, and adds it.
  await expect(dialog(lin).getByRole('alert')).toContainText(/受理.*馬上去電/)
  await expect(dialog(lin).getByLabel('補充處理紀錄')).toHaveValue('女兒陪同就醫')
  await shot(lin, 'monitor.second')
  await dialog(lin).getByRole('button', { name: '加為補充紀錄' }).click()
  await expect(dialog(lin)).toBeHidden()
  await expect(first(lin)).toContainText('處理中')
  await expect(first(lin)).toContainText(/補充.*女兒陪同就醫/)

  await first(lin).getByRole('button', { name: '解決' }).click()
  await dialog(lin).getByRole('button', { name: '解決' }).click()
  await expect(dialog(lin).getByRole('alert')).toHaveText('請輸入內容')
  await chen.locator('.monfirst').hover()
  await dialog(lin).getByLabel('處理方式').fill('已調整用藥，明日再量')
  await dialog(lin).getByRole('button', { name: '解決' }).click()
  // Under a pointer nothing changes its place: that it would is told, and done once the pointer is elsewhere.
  await expect(chen.getByRole('button', { name: '清單有變動' })).toBeVisible()
  await expect(chen.locator('.monfirst')).toContainText('184 mmHg（收縮壓達到或高於 180')
  await chen.mouse.move(2, 2)
  await expect(chen.locator('.monfirst')).not.toContainText('184 mmHg（收縮壓達到或高於 180')
})

test('[MON-01~] after a night what was raised and resolved stands together, and says since when', async () => {
  await lin.goto(`${server.url}/monitor`)
  await lin.getByRole('combobox', { name: '回顧' }).click()
  await lin.locator('.ant-select-item-option').filter({ hasText: '最近 24 小時' }).click()
  expect(new URL(lin.url()).searchParams.get('since')).toBe('24')
  const since = lin.getByRole('region', { name: /最近 24 小時（.+起）/ })
  await expect(since.getByRole('status')).toHaveText(/發出 \d+ 筆，解決 1 筆。/)
  await expect(since.locator('li').filter({ hasText: '收縮壓達到或高於 180' })).toContainText('已調整用藥，明日再量')
  await still(lin)
  await shot(lin, 'monitor.since')
  await since.getByRole('button', { name: '回到即時' }).click()
  await expect(since).toHaveCount(0)
})

test('[MON-04] the course of a member stands with its limits, beside the days before, as a table and as an Excel file', async () => {
  await chen.goto(`${server.url}/monitor`)
  await chen.locator('tbody tr[data-row]').filter({ hasText: '184/' }).click()
  const drawer = chen.locator('.drawer')
  await expect(drawer.locator('.monplot').first()).toBeVisible()
  // The last notes and calls of an open record, with a way to each.
  await expect(drawer.getByRole('list', { name: '病歷紀錄' }).getByRole('link').first()).toHaveAttribute(
    'href',
    /emr2.*rid=/,
  )
  await expect(drawer.getByRole('heading', { name: /通話/ })).toBeVisible()
  await expect(drawer.locator('.monplot .band').first()).toBeAttached()
  await expect(drawer.locator('.monplot .then')).toHaveCount(0)
  await drawer.getByLabel('與前一期比較').click()
  await expect(chen).toHaveURL(/compare=1/)
  await expect(drawer.locator('.monplot .then').first()).toBeAttached()
  await expect(drawer).toContainText('前期：最低')
  await expect(drawer.locator('.monvalues tbody tr').first()).toContainText('血壓')
  await expect(drawer).toContainText('已調整用藥，明日再量')
  const [file] = await Promise.all([
    chen.waitForEvent('download'),
    drawer.getByRole('button', { name: '匯出 Excel' }).click(),
  ])
  const sheet = strFromU8(unzipSync(readFileSync(await file.path()))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet).toContain('血壓')
  expect(sheet).toContain('184')
  await still(chen)
  await shot(chen, 'monitor.member')
  // By a key, and in the address.
  await chen.keyboard.press('Escape')
  await chen.keyboard.press('0')
  await expect(chen).toHaveURL(/days=0/)
})

test('[MON-01~] a reading that arrives moves the page of who looks, and raises an alert there', async () => {
  await chen.goto(`${server.url}/monitor`)
  const row = chen.locator('tbody tr[data-row]').filter({ hasText: '138/' })
  const id = await row.getAttribute('data-row')
  const pid = Number(id?.split('-')[0])
  const { token } = (await (
    await lin.request.post(`${server.url}/his/user/login`, { data: { id: 'dr.wang', pwd: 'demo1234' } })
  ).json()) as { token: string }
  const answer = await lin.request.post(`${server.url}/his/api/devicereadings`, {
    headers: { authorization: `Bearer ${token}` },
    data: {
      pid,
      dataType: 'blood_pressure',
      systolic: 191,
      diastolic: 99,
      pulse_rate: 88,
      timestamp: new Date().toISOString(),
    },
  })
  expect(((await answer.json()) as { status: string }).status).toBe('OK')
  await expect(chen.locator(`tr[data-row="${id}"]`)).toContainText('191/99')
  await expect(first(chen)).toContainText('收縮壓 191 mmHg')
})

test('[MON-01~] [MEMB-07~] from a row to the conversation, to the record, and back to what is watched', async () => {
  await chen.goto(`${server.url}/monitor`)
  const row = chen.locator('tbody tr[data-row]').filter({ hasText: '191/99' })
  const pid = (await row.getAttribute('data-row'))?.split('-')[0] ?? ''
  const more = async (name: string) => {
    await row.getByRole('button', { name: '更多' }).click()
    await chen.getByRole('menuitem', { name }).click()
  }
  await more('訊息')
  await expect(chen).toHaveURL(new RegExp(`/message/chat\\?.*id=${pid}`))
  await chen.goBack()
  await more('病歷')
  await expect(chen).toHaveURL(new RegExp(`/emr2/${pid}/`))
  // And from the list of members to what is watched of one of them.
  await chen.goto(`${server.url}/members?open=${pid}`)
  await chen.locator('.drawer').getByRole('button', { name: '遠距監測' }).click()
  await expect(chen).toHaveURL(new RegExp(`/monitor\\?.*pid=${pid}`))
  await expect(chen.locator('tbody tr[data-row]')).toHaveCount(1)
})

test('[EMR-14] [EMR-01~] the record shows the signs with age and course, live, and their trends before what is normal and the time before', async ({
  page,
}) => {
  await chen.goto(`${server.url}/monitor`)
  const id = await chen.locator('tbody tr[data-row]').filter({ hasText: '191/99' }).getAttribute('data-row')
  const pid = Number(id?.split('-')[0])
  await lin.goto(`${server.url}/emr2/${pid}/0`)
  const card = lin.getByRole('region', { name: '量測', exact: true })
  await expect(card).toContainText('191/99')
  await expect(card).toContainText('偏高')
  await expect(card.locator('.signs > div')).toHaveCount(4)
  await expect(card).toContainText('沒有量測')
  // Nobody touches the page: a reading arrives.
  const { token } = (await (
    await lin.request.post(`${server.url}/his/user/login`, { data: { id: 'dr.wang', pwd: 'demo1234' } })
  ).json()) as { token: string }
  const give = (data: Record<string, unknown>) =>
    lin.request.post(`${server.url}/his/api/devicereadings`, {
      headers: { authorization: `Bearer ${token}` },
      data: { pid, timestamp: new Date().toISOString(), takeOver: true, ...data },
    })
  await give({ dataType: 'temperature', value: 38.4, unit: 'C' })
  await expect(card).toContainText('38.4')
  await expect(card).toContainText('1 小時內')
  await give({ dataType: 'blood_glucose', value: 151, unit: 'mg/dL', meal: 'after' })
  await expect(card).toContainText('151')
  await expect(card).not.toContainText('沒有量測')

  await card.getByRole('button', { name: '趨勢' }).click()
  await expect(lin).toHaveURL(/days=30/)
  const drawer = lin.getByRole('dialog', { name: '量測趨勢' })
  const trend = (name: string | RegExp) =>
    drawer.locator('.montrend').filter({ has: lin.getByRole('heading', { name }) })
  await expect(trend('血壓')).toContainText('正常 90–119（2022 台灣高血壓治療指引')
  await expect(trend('血壓').locator('.monplot .band')).not.toHaveCount(0)
  await expect(trend('血壓').locator('.monplot .l1')).not.toHaveCount(0)
  // One value is no course.
  await expect(trend(/[餐飯]後/)).toContainText('資料不足，無法繪製圖表')
  await expect(trend(/[餐飯]後/).locator('svg')).toHaveCount(0)
  await drawer.getByLabel('與前一期並列').check()
  await expect(lin).toHaveURL(/compare=1/)
  await still(lin)
  await shot(lin, 'emr.trends')
  await lin.keyboard.press('Escape')
  await expect(lin).not.toHaveURL(/days=/)
  await still(lin)
  await shot(lin, 'emr.measure')

  // The card that fails leaves the others standing.
  await page.route('**/his/api/measurements/**', (route) =>
    route.fulfill({ status: 500, json: { status: 'ERROR', message: '' } }),
  )
  await signIn(page, server, 'dr.wang', `/emr2/${pid}/0`)
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(region('量測').getByRole('alert')).toBeVisible()
  await expect(region('病史')).toBeVisible()
  await expect(region('就診紀錄')).toBeVisible()
})

test('[MON-02~] who cares in no group is told so, and looks at the whole unit', async ({ page }) => {
  await signIn(page, server, 'dr.wang', '/monitor')
  await expect(page.getByRole('status').filter({ hasText: '您尚未加入照護群組' })).toBeVisible()
  await page.getByRole('button', { name: '查看單位全部會員' }).click()
  await expect(page).toHaveURL(/whose=all/)
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
})

test('[M18] a critical alert finds who cares on another screen; taken there, it calls nobody', async () => {
  await chen.goto(`${server.url}/todolist`)
  const band = chen.getByRole('alert', { name: '危急警示' })
  await expect(band).toContainText('收縮壓 191 mmHg（收縮壓達到或高於 180 mmHg）')
  await expect(chen.getByRole('link', { name: /遠距監測/ }).first()).toContainText(/\d/)
  await still(chen)
  await shot(chen, 'monitor.urgent')
  const line = band.locator('.row').filter({ hasText: '191 mmHg' })
  await line.getByRole('button', { name: '受理' }).click()
  await dialog(chen).getByLabel('備註').fill('在待辦清單看到')
  await dialog(chen).getByRole('button', { name: '受理' }).click()
  await expect(dialog(chen)).toBeHidden()
  await expect(band.filter({ hasText: '191 mmHg' })).toHaveCount(0)
})

test('[M6] [Mw6] an alert is muted with an end and a reason; a reading that was entered in error is struck through and ends what rests on it', async () => {
  await lin.goto(`${server.url}/monitor`)
  await lin.locator('tbody tr[data-row]').filter({ hasText: '191/99' }).click()
  const drawer = lin.locator('.drawer')
  const alert = drawer.locator('.monalerts li').filter({ hasText: '191 mmHg' }).first()
  await alert.getByRole('button', { name: '靜音' }).click()
  await dialog(lin).getByRole('button', { name: '靜音' }).click()
  await expect(dialog(lin).getByRole('alert')).not.toBeEmpty()
  await dialog(lin).getByLabel('期間').click()
  await lin.locator('.ant-select-item-option:visible').getByText('3 天', { exact: true }).click()
  await dialog(lin).getByLabel('原因').fill('週五回診')
  await still(lin)
  await shot(lin, 'monitor.mute')
  await dialog(lin).getByRole('button', { name: '靜音' }).click()
  await expect(alert).toContainText(/靜音至 .*週五回診/)
  await expect(alert.getByRole('button', { name: '取消靜音' })).toBeVisible()

  const value = drawer.locator('.monvalues tr').filter({ hasText: '191/99' })
  await value.getByRole('button', { name: /標記為輸入錯誤/ }).click()
  const question = lin.getByRole('dialog').filter({ hasText: '這筆讀值是輸入錯誤？' })
  await expect(question).toContainText('191/99')
  await question.getByRole('button', { name: '標記' }).click()
  await expect(question).toContainText('請填寫原因')
  await question.getByLabel('原因').fill('量到家屬')
  await still(lin)
  await shot(lin, 'monitor.withdraw')
  await question.getByRole('button', { name: '標記' }).click()
  await expect(value.locator('s')).toContainText('191/99')
  await expect(value).toContainText('標記為輸入錯誤：量到家屬')
  await expect(drawer.locator('.monalerts li').filter({ hasText: '191 mmHg' }).first()).toContainText(
    '讀值輸入錯誤：量到家屬',
  )
  await lin.keyboard.press('Escape')
  await expect(lin.locator('tbody tr[data-row]').filter({ hasText: '191/99' })).toHaveCount(0)
})

test('[MON-01~] the list and a member hold in each language, in the dark and on a phone @proof', async () => {
  const page = lin
  await page.goto(`${server.url}/monitor?days=30`)
  const open = await page.locator('tbody tr[data-row]').filter({ hasText: '184/' }).getAttribute('data-row')
  const at = (name: string, path: string, what: string) =>
    tour(page, {
      name,
      url: server.url,
      looks: SIMPLIFIED,
      open: async () => {
        await page.goto(server.url + path)
        await expect(page.locator(what).first()).toBeVisible()
      },
    })
  await at('monitor', '/monitor?days=30', '.monfirst .monalerts li')
  await at('monitor.detail', `/monitor?days=30&compare=1&open=${open}`, '.drawer .monplot')
})
