import { expect, type Page, test } from '@playwright/test'
import { answer, band, desk, mark, marked, phone, stored } from './bad-days.ts'
import { ALL_WELL, mediaProof, verdicts } from './media/checks.ts'
import { launch, type Party } from './media/launch.ts'
import { arrive, goOnline, signIn } from './people.ts'
import { cutOff, pressure } from './pressure.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** The server is stopped and started again under a running call, as at every new release. */
let server: TestServer
let doctor: Party
let patient: Party
let link: DemoLink

test.beforeAll(async () => {
  server = await startServer()
  ;[doctor, patient] = await Promise.all([launch('staff', {}, desk), launch('patient', {}, phone)])
  link = await server.link({ doctor: 'dr.lin' })
  await signIn(doctor.page, server, 'dr.lin')
  await goOnline(doctor.page)
  await arrive(patient.page, link)
})
test.afterEach(async () => {
  if (test.info().status === test.info().expectedStatus) return
  for (const [name, party] of Object.entries({ doctor, patient })) await shot(party.page, `failed.drain.${name}`)
})
test.afterAll(async () => {
  await Promise.all([doctor, patient].map((party) => party?.close()))
  await server?.remove()
})

const box = () => doctor.page.locator('.callbox')
const shown = (page: Page) =>
  page
    .locator('video[data-participant]:not([data-participant="self"]):not([data-participant=""])')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-participant') ?? ''))
async function proofs() {
  const [other = ''] = await shown(doctor.page)
  const [staff = ''] = await shown(patient.page)
  return Promise.all([mediaProof(doctor.page, other, 'patient'), mediaProof(patient.page, staff, 'staff')])
}
const bothWell = () =>
  expect.poll(async () => (await proofs()).map(verdicts), { timeout: 30_000 }).toEqual([ALL_WELL, ALL_WELL])

async function wordsKept(jwt: string): Promise<Set<string>> {
  const answer = await fetch(`${server.url}/his/api/words`, { headers: { authorization: `Bearer ${jwt}` } })
  const { data } = (await answer.json()) as { data: { word: string }[] }
  return new Set(data.map(({ word }) => word).filter((word) => word.startsWith('drain-')))
}

test('[SYS-04] [CALL-23~] a stop and a start cut no request, move the sockets, and leave a call its sound, picture, seats and recording @proof', async () => {
  await patient.page.getByRole('button', { name: /呼叫/ }).first().click()
  await answer(doctor.page)
  await bothWell()
  await expect(box()).toContainText('錄影中')
  await mark(doctor.page)
  await mark(patient.page)
  const video = await doctor.page.locator('video.remote').elementHandle()

  const jwt = (await stored(doctor.page, 'jwt')) ?? ''
  const over = { now: false }
  const pressing = pressure(server.url, jwt, over)
  await expect.poll(() => wordsKept(jwt).then((kept) => kept.size)).toBeGreaterThan(5)
  const began = Date.now()
  await server.stop()
  over.now = true
  // Without any server they stay connected all the time, and see and hear each other.
  do expect((await proofs()).map((proof) => verdicts(proof).connected)).toEqual([true, true])
  while (Date.now() - began < 4_000)
  await bothWell()
  await server.start()
  const [outcomes, kept] = [await pressing, await wordsKept(jwt)]
  expect(cutOff(outcomes, kept)).toEqual([])
  // What was answered is there; what was refused or not taken is not.
  for (const { end, canary } of outcomes) expect([canary, kept.has(canary)]).toEqual([canary, end === 'answered'])
  await expect(band(doctor.page)).toBeHidden()
  await bothWell()
  await expect(box()).toContainText('錄影中')
  expect(await video?.evaluate((element) => element.isConnected)).toBe(true)
  expect([await marked(doctor.page), await marked(patient.page)]).toEqual([true, true])
  // The new process relays between them: what one does, the other's page learns.
  await doctor.page.keyboard.press('Alt+C')
  await expect(box().getByRole('button', { name: '開啟鏡頭' })).toBeVisible()
  await expect.poll(async () => (await proofs())[1]?.framesDiffer).toBe(false)
  await doctor.page.keyboard.press('Alt+C')
  await bothWell()
  await doctor.page.keyboard.press('Alt+H')
  await expect(box()).toHaveCount(0)
  await expect(patient.page.getByRole('button', { name: '離開候診室' })).toBeVisible()
})
