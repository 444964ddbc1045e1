import { chromium, expect, type Page, test } from '@playwright/test'
import { answer, desk, open, phone, stored } from './bad-days.ts'
import { ALL_WELL, mediaProof, verdicts } from './media/checks.ts'
import { CHROMIUM, launch, type Party } from './media/launch.ts'
import { arrive, consent, goOnline, identify, signIn } from './people.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** Patients' links that are wrong, old, shared, previewed; and phones without a camera. */
test.use(phone)

let server: TestServer
let doctor: Party
test.beforeAll(async () => {
  server = await startServer()
  doctor = await launch('staff', {}, desk)
  await signIn(doctor.page, server, 'dr.lin')
  await goOnline(doctor.page)
})
test.afterAll(async () => {
  await doctor?.close()
  await server?.remove()
})

const begin = (page: Page) => page.getByRole('button', { name: '開始' })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const api = (link: DemoLink) => `${server.url}/his/api/links/${link.url.split('/').at(-1)}`
const stateOf = async (link: DemoLink) =>
  ((await (await fetch(api(link))).json()) as { data: { state: string; code?: string } }).data.state

/** As the portal asks, with the doctor's own session. */
async function ask<T>(path: string, body?: object): Promise<T> {
  const jwt = await stored(doctor.page, 'jwt')
  const asked = await fetch(`${server.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${jwt}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { data, status } = (await asked.json()) as { data: T; status: string }
  expect(status).toBe('OK')
  return data
}

test('[CALL-15~] a guessed link opens nothing, says so, and names nobody', async ({ page }) => {
  await page.goto(`${server.url}/link/${'A'.repeat(43)}`)
  await expect(heading(page, '找不到這個連結')).toBeVisible()
  await shot(page, 'bad-days.link-guessed')
  await page.goto(`${server.url}/link/x.y`)
  await expect(heading(page, '找不到這個連結')).toBeVisible()
})

test('[CALL-15~] a preview uses nothing up; the clock stops for a person alone; unopened it expires', async ({
  page,
}) => {
  const seen = await server.link({ doctor: 'dr.wang', seconds: 20 })
  for (let looks = 0; looks < 3; looks++) {
    const preview = await fetch(seen.url, { headers: { 'user-agent': 'LineBotWebhook/2.0' } })
    expect(preview.status).toBe(200)
    expect(await preview.text()).not.toContain(seen.patientName)
  }
  expect(await stateOf(seen)).toBe('sent')
  await page.goto(seen.url)
  await expect(begin(page)).toBeVisible()
  expect(await stateOf(seen)).toBe('sent')
  await begin(page).click()
  await expect(heading(page, '請先確認是您本人')).toBeVisible()
  expect(await stateOf(seen)).toBe('opened')

  const late = await server.link({ doctor: 'dr.lin', seconds: 1 })
  await expect.poll(() => stateOf(late)).toBe('expired')
  await page.goto(late.url)
  await expect(heading(page, '這個連結已經過期')).toBeVisible()
  await expect(begin(page)).toHaveCount(0)
  await shot(page, 'bad-days.link-expired')
  // Somebody who skips the page is refused as well.
  const forced = await fetch(`${api(late)}/identity`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ birthday: late.birthday, last4: late.last4 }),
  })
  expect([forced.status, ((await forced.json()) as { status: string }).status]).toEqual([410, 'LINK_EXPIRED'])

  // Whoever came too late proves to be the patient and asks to be called back; the desk sees it live.
  await open(doctor.page, /約診管理/)
  const row = doctor.page.getByRole('row').filter({ hasText: late.patientName })
  await expect(row).toContainText('連結逾期')
  await page.getByRole('button', { name: '請院所回電給我' }).click()
  const wish = { title: '請院所回電', go: '送出' }
  await identify(page, { ...late, last4: late.last4 === '0000' ? '1111' : '0000' }, wish)
  await expect(page.getByText('還可以試 4 次')).toBeVisible()
  await identify(page, late, wish)
  await expect(heading(page, '已通知院所')).toBeVisible()
  await shot(page, 'bad-days.callback-asked')
  await expect(row).toContainText('請求回電')
  // Called again, the patient has no page open: the link is offered once more, and goes out.
  await row.getByRole('button', { name: /^重撥/ }).click()
  await row.getByRole('button', { name: /^看診/ }).click()
  const offered = doctor.page.getByRole('button', { name: '再傳一次連結' })
  await expect(offered).toBeVisible()
  await shot(doctor.page, 'bad-days.link-offered')
  await offered.click()
  await expect(doctor.page.getByText(/^連結已傳到/)).toBeVisible()
  await expect(row).not.toContainText('請求回電')
})

test('[CALL-15~] five wrong identities lock the link, for the right one too', async ({ page }) => {
  const link = await server.link({ doctor: 'dr.wang' })
  await page.goto(link.url)
  await begin(page).click()
  const wrong = { ...link, last4: link.last4 === '0000' ? '1111' : '0000' }
  for (let left = 4; left > 0; left--) {
    await identify(page, wrong)
    await expect(page.getByText(`還可以試 ${left} 次`)).toBeVisible()
  }
  await identify(page, wrong)
  await expect(heading(page, '這個連結已經鎖住')).toBeVisible()
  await shot(page, 'bad-days.link-locked')
  await page.reload()
  await expect(heading(page, '這個連結已經鎖住')).toBeVisible()
  const right = await fetch(`${api(link)}/identity`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ birthday: link.birthday, last4: link.last4 }),
  })
  expect(((await right.json()) as { status: string }).status).toBe('IDENTITY_LOCKED')
})

test('[CALL-15~] a second browser with the link has to identify itself; the first is out and told why', async ({
  page,
  browser,
}) => {
  const link = await server.link({ doctor: 'dr.wang' })
  await page.goto(link.url)
  await begin(page).click()
  await identify(page, link)
  await expect(heading(page, '視訊診療同意')).toBeVisible()
  const elsewhere = await browser.newContext(phone)
  const other = await elsewhere.newPage()
  await other.goto(link.url)
  await expect(heading(other, '請先確認是您本人')).toBeVisible()
  // Looking alone puts nobody out.
  await expect(heading(page, '視訊診療同意')).toBeVisible()
  await identify(other, link)
  await expect(heading(other, '視訊診療同意')).toBeVisible()
  await expect(heading(page, '請先確認是您本人')).toBeVisible()
  await expect(page.getByText('看診頁已在另一台裝置開啟。')).toBeVisible()
  // [Vw9~] Nothing comes back here by itself, and nothing says that it does: neither at once nor when a line would be tried anew.
  await expect(page.getByText('連線中斷，正在重新連線')).toBeHidden()
  await page.waitForTimeout(2500)
  await expect(page.getByText('連線中斷，正在重新連線')).toBeHidden()
  await shot(page, 'bad-days.link-elsewhere')
  await elsewhere.close()
})

/** A phone whose owner refuses camera and microphone, or which has no camera at all. */
async function oddPhone(...args: string[]): Promise<{ page: Page; close: () => Promise<void> }> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--allow-loopback-in-peer-connection',
      '--autoplay-policy=no-user-gesture-required',
      ...args,
    ],
  })
  const page = await (await browser.newContext(phone)).newPage()
  return { page, close: () => browser.close() }
}

test('[CALL-12~] refused camera and microphone: clear words, and the waiting room all the same', async () => {
  const { page, close } = await oddPhone('--use-fake-device-for-media-stream', '--deny-permission-prompts')
  const link = await server.link({ doctor: 'dr.wang' })
  await page.goto(link.url)
  await begin(page).click()
  await identify(page, link)
  await consent(page, {})
  const told = page.getByRole('alert').filter({ hasText: '鏡頭或麥克風沒有打開' })
  await expect(told).toContainText('再按「再試一次」')
  await shot(page, 'bad-days.devices-refused')
  await expect(page.getByRole('button', { name: '再試一次' })).toBeVisible()
  await page.getByRole('button', { name: '先這樣，進入候診室' }).click()
  await expect(page.getByRole('button', { name: '離開候診室' })).toBeVisible()
  await close()
})

test('[CALL-12] [CALL-11~] no camera and no wish to be recorded: voice goes on, nothing is recorded, and both see so @proof', async () => {
  const { page, close } = await oddPhone(
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream=device-count=0',
  )
  const link = await server.link({ doctor: 'dr.lin' })
  await page.goto(link.url)
  await begin(page).click()
  await identify(page, link)
  await consent(page, { recording: false })
  await expect(page.getByText('找不到鏡頭，仍可以用語音看診。')).toBeVisible()
  await shot(page, 'bad-days.no-camera')
  await page.getByRole('button', { name: '先這樣，進入候診室' }).click()
  await page.getByRole('button', { name: '呼叫醫師' }).click()
  await answer(doctor.page)
  const box = doctor.page.locator('.callbox')
  await expect(box).toContainText('病患不同意錄影')
  await expect(box).toContainText('的鏡頭目前無法使用')
  await expect(page.getByText('未錄影')).toBeVisible()

  const idOf = (at: Page) =>
    at
      .locator('video[data-participant]:not([data-participant="self"]):not([data-participant=""])')
      .first()
      .getAttribute('data-participant')
  // Chromium's own fake microphone beeps; that it is heard at all is the point here.
  await expect
    .poll(async () => {
      const { connected, energyRises, framesRise } = await mediaProof(
        doctor.page,
        (await idOf(doctor.page)) ?? '',
        'patient',
      )
      return { connected, energyRises, framesRise }
    })
    .toEqual({ connected: true, energyRises: true, framesRise: false })
  await expect.poll(async () => verdicts(await mediaProof(page, (await idOf(page)) ?? '', 'staff'))).toEqual(ALL_WELL)
  await shot(doctor.page, 'bad-days.voice-only')
  await expect(box).not.toContainText('錄影中')
  // Asked again in the call: no means no, and the question does not come back.
  await expect(page.getByRole('alertdialog', { name: '可以錄影嗎？' })).toHaveCount(0)
  await page.getByRole('button', { name: '結束', exact: true }).click()
  await expect(box).toHaveCount(0)
  const { recordings } = await ask<{ recordings: object[] }>(`/his/api/recordings?queueID=${link.qid}`)
  expect(recordings).toEqual([])
  await close()
})

test('[CALL-15~] a finished visit: the page ends by itself, and the link is dead', async () => {
  const patient = await launch('patient', {}, phone)
  const { page } = patient
  const link = await server.link({ doctor: 'dr.lin' })
  await arrive(page, link)
  await open(doctor.page, /約診管理/)
  const more = doctor.page.getByRole('button', { name: new RegExp(`^更多動作，.*${link.patientName}`) }).first()
  // The row takes its place among those who are here; a menu that was opened before closes with the old one.
  await expect(doctor.page.getByRole('row').filter({ has: more })).toContainText('候診中')
  await more.click()
  await doctor.page.getByRole('menuitem', { name: '完成看診' }).click()
  await expect(heading(page, '看診結束，請保重')).toBeVisible()
  await shot(page, 'bad-days.link-ended')
  await page.reload()
  await expect(heading(page, '看診結束，請保重')).toBeVisible()
  expect(await stateOf(link)).toBe('dead')
  // Who finds the link later learns that it is over, and no more.
  const stranger = await (await patient.browser.newContext(phone)).newPage()
  await stranger.goto(link.url)
  await expect(heading(stranger, /看診結束|已經失效/)).toBeVisible()
  await expect(begin(stranger)).toHaveCount(0)
  await patient.close()
})
