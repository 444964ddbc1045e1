import { addDays, weekday } from '@teleward/contract/core/dates.ts'
import { expect, type Page, test } from '@playwright/test'
import { asking } from './asking.ts'
import { desk, PATIENT, phone } from './bad-days.ts'
import { counted, type Effort, type Task, table } from './effort.ts'
import { launch, LIGHT, type Party } from './media/launch.ts'
import { arrive, goOnline, PASSWORD, signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { unwrittenVisits } from './unwritten.ts'
import { timezoneId } from './zone.ts'

/**
 * npm run tasks: ten things that are done every day, each from the home page to its end by the shortest way the portal has,
 * with clicks, keys and seconds. It judges nothing: what has become longer than last time is seen in `docs/tasks.md`.
 */
test.describe.configure({ mode: 'serial' })

let server: TestServer
let doctor: Party
let nurse: Party
let patient: Party
const efforts: { task: Task; effort: Effort }[] = []

test.beforeAll(async () => {
  server = await startServer()
  ;[doctor, nurse, patient] = await Promise.all([
    launch('staff', {}, desk),
    launch('staff', { executablePath: LIGHT }, desk),
    launch('patient', {}, phone),
  ])
  for (const { page } of [doctor, nurse, patient]) page.setDefaultTimeout(PATIENT)
  await Promise.all([signIn(doctor.page, server, 'dr.lin'), signIn(nurse.page, server, 'nurse.chen')])
})
test.afterAll(async () => {
  console.log(`\n${table(efforts)}\n`)
  await Promise.all([doctor, nurse, patient].map((party) => party?.close()))
  await server?.remove()
})

/** From a page that stands to what was wanted. */
async function done(task: Task, page: Page, at: string, work: () => Promise<void>): Promise<void> {
  if (at) await page.goto(`${server.url}${at}`)
  await expect(page.locator('#content h1').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const end = await counted(page)
  await work()
  efforts.push({ task, effort: await end() })
}
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: timezoneId }).format(new Date())

test('a patient is found', () =>
  done('find', doctor.page, '/', async () => {
    const { page } = doctor
    await page.keyboard.press('Control+K')
    await expect(page.getByRole('combobox', { name: '指令面板' })).toBeFocused()
    await page.keyboard.type('吳秀')
    await expect(page.getByRole('group', { name: '會員' }).getByRole('option').first()).toContainText('吳秀鳳')
    await page.keyboard.press('Enter')
    await expect(page.locator('.drawer')).toContainText('吳秀鳳')
  }))

test('who waits is seen', () =>
  done('waiting', nurse.page, '/', async () => {
    const { page } = nurse
    await page
      .getByRole('link', { name: /約診管理/ })
      .first()
      .click()
    await expect(page.getByRole('row').filter({ hasText: '候診中' }).first()).toBeVisible()
  }))

test('a call is answered', async () => {
  const { page } = doctor
  await page.goto(server.url)
  await goOnline(page)
  const link = await server.link({ doctor: 'dr.lin' })
  await arrive(patient.page, link)
  await done('answer', page, '', async () => {
    await patient.page.getByRole('button', { name: '呼叫醫師' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.getByRole('button', { name: /接聽/ }).click()
    await expect
      .poll(() => page.evaluate(async () => (await globalThis.__telewardMedia?.())?.[0]?.framesDecoded ?? 0))
      .toBeGreaterThan(0)
  })
  await patient.page.close()
  await page.getByRole('button', { name: /掛斷/ }).first().click()
})

const part = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('a follow-up note is written and signed; last time’s drugs are prescribed again', async () => {
  const { page } = doctor
  const [written, again] = await unwrittenVisits(page)
  if (!written || !again) throw new Error('the demo has no two visits to write of')
  const open = `/emr2/${written.pid}/${written.qid}`
  await page.goto(server.url + open)
  await expect(part(page, '主觀 Subjective')).toBeEditable()
  await done('note', page, '', async () => {
    await page.keyboard.press('Alt+Y')
    await expect(page.getByRole('dialog', { name: '帶入上次病歷' }).getByRole('checkbox').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(part(page, '主觀 Subjective')).toBeFocused()
    await page.keyboard.type('頭暈改善')
    await page.keyboard.press('Alt+2')
    await page.keyboard.type('BP 132/84')
    await expect(page.locator('.saved')).toContainText('已儲存')
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  })
  await page.goto(`${server.url}/emr2/${again.pid}/${again.qid}`)
  await expect(part(page, '主觀 Subjective')).toBeEditable()
  await done('prescribe', page, '', async () => {
    await page.keyboard.press('Alt+L')
    await expect(page.getByRole('dialog', { name: '再開上次處方' }).getByRole('checkbox')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: '處方', exact: true }).locator('tbody').first()).toBeVisible()
    await expect(page.locator('.saved')).toContainText('已儲存')
  })
})

test('a visit is booked', async () => {
  const { page } = nurse
  // Somebody new, whom no other visit of the day is in the way of.
  const ask = await asking(server, 'nurse.chen')
  await ask('POST', '/partner/addMember', { unitId: 2, name: '初診測', account: '0911000198' })
  await done('book', page, '/apptmgmt?tab=future', async () => {
    const sheet = page.getByRole('dialog').filter({ has: page.locator('.bk') })
    const pick = async (label: string, words: string, name: string) => {
      const field = sheet.getByRole('combobox', { name: label })
      await field.click()
      await page.keyboard.type(words)
      const id = await field.getAttribute('id')
      const first = page.locator(`.ant-select-dropdown:has([id="${id}_list"]) .ant-select-item-option`).first()
      await expect(first).toContainText(name)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('b')
    await pick('病患', '初診測', '初診測')
    await expect(sheet.locator('#bk-pid')).toContainText('初診測')
    await pick('醫師', '林書', '林書妍')
    await expect(sheet.locator('.bktime.on')).toHaveCount(1)
    await sheet.getByRole('button', { name: '確認預約' }).click()
    await expect(page.getByRole('dialog', { name: '收款' })).toBeVisible()
  })
})

test('a shift is moved', () => {
  // So far ahead that nobody has booked.
  const day = addDays(today(), 42)
  return done('shift', doctor.page, `/setting/shift?date=${day}`, async () => {
    const { page } = doctor
    const names = ['週一', '週二', '週三', '週四', '週五', '週六', '週日']
    await page.getByRole('button', { name: new RegExp(`${names[weekday(day) - 1]} 下午`) }).click()
    for (const [name, hour] of [
      ['開始', '14:30'],
      ['結束', '17:30'],
    ] as const) {
      await page.getByRole('textbox', { name }).click({ clickCount: 3 })
      await page.keyboard.type(hour)
    }
    await page.getByRole('button', { name: '儲存' }).click()
    await expect(page.getByRole('button', { name: new RegExp(`${names[weekday(day) - 1]} 下午`) })).toContainText(
      '14:30–17:30',
    )
  })
})

test('a message is answered with a canned phrase', async () => {
  const { page } = doctor
  await page.goto(server.url)
  const ask = await asking(server, 'dr.lin')
  await ask('POST', '/his/api/words', { type: 'wd', code: 'bp', word: '請早晚各量一次血壓' })
  await done('chat', page, '/', async () => {
    await page.locator('.sider').getByRole('link', { name: '訊息' }).click()
    await page.locator('.chatcontact').filter({ hasText: '吳秀鳳' }).first().click()
    const field = page.getByRole('textbox', { name: '輸入訊息' })
    await expect(field).toBeEnabled()
    await field.click()
    await page.keyboard.type(';bp')
    await page.keyboard.press('Tab')
    await expect(field).toHaveValue('請早晚各量一次血壓')
    await page.keyboard.press('Enter')
    await expect(page.locator('.chatrow').filter({ hasText: '請早晚各量一次血壓' })).toContainText('已送出')
  })
})

test('an alert is acknowledged', () =>
  done('alert', nurse.page, '/', async () => {
    const { page } = nurse
    await page
      .locator('.sider')
      .getByRole('link', { name: /遠距|監測|量測/ })
      .first()
      .click()
    const first = page.locator('.monfirst .monalerts li').first()
    await first.getByRole('button', { name: '受理' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '受理' }).click()
    await expect(dialog).toBeHidden()
    await expect(first).toContainText('處理中')
  }))

test('last month’s pressure is read', async () => {
  const { page } = doctor
  const ask = await asking(server, 'dr.lin')
  const wish = { whose: 'groups', days: 30, kind: 'blood_pressure' }
  const members = await ask<{ pid: number; open: boolean }[]>('POST', '/his/api/monitormembers', wish)
  const pid = members.find(({ open }) => open)?.pid
  await done('pressure', page, `/emr2/${pid}/0`, async () => {
    await page.getByRole('region', { name: '量測', exact: true }).getByRole('button', { name: '趨勢' }).click()
    const drawer = page.getByRole('dialog', { name: '量測趨勢' })
    await expect(drawer.locator('.montrend').filter({ has: page.getByRole('heading', { name: '血壓' }) })).toBeVisible()
  })
})
