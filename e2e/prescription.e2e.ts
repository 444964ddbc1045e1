import { expect, type Page, test } from '@playwright/test'
import { PASSWORD } from './people.ts'
import type { TestServer } from './server.ts'
import { twoAtWork } from './two-at-work.ts'
import { shot } from './shots.ts'
import { dayOf } from './states.ts'

/** A doctor prescribes; a nurse at another desk has the same patient before her. */

let server: TestServer
let doctor: Page
let nurse: Page
/** Of whom the first test records an allergy. */
let allergic = { pid: 0, qid: 0 }
twoAtWork((work) => {
  ;({ server, doctor, nurse } = work)
})

const drug = async (page: Page, text: string) => {
  await page.keyboard.press('Alt+D')
  await page.keyboard.type(text)
  await page
    .getByRole('option')
    .filter({ hasText: text.split(' ')[0]?.toUpperCase() ?? '' })
    .first()
    .click()
}

test('[EMR-09~] [EMR-12~] [EMR-16~] an allergy is recorded, stands at both ends at once, and holds a prescription back until there is a reason', async () => {
  const { open } = await dayOf(doctor)
  allergic = open
  const record = `${server.url}/emr2/${open.pid}/${open.qid}`
  await nurse.goto(`${server.url}/emr2/${open.pid}/0`)
  await doctor.goto(record)
  await doctor.getByRole('button', { name: '編輯病史與過敏' }).click()
  const drawer = doctor.getByRole('dialog', { name: '病史與過敏' })
  const allergies = drawer.getByRole('region', { name: '過敏' })
  await allergies.getByRole('button', { name: '新增一項' }).click()
  await drawer.getByRole('button', { name: '儲存' }).click()
  await expect(drawer.locator('.help.err')).toHaveText('請選擇項目或輸入文字')
  await drawer.getByLabel('項目或自行輸入').fill('Penicillin 類')
  await drawer.getByLabel('過敏反應').fill('全身蕁麻疹')
  await drawer.getByRole('button', { name: '儲存' }).click()
  await expect(drawer).toBeHidden()
  await expect(doctor.locator('.phbar .alg')).toContainText('Penicillin 類')
  await expect(nurse.locator('.phbar .alg')).toContainText('Penicillin 類')
  await expect(nurse.getByRole('region', { name: '病史' })).toContainText('Penicillin 類（未確認）')

  await doctor.keyboard.press('Alt+1')
  await doctor.keyboard.type('喉嚨痛三天')
  await doctor.keyboard.press('Alt+I')
  await doctor.keyboard.type('J06.9')
  await doctor.getByRole('option').filter({ hasText: 'J06.9' }).first().click()
  await drug(doctor, 'amoxicillin 500 1 tid po 7')
  const warnings = doctor.getByRole('region', { name: '用藥檢核' })
  await expect(warnings).toContainText('嚴重 過敏・Penicillin 類・AMOXICILLIN')
  await expect(warnings).toContainText('未檢核')
  await shot(doctor, 'prescription.warning')
  await expect(doctor.locator('.saved')).toContainText('已儲存')
  await doctor.getByRole('button', { name: /簽章$/ }).click()
  const sign = doctor.getByRole('dialog')
  // What the patient takes or has besides may warn as well: each needs its reason.
  const reasons = warnings.getByLabel('仍要開立的原因')
  const serious = await reasons.count()
  expect(serious).toBeGreaterThan(0)
  await expect(sign).toContainText(`尚有 ${serious} 項嚴重用藥警示未處理`)
  await sign.getByRole('button', { name: '前往處方' }).click()
  await expect(sign).toBeHidden()
  // The caret arrives there when the dialog has gone: what is typed before it would lose its field.
  await expect(doctor.getByRole('combobox', { name: '新增藥品' })).toBeFocused()
  // What did not arrive stands where it was written.
  await doctor.route(
    '**/his/api/drugcheckanswers',
    (route) => route.fulfill({ status: 500, json: { code: 'ERROR' } }),
    {
      times: 1,
    },
  )
  await reasons.first().fill('去敏療程，已告知')
  await reasons.first().press('Enter')
  await expect(doctor.getByText('系統發生錯誤').first()).toBeVisible()
  await expect(reasons.first()).toHaveValue('去敏療程，已告知')
  for (let left = serious; left > 0; left -= 1) {
    await reasons.first().fill('去敏療程，已告知')
    await reasons.first().press('Enter')
    await expect(reasons).toHaveCount(left - 1)
  }
  await expect(warnings).toContainText('原因：去敏療程，已告知')
  await doctor.getByRole('button', { name: /簽章$/ }).click()
  await expect(sign.locator('.paper')).toContainText('去敏療程，已告知')
  await sign.locator('input[type=password]').fill(PASSWORD)
  await sign.locator('input[type=password]').press('Enter')
  await expect(sign).toBeHidden()
  await expect(doctor.getByRole('region', { name: '處方', exact: true })).toContainText('原因：去敏療程，已告知')
  await nurse.goto(`${server.url}/emr2/${open.pid}/0`)
  await nurse.locator('.recs button', { hasText: 'J06.9' }).first().click()
  await expect(nurse.locator('.beside')).toContainText('去敏療程，已告知')
})

test('[EMR-05~] what was not understood, and a drug or strength that was not typed, is not taken by the key that ends the typing', async () => {
  const { open } = await dayOf(doctor)
  await doctor.goto(`${server.url}/emr2/${open.pid}/${open.qid}`)
  const card = doctor.getByRole('region', { name: '處方', exact: true })
  const rows = card.locator('.rxscroll tbody')
  const field = card.getByRole('combobox', { name: '新增藥品' })
  const list = doctor.locator('.listpop')
  await field.waitFor()
  const before = await rows.count()
  const type = async (text: string) => {
    await field.fill('')
    await doctor.keyboard.press('Alt+D')
    await doctor.keyboard.type(text)
    await expect(list.getByRole('option').first()).toBeVisible()
    // The list of the words before may still stand: a key that ends the typing would take nothing.
    await expect(field).not.toHaveAttribute('aria-busy')
  }
  for (const [text, words] of [
    ['norvasc 1 od 28', '看不懂「od'],
    ['norvasc 5mg 1 qd -7', '看不懂「-7」'],
    ['panadol 1-2 q6h prn', '看不懂「1-2」'],
    ['warfarin 4mg 1 qd 28', '沒有 4mg：現有 5mg'],
    ['glimepiride 4 qd 28', '「4」沒有單位：是含量還是顆數？現有 2mg'],
    ['methotrexate 2.5mg 6 qw 4', '是天還是週'],
    ['metformin 750mg bid 14', '沒有 750mg：現有'],
    ['metformin 700 tid 7', '沒有 700：現有 500mg'],
  ] as const) {
    await type(text)
    await expect(list.locator('.note')).toContainText(words)
    await doctor.keyboard.press('Enter')
    await expect(field).toHaveValue(text)
  }
  // A row that is marked on purpose is no way around words that nobody understood.
  await doctor.keyboard.press('ArrowDown')
  await doctor.keyboard.press('Enter')
  await expect(card.getByRole('alert')).toContainText('「700」不是這個藥的含量')
  await expect(rows).toHaveCount(before)

  await type('metformin 500 tid 7')
  await expect(list.locator('.note')).toContainText('1 錠（預設）・TID・PO（預設）・7 天')
  await doctor.keyboard.press('Enter')
  await expect(rows).toHaveCount(before + 1)
  await expect(rows.last().getByLabel('每次')).toHaveValue('1')
  await expect(rows.last().getByLabel('總量')).toHaveValue('21')
  await type('paracetamol 500mg 1 qid prn po 2w')
  await expect(list.locator('.note')).toContainText('1 錠・QIDPRN・PO・14 天')
  await shot(doctor, 'prescription.quick')
  await doctor.keyboard.press('Enter')
  await expect(rows).toHaveCount(before + 2)
  await expect(rows.last().getByLabel('頻率')).toHaveValue('QIDPRN')
  await expect(rows.last().getByLabel('天', { exact: true })).toHaveValue('14')
  // Nothing computes how many are handed over: nobody signs the beginning before somebody has looked at it.
  const mark = rows.last().getByRole('status')
  await expect(mark).toContainText('總量無法計算，先填 14 錠')
  await doctor.keyboard.press('ControlOrMeta+Enter')
  const sign = doctor.getByRole('dialog')
  await sign.getByRole('button', { name: /的總量待確認/ }).click()
  await expect(sign).toBeHidden()
  await expect(rows.last().getByLabel('總量')).toBeFocused()
  await mark.getByRole('button', { name: '14 無誤' }).click()
  await expect(mark).toHaveCount(0)

  // Of insulin no dose is usual; it is said in units, and handed over in pens.
  await type('insulin glargine qd 30')
  await doctor.keyboard.press('Enter')
  await expect(card.getByRole('alert')).toContainText('請填每次劑量')
  await type('insulin glargine 10 qd 30')
  await expect(list.locator('.note')).toContainText('10 單位・QD・SC（預設）・30 天')
  await doctor.keyboard.press('Enter')
  await expect(rows).toHaveCount(before + 3)
  await expect(rows.last().getByLabel('每次')).toHaveValue('10')
  await expect(rows.last()).toContainText('每日 10 單位')
  await expect(mark).toContainText('先填 1 支')
  await shot(doctor, 'prescription.taken')
  await rows.last().getByLabel('總量').fill('2')
  await doctor.keyboard.press('Enter')
  await expect(mark).toHaveCount(0)
  await rows.last().locator('.icbtn').click()
  await doctor.getByRole('menuitem', { name: '移除' }).click()
  await expect(rows).toHaveCount(before + 2)
})

test('[EMR-05~] [EMR-10~] a row in error, a drug and a diagnosis that were not chosen stop signing and handing over, and lead there', async () => {
  const { open } = await dayOf(doctor)
  const record = `${server.url}/emr2/${open.pid}/${open.qid}`
  for (const page of [doctor, nurse]) await page.goto(record)
  const card = (page: Page) => page.getByRole('region', { name: '處方', exact: true })
  const row = (page: Page) => card(page).locator('.rxscroll tbody').filter({ hasText: 'METFORMIN' }).last()
  await expect(row(doctor)).toBeVisible()
  await row(doctor).getByLabel('每次').fill('1e3')
  await doctor.keyboard.press('Tab')
  await expect(row(doctor).getByRole('alert')).toContainText('每次')
  await expect(row(doctor).getByLabel('每次')).toHaveValue('1e3')
  const field = card(doctor).getByRole('combobox', { name: '新增藥品' })
  await field.fill('warfarin 5 qd 7')
  await doctor.keyboard.press('Escape')
  await doctor.keyboard.press('Alt+I')
  await doctor.keyboard.type('E11.9')
  await doctor.keyboard.press('Escape')
  await doctor.keyboard.press('ControlOrMeta+Enter')
  const sign = doctor.getByRole('dialog')
  await expect(sign).toContainText('藥品欄的「warfarin 5 qd 7」未選取')
  await expect(sign).toContainText('診斷欄的「E11.9」未選取')
  await expect(sign.locator('input[type=password]')).toHaveCount(0)
  await shot(doctor, 'prescription.unfinished')
  await sign.getByRole('button', { name: /^處方「METFORMIN.*」有欄位待修正/ }).click()
  await expect(sign).toBeHidden()
  await expect(row(doctor).getByLabel('每次')).toBeFocused()
  await doctor.keyboard.press('Escape')
  await field.fill('')
  await doctor.getByRole('combobox', { name: '代碼、中文或英文診斷' }).fill('')

  await row(nurse).getByLabel('每次').fill('x')
  await nurse.keyboard.press('Tab')
  await nurse.getByRole('button', { name: '交給醫師簽章' }).click()
  await expect(nurse.getByText('尚未交給醫師：有內容還沒完成')).toBeVisible()
  await expect(row(nurse).getByLabel('每次')).toBeFocused()
  await nurse.keyboard.press('Escape')
})

test('[EMR-16~] a row that two write in: what the other changed stays, and where both changed the same both are asked about @proof', async () => {
  const card = (page: Page) => page.getByRole('region', { name: '處方', exact: true })
  const row = (page: Page) => card(page).locator('.rxscroll tbody').filter({ hasText: 'METFORMIN' }).last()
  await expect(row(doctor).getByLabel('每次')).toHaveValue('1')
  await row(nurse).getByLabel('每次').fill('0.5')
  await row(doctor).getByLabel('天', { exact: true }).fill('21')
  await row(nurse).getByLabel('每次').press('Enter')
  await expect(row(doctor).getByRole('status')).toContainText('您輸入期間另有人更動：每次 0.5')
  await row(doctor).getByLabel('天', { exact: true }).press('Enter')
  for (const page of [doctor, nurse]) {
    await expect(row(page).getByLabel('每次')).toHaveValue('0.5')
    await expect(row(page).getByLabel('天', { exact: true })).toHaveValue('21')
  }

  await row(nurse).getByLabel('每次').fill('1')
  await row(doctor).getByLabel('每次').fill('2')
  await row(nurse).getByLabel('每次').press('Enter')
  await expect(row(doctor).getByRole('status')).toContainText('每次 1')
  await row(doctor).getByLabel('每次').press('Enter')
  // Nothing was put back: the nurse's stands until the doctor has seen both.
  await expect(doctor.getByText(/有人也改了「METFORMIN/)).toBeVisible()
  await expect(row(nurse).getByLabel('每次')).toHaveValue('1')
})

test('[EMR-05~] [EMR-19~] amounts beyond the usual are asked about; a row is kept while the caret stands in it; no figure is cut at any width @proof', async () => {
  const card = doctor.getByRole('region', { name: '處方', exact: true })
  const row = card.locator('.rxscroll tbody').filter({ hasText: 'METFORMIN' }).last()
  const dose = row.getByLabel('每次')
  const days = row.getByLabel('天', { exact: true })
  const other = nurse.getByRole('region', { name: '處方', exact: true })
  const theirs = other.locator('.rxscroll tbody').filter({ hasText: 'METFORMIN' }).last()

  // Nobody leaves the row.
  await expect(dose).toHaveValue('1')
  await days.fill('１０')
  await expect(theirs.getByLabel('天', { exact: true })).toHaveValue('10')
  await expect(days).toHaveValue('１０')
  await days.press('Escape')
  await expect(theirs.getByLabel('天', { exact: true })).toHaveValue('21')

  await dose.fill('1000')
  await doctor.keyboard.press('Enter')
  await expect(row.getByRole('alert')).toContainText('超過一般用量（一次 10、一天 40 錠、總共 1000 錠）')
  await shot(doctor, 'prescription.unusual')
  await dose.fill('12.5')
  await expect(row.getByRole('alert')).toContainText('超過一般用量')
  await row.getByRole('button', { name: '用量無誤' }).click()
  await expect(theirs.getByLabel('每次')).toHaveValue('12.5')
  await expect(theirs).toContainText('確認用量')

  const frequency = row.getByRole('combobox', { name: '頻率' })
  await frequency.fill('QW(1,2,3,4,5,6)')
  await frequency.press('Escape')
  await dose.fill('0.125')
  await dose.press('Enter')
  await expect(theirs.getByLabel('每次')).toHaveValue('0.125')
  // The notice of what two wrote lies over the tabs of a narrow screen until it is read.
  await doctor.locator('.ant-notification-notice-close').first().click()
  for (const width of [1440, 1280, 1024, 768, 375, 320]) {
    await doctor.setViewportSize({ width, height: 800 })
    const field = card.getByRole('combobox', { name: '新增藥品' })
    if (!(await field.isVisible())) await doctor.getByRole('tab', { name: /處方|醫囑/ }).click()
    await expect(dose).toBeVisible()
    const cut = await card
      .locator('.cell')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.outerHTML))
    expect(cut, `${width}`).toEqual([])
    await shot(doctor, `prescription.rows.${width}`)
  }
  await doctor.setViewportSize({ width: 1440, height: 900 })
})

test('[Nw2] a line that is added is in sight, and so is the field for the next one, however many there are @proof', async () => {
  await doctor.setViewportSize({ width: 1280, height: 720 })
  const card = doctor.getByRole('region', { name: '處方', exact: true })
  const rows = card.locator('.rxscroll tbody')
  const field = card.getByRole('combobox', { name: '新增藥品' })
  const before = await rows.count()
  const lines = [
    'amlo 5 1 qd po 28',
    'atorvastatin 20 1 hs po 28',
    'metformin 500 1 bid po 14',
    'amoxicillin 500 1 tid po 7',
  ]
  for (const [n, line] of lines.entries()) {
    await drug(doctor, line)
    await expect(rows).toHaveCount(before + n + 1)
    await expect(rows.last()).toBeInViewport({ ratio: 0.9 })
    await expect(field).toBeInViewport({ ratio: 0.9 })
    await expect(field).toBeFocused()
  }
  await shot(doctor, 'prescription.added')
  // What another adds moves nothing where somebody writes.
  await doctor.keyboard.press('Alt+1')
  const place = () => card.evaluate((one) => one.getBoundingClientRect().top)
  const stood = await place()
  await drug(nurse, 'amlo 5 1 qd po 28')
  await expect(rows).toHaveCount(before + lines.length + 1)
  expect(await place()).toBe(stood)
  await doctor.setViewportSize({ width: 1440, height: 900 })
})

test('[Nw11] height and weight stand whole in the head of the record, however long the allergies are @proof', async () => {
  const body = doctor.locator('.phbar .blk.whole')
  const said = await doctor.evaluate(async ({ pid }) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('jwt')}` }
    const url = `/his/api/members/${pid}`
    const { data } = await (await fetch(url, { headers })).json()
    const body = JSON.stringify({ version: data.version, height: 164, weight: 58 })
    return (await fetch(url, { method: 'PUT', headers, body })).status
  }, allergic)
  expect(said).toBe(200)
  await doctor.goto(`${server.url}/emr2/${allergic.pid}/${allergic.qid}`)
  await expect(body).toContainText(/\d+ cm.*\d kg/s)
  await doctor.locator('.phbar .alg .ell').evaluate((one) => {
    one.textContent = `過敏：${'Penicillin 類、阿斯匹靈、顯影劑、海鮮、'.repeat(6)}`
  })
  for (const width of [1440, 1280, 1024]) {
    await doctor.setViewportSize({ width, height: 800 })
    const seen = await body.evaluate((one) => {
      const [own, row] = [one, one.closest('.phbar')].map((each) => each?.getBoundingClientRect())
      return {
        cut: one.scrollWidth - one.clientWidth,
        within: own !== undefined && row !== undefined && own.right <= row.right && own.left >= row.left,
      }
    })
    expect(seen, `${width}`).toEqual({ cut: 0, within: true })
    await shot(doctor, `record.head.${width}`)
  }
  await doctor.setViewportSize({ width: 1440, height: 900 })
})
