import { expect, type Page, test } from '@playwright/test'
import { launch, type Party } from './media/launch.ts'
import { arrive, goOnline, signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'
import { zone } from './zone.ts'

/** What a comm service may answer instead of what one hopes for: each time the call has to say so, or to go on. */

let server: TestServer
let doctor: Party
let patient: Party

test.beforeAll(async () => {
  server = await startServer()
  ;[doctor, patient] = await Promise.all([
    launch('staff', {}, { ...zone, viewport: { width: 1440, height: 900 } }),
    launch('patient', {}, { ...zone, viewport: { width: 375, height: 812 } }),
  ])
  await signIn(doctor.page, server, 'dr.lin')
  await goOnline(doctor.page)
  await arrive(patient.page, await server.link({ doctor: 'dr.lin' }))
})
test.afterEach(async () => {
  if (test.info().status !== test.info().expectedStatus)
    for (const [name, party] of Object.entries({ doctor, patient })) await shot(party.page, `failed.call-edges.${name}`)
  await doctor.page.unrouteAll({ behavior: 'wait' })
  if (await overlay(doctor.page).isVisible()) await doctor.page.keyboard.press('Alt+H')
  await expect(overlay(doctor.page)).toBeHidden()
  await expect(patient.page.getByRole('button', { name: '呼叫醫師' })).toBeEnabled()
})
test.afterAll(async () => {
  await Promise.all([doctor, patient].map((party) => party?.close()))
  await server?.remove()
})

const overlay = (page: Page) => page.locator('.callbox')
const data = (body: unknown) => ({ json: { status: 'OK', data: body } })

async function answerCall(): Promise<void> {
  await doctor.page.goto(`${server.url}/apptmgmt`)
  // After a call a doctor is busy for another two seconds, and not rung.
  await expect(doctor.page.locator('.presence')).toContainText('線上候診')
  await patient.page.getByRole('button', { name: '呼叫醫師' }).click()
  await doctor.page.getByRole('alertdialog').getByRole('button', { name: /接聽/ }).click()
  await expect(overlay(doctor.page)).toBeVisible()
}
const connected = () =>
  expect
    .poll(() => doctor.page.evaluate(async () => (await globalThis.__telewardMedia?.())?.[0]?.framesDecoded ?? 0))
    .toBeGreaterThan(0)

test('[CALL-09] a failed look-up of the room falls back to the room id, and the call works', async () => {
  await doctor.page.route('**/comm/room/dsRoomId/**', (route) =>
    route.fulfill({ status: 500, json: { status: 'ERROR' } }),
  )
  await answerCall()
  await connected()
})

test('[CALL-09] room data without queueID or targetID, or a patient without pid, opens no record', async () => {
  await doctor.page.route('**/comm/room/objectData/**', (route) => route.fulfill(data({ metadata: {} })))
  await answerCall()
  await connected()
  await expect(doctor.page).toHaveURL(/apptmgmt/)
  await doctor.page.keyboard.press('Alt+H')
  await expect(overlay(doctor.page)).toBeHidden()
  await doctor.page.unrouteAll({ behavior: 'wait' })

  await doctor.page.route('**/getPatientInfoByQid/**', (route) =>
    route.fulfill(data({ pid: null, name: null, cn_mcu: false, source_ip: null })),
  )
  await expect(patient.page.getByRole('button', { name: '呼叫醫師' })).toBeEnabled()
  await answerCall()
  await connected()
  await expect(doctor.page).toHaveURL(/apptmgmt/)
})

test('[CALL-09] another status of the patient look-up says that the connection failed, and the call goes on', async () => {
  await doctor.page.route('**/getPatientInfoByQid/**', (route) =>
    route.fulfill({ status: 404, json: { status: 'NOT_FOUND', message: '查無資料' } }),
  )
  await answerCall()
  await expect(doctor.page.getByText(/連線失敗/).first()).toBeVisible()
  await connected()
})

test('[CALL-09] a token answer without data does not start the room; trying again does', async () => {
  await doctor.page.route('**/comm/ds/token', (route) => route.fulfill({ json: { status: 'OK' } }))
  await answerCall()
  await expect(overlay(doctor.page)).toContainText('視訊房間未啟動')
  await doctor.page.unrouteAll({ behavior: 'wait' })
  await overlay(doctor.page).getByRole('button', { name: '重新接通' }).click()
  await connected()
})
