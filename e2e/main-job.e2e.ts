import { expect, type Locator, type Page, test } from '@playwright/test'
import { bothWell as bothSidesWell, framesOf, inCall, shown } from './both-sides.ts'
import { hueOf, sameHue } from './media/checks.ts'
import { launch, type Party } from './media/launch.ts'
import { playback } from './media/playback.ts'
import { ROLES } from './media/roles.ts'
import { arrive, goOnline, PASSWORD, signInByForm as signIn } from './people.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'
import { timezoneId, zone } from './zone.ts'

/** The whole story, in separate browser processes against the real server, each test going on where the last ended. */
test.describe.configure({ mode: 'serial' })

let server: TestServer
let doctor: Party
let patient: Party
let colleague: Party
let link: DemoLink
let pid = ''
/** The colleague's dashboard, open beside the list. */
let board: Page

const phone = { ...zone, viewport: { width: 375, height: 812 } }
const desk = { ...zone, viewport: { width: 1440, height: 900 } }

// As a newcomer has it: on the embedded database, with a demo of its own making.
test.beforeAll(async () => {
  server = await startServer({}, { embedded: true })
  ;[doctor, patient, colleague] = await Promise.all([
    launch('staff', {}, desk),
    launch('patient', {}, phone),
    launch('staff', {}, desk),
  ])
  link = await server.link({ doctor: 'dr.lin' })
})
test.afterEach(async () => {
  if (test.info().status === test.info().expectedStatus) return
  for (const [name, party] of Object.entries({ doctor, patient, colleague }))
    await shot(party.page, `failed.main-job.${name}`)
})
test.afterAll(async () => {
  await Promise.all([doctor, patient, colleague].map((party) => party?.close()))
  await server?.remove()
})

const bothWell = () => bothSidesWell(doctor.page, patient.page)
const row = (page: Page) =>
  page
    .getByRole('row')
    .filter({ hasText: link.patientName })
    .filter({ hasText: new RegExp(`視訊|${timeOf()}`) })
    // The demo's day, which depends on the minute it was made in, may send the same patient to another doctor at that time.
    .filter({ hasNotText: '王志遠' })
    .first()
const timeOf = () =>
  new Intl.DateTimeFormat('zh-TW', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timezoneId,
  }).format(new Date(link.startAt))

/** The visit's room among those one can enter, in the top bar's menu; opened by hand, it follows by itself. */
const roomOf = (page: Page) =>
  page
    .getByRole('menu', { name: /可以進入的診間/ })
    .getByRole('menuitem')
    .filter({ hasText: link.patientName })
const openRooms = (page: Page) => page.getByRole('button', { name: /可以進入的診間/ }).click()

/** The doctor as the colleague's list and dashboard show them: the word, not the colour alone. */
async function colleagueSees(word: string): Promise<void> {
  await expect(
    row(colleague.page)
      .locator('.colleague')
      .and(colleague.page.getByTitle(new RegExp(`林書妍.*${word}`))),
  ).toContainText(word)
  await expect(
    board.getByRole('region', { name: '同仁' }).getByRole('listitem').filter({ hasText: '林書妍' }),
  ).toContainText(word)
}
/** Survives everything but a reload. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { sameLoad: true }))
const sameLoad = (page: Page) => page.evaluate(() => 'sameLoad' in window)

test('[SHELL-04~] the doctor signs in and sees the list of today', async () => {
  await signIn(doctor.page, server, 'dr.lin')
  await doctor.page
    .getByRole('link', { name: /約診管理/ })
    .first()
    .click()
  await expect(
    doctor.page
      .getByRole('tab', { name: /今日/ })
      .or(doctor.page.getByRole('link', { name: /今日/ }))
      .first(),
  ).toBeVisible()
  await expect(row(doctor.page)).toContainText('已預約')
  await signIn(colleague.page, server, 'nurse.chen', '/apptmgmt')
  await goOnline(colleague.page)
})

test('[CALL-17~] a colleague sees the doctor come on line, on the list and on the dashboard', async () => {
  board = await colleague.page.context().newPage()
  await board.goto(server.url)
  await colleagueSees('離線')
  await Promise.all([mark(colleague.page), mark(board)])
  await goOnline(doctor.page)
  await colleagueSees('線上候診')
  await shot(board, 'main-job.colleagues')
})

test('[CALL-15] a patient identifies, consents, checks devices, waits; the list says so at once', async () => {
  await arrive(patient.page, link)
  await expect(colleague.page.getByRole('button', { name: /可以進入的診間/ })).toHaveCount(0)
  await expect(row(doctor.page)).toContainText('候診中')
  await expect(row(colleague.page)).toContainText('候診中')
  await shot(patient.page, 'main-job.waiting')
})

test('[CALL-01, CALL-02] the patient calls, and it rings over whatever screen is open', async () => {
  await doctor.page.goto(`${server.url}/`)
  // What the specification's call event bus says, as a partner's script would hear it.
  await doctor.page.evaluate(() => {
    window.addEventListener('incomingCall', (event) => {
      document.documentElement.dataset.heard = JSON.stringify((event as CustomEvent).detail)
    })
  })
  // A page that nobody has touched yet may not sound, and says how to change that.
  const untouched = await colleague.page.context().newPage()
  // The test's own questions to a page would count as touches.
  await untouched.addInitScript(() => {
    Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive: false, isActive: false }) })
  })
  await untouched.goto(`${server.url}/apptmgmt`)
  await expect(untouched.getByRole('banner')).toBeVisible()
  await patient.page.getByRole('button', { name: '呼叫醫師' }).click()
  const popup = doctor.page.getByRole('alertdialog')
  await expect(popup.getByRole('heading', { name: link.patientName })).toBeVisible()
  await expect(popup).toContainText('視訊來電')
  // The bound nurse is rung, too.
  const other = colleague.page.getByRole('alertdialog')
  await expect(other.getByRole('heading', { name: link.patientName })).toBeVisible()
  await expect(untouched.getByRole('alertdialog')).toContainText('點畫面任何一處即可響鈴', { timeout: 20_000 })
  await untouched.close()
  await expect(popup).toContainText(/\d+ 秒後轉為未接/)
  const heard = JSON.parse((await doctor.page.locator('html').getAttribute('data-heard')) ?? '{}')
  expect(Object.keys(heard).sort()).toEqual(['callId', 'callerName', 'dsRoomId', 'localId', 'remoteId', 'ring', 'uuid'])
  expect(heard.callerName).toBe(link.patientName)
  await shot(doctor.page, 'main-job.ringing')
})

test('[CALL-04, CALL-10] [CALL-24] [CALL-17~] answering brings picture and sound both ways, and the record beside them', async () => {
  // Both buttons wait while one is being processed.
  await doctor.page.route('**/updatecallinfostatus', async (route) => {
    await expect(doctor.page.getByRole('button', { name: /拒接/ })).toBeDisabled()
    await expect(doctor.page.getByRole('button', { name: /接聽/ })).toBeDisabled()
    await route.continue()
  })
  await doctor.page.getByRole('button', { name: /接聽/ }).click()
  await expect(doctor.page.getByRole('alertdialog')).toBeHidden()
  await doctor.page.unroute('**/updatecallinfostatus')
  const clicked = Date.now()
  await expect(inCall(doctor.page)).toHaveClass(/s2/)
  await expect(colleague.page.getByRole('alertdialog')).toBeHidden()
  await expect(doctor.page).toHaveURL(new RegExp(`/emr2/\\d+/${link.qid}`))
  pid = /emr2\/(\d+)/.exec(doctor.page.url())?.[1] ?? ''
  await expect.poll(() => shown(doctor.page)).toHaveLength(1)
  await expect.poll(() => shown(patient.page)).toHaveLength(1)
  await expect.poll(() => framesOf(doctor.page)).toBeGreaterThan(0)
  test
    .info()
    .annotations.push({ type: 'answered to first remote frame, at most ms', description: `${Date.now() - clicked}` })
  await expect(inCall(doctor.page)).toContainText('錄影中')
  await expect(patient.page.getByText('錄影中')).toBeVisible()
  await bothWell()
  // The ringtone is over in every tab, the call's ids are in the address, the record says who is in the room.
  expect(
    await doctor.page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name)),
  ).not.toContain('teleward-ring')
  expect(doctor.page.url()).toMatch(/roomID=[\w-]+.*callID=[\w-]+|callID=[\w-]+.*roomID=[\w-]+/)
  await expect(doctor.page.locator('.emr')).toContainText(new RegExp(`診間：.*${link.patientName}`))
  // The nurse bound to the doctor may enter, too: the room came to her top bar by itself.
  await openRooms(colleague.page)
  await expect(roomOf(colleague.page)).toContainText(
    new RegExp(`林書妍.*${link.patientName}|${link.patientName}.*林書妍`),
  )
  await colleagueSees('看診中')
  await shot(colleague.page, 'main-job.colleague-busy')
  await shot(doctor.page, 'main-job.record')
  await shot(patient.page, 'main-job.patient-call')
})

test('[CALL-07] the call goes on across screens and sizes without a break', async () => {
  const restarts = () =>
    doctor.page.evaluate(async () => (await globalThis.__telewardMedia?.())?.map(({ restarts }) => restarts))
  const before = await restarts()
  const element = await doctor.page.locator('video.remote').elementHandle()
  const { page } = doctor
  const view = page.viewportSize() ?? { width: 0, height: 0 }
  const box = async (of: Locator) => (await of.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
  /** The panel at the bottom right, half as wide as tall, its foot 16 px above the window's. */
  const panel = async () => {
    const at = await box(inCall(page))
    expect(Math.abs(at.height - 2 * at.width)).toBeLessThan(1)
    expect([at.x + at.width, at.y + at.height]).toEqual([view.width - 16, view.height - 16])
    return at
  }
  /** 2 → 0 → 3 → 2 by the button alone: in the window, and in the top bar while there is none. */
  const allSizes = async () => {
    for (const [holder, next] of [
      [inCall(page), 's0'],
      [page.locator('.callstate'), 's3'],
      [inCall(page), 's2'],
    ] as const) {
      await holder.getByRole('button', { name: '切換視窗大小' }).click()
      await expect(inCall(page)).toHaveClass(new RegExp(next))
      await expect(page.getByRole('button', { name: '切換視窗大小' }).and(page.locator(':focus'))).toHaveCount(1)
      if (next === 's3') expect(await box(inCall(page))).toEqual({ x: 0, y: 0, ...view })
      // Nothing of it takes place or a click away from the page.
      if (next === 's0') expect((await box(inCall(page))).width).toBeLessThanOrEqual(1)
    }
  }
  // Beside the record it fills what lies below the orders, and covers neither them nor the note.
  const beside = await panel()
  const orders = await box(page.getByRole('region', { name: '處方', exact: true }))
  const note = await box(page.getByRole('region', { name: /Subjective/ }))
  expect(beside.y - (orders.y + orders.height)).toBeGreaterThanOrEqual(0)
  expect(note.x + note.width).toBeLessThanOrEqual(beside.x)
  expect(beside.height).toBeGreaterThanOrEqual(420)
  await allSizes()
  await page
    .getByRole('link', { name: /約診管理/ })
    .first()
    .click()
  await expect(page).toHaveURL(/apptmgmt/)
  // Elsewhere it is as tall as the window below the top bar.
  const bar = await box(page.getByRole('banner'))
  expect((await panel()).y - (bar.y + bar.height)).toBeLessThanOrEqual(8)
  await allSizes()
  for (const [pick, size] of [
    ['置中小視窗', 's1'],
    ['置中小視窗', 's2'],
  ] as const) {
    await inCall(page).getByRole('button', { name: '裝置與更多' }).click()
    await page.getByRole('menuitemradio', { name: pick }).click()
    await expect(inCall(page)).toHaveClass(new RegExp(size))
    if (size === 's1') {
      const { width, height } = view
      expect(await box(inCall(page))).toEqual({ x: width / 2 - 200, y: height / 2 - 150, width: 400, height: 300 })
      await shot(page, 'main-job.centred')
    }
  }
  await page.goBack()
  // The same element all the time: nothing was mounted anew.
  expect(await element?.evaluate((video) => video.isConnected)).toBe(true)
  expect(await restarts()).toEqual(before)
  await bothWell()
})

const part = (page: Page, name: string) => page.getByRole('textbox', { name })
const draftOf = (page: Page) => page.getByText(/草稿 第 \d+ 版/).first()
const saved = (page: Page) => expect(page.locator('.saved')).toContainText('已儲存')

test('[EMR-02] [EMR-04~] [EMR-05~] the doctor writes beside the call: canned words, a diagnosis in Chinese, a drug in one line', async () => {
  const { page } = doctor
  await expect(page).toHaveURL(new RegExp(`/emr2/${pid}/${link.qid}`))
  await expect(inCall(page)).toContainText('錄影中')
  await expect(part(page, '主觀 Subjective')).toBeVisible()
  await page.keyboard.press('Alt+1')
  await expect(part(page, '主觀 Subjective')).toBeFocused()
  await page.keyboard.type('早上血壓偏高，頭悶脹。')
  await page
    .getByRole('region', { name: /Subjective/ })
    .getByRole('button', { name: '按時服藥' })
    .click()
  await page.keyboard.press('Alt+2')
  await page.keyboard.type('意識清楚，對答切題。')
  await page.keyboard.press('Alt+I')
  await page.keyboard.type('高血壓')
  await expect(page.getByRole('option').first()).toContainText('I10')
  await page.keyboard.press('Enter')
  await expect(page.locator('.icds')).toContainText('主診斷')
  await page.keyboard.press('Alt+4')
  await page.keyboard.type('早晚量血壓，兩週後視訊回診。')
  await page.keyboard.press('Alt+D')
  await page.keyboard.type('amlo 5 1 qd po 28')
  await page.getByRole('option').first().click()
  await expect(
    page.getByRole('region', { name: '處方', exact: true }).getByRole('textbox', { name: /總量/ }),
  ).toHaveValue('28')
  await saved(page)
  await expect(part(page, '主觀 Subjective')).toHaveValue(/頭悶脹。.*按時服藥/s)
  await bothWell()
  await shot(page, 'main-job.writing')
})

test('[CALL-06~] [CALL-24~] [CALL-17~] hanging up ends the call for both and clears everything, and colleagues see it', async () => {
  // It is told once the last of the recording is with the server, which the next test kills.
  const told = doctor.page.waitForResponse(/updatecallinfostatus/)
  await doctor.page.keyboard.press('Alt+H')
  await expect(inCall(doctor.page)).toBeHidden()
  expect(new URL(doctor.page.url()).search).not.toContain('callID')
  await expect(patient.page.getByRole('button', { name: '離開候診室' })).toBeVisible()
  await expect(doctor.page.locator('.presence')).toContainText('線上候診')
  await expect(doctor.page.locator('.callstate')).toBeHidden()
  await told
  await expect(roomOf(colleague.page)).toContainText(link.patientName)
  await expect(roomOf(colleague.page)).not.toContainText('林書妍')
  await expect(doctor.page.locator('.emr')).not.toContainText(/診間：.*林書妍/)
  await colleagueSees('線上候診')
  expect(await Promise.all([sameLoad(colleague.page), sameLoad(board)])).toEqual([true, true])
  await board.close()
})

test('[EMR-19~, SHELL-16~] what is written survives a killed server, a reload and a second tab', async () => {
  const { page } = doctor
  const plan = part(page, '計畫 Plan')
  await server.kill()
  await plan.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('症狀加劇請立即就醫。')
  await expect(page.locator('.saved')).toContainText('離線')
  await server.start()
  await page.reload()
  await expect(plan).toHaveValue(/症狀加劇請立即就醫。/)
  await saved(page)
  const second = await page.context().newPage()
  await second.goto(page.url())
  await expect(part(second, '計畫 Plan')).toHaveValue(/症狀加劇請立即就醫。/)
  await part(second, '給病人的建議').fill('每日鹽分 6 公克以下。')
  // One draft for both tabs: what the second writes shows in the first.
  await expect(part(page, '給病人的建議')).toHaveValue('每日鹽分 6 公克以下。')
  await saved(second)
  // What is signed is the version that the first tab knows: it has heard of the second's.
  const version = (await draftOf(second).textContent()) ?? ''
  await expect(draftOf(page)).toHaveText(version)
  await second.close()
})

test('[EMR-10~, APPT-02~] [CALL-24~] signing and finishing ends the visit, and everybody sees it', async () => {
  const { page } = doctor
  // Where only this room was left, the list of rooms goes with it.
  if (!(await roomOf(colleague.page).isVisible())) await openRooms(colleague.page)
  await expect(roomOf(colleague.page)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: '簽章並結束看診' })
  await expect(dialog).toContainText('I10')
  await shot(page, 'main-job.signing')
  await dialog.getByLabel(/密碼/).fill(PASSWORD)
  await dialog.getByRole('button', { name: '簽章並結束' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('已簽章').first()).toBeVisible()
  await expect(patient.page.getByRole('heading', { name: '看診結束，請保重' })).toBeVisible()
  await expect(row(colleague.page)).toContainText('已完成')
  await expect(roomOf(colleague.page)).toHaveCount(0)
  expect(await sameLoad(colleague.page)).toBe(true)
  await shot(page, 'main-job.signed')
})

test('[CALL-11~] the recording is one file that plays and seeks, with both faces and both voices', async () => {
  const { page } = doctor
  await expect(page.getByRole('button', { name: '播放' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: '播放' }).click()
  const src = await page.getByLabel('看診錄影').getAttribute('src')
  const seen = await playback(page, src ?? '', [1, 4], [ROLES.staff.tone, ROLES.patient.tone])
  expect(Number.isFinite(seen.duration) && seen.duration > 8).toBe(true)
  expect(seen.landed.map(Math.round)).toEqual([1, 4])
  expect(sameHue(hueOf(seen.large), ROLES.patient.hue), `large ${seen.large}`).toBe(true)
  expect(sameHue(hueOf(seen.small), ROLES.staff.hue), `small ${seen.small}`).toBe(true)
  for (const tone of seen.tones) expect(tone).toBeGreaterThan(0.05)
})

test('[AUTH-19~, EMR-11~] the audit log tells the story, and its chain holds', async () => {
  const actions = await doctor.page.evaluate(async () => {
    const answer = await fetch('/his/api/operationlogs?pageSize=100', {
      headers: { authorization: `Bearer ${localStorage.getItem('jwt')}` },
    })
    const body = (await answer.json()) as { data: { action: string }[] }
    return body.data.map((row) => row.action).join(' ')
  })
  for (const told of ['updatecallinfostatus', 'getEmrData', 'recordSignature', 'recordings'])
    expect(actions).toContain(told)
  expect(await server.verifyAudit()).toMatch(/, 0 findings/)
})
