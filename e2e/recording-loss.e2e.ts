import { expect, test } from '@playwright/test'
import { desk, phone, stored } from './bad-days.ts'
import { launch, type Party } from './media/launch.ts'
import { playback } from './media/playback.ts'
import { ROLES } from './media/roles.ts'
import { arrive, goOnline, signIn } from './people.ts'
import { type Line, lineTo } from './proxy.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** A recording whose recording page is lost in the middle of the call, with everything that it had not sent yet. */

let server: TestServer
let line: Line
let doctor: Party
let patient: Party
let later: Party
let link: DemoLink

test.beforeAll(async () => {
  server = await startServer()
  line = await lineTo(server.url)
  ;[doctor, patient] = await Promise.all([launch('staff', {}, desk), launch('patient', {}, phone)])
  await signIn(doctor.page, { ...server, url: line.url }, 'dr.lin')
  await goOnline(doctor.page)
})
test.afterEach(async () => {
  if (test.info().status === test.info().expectedStatus) return
  for (const [name, party] of Object.entries({ doctor, patient, later }))
    if (party?.browser.isConnected()) await shot(party.page, `failed.recording-loss.${name}`)
})
test.afterAll(async () => {
  await Promise.all([doctor, patient, later].map((party) => party?.close()))
  await line?.close()
  await server?.remove()
})

interface Recording {
  recordingId: string
  state: string
  segments: number
  durationMs: number | null
}
async function ask<T>(by: Party, path: string, method = 'GET'): Promise<T> {
  const headers = { authorization: `Bearer ${await stored(by.page, 'jwt')}` }
  const answer = await fetch(`${server.url}${path}`, { method, headers })
  const body = (await answer.json()) as { data: T }
  expect(answer.status, JSON.stringify(body)).toBe(200)
  return body.data
}
const recordings = async (by: Party) =>
  (await ask<{ recordings: Recording[] }>(by, `/his/api/recordings?queueID=${link.qid}`)).recordings
async function answered(): Promise<void> {
  await patient.page.getByRole('button', { name: '呼叫醫師' }).click()
  await doctor.page.getByRole('alertdialog').getByRole('button', { name: /接聽/ }).click()
  await expect(doctor.page.locator('.callbox')).toBeVisible()
}
const running = (party: Party) => party.page.getByText('錄影中').first()

test('[CALL-11] a recording asked for again runs once, is announced to both, waits for the consent, and a lost page costs at most 5 s of the one file @proof', async () => {
  const starts: string[] = []
  doctor.page.on('request', (request) => {
    if (request.url().endsWith('/comm/room/records') && request.postDataJSON()?.action === 'start')
      starts.push(request.postData() ?? '')
  })
  // Who has not consented is not recorded, however often the page asks.
  await arrive(patient.page, await server.link({ doctor: 'dr.lin' }), { recording: false })
  await answered()
  await expect.poll(() => starts.length).toBeGreaterThanOrEqual(1)
  await expect(doctor.page.locator('.callbox')).toContainText('病患不同意錄影')
  await expect(running(doctor)).toBeHidden()
  await patient.page.getByRole('button', { name: '結束', exact: true }).click()
  await expect(doctor.page.locator('.callbox')).toBeHidden()

  starts.length = 0
  link = await server.link({ doctor: 'dr.lin' })
  await arrive(patient.page, link)
  await expect(doctor.page.locator('.presence')).toContainText('線上候診')
  await answered()
  await expect(running(doctor)).toBeVisible()
  await expect(running(patient)).toBeVisible()
  const began = Date.now()
  expect(await recordings(doctor)).toMatchObject([{ state: 'recording', segments: 1 }])
  // When the other came in, and 1 s after the room has loaded; asked for again while it runs, nothing changes.
  await expect.poll(() => starts.length).toBeGreaterThanOrEqual(1)
  const again = starts.at(-1) ?? ''
  const repeated = await doctor.page.evaluate(
    async (body) =>
      (
        await fetch('/comm/room/records', {
          method: 'POST',
          headers: { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' },
          body,
        })
      ).status,
    again,
  )
  expect(repeated).toBe(200)
  expect(await recordings(doctor)).toMatchObject([{ state: 'recording', segments: 1 }])

  // What a recording needs is time.
  while (Date.now() - began < 11_000) await doctor.page.waitForTimeout(500)
  line.cut()
  const lost = Date.now()
  await doctor.close()

  await patient.page.getByRole('button', { name: '結束', exact: true }).click()
  later = await launch('staff', {}, desk)
  await signIn(later.page, server, 'dr.lin')
  await expect
    .poll(async () => (await recordings(later)).map(({ state }) => state), { timeout: 60_000 })
    .toEqual(['ready'])
  const [one] = await recordings(later)
  if (!one?.durationMs) throw new Error('no recording')
  expect(one.durationMs).toBeGreaterThan(lost - began - 5_000)
  const { url } = await ask<{ url: string }>(later, `/his/api/recordings/${one.recordingId}/addresses`, 'POST')
  const late = one.durationMs / 1000 - 2
  const seen = await playback(later.page, url, [1, late], [ROLES.patient.tone, ROLES.staff.tone])
  expect(seen.landed.map(Math.round)).toEqual([1, Math.round(late)])
  for (const tone of seen.tones) expect(tone).toBeGreaterThan(0.05)
})
