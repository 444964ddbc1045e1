import { expect, type Page, test } from '@playwright/test'
import { desk, phone } from './bad-days.ts'
import { bothWell, inCall } from './both-sides.ts'
import { launch, type Party } from './media/launch.ts'
import { arrive, goOnline, signIn } from './people.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** A call on real phones and computers: small screens, two tabs, devices that go, an account that is used elsewhere meanwhile. */
test.describe.configure({ mode: 'serial' })

let server: TestServer
let doctor: Party
let patient: Party
let link: DemoLink

declare global {
  var testTracks: MediaStreamTrack[]
  /** Devices of these kinds cannot be had for now. */
  var testGone: string[]
}
/** Every device that the page was given can be taken away; a phone has a camera on either side. */
async function withDevices(page: Page, cameras: number): Promise<void> {
  await page.context().addInitScript((count) => {
    globalThis.testTracks = []
    globalThis.testGone = []
    const devices = navigator.mediaDevices
    const [get, list] = [devices.getUserMedia.bind(devices), devices.enumerateDevices.bind(devices)]
    devices.getUserMedia = async (wanted) => {
      if (globalThis.testGone.some((kind) => wanted?.[kind as 'audio' | 'video']))
        throw new DOMException('', 'NotFoundError')
      const stream = await get(wanted)
      globalThis.testTracks.push(...stream.getTracks())
      return stream
    }
    devices.enumerateDevices = async () => {
      const all = await list()
      const back = { kind: 'videoinput', deviceId: 'back', groupId: 'back', label: 'Back camera' } as MediaDeviceInfo
      return count > 1 ? [...all, back] : all
    }
  }, cameras)
}
const unplug = (page: Page, kind: 'audio' | 'video') =>
  page.evaluate((of) => {
    for (const track of globalThis.testTracks.filter((one) => one.kind === of && one.readyState === 'live')) {
      track.stop()
      track.dispatchEvent(new Event('ended'))
    }
  }, kind)
const live = (page: Page) =>
  page.evaluate(() => globalThis.testTracks.filter(({ readyState }) => readyState === 'live').length)
const hangup = (page: Page) => page.getByRole('button', { name: '結束', exact: true })

test.beforeAll(async () => {
  server = await startServer()
  ;[doctor, patient] = await Promise.all([launch('staff', {}, desk), launch('patient', {}, phone)])
  await Promise.all([withDevices(doctor.page, 1), withDevices(patient.page, 2)])
  link = await server.link({ doctor: 'dr.lin' })
  await signIn(doctor.page, server, 'dr.lin')
  await goOnline(doctor.page)
  await arrive(patient.page, link)
})
test.afterEach(async () => {
  if (test.info().status === test.info().expectedStatus) return
  for (const [name, party] of Object.entries({ doctor, patient })) await shot(party.page, `failed.survives.${name}`)
})
test.afterAll(async () => {
  await Promise.all([doctor, patient].map((party) => party?.close()))
  await server?.remove()
})

test('[CALL-15~] on the smallest phone all buttons of a call are on the screen, in each language, with two cameras and while it is recorded', async () => {
  const { page } = patient
  await page.getByRole('button', { name: '呼叫醫師' }).click()
  await doctor.page.getByRole('alertdialog').getByRole('button', { name: /接聽/ }).click()
  await expect(inCall(doctor.page)).toContainText('錄影中')
  const size = page.viewportSize() ?? { width: 375, height: 812 }
  const small = { width: 320, height: 568 }
  await page.setViewportSize(small)
  for (const language of ['en', 'zh-CN', 'zh-TW']) {
    await page.context().addCookies([{ name: 'tw_lang', value: language, url: server.url }])
    await page.reload()
    const buttons = page.locator('.lk-callbtns button')
    await expect(buttons).toHaveCount(5, { timeout: 20_000 })
    for (const button of await buttons.all()) {
      const box = await button.boundingBox()
      expect(box, language).not.toBeNull()
      if (!box) continue
      expect([box.x >= 0, box.y >= 0], language).toEqual([true, true])
      expect(box.x + box.width, `${language}: ${await button.textContent()}`).toBeLessThanOrEqual(small.width)
      expect(box.y + box.height, `${language}: ${await button.textContent()}`).toBeLessThanOrEqual(small.height)
    }
    await shot(page, `call-survives.small-${language}`)
  }
  await page.setViewportSize(size)
})

test('[CALL-15~] [CALL-18~] a second tab of the link: one is in the call, the other says so, has no device on, and takes it over', async () => {
  const { page } = patient
  const second = await page.context().newPage()
  await second.goto(link.url)
  await expect(second.getByText('您的通話在另一個分頁或另一支手機上進行中')).toBeVisible()
  await shot(second, 'call-survives.second-tab')
  await expect(second.locator('video')).toHaveCount(0)
  expect(await live(second)).toBe(0)
  await expect(async () => bothWell(doctor.page, page)).toPass({ timeout: 60_000 })

  await second.getByRole('button', { name: '在這裡繼續通話' }).click()
  await expect(hangup(second)).toBeVisible()
  await expect(page.getByText('您的通話在另一個分頁或另一支手機上進行中')).toBeVisible()
  await expect.poll(() => live(page)).toBe(0)
  await expect(async () => bothWell(doctor.page, second)).toPass({ timeout: 60_000 })

  await second.close()
  await expect(hangup(page)).toBeVisible()
  await expect(async () => bothWell(doctor.page, page)).toPass({ timeout: 60_000 })
})

test('[CALL-12~] a microphone that goes: another one is taken by itself; without one both sides are told, until it is back', async () => {
  const box = inCall(doctor.page)
  await unplug(doctor.page, 'audio')
  await expect(box).toContainText('已改用')
  await expect(async () => bothWell(doctor.page, patient.page)).toPass({ timeout: 60_000 })

  await doctor.page.evaluate(() => globalThis.testGone.push('audio'))
  await unplug(doctor.page, 'audio')
  await expect(box).toContainText('斷線了，對方聽不到您')
  await expect(patient.page.getByText('醫師的麥克風突然沒有聲音')).toBeVisible()
  await shot(doctor.page, 'call-survives.microphone-lost')
  await shot(patient.page, 'call-survives.doctor-silent')
  await doctor.page.evaluate(() => {
    globalThis.testGone.length = 0
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
  })
  await expect(box).not.toContainText('對方聽不到您')
  await expect(patient.page.getByText('醫師的麥克風突然沒有聲音')).toBeHidden()
  await expect(async () => bothWell(doctor.page, patient.page)).toPass({ timeout: 60_000 })
})

test('[AUTH-12~] [CALL-06~] the account is used on another computer in the call: said so, covered, camera and microphone off', async () => {
  const { page } = doctor
  await expect(page).toHaveURL(/emr2/)
  const other = await launch('colleague', {}, desk)
  await signIn(other.page, server, 'dr.lin')
  await expect(page.getByRole('dialog', { name: '已在其他裝置登入' })).toBeVisible()
  await expect(inCall(page)).toBeHidden()
  expect(await live(page)).toBe(0)
  // Nothing of the record lies where one can look or press.
  const seen = await page.evaluate(() => {
    const root = document.getElementById('root')
    const places = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const))
    return places.filter(([x, y]) => root?.contains(document.elementFromPoint(innerWidth * x, innerHeight * y))).length
  })
  expect(seen).toBe(0)
  const cover = await page.locator('.lock').evaluate((one) => getComputedStyle(one).backgroundColor)
  expect(cover, 'opaque').toMatch(/^rgb\(/)
  await shot(page, 'call-survives.forced-out')
  await other.close()
})
