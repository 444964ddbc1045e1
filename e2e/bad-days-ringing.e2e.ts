import { expect, type Page, test } from '@playwright/test'
import { answer, desk, open, phone, stored } from './bad-days.ts'
import { launch, type Party } from './media/launch.ts'
import { arrive, goOnline, signIn } from './people.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** Calls that ring: into four tabs, into nothing, against a no. One doctor, one waiting patient. */

let server: TestServer
let doctor: Party
let patient: Party
let link: DemoLink

test.beforeAll(async () => {
  server = await startServer()
  ;[doctor, patient] = await Promise.all([launch('staff', {}, desk), launch('patient', {}, phone)])
  link = await server.link({ doctor: 'dr.lin' })
  await doctor.page.context().addInitScript(countTones)
  await signIn(doctor.page, server, 'dr.lin')
  await goOnline(doctor.page)
  await arrive(patient.page, link)
})
test.afterEach(async () => {
  if (test.info().status === test.info().expectedStatus) return
  for (const [name, party] of Object.entries({ doctor, patient })) await shot(party.page, `failed.ringing.${name}`)
})
test.afterAll(async () => {
  await Promise.all([doctor, patient].map((party) => party?.close()))
  await server?.remove()
})

/** Runs in the page before everything else: counts the tones that are really played. */
function countTones(): void {
  const start = OscillatorNode.prototype.start
  Reflect.set(window, 'tones', 0)
  OscillatorNode.prototype.start = function (...given) {
    Reflect.set(window, 'tones', Reflect.get(window, 'tones') + 1)
    return start.apply(this, given)
  }
}
const tones = (page: Page) => page.evaluate(() => Reflect.get(window, 'tones') as number)
const sounding = async (pages: Page[]) => (await Promise.all(pages.map(tones))).filter((count) => count > 0).length
const popup = (page: Page) => page.getByRole('alertdialog', { name: link.patientName })
const box = (page: Page) => page.locator('.callbox')
const call = () => patient.page.getByRole('button', { name: '呼叫醫師' })
const held = (page: Page) =>
  page.evaluate(async () => {
    const all = await navigator.locks.query()
    return all.held?.filter(({ name }) => name === 'teleward-ring').length
  })

test('[CALL-05] a rejected call: the popup goes, the patient is told, nothing rings on', async () => {
  await call().click()
  await expect(popup(doctor.page)).toBeVisible()
  await doctor.page.keyboard.press('Escape')
  await expect(popup(doctor.page)).toBeVisible()
  // Both buttons wait until a key typed elsewhere can no longer be meant.
  await expect(doctor.page.getByRole('button', { name: /接聽/ })).toBeFocused()
  await doctor.page.getByRole('button', { name: /拒接/ }).click()
  await expect(popup(doctor.page)).toBeHidden()
  await expect(patient.page.getByText('醫師正在看診，請稍候再呼叫。')).toBeVisible()
  await expect.poll(() => held(doctor.page)).toBe(0)
  // Nothing of it is left: the doctor is rung again, and both buttons answer.
  await call().click()
  await expect(popup(doctor.page)).toBeVisible()
  for (const name of [/接聽/, /拒接/]) await expect(doctor.page.getByRole('button', { name })).toBeEnabled()
  await doctor.page.getByRole('button', { name: /拒接/ }).click()
  await expect(popup(doctor.page)).toBeHidden()
})

test('[CALL-05~] a call that is rejected with a word: the patient reads it', async () => {
  await call().click()
  await expect(popup(doctor.page)).toBeVisible()
  await shot(doctor.page, 'ring.tell')
  await doctor.page.getByRole('button', { name: '約 5 分鐘後呼叫您' }).click()
  await expect(popup(doctor.page)).toBeHidden()
  await expect(patient.page.getByText('請等候約 5 分鐘，醫師會呼叫您。')).toBeVisible()
  await expect(patient.page.getByText('醫師正在看診，請稍候再呼叫。')).toBeHidden()
  await shot(patient.page, 'link.told')
})

test('[CALL-03~] 30 s unanswered: the popup hides by itself, the call is missed, the patient is told @proof', async () => {
  await call().click()
  await expect(popup(doctor.page)).toBeVisible()
  const began = Date.now()
  await expect(popup(doctor.page)).toBeHidden({ timeout: 45_000 })
  expect(Date.now() - began).toBeGreaterThan(20_000)
  await expect(patient.page.getByText('醫師現在沒有接聽，請稍候再試，或等醫師呼叫您。')).toBeVisible()
  await expect.poll(() => held(doctor.page)).toBe(0)
})

test('[CALL-18~] [Vw10~] a patient who gives up: the popup goes at once, and the page does not say that nobody answered', async () => {
  await call().click()
  await expect(popup(doctor.page)).toBeVisible()
  await patient.page.getByRole('button', { name: '取消呼叫' }).click()
  await expect(popup(doctor.page)).toBeHidden()
  await expect(call()).toBeEnabled()
  await expect(patient.page.getByText('醫師現在沒有接聽')).toBeHidden()
})

test('[CALL-18] four tabs of one doctor: all show it, one sounds, answering stops all, the others say where', async () => {
  const tabs = [doctor.page]
  while (tabs.length < 4) {
    const tab = await doctor.page.context().newPage()
    await tab.goto(`${server.url}/`)
    await expect(tab.getByText('已連線').first()).toBeAttached()
    // Only a page that somebody has touched may sound.
    await tab.locator('#content').click({ position: { x: 4, y: 4 } })
    tabs.push(tab)
  }
  await doctor.page.locator('#content').click({ position: { x: 4, y: 4 } })
  for (const tab of tabs) await tab.evaluate(() => Reflect.set(window, 'tones', 0))
  await call().click()
  for (const tab of tabs) await expect(popup(tab)).toBeVisible()
  await expect.poll(() => sounding(tabs)).toBe(1)
  expect(await held(doctor.page)).toBe(1)

  // The one that sounds is closed: another goes on ringing, and still only one.
  const counts = await Promise.all(tabs.map(tones))
  const [loud] = tabs.splice(
    counts.findIndex((count) => count > 0),
    1,
  )
  await loud?.close()
  await expect.poll(() => sounding(tabs)).toBe(1)
  const [first, second, third] = tabs
  if (!first || !second || !third) throw new Error('three tabs are left')
  doctor.page = first
  await expect(patient.page.getByRole('button', { name: '取消呼叫' })).toBeVisible()
  await shot(second, 'bad-days.ringing-tab')

  await answer(second)
  for (const tab of tabs) await expect(popup(tab)).toBeHidden()
  await expect.poll(() => held(first)).toBe(0)
  await expect(box(second)).toHaveClass(/s2/)
  for (const tab of [first, third]) {
    await expect(tab.getByRole('button', { name: new RegExp(`通話中 ${link.patientName}（其他分頁）`) })).toBeVisible()
    await expect(box(tab)).toHaveCount(0)
  }
  await expect(patient.page.locator('video.remote')).toBeVisible()
  await third.close()
  await first.close()
  doctor.page = second
})

/** Milliseconds from now at which the page asks for the staff's status, or for the rooms. */
function asksFor(page: Page, path: RegExp): number[] {
  const began = Date.now()
  const asked: number[] = []
  page.on('request', (request) => path.test(request.url()) && asked.push(Date.now() - began))
  return asked
}
// The times to the millisecond are asked of `actions.ts`: events may have the page ask earlier besides.
test('[CALL-06] the end of a call and a rejection clear everything: room, address, size, overlay, buttons; status after two seconds and one, and rooms, are asked for anew', async () => {
  const { page } = doctor
  await expect(page).toHaveURL(/roomID=.+callID=/)
  await expect(box(page)).toContainText('錄影中')
  await expect(page.getByText('看診中').first()).toBeVisible()
  await page.keyboard.press('Alt+S')
  await expect(box(page)).toHaveClass(/s0/)
  const [status, rooms] = [asksFor(page, /\/doctorstatus/), asksFor(page, /\/getRoomList/)]
  await page.keyboard.press('Alt+H')
  await expect(box(page)).toHaveCount(0)
  await expect(page).not.toHaveURL(/roomID|callID/)
  await expect(page.locator('.callstate')).toHaveCount(0)
  await expect.poll(() => rooms.length).toBeGreaterThan(0)
  await expect.poll(() => status.some((ms) => ms >= 1900), { timeout: 15_000 }).toBe(true)
  await expect(page.getByRole('button', { name: /線上候診/ }).first()).toBeVisible()
  await expect(patient.page.getByRole('button', { name: '離開候診室' })).toBeVisible()
  // The next call begins with the panel again.
  await call().click()
  await answer(page)
  await expect(box(page)).toHaveClass(/s2/)
  await page.keyboard.press('Alt+H')
  await expect(box(page)).toHaveCount(0)
  expect(await stored(page, 'jwt')).not.toBeNull()
  await expect(page.getByRole('button', { name: /線上候診/ }).first()).toBeVisible()
  await expect(patient.page.getByRole('button', { name: '離開候診室' })).toBeVisible()
  // Of a call that was never answered, when what the one before asks for is over.
  await page.waitForTimeout(2500)
  await call().click()
  await expect(popup(page)).toBeVisible()
  const [later, roomsLater] = [asksFor(page, /\/doctorstatus/), asksFor(page, /\/getRoomList/)]
  await page.getByRole('button', { name: /拒接/ }).click()
  await expect(popup(page)).toBeHidden()
  await expect(page).not.toHaveURL(/roomID|callID/)
  await expect.poll(() => later.some((ms) => ms >= 900), { timeout: 15_000 }).toBe(true)
  await expect.poll(() => roomsLater.length).toBeGreaterThan(0)
})

test('[CALL-17] several tabs are one presence; colleagues hear live; who vanishes is off line within 30 s @proof', async () => {
  const colleague = await doctor.browser.newContext(desk)
  const other = await colleague.newPage()
  await signIn(other, server, 'nurse.chen', `/apptmgmt?open=${link.qid}`)
  const seen = other.locator('.drawer .colleague').filter({ hasText: '林書妍' }).first()
  await expect(seen).toContainText('線上候診')
  const tab = await doctor.page.context().newPage()
  await tab.goto(`${server.url}/`)
  await expect(tab.getByRole('button', { name: /線上候診/ }).first()).toBeVisible()

  // One of two tabs goes: still there. Closing the call's page first is no leaving.
  await tab.close()
  await open(doctor.page, /約診管理/)
  await expect(doctor.page.getByRole('button', { name: /線上候診/ }).first()).toBeVisible()
  await expect(seen).toContainText('線上候診')
  await expect(patient.page.getByText('醫師目前離線')).toHaveCount(0)

  await doctor.page.close()
  // Whoever looks on sees it without doing anything.
  await expect(seen).toContainText('離線', { timeout: 32_000 })
  await expect(patient.page.getByText('醫師目前離線，請稍候，輪到您時會響鈴。')).toBeVisible()
  await colleague.close()
})
