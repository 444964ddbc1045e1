import { rmSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { type LiveKitTestServer, liveKitHere, startLiveKit } from '../server/src/platform/testing/livekit-server.ts'
import { liveKit as liveKitClient } from '../server/src/consultation/rooms/livekit.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { createMetrics } from '../server/src/platform/observe/metrics.ts'
import { answer, desk, open, PATIENT, phone } from './bad-days.ts'
import { bothWell, framesOf, inCall, shown } from './both-sides.ts'
import { hueOf, mediaProof, sameHue, verdicts } from './media/checks.ts'
import { BOTH_WELL, bothSides } from './media/call-pair.ts'
import { launch, type Party } from './media/launch.ts'
import { insideLiveKit } from './media/livekit-rooms.ts'
import { playback } from './media/playback.ts'
import { startRelay } from './media/relay.ts'
import { ROLES } from './media/roles.ts'
import { buildSite } from './media/site.ts'
import { arrive, goOnline, signIn } from './people.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** The main story's call once more, with a LiveKit server in the middle: the same screens, and the same checks of both sides. */
test.describe.configure({ mode: 'serial' })

let liveKit: LiveKitTestServer
let server: TestServer
let doctor: Party
let patient: Party
let link: DemoLink

const setUp = async () => {
  liveKit = await startLiveKit()
  ;[server, doctor, patient] = await Promise.all([
    startServer(liveKit.env),
    launch('staff', {}, desk),
    launch('patient', {}, phone),
  ])
  for (const { page } of [doctor, patient]) page.setDefaultTimeout(PATIENT)
  const staff = async () => {
    await signIn(doctor.page, server, 'dr.lin', '/apptmgmt')
    await goOnline(doctor.page)
  }
  ;[link] = await Promise.all([server.link({ doctor: 'dr.lin' }), staff()])
  await arrive(patient.page, link)
}
const well = () => bothWell(doctor.page, patient.page)
/** What the product itself lets people in by. */
const liveKitApi = () =>
  liveKitClient(
    { url: liveKit.url, key: liveKit.env.LIVEKIT_API_KEY, secret: liveKit.env.LIVEKIT_API_SECRET },
    { clock: systemClock, metrics: createMetrics(), failed: console.warn },
  )
const inside = () => insideLiveKit(liveKit)
const ready = async () => (await (await fetch(`${server.url}/ready`)).json()) as Record<string, unknown>
const words = (page: Page) =>
  page.getByText('連不上視訊伺服器，正在重試…').or(page.getByText('連線不穩，正在重新連線…'))

const journey = () => {
  test.beforeAll(setUp)
  test.afterEach(async () => {
    if (test.info().status === test.info().expectedStatus) return
    for (const [name, party] of Object.entries({ doctor, patient })) await shot(party.page, `failed.livekit.${name}`)
  })
  test.afterAll(async () => {
    await Promise.all([doctor?.close(), patient?.close(), server?.remove(), liveKit?.kill()])
  })

  test('[CALL-22~] [SYS-02~] on LiveKit a patient rings, the doctor answers, and both see and hear each other, across screens', async () => {
    await patient.page.getByRole('button', { name: '呼叫醫師' }).click()
    await expect(doctor.page.getByRole('alertdialog').getByRole('heading', { name: link.patientName })).toBeVisible()
    const clicked = Date.now()
    await answer(doctor.page)
    await expect(doctor.page).toHaveURL(new RegExp(`/emr2/\\d+/${link.qid}`))
    await expect.poll(() => shown(doctor.page)).toHaveLength(1)
    await expect.poll(() => shown(patient.page)).toHaveLength(1)
    await expect.poll(() => framesOf(doctor.page), { intervals: [50] }).toBeGreaterThan(0)
    test.info().annotations.push({ type: 'answered to first remote frame, ms', description: `${Date.now() - clicked}` })
    await expect(inCall(doctor.page)).toContainText('錄影中')
    await expect(patient.page.getByText('錄影中')).toBeVisible()
    // Picture and sound come each when it is let through: the later of them is waited for, and nothing breaks from then on.
    await expect(() => well()).toPass({ timeout: 20_000 })
    // The media server learns ids, and no names.
    expect((await inside()).sort()).toEqual([...(await shown(doctor.page)), ...(await shown(patient.page))].sort())
    await open(doctor.page, /約診管理/)
    await well()
    expect(await doctor.page.evaluate(async () => (await globalThis.__telewardMedia?.())?.[0]?.restarts)).toBe(0)
    expect(await ready()).toMatchObject({ status: 'OK', livekit: true })
  })

  test('[CALL-22~] a microphone or a camera that is off is silent and dark at the other side, and comes back @proof', async () => {
    const [id = ''] = await shown(doctor.page)
    const button = (name: string) => patient.page.getByRole('button', { name, exact: true })
    await button('靜音').click()
    await expect(inCall(doctor.page)).toContainText('已靜音')
    await button('關鏡頭').click()
    await expect(doctor.page.locator('video.remote')).toHaveClass(/empty/)
    // The last of the tone is still on its way when the button is off.
    await expect
      .poll(async () => verdicts(await mediaProof(doctor.page, id, 'patient')))
      .toMatchObject({ hue: false, framesDiffer: false, tone: false, energyRises: false })
    await button('取消靜音').click()
    await button('開鏡頭').click()
    await expect(doctor.page.locator('video.remote')).not.toHaveClass(/empty/)
    await expect(() => well()).toPass({ timeout: 20_000 })
    // Neither waits for a server that stands still.
    liveKit.hold()
    await button('關鏡頭').click()
    await button('靜音').click()
    await expect(inCall(doctor.page)).toContainText('已靜音', { timeout: 5_000 })
    await button('開鏡頭').click({ timeout: 5_000 })
    await expect(button('關鏡頭')).toBeVisible({ timeout: 5_000 })
    liveKit.release()
    await button('取消靜音').click()
    await expect(() => well()).toPass({ timeout: 20_000 })
  })

  test('[CALL-22~] LiveKit is killed in a call: both pages say so, the call stays, and goes on when it is back @proof', async () => {
    await liveKit.kill()
    for (const { page } of [doctor, patient]) await expect(words(page)).toBeVisible()
    for (const { page } of [doctor, patient]) await expect(page.getByText('連不上視訊伺服器，正在重試…')).toBeVisible()
    // How good the line was says nothing now.
    for (const { page } of [doctor, patient]) await expect(page.getByText(/連線良好|網路 良好/)).toHaveCount(0)
    await shot(doctor.page, 'livekit.away')
    await shot(patient.page, 'livekit.away-patient')
    await expect.poll(ready).toMatchObject({ status: 'OK', livekit: false })
    await liveKit.again()
    for (const { page } of [doctor, patient]) await expect(words(page)).toBeHidden()
    await expect.poll(() => framesOf(doctor.page)).toBeGreaterThan(0)
    await expect(() => well()).toPass({ timeout: 20_000 })
  })

  test('[CALL-22~] hanging up puts both out of LiveKit, and the recording has both faces and both voices @proof', async () => {
    await doctor.page.keyboard.press('Alt+H')
    await expect(inCall(doctor.page)).toBeHidden()
    await expect(patient.page.getByRole('button', { name: '離開候診室' })).toBeVisible()
    await expect.poll(inside).toEqual([])
    await doctor.page.goBack()
    await doctor.page.getByRole('button', { name: '播放' }).click({ timeout: 60_000 })
    const src = await doctor.page.getByLabel('看診錄影').getAttribute('src')
    // A recording begins before the other's picture has come, and shows a name while there is none (camera off, LiveKit gone).
    const looks = []
    for (const place of [2, 3, 4, -1])
      looks.push(await playback(doctor.page, src ?? '', [1, place], [ROLES.staff.tone, ROLES.patient.tone]))
    const both = looks.filter(
      ({ large, small }) => sameHue(hueOf(large), ROLES.patient.hue) && sameHue(hueOf(small), ROLES.staff.hue),
    )
    expect(both.length, JSON.stringify(looks)).toBeGreaterThan(0)
    const [seen] = both
    for (const tone of seen?.tones ?? []) expect(tone).toBeGreaterThan(0.05)
  })

  test('[CALL-22~] who is not in a room by our word gets nothing of those who are @proof', async () => {
    const folder = await buildSite()
    const api = liveKitApi()
    const options = { folder, grant: (id: string) => api.grant('one', id) }
    const [relay, elsewhere] = await Promise.all([startRelay(options), startRelay(options)])
    // The token is good, and the page is told that somebody is there: LiveKit alone keeps them apart.
    const media = { mic: true, cam: true }
    elsewhere.seats.set('staff', { id: 'staff', name: '', role: 'moderator', instance: 'x', media, socket: null })
    try {
      const ids = { staff: doctor, patient, stranger: patient }
      const pages = new Map<string, Page>()
      for (const [id, { browser }] of Object.entries(ids)) {
        const page = await (await browser.newContext()).newPage()
        pages.set(id, page)
        await page.goto(`${(id === 'stranger' ? elsewhere : relay).url}/?as=${id}`)
        await page.evaluate(() => globalThis.call.start())
      }
      const [staff, other, stranger] = [...pages.values()] as [Page, Page, Page]
      await expect(async () => {
        expect(await bothSides({ staff, patient: other })).toEqual(BOTH_WELL)
      }).toPass({ timeout: 20_000 })
      await expect.poll(() => stranger.evaluate(() => globalThis.call.room?.participants[0]?.state)).toBe('connected')
      const got = verdicts(await mediaProof(stranger, 'staff', 'staff'))
      expect(Object.values(got)).toEqual(Object.values(got).map(() => false))
      for (const page of pages.values()) await page.context().close()
    } finally {
      await Promise.all([relay.close(), elsewhere.close()])
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
// Where it cannot be had, the end of `npm test` says that it was left out.
if (liveKitHere()) journey()
