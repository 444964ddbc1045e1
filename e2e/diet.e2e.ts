import { expect, type Locator, type Page, test } from '@playwright/test'
import { localDay } from '@teleward/contract/core/dates.ts'
import { addDays } from '@teleward/contract/core/zone.ts'
import { desk, PATIENT } from './bad-days.ts'
import { listen, still } from './themes.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** Diet management between a dietitian and a doctor, in two browsers. */
let server: TestServer
let hsu: Page
let lin: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  const person = async (account: string) => {
    const page = await (await browser.newContext(desk)).newPage()
    page.setDefaultTimeout(PATIENT)
    await listen(page)
    await signIn(page, server, account, '/dietMgmt')
    return page
  }
  hsu = await person('diet.hsu')
  lin = await person('dr.lin')
})
test.afterAll(async () => {
  await Promise.all([hsu, lin].map((page) => page?.context().close()))
  await server?.remove()
})

/** Eight by eight points of one colour. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mM4UWGDFTEMLQkAQfNfASkqKa0AAAAASUVORK5CYII=',
  'base64',
)
const rows = (page: Page) => page.locator('#content tbody tr[data-row]')
const dialog = (page: Page) => page.getByRole('dialog')
const pick = (page: Page, name: string) =>
  page.locator('.ant-select-item-option:visible').filter({ hasText: name }).first().click()

test('[DIET-01~] those whose meals wait stand first; advice ends the waiting, on a colleague’s screen as well', async () => {
  await expect(rows(hsu)).toHaveCount(2)
  await expect(rows(lin)).toHaveCount(2)
  await still(hsu)
  await shot(hsu, 'diet.list')
  await rows(hsu).first().click()
  const drawer = hsu.locator('.drawer')
  await expect(drawer).toContainText('高血壓')
  await drawer.getByLabel('建議').fill('湯少喝，醬料減半。')
  await still(hsu)
  await shot(hsu, 'diet.drawer')
  await drawer.getByRole('button', { name: '送出建議' }).click()
  await expect(rows(hsu)).toHaveCount(1)
  await expect(rows(lin)).toHaveCount(1)
})

test('[DIET-02~] a food is found by its Chinese name, and a meal is corrected; what was told first stays', async () => {
  await hsu.goto(`${server.url}/dietMgmt?waiting=0`)
  await rows(hsu).filter({ hasText: '高血壓' }).first().click()
  await hsu.getByRole('button', { name: '開啟報告' }).click()
  await expect(hsu.getByRole('heading', { name: '飲食報告' })).toBeVisible()
  await expect(hsu.locator('.dietday').first()).toBeVisible()
  const meal = hsu.locator('.dietday').first().locator('.dietmeals > li').first()
  await meal.getByRole('button', { name: '修正' }).click()
  const form = dialog(hsu)
  const grams = form.locator('.dietrows input').first()
  await grams.fill('150')
  await form.getByRole('combobox', { name: '食物' }).fill('豆漿')
  await pick(hsu, '豆漿')
  await expect(form.locator('.dietrows li')).toHaveCount(2)
  await still(hsu)
  await shot(hsu, 'diet.meal')
  await form.getByRole('button', { name: '儲存餐點' }).click()
  await expect(form).toBeHidden()
  await expect(meal).toContainText('原記錄')
  await expect(meal).toContainText('豆漿')
  await still(hsu)
  await shot(hsu, 'diet.report')
})

test('[DIET-02~] two set the targets at once: who comes second is told, and nothing typed is lost', async () => {
  await lin.goto(hsu.url())
  for (const page of [hsu, lin]) {
    await page.getByRole('button', { name: '設定目標' }).click()
    await expect(dialog(page).getByLabel('體重（kg）')).toBeVisible()
  }
  await dialog(hsu).getByLabel('體重（kg）').fill('70')
  await dialog(lin).getByLabel('體重（kg）').fill('66')
  await still(hsu)
  await shot(hsu, 'diet.targets')
  await dialog(hsu).getByRole('button', { name: '儲存', exact: true }).click()
  await expect(dialog(hsu)).toBeHidden()
  await dialog(lin).getByRole('button', { name: '儲存', exact: true }).click()
  await expect(dialog(lin).getByRole('alert')).toContainText('已先儲存')
  await expect(dialog(lin).getByLabel('體重（kg）')).toHaveValue('66')
  await dialog(lin).getByRole('button', { name: '仍要儲存我的' }).click()
  await expect(dialog(lin)).toBeHidden()
  await expect(hsu.locator('.dietpad').first()).toContainText('66 kg')
})

test('[DIET-01~] charts of the days, and a draft that is there again', async () => {
  await hsu.getByRole('tab', { name: '圖表' }).click()
  await expect(hsu.locator('.dietplot svg').first()).toBeVisible()
  await still(hsu)
  await shot(hsu, 'diet.charts')
  await hsu.getByRole('tab', { name: '建議' }).click()
  await hsu.getByLabel('建議', { exact: true }).fill('寫到一半')
  await expect(hsu.getByText('草稿已保留')).toBeVisible()
  await hsu.getByRole('tab', { name: '每日' }).click()
  await hsu.getByRole('tab', { name: '建議' }).click()
  await expect(hsu.getByLabel('建議', { exact: true })).toHaveValue('寫到一半')
})

test('[DIET-01] a member in diet management, six meals of a day with foods, amounts and pictures against the targets, charts, the dietitian’s advice, and the report on paper', async () => {
  await hsu.goto(`${server.url}/dietMgmt?waiting=0`)
  // Those in diet management, whether their meals wait or not, and nobody else of the unit's members.
  await expect(rows(hsu)).toHaveCount(4)
  await rows(hsu).filter({ hasText: '高血壓' }).first().click()
  await hsu.getByRole('button', { name: '開啟報告' }).click()
  await expect(hsu.getByRole('heading', { name: '飲食報告' })).toBeVisible()
  const report = hsu.url()
  // What the member sent of breakfast is among the files.
  const [, pid] = /dietReport\/(\d+)/.exec(report) ?? []
  await lin.goto(`${server.url}/setting/upload/${pid}?kind=photo`)
  await lin
    .locator('.udrop input[type=file]')
    .first()
    .setInputFiles({ name: '早餐.png', mimeType: 'image/png', buffer: PICTURE })
  await expect(lin.locator('.ulist li').filter({ hasText: '早餐.png' })).toContainText('已存入')
  const meals = ['第一餐', '第二餐', '第三餐', '第四餐', '第五餐', '第六餐']
  const form = hsu.getByRole('dialog', { name: '新增餐點' })
  const day = hsu.locator('.dietday').first()
  const eaten = day.locator('.dietmeals > li')
  for (const [nth, name] of meals.entries()) {
    await hsu.getByRole('button', { name: '新增餐點' }).click()
    // The next that the day has not yet.
    await expect(form.locator('.ant-select').filter({ hasText: name })).toBeVisible()
    await form.getByRole('combobox', { name: '食物' }).fill('豆漿')
    await pick(hsu, '豆漿')
    await form
      .locator('.dietrows input')
      .first()
      .fill(String(200 + nth * 10))
    if (nth === 0)
      await form
        .getByRole('button', { name: /^選取照片/ })
        .first()
        .click()
    await form.getByRole('button', { name: '儲存餐點' }).click()
    await expect(form).toBeHidden()
    await expect(eaten).toHaveCount(nth + 1)
  }
  for (const [nth, name] of meals.entries()) {
    await expect(eaten.nth(nth)).toContainText(name)
    await expect(eaten.nth(nth).locator('.dietfoods > li')).toContainText(`${200 + nth * 10} 公克`)
  }
  const picture = eaten.first().getByRole('img', { name: /^餐點照片/ })
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  // What the six come to stands against the targets of the day.
  await expect(day).toContainText('當日合計')
  const energy = day.locator('.dietbars tr').filter({ hasText: '熱量' })
  await expect(energy).toHaveText(/熱量[\d,]+ kcal.*(符合|不足|過多).*[\d,]+/)
  await expect(day.locator('.dietbars tr').filter({ hasText: '鈉' })).toHaveText(/(符合|不足|過多|資料不足).*以下/)

  await hsu.emulateMedia({ media: 'print' })
  await expect(hsu.getByText(/列印時間/)).toBeVisible()
  await expect(hsu.getByRole('button', { name: '新增餐點' })).toBeHidden()
  await expect(eaten).toHaveCount(6)
  await expect(picture).toBeVisible()
  expect((await hsu.pdf()).length).toBeGreaterThan(10_000)
  await hsu.emulateMedia({ media: null })

  await hsu.getByRole('tab', { name: '圖表' }).click()
  await expect(hsu.locator('.dietplot svg').first()).toBeVisible()
  await hsu.getByRole('tab', { name: '建議' }).click()
  await hsu.getByLabel('建議', { exact: true }).fill('每餐加一份青菜。')
  await hsu.getByRole('button', { name: '送出建議' }).click()
  await expect(hsu.locator('.dietreport')).toContainText('每餐加一份青菜。')
  // The doctor reads it, and by whom it is.
  await lin.goto(hsu.url())
  await expect(lin.locator('.dietreport')).toContainText('每餐加一份青菜。')
  await expect(lin.locator('.dietreport')).toContainText('許')
})

test('[M10] [M11] a new meal goes to a free number of its day, and a target for tomorrow waits beside the one of today @proof', async () => {
  const day = (days: number) => addDays(localDay(new Date(), 'Asia/Taipei'), days)
  const turnTo = async (form: Locator, name: string, wanted: string) => {
    await form.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await hsu.locator(`.ant-picker-dropdown td[title="${wanted}"]`).click()
  }
  await hsu.goto(`${server.url}/dietMgmt?waiting=0`)
  await rows(hsu).filter({ hasText: '高血壓' }).first().click()
  await hsu.getByRole('button', { name: '開啟報告' }).click()
  await expect(hsu.locator('.dietday').first()).toBeVisible()
  const [report] = hsu.url().split('?')
  // Of yesterday, which the page does not show, the patient has told four meals; of today all six are there.
  await hsu.goto(`${report}?from=${day(0)}&to=${day(0)}`)
  await expect(hsu.locator('.dietmeals > li')).toHaveCount(6)
  await hsu.getByRole('button', { name: '新增餐點' }).click()
  const form = hsu.getByRole('dialog', { name: '新增餐點' })
  await expect(form).toContainText('這天六餐都已登錄')
  await turnTo(form, '日期', day(-1))
  await expect(form.locator('.ant-select').filter({ hasText: '第三餐' })).toBeVisible()
  // What the table has not goes on to the label under the name that was typed.
  await form.getByRole('combobox', { name: '食物' }).fill('珍珠奶茶')
  await hsu.getByRole('button', { name: '自行輸入「珍珠奶茶」' }).click()
  await expect(form.getByLabel('食物名稱')).toHaveValue('珍珠奶茶')
  await form.getByLabel('熱量（kcal）').fill('60')
  await form.getByRole('button', { name: '加入', exact: true }).click()
  await form.getByRole('button', { name: '儲存餐點' }).click()
  await expect(form).toBeHidden()
  await hsu.goto(`${report}?from=${day(-1)}&to=${day(-1)}`)
  const eaten = hsu.locator('.dietmeals > li')
  await expect(eaten).toHaveCount(5)
  await expect(eaten.nth(2)).toContainText('第三餐')
  await expect(eaten.nth(2)).toContainText('珍珠奶茶')
  await expect(hsu.locator('.dietmeals s')).toHaveCount(0)

  await hsu.getByRole('button', { name: '設定目標' }).click()
  const targets = dialog(hsu)
  await targets.getByLabel('體重（kg）').fill('60')
  await turnTo(targets, '生效日', day(1))
  await targets.getByRole('button', { name: '儲存', exact: true }).click()
  await expect(targets).toBeHidden()
  const plan = hsu.getByRole('list', { name: '預定的目標' })
  await expect(plan).toContainText('60 kg')
  await expect(hsu.locator('.dietpad').first()).toContainText('66 kg')
  await still(hsu)
  await shot(hsu, 'diet.planned')
  await plan.getByRole('button', { name: '撤回' }).click()
  await hsu.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
  await expect(plan).toBeHidden()
})
