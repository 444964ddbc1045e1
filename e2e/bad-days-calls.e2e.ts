import { expect, type Page, test } from '@playwright/test'
import { figure } from '../proof/lib/figures.ts'
import { band, desk, mark, marked, open, phone, stored } from './bad-days.ts'
import { ALL_WELL, mediaProof, verdicts } from './media/checks.ts'
import { launch, type Party } from './media/launch.ts'
import { playback } from './media/playback.ts'
import { ROLES } from './media/roles.ts'
import { arrive, goOnline, signIn } from './people.ts'
import { type Line, lineTo } from './proxy.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** One call that goes through everything: a cut line, a page reloaded on either side, and still one recording. */
test.describe.configure({ mode: 'serial' })

let server: TestServer
let line: Line
let doctor: Party
let patient: Party
let link: DemoLink

test.beforeAll(async () => {
  server = await startServer()
  line = await lineTo(server.url)
  ;[doctor, patient] = await Promise.all([launch('staff', {}, desk), launch('patient', {}, phone)])
  link = await server.link({ doctor: 'dr.lin' })
  await signIn(doctor.page, { ...server, url: line.url }, 'dr.lin')
  await goOnline(doctor.page)
  await arrive(patient.page, link)
})
test.afterEach(async () => {
  if (test.info().status === test.info().expectedStatus) return
  for (const [name, party] of Object.entries({ doctor, patient })) await shot(party.page, `failed.calls.${name}`)
})
test.afterAll(async () => {
  await Promise.all([doctor, patient].map((party) => party?.close()))
  await line?.close()
  await server?.remove()
})

const box = () => doctor.page.locator('.callbox')
/** Who is shown to whom, oneself left out. */
const shown = (page: Page) =>
  page
    .locator('video[data-participant]:not([data-participant="self"]):not([data-participant=""])')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-participant') ?? ''))
async function proofs() {
  const [other = ''] = await shown(doctor.page)
  const [staff = ''] = await shown(patient.page)
  return Promise.all([mediaProof(doctor.page, other, 'patient'), mediaProof(patient.page, staff, 'staff')])
}
/** Picture and sound both ways, as soon as they are there. */
const bothWell = () =>
  expect.poll(async () => (await proofs()).map(verdicts), { timeout: 30_000 }).toEqual([ALL_WELL, ALL_WELL])

test('[CALL-13~] the doctor calls from the list; the patient page rings over all, and answers', async () => {
  await open(doctor.page, /約診管理/)
  await doctor.page
    .getByRole('button', { name: new RegExp(`^看診，.*${link.patientName}`) })
    .first()
    .click()
  const ring = patient.page.getByRole('alertdialog', { name: /呼叫您/ })
  await expect(ring).toBeVisible()
  await expect(box()).toContainText('正在呼叫病患')
  await shot(patient.page, 'bad-days.patient-rung')
  await ring.getByRole('button', { name: '接聽' }).click()
  await expect(doctor.page).toHaveURL(new RegExp(`/emr2/\\d+/${link.qid}`))
  await bothWell()
  await expect(box()).toContainText('錄影中')
})

test('[CALL-07] four keys and three sizes: muted is silent, camera off is dark, the chip keeps the rest', async () => {
  const { page } = doctor
  await page.keyboard.press('Alt+M')
  await page.keyboard.press('Alt+C')
  await expect(box().getByRole('button', { name: '取消靜音' })).toBeVisible()
  await expect(box().getByRole('button', { name: '開啟鏡頭' })).toBeVisible()
  await expect
    .poll(async () => {
      const [, atPatient] = await proofs()
      return { tone: atPatient.tone, framesDiffer: atPatient.framesDiffer }
    })
    .toEqual({ tone: false, framesDiffer: false })
  await page.keyboard.press('Alt+M')
  await page.keyboard.press('Alt+C')
  await bothWell()

  const view = page.viewportSize() ?? { width: 0, height: 0 }
  const panel = await box().boundingBox()
  expect(panel && panel.x + panel.width).toBeGreaterThan(view.width - 40)
  await page.keyboard.press('Alt+S')
  await expect(box()).toHaveClass(/s0/)
  const chip = page.locator('.callstate')
  await expect(chip).toContainText(link.patientName)
  await expect(chip.getByRole('button', { name: '掛斷' })).toBeVisible()
  await page.keyboard.press('Alt+S')
  await expect(box()).toHaveClass(/s3/)
  expect(await box().boundingBox()).toEqual({ x: 0, y: 0, ...view })
  await shot(page, 'bad-days.call-full')
  await page.keyboard.press('Alt+S')
  await expect(box()).toHaveClass(/s2/)
})

test('[CALL-23~, CALL-17~, SHELL-16~] a line cut for seconds: the band at once, the media go on, nobody has left', async () => {
  await mark(patient.page)
  const before = await doctor.page.locator('video.remote').elementHandle()
  line.cut()
  const began = Date.now()
  await expect(band(doctor.page)).toBeVisible()
  figure('the band over a cut line', { ms: Date.now() - began })
  await shot(doctor.page, 'bad-days.call-without-line')
  // Without a line to the server both still see and hear each other, all the time.
  do expect((await proofs()).map(verdicts)).toEqual([ALL_WELL, ALL_WELL])
  while (Date.now() - began < 8_000)
  line.mend()
  await expect(band(doctor.page)).toBeHidden()
  await bothWell()
  await expect(box()).toContainText('錄影中')
  expect(await before?.evaluate((video) => video.isConnected)).toBe(true)
  expect(await marked(patient.page)).toBe(true)
})

test('[CALL-06~, CALL-11~] the doctor reloads in the call: back in the room, picture, sound and recording', async () => {
  await doctor.page.reload()
  await expect(box()).toBeVisible()
  await expect(doctor.page).toHaveURL(/roomID=/)
  await bothWell()
  await expect(box()).toContainText('錄影中')
  await expect(patient.page.getByText('錄影中')).toBeVisible()
})

test('[CALL-15~] the patient reloads in the call: back in the same room without a question', async () => {
  await patient.page.reload()
  await expect(patient.page.locator('.lk-call')).toBeVisible()
  await bothWell()
  await expect(patient.page.getByText('錄影中')).toBeVisible()
})

interface Recording {
  recordingId: string
  state: string
  segments: number
  durationMs: number | null
}
/** As the portal asks, with the doctor's own session. */
async function ask<T>(path: string, method = 'GET'): Promise<T> {
  const jwt = await stored(doctor.page, 'jwt')
  const answer = await fetch(`${server.url}${path}`, { method, headers: { authorization: `Bearer ${jwt}` } })
  const body = (await answer.json()) as { data: T }
  expect(answer.status, JSON.stringify(body)).toBe(200)
  return body.data
}
const recordings = async () =>
  (await ask<{ recordings: Recording[] }>(`/his/api/recordings?queueID=${link.qid}`)).recordings

test('[CALL-11~] the call of two pages has become one file: it plays, seeks, holds both faces and voices', async () => {
  // Some seconds of both after the reload, to be looked for in the file.
  await doctor.page.waitForTimeout(4_000)
  await doctor.page.keyboard.press('Alt+H')
  await expect(box()).toHaveCount(0)
  await expect.poll(async () => (await recordings()).map(({ state }) => state), { timeout: 45_000 }).toEqual(['ready'])
  const [one] = await recordings()
  if (!one?.durationMs) throw new Error('no recording')
  expect(one.segments).toBe(2)
  const { url } = await ask<{ url: string }>(`/his/api/recordings/${one.recordingId}/addresses`, 'POST')
  const late = one.durationMs / 1000 - 3
  const address = new URL(url, line.url)
  const seen = await playback(
    doctor.page,
    `${address.pathname}${address.search}`,
    [2, late],
    [ROLES.patient.tone, ROLES.staff.tone],
  )
  expect(Math.abs(seen.duration - one.durationMs / 1000)).toBeLessThan(1)
  expect(seen.landed.map(Math.round)).toEqual([2, Math.round(late)])
  for (const tone of seen.tones) expect(tone).toBeGreaterThan(0.05)
  const [red, green, blue] = seen.large
  expect(red > 120 && blue > 120 && green < 110, `the patient is purple, not ${seen.large}`).toBe(true)
})
