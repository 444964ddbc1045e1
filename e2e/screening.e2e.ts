import { expect, type Page, test } from '@playwright/test'
import { asking, placesOf } from './asking.ts'
import { signIn } from './people.ts'
import { shot } from './shots.ts'
import { still } from './themes.ts'
import { type TwoAtWork, twoAtWork } from './two-at-work.ts'
import { cardHolders, REPORT } from './venue.ts'
import { reads } from './reader.ts'

/** A screening between a case manager, who invites and reports, and the doctor whose a positive result is. */
let work: TwoAtWork
test.describe.configure({ mode: 'serial' })
twoAtWork((ready) => {
  work = ready
})

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const card = (page: Page) => page.getByRole('region', { name: '大腸癌（糞便潛血）', exact: true })
const count = (page: Page, stage: string) =>
  page.getByRole('button', { name: new RegExp(`^大腸癌（糞便潛血） ${stage} `) })

test('[EVNT-03] who is not known becomes eligible by what they say, is invited, comes, is found positive, finds whoever looks after it, and is reported as a number', async ({
  browser,
}) => {
  const { doctor, server } = work
  const context = await browser.newContext({ acceptDownloads: true })
  const page = await context.newPage()
  await signIn(page, server, 'case.tsai', '/screening')
  // Somebody of the unit of 45 to 74, of whom nothing is known yet.
  const ask = await asking(server, 'case.tsai')
  const members = await ask<{ pid: number; name: string; memberNo: string; birthday: string; unitId: number }[]>(
    'POST',
    '/partner/getMemberList',
    { pageSize: 100 },
  )
  const someone = members.find(
    ({ birthday, unitId, name }) =>
      unitId === 2 && birthday > '1956' && birthday < '1976' && !['吳秀鳳', '張振國', '陳淑貞'].includes(name),
  )
  if (!someone) throw new Error('nobody of that age')
  const { name, memberNo } = someone

  await test.step('own programmes and those of the authority have a list each, which may be empty', async () => {
    await page.goto(`${server.url}/screening?state=cancelled`)
    await expect(page.locator('#content')).toContainText('沒有符合的資料')
    await page.goto(`${server.url}/screening`)
    await expect(page.locator('tr[data-row]')).toContainText(['口腔與肺癌篩檢'])
    await tab(page, '國健署預防保健')
    await page.locator('tr[data-row]').filter({ hasText: '西湖里整合篩檢' }).click()
    await expect(count(page, '資料不足')).toBeVisible()
  })

  await test.step('ages that come with the product are for the institution to confirm, and are changed for the event', async () => {
    await expect(page.locator('.funnelnote')).toContainText('未與國民健康署公告核對')
    await page.getByRole('button', { name: '修改活動' }).click()
    const drawer = page.getByRole('dialog', { name: '修改活動' })
    await drawer.getByText('年齡與間隔', { exact: true }).click()
    const breast = drawer.getByRole('group', { name: '乳癌（乳房攝影）' })
    await breast.getByLabel('女 最大年齡').fill('30')
    await drawer.getByRole('button', { name: '儲存' }).click()
    await expect(drawer).toContainText('最大年齡不能小於起始年齡')
    await breast.getByLabel('女 最大年齡').fill('69')
    await drawer.getByRole('button', { name: '儲存' }).click()
    await expect(page.locator('.funnelnote')).toContainText('本活動自訂年齡與間隔：乳癌（乳房攝影）')
    await expect(drawer).toHaveCount(0)
  })

  await test.step('what is not known is asked, and is then eligible; the invitation goes with a message', async () => {
    await count(page, '資料不足').click()
    await page.getByPlaceholder('姓名、會員號或號碼').fill(memberNo)
    await page.locator('.screenrows button').filter({ hasText: name }).click()
    await expect(card(page)).toContainText('還需要：上次檢查日期')
    await page.getByRole('radiogroup', { name: '上次檢查 大腸癌（糞便潛血）' }).getByText('從未做過').click()
    await page.getByRole('button', { name: '儲存說明' }).click()
    await expect(card(page)).toContainText('45–74 歲，每 2 年一次')
    await still(page)
    await shot(page, 'screening')
    await card(page).getByRole('button', { name: '邀請' }).click()
    const dialog = page.getByRole('dialog', { name: '邀請篩檢' })
    await expect(dialog.getByRole('textbox')).toHaveValue(/西湖里活動中心/)
    await dialog.getByRole('button', { name: '邀請' }).click()
    await expect(card(page)).toContainText('已邀請')
    await expect(count(page, '已邀請')).toContainText('1')
  })

  await test.step('the tables are those of a free clinic: code, card and id join, values are kept, a report is handed in, a visit booked, the result is told', async () => {
    await tab(page, '站別')
    await expect(page.locator('.clinicdevices')).toHaveCount(0)
    const there = await page.locator('.clinicrows li').allTextContents()
    const [second, third] = await cardHolders(ask, 2, (one) => one === name || there.some((text) => text.includes(one)))
    if (!second || !third) throw new Error('nobody else')
    for (const [who, code] of [
      [second.name, second.nhiCardNumber],
      [third.name, third.idNumber],
      [name, `TELEWARD:${memberNo}`],
    ] as const) {
      await page.getByLabel('掃描或尋找').focus()
      await reads(page, code)
      const join = page.getByRole('dialog', { name: '報到' })
      await expect(join).toContainText(who)
      await join.getByRole('checkbox').check()
      await join.getByRole('button', { name: '報到' }).click()
      await expect(page.locator('.clinicrows li').filter({ hasText: who })).toBeVisible()
    }
    await expect(page.locator('.clinicwho h2')).toContainText(name)
    await expect(page.locator('.clinicno')).toHaveText(/^\d+$/)
    await tab(page, '血壓')
    await page.getByLabel(/^收縮壓/).fill('118')
    await page.getByRole('button', { name: '儲存', exact: true }).click()
    await tab(page, '報告')
    await page
      .locator('.clinicfields input[type=file]')
      .setInputFiles({ name: '報告單.pdf', mimeType: 'application/pdf', buffer: REPORT })
    await expect(page.locator('.clinicfields li')).toContainText(/報告單\.pdf.*\d{4}/)
    const eventid = Number(new URL(page.url()).searchParams.get('event'))
    const did = await doctor.evaluate(() =>
      Number((JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { mid: number }).mid),
    )
    const [place] = await placesOf(ask, did, 1, 14)
    await ask('POST', '/his/api/makeEventAppt', { eventid, pid: someone.pid, did, ...place })
    await tab(page, '看診')
    await expect(page.locator('.clinicfields li')).toContainText('林書妍')
    await tab(page, '結果')
    await expect(page.locator('.clinicvalues')).toContainText('118')
  })

  await test.step('a positive result names who looks after it; an urgent one finds them at once', async () => {
    await page.getByRole('tablist', { name: '站別' }).getByRole('tab', { name: '篩檢' }).click()
    await card(page).getByRole('button', { name: '登錄結果' }).click()
    const dialog = page.getByRole('dialog', { name: /登錄結果/ })
    await dialog.getByText('陽性', { exact: true }).click()
    await dialog.getByLabel('判讀或數值').fill('380 ng/mL')
    await dialog.getByLabel('緊急，立即通知負責人').check()
    await dialog.getByRole('button', { name: '儲存' }).click()
    await expect(dialog).toContainText('請選擇負責人')
    await dialog.getByRole('combobox', { name: '負責人' }).fill('林書妍')
    await page.locator('.ant-select-item-option').filter({ hasText: '林書妍' }).click()
    await dialog.getByRole('button', { name: '儲存' }).click()
    await expect(dialog).toBeHidden()
    await expect(card(page)).toContainText('追蹤中 林書妍')
    await doctor.goto(`${server.url}/message/notify`)
    await expect(doctor.locator('#content')).toContainText('篩檢結果需緊急處理')
    await doctor.goto(`${server.url}/todolist`)
    await expect(doctor.locator('#content')).toContainText('大腸癌（糞便潛血） 陽性，請追蹤')
  })

  await test.step('positive ones that nobody has closed stand on top, and are closed with what came of it', async () => {
    await tab(page, '進度')
    await page.getByRole('button', { name: '2 位陽性未完成追蹤' }).click()
    const rows = page.locator('.screenrows button')
    await expect(rows.first()).toContainText(name)
    await expect(rows.first()).toContainText('緊急')
    await rows.first().click()
    await expect(card(page)).toBeVisible()
    await page.keyboard.press('o')
    const dialog = page.getByRole('dialog', { name: '完成追蹤' })
    await dialog.getByLabel('追蹤結果').fill('大腸鏡檢查無異常')
    await dialog.getByRole('button', { name: '儲存' }).click()
    await expect(card(page)).toContainText('已完成追蹤')
    await expect(count(page, '已追蹤')).toContainText('1')
  })

  await test.step('the report has numbers alone, goes to a file, and is handed in once', async () => {
    await tab(page, '提報')
    const report = page.getByRole('region', { name: '提報人數' })
    await expect(report.locator('tbody tr').first()).toBeVisible()
    await expect(report).not.toContainText(name)
    await shot(page, 'screening-report')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      report.getByRole('button', { name: '匯出 Excel' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
    await report.getByRole('button', { name: '標記為已提報' }).click()
    await page
      .getByRole('dialog', { name: /標記為已提報/ })
      .getByRole('button', { name: '標記為已提報' })
      .click()
    await expect(report).toContainText(/已於 .* 由 .* 提報/)
    await expect(report.getByRole('button', { name: '標記為已提報' })).toHaveCount(0)
  })
  await context.close()
})
