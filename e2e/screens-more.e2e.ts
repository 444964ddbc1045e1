import { expect, type Page, test } from '@playwright/test'
import { answer, desk, PATIENT, phone } from './bad-days.ts'
import { holds, listen, still, tour } from './themes.ts'
import { launch, type Party } from './media/launch.ts'
import { arrive, checkDevices, consent, goOnline, identify, PASSWORD, signIn } from './people.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'
import { timezoneId } from './zone.ts'

/** What the tour of the screens does not pass: dialogs, large type, a link that is over, the call's other sizes. */

let server: TestServer
let doctor: Party
let patient: Party
let link: DemoLink

test.beforeAll(async () => {
  server = await startServer()
  ;[doctor, patient] = await Promise.all([launch('staff', {}, desk), launch('patient', {}, phone)])
  for (const { page } of [doctor, patient]) page.setDefaultTimeout(PATIENT)
  await Promise.all([listen(doctor.page), listen(patient.page)])
  link = await server.link({ doctor: 'dr.lin' })
  await signIn(doctor.page, server, 'dr.lin')
})
test.afterAll(async () => {
  await Promise.all([doctor, patient].map((party) => party?.close()))
  await server?.remove()
})
const plain = async (page: Page) => {
  await page.context().clearCookies({ name: 'tw_lang' })
  await page.context().clearCookies({ name: 'tw_theme' })
}

const onLine = async (page: Page) => {
  await expect(page.getByText('已連線').first()).toBeAttached()
  // Whoever was on line before is so again with the line, a moment later; else by hand.
  const online = page.getByRole('button', { name: /線上候診/ }).first()
  await online.waitFor({ timeout: 5_000 }).catch(() => goOnline(page))
  await expect(online).toBeVisible()
}

test('[SHELL-10~, SHELL-15~] a cancellation asks why, and says so when nothing is given @proof', async () => {
  const { page } = doctor
  await tour(page, {
    name: 'cancel-reason',
    url: server.url,
    open: async (one) => {
      await one.goto(`${server.url}/apptmgmt?open=${link.qid}`)
      await one.locator('.drawer .df .btn.bad').click()
      await expect(one.locator('.reasonbox textarea')).toBeFocused()
    },
  })
  await page.locator('.ant-modal .ant-btn-dangerous').click()
  await expect(page.locator('.reasonbox .help.err')).toBeVisible()
  await holds(page, 'cancel-reason.missing', true)
  await page.keyboard.press('Escape')
  await expect(page.locator('.reasonbox')).toBeHidden()
})

test('[SHELL-10~, SHELL-15~] the doctor filter says who can be reached @proof', async () => {
  const { page } = doctor
  await plain(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(server.url)
  await onLine(page)
  await page.goto(`${server.url}/apptmgmt?did=all`)
  await page.getByRole('button', { name: '篩選' }).click()
  await page.locator('.filterform .ant-select').first().click()
  const option = (name: string) => page.locator('.ant-select-item-option').filter({ hasText: name })
  // The person wants no motion, and the list has to come all the same.
  await expect(option('林書妍')).toBeInViewport()
  await expect(option('林書妍')).toContainText('線上候診')
  await expect(option('王志遠')).toContainText('離線')
  // Ant Design draws its list outside of every landmark; its words are in reach of the field that owns it.
  await holds(page, 'doctor-filter', false)
})

test('[SHELL-10~, SHELL-15~] the signing dialog holds, and tells the tries that are left @proof', async () => {
  const { page } = doctor
  await page.goto(`${server.url}/apptmgmt?open=${link.qid}`)
  await page
    .locator('.drawer .btn')
    .filter({ hasText: /^病歷$/ })
    .click()
  const s = page.getByRole('textbox', { name: '主觀 Subjective' })
  await expect(s).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('.signbox .gaps')).toBeVisible()
  await holds(page, 'signing-gaps', true)
  await page.keyboard.press('Escape')
  await s.fill('早上血壓偏高，頭悶脹。')
  await page.keyboard.press('Alt+I')
  await page.keyboard.type('I10')
  await expect(page.getByRole('option').first()).toContainText('I10')
  await page.keyboard.press('Enter')
  await expect(page.locator('.saved')).toContainText('已儲存')
  const record = page.url()
  await tour(page, {
    name: 'signing',
    url: server.url,
    open: async (one) => {
      await one.goto(record)
      await expect(one.locator('.parts textarea').first()).toBeVisible()
      await expect(one.locator('.icd')).toBeVisible()
      await one.keyboard.press('Control+Enter')
      await expect(one.locator('.signbox input[type=password]')).toBeFocused()
    },
  })
  await plain(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(record)
  await expect(page.locator('.icd')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const password = page.locator('.signbox input[type=password]')
  for (const told of [/簽章|密碼/, /簽章|密碼/, /再錯 2 次|2 次/]) {
    await password.fill('not the one 1')
    const answered = page.waitForResponse(/recordSignature/)
    await page.keyboard.press('Enter')
    await answered
    await expect(page.locator('.signbox .help.err')).toContainText(told)
    await expect(password).toHaveValue('')
  }
  await still(page)
  await shot(page, 'signing-refused')
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.locator('.signbox')).toBeHidden()
  await expect(page.getByText('已簽章').first()).toBeVisible()
})

test('[SHELL-10~, CALL-15~] a link whose time is over says so in every look @proof', async () => {
  const { page } = patient
  const over = await server.link({ doctor: 'dr.lin', seconds: 1 })
  await expect
    .poll(async () => {
      await page.goto(over.url)
      await page.locator('.lk-over, .lk-btn').first().waitFor()
      return page.locator('.lk-over').count()
    })
    .toBe(1)
  await tour(page, {
    name: 'link-expired',
    url: server.url,
    phoneOnly: true,
    open: async (one) => {
      await one.goto(over.url)
      await expect(one.locator('.lk-over')).toBeVisible()
    },
  })
})

test('[SHELL-10~, CALL-15~] [API-09~] large type holds on the patient’s page, step by step, and the time is the institution’s @proof', async () => {
  const { page } = patient
  await plain(page)
  // Another entry: the first one's visit is written and signed.
  link = await server.link({ doctor: 'dr.lin' })
  await page.context().addCookies([{ name: 'tw_large', value: '1', url: server.url }])
  const step = (name: string, ready: string) =>
    tour(page, {
      name: `link-large-${name}`,
      url: server.url,
      phoneOnly: true,
      open: async (one) => {
        await one.goto(link.url)
        await expect(one.locator(`.lk.large ${ready}`).first()).toBeVisible()
      },
    })
  const on = async () => {
    await plain(page)
    await page.goto(link.url)
  }
  await step('start', '.lk-foot .lk-btn')
  await on()
  const clock = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timezoneId,
  }).format(new Date(link.startAt))
  await expect(page.locator('.lk-visit')).toContainText(clock)
  await page.getByRole('button', { name: '開始' }).click()
  await step('identity', '.lk-form')
  await on()
  await identify(page, link)
  await expect(page.locator('.lk-consent').first()).toBeVisible()
  await step('consents', '.lk-consent')
  await on()
  await consent(page, {})
  await expect(page.locator('.lk-checks')).toBeVisible()
  await step('devices', '.lk-checks')
  await on()
  await checkDevices(page)
  await step('waiting', '.lk-foot .lk-btn')
})

/** More to be careful of than a row has room for; the rest of the server's answer stays as it is. */
const MANY = [
  { note: 'Penicillin 類（皮疹、呼吸困難）', ename: 'Penicillins', severity: 'severe' },
  { note: 'Aspirin（血管性水腫）', ename: 'Aspirin', severity: 'severe' },
  { note: '磺胺類（皮疹）', ename: 'Sulfonamides', severity: 'moderate' },
  { note: '顯影劑（休克）', ename: 'Contrast media', severity: 'severe' },
]
const withManyAllergies = (page: Page) =>
  page.route('**/his/api/getEmrData', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { patient: { allergies: unknown } } }
    body.data.patient.allergies = MANY
    await route.fulfill({ response: answer, json: body })
  })

/** Whatever is being typed on a phone stands beside the call's window, not under it. */
async function leavesFree(page: Page): Promise<void> {
  const call = await page.locator('.callbox').boundingBox()
  for (const field of await page.locator('.parts textarea').all()) {
    await field.focus()
    await field.press('End')
    await expect
      .poll(async () => {
        const box = await field.boundingBox()
        return box && call ? box.y + box.height <= call.y || box.y >= call.y + call.height : false
      })
      .toBe(true)
  }
}

test('[SHELL-10~, CALL-07~] the call holds at its smallest, on a desk and on a phone, and beside a record of many allergies @proof', async () => {
  await plain(patient.page)
  await patient.page.context().clearCookies({ name: 'tw_large' })
  link = await server.link({ doctor: 'dr.lin' })
  await withManyAllergies(doctor.page)
  await arrive(patient.page, link)
  await plain(doctor.page)
  await doctor.page.goto(server.url)
  await onLine(doctor.page)
  await patient.page.getByRole('button', { name: '呼叫醫師' }).click()
  await answer(doctor.page)
  const { page } = doctor
  await expect(page.locator('.callbox.s2 .pill.rec')).toBeVisible()
  const header = page.locator('.emr .phbar:has(.who2)')
  await expect(header.locator('.alg')).toBeVisible()
  await holds(page, 'call-record-header', false)
  const height = async () => (await header.boundingBox())?.height ?? 999
  expect(await height(), 'one row').toBeLessThan(70)
  // What was cut off to keep to the row is one click away.
  await header.getByRole('button', { name: '顯示全部病人資料' }).click()
  await expect.poll(height).toBeGreaterThan(70)
  await expect(header.locator('.alg')).toContainText('顯影劑（休克）')
  await holds(page, 'call-record-header.whole', false)
  await header.getByRole('button', { name: '顯示全部病人資料' }).click()
  await expect.poll(height).toBeLessThan(70)
  await page.setViewportSize({ width: 375, height: 812 })
  await leavesFree(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Alt+S')
  await expect(page.locator('.callstate .end')).toBeVisible()
  await holds(page, 'call-hidden', true)
  await page
    .getByRole('link', { name: /約診管理/ })
    .first()
    .click()
  await holds(page, 'call-hidden-list', true)
  await page.setViewportSize({ width: 375, height: 812 })
  await holds(page, 'call-hidden.375', true)
  await page.locator('.callstate .end').click()
  await expect(page.locator('.callstate')).toBeHidden()
})
