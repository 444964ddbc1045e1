import { expect, type Page, test } from '@playwright/test'
import { figure } from '../proof/lib/figures.ts'
import { desk, phone } from './bad-days.ts'
import { launch, type Party } from './media/launch.ts'
import { PASSWORD } from './people.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'
import { focused, press, stop, focusStopsSeen, tabTo } from './focus-order.ts'

/** The main story without a pointer: nothing here clicks, checks or fills. */
test.describe.configure({ mode: 'serial' })

let server: TestServer
let doctor: Party
let patient: Party
let link: DemoLink

test.beforeAll(async () => {
  server = await startServer()
  ;[doctor, patient] = await Promise.all([launch('staff', {}, desk), launch('patient', {}, phone)])
  await Promise.all([doctor, patient].map(({ page }) => page.addInitScript(listenToSound)))
  link = await server.link({ doctor: 'dr.lin' })
})
test.afterEach(async () => {
  if (test.info().status === test.info().expectedStatus) return
  for (const [name, party] of Object.entries({ doctor, patient })) await shot(party.page, `failed.keyboard.${name}`)
})
test.afterAll(async () => {
  await Promise.all([doctor, patient].map((party) => party?.close()))
  await server?.remove()
})

/** In the page, before everything else: whatever goes to the speakers goes through a meter as well. */
function listenToSound(): void {
  const connect = AudioNode.prototype.connect
  const meters: AnalyserNode[] = []
  Reflect.set(window, 'meters', meters)
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode | AudioParam, ...more: number[]) {
    if (to instanceof AudioDestinationNode && !(this instanceof AnalyserNode)) {
      const meter = this.context.createAnalyser()
      Reflect.apply(connect, this, [meter])
      meters.push(meter)
    }
    return Reflect.apply(connect, this, [to, ...more])
  } as typeof connect
}
/** The loudest sample on its way to the speakers just now. */
const loudness = (page: Page) =>
  page.evaluate(() => {
    const meters = Reflect.get(window, 'meters') as AnalyserNode[]
    return Math.max(
      0,
      ...meters.map((meter) => {
        // A context that is closed says no more, whatever its meter held last.
        if (meter.context.state === 'closed') return 0
        const samples = new Float32Array(meter.fftSize)
        meter.getFloatTimeDomainData(samples)
        return Math.max(...samples.map(Math.abs))
      }),
    )
  })

test('[SHELL-15~] the doctor signs in, goes on line, and opens an entry of the list', async () => {
  const { page } = doctor
  await page.goto(`${server.url}/pages/login`)
  await expect(page.locator('.roles')).toBeVisible()
  await tabTo(page, /帳號或手機/)
  await page.keyboard.type('dr.lin')
  await tabTo(page, /密碼/)
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.keyboard.press('Alt+P')
  await expect(page.getByRole('button', { name: /線上候診/ }).first()).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(page).toHaveURL(/apptmgmt/)
  await expect(page.locator('tr[data-row]').nth(1)).toBeVisible()
  await expect(page.locator('.sk, .ant-skeleton')).toHaveCount(0)
  await press(page, 'j')
  await press(page, 'j')
  const row = await page.evaluate(() => document.activeElement?.tagName)
  expect(row).toBe('TR')
  await page.keyboard.press('Enter')
  const drawer = page.locator('.drawer')
  await expect(drawer).toBeVisible()
  // The focus goes along, so that the next Tab is the detail's first button and not the window's.
  await expect.poll(() => drawer.evaluate((box) => box.contains(document.activeElement))).toBe(true)
  await press(page, 'Tab')
  expect(await drawer.evaluate((box) => box.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TR')
  // The frame in which a row takes the focus may come late: a detail that was opened meanwhile keeps it.
  await page.evaluate(() => {
    const soon = window.requestAnimationFrame
    const late: FrameRequestCallback[] = []
    window.requestAnimationFrame = (run) => late.push(run)
    Reflect.set(window, 'lateFrame', () => {
      window.requestAnimationFrame = soon
      for (const run of late) run(performance.now())
      return late.length
    })
  })
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(drawer).toBeVisible()
  await expect.poll(() => drawer.evaluate((box) => box.contains(document.activeElement))).toBe(true)
  expect(await page.evaluate(() => (Reflect.get(window, 'lateFrame') as () => number)())).toBeGreaterThan(0)
  expect(await drawer.evaluate((box) => box.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})

const chosen = (page: Page) => page.evaluate(() => (document.activeElement as HTMLSelectElement).value)

test('[SHELL-15] the patient comes from the link into the waiting room, and calls', async () => {
  const { page } = patient
  await page.goto(link.url)
  await expect(page.getByRole('button', { name: '開始' })).toBeVisible()
  await tabTo(page, /開始/)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('第 1 碼')).toBeVisible()
  await tabTo(page, /第 1 碼/)
  await page.keyboard.type(link.last4)
  const [year = '', month = '', day = ''] = link.birthday.split('-')
  for (const [name, value] of [
    ['年', year],
    ['月', `${Number(month)}`],
    ['日', `${Number(day)}`],
  ] as const) {
    await tabTo(page, new RegExp(`^${name}`))
    for (let count = 0; (await chosen(page)) !== value; count++) {
      expect(count, `${name} has no ${value}`).toBeLessThan(130)
      await page.keyboard.press('ArrowDown')
    }
  }
  await tabTo(page, /下一步/)
  await page.keyboard.press('Enter')
  await expect(page.locator('.lk-consent').first()).toBeVisible()
  for (const name of [/我同意接受視訊診療/, /我同意全程錄影/, /授權這個院所/]) {
    await tabTo(page, name)
    await page.keyboard.press('Space')
  }
  await tabTo(page, /同意並繼續/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('看得到您')).toBeVisible()
  await tabTo(page, /^有$/)
  await page.keyboard.press('Enter')
  await tabTo(page, /進入候診室/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '離開候診室' })).toBeVisible()
  await tabTo(page, /呼叫醫師/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '取消呼叫' })).toBeVisible()
})

test('[SHELL-15~] the ring is announced, seen and heard without any motion, and Enter answers it', async () => {
  const { page } = doctor
  const popup = page.getByRole('alertdialog', { name: link.patientName })
  await expect(popup).toBeVisible()
  // Said at once by a screen reader: an alert dialog with a name and a description that is live, and the focus inside.
  await expect(popup.locator('[aria-live=assertive]')).toContainText('視訊來電')
  expect(
    await popup.evaluate((box) => document.getElementById(box.getAttribute('aria-describedby') ?? '')?.ariaLive),
  ).toBe('assertive')
  const answer = page.getByRole('button', { name: /接聽/ })
  await expect(answer).toBeFocused()
  expect((await stop(page)).seen).toBe(true)
  // Over everything, in the top layer, with nothing that has to move to be noticed.
  expect(await popup.evaluate((box) => box.matches(':modal'))).toBe(true)
  expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true)
  const moving = await page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length)
  expect(moving).toBe(0)
  // Sound, not only an oscillator that was made: samples on their way to the speakers.
  await expect.poll(() => loudness(page), { intervals: [50] }).toBeGreaterThan(0.05)
  await page.emulateMedia({ forcedColors: 'active' })
  await shot(page, 'keyboard.ringing-forced-colours')
  expect((await stop(page)).seen, 'the focus in forced colours').toBe(true)
  await page.emulateMedia({ forcedColors: null })
  // Nothing but the two buttons can be reached, and both can; in between is the browser's own bar.
  await press(page, 'Shift+Tab')
  await expect(page.getByRole('button', { name: /拒接/ })).toBeFocused()
  for (let count = 0; count < 6; count++) {
    await page.keyboard.press('Tab')
    const inside = await popup.evaluate((box) => box.contains(document.activeElement))
    expect(inside || (await stop(page)).lost, `Tab ${count} leaves the ring`).toBe(true)
  }
  while (!/接聽/.test(await focused(page))) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(popup).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/emr2/\\d+/${link.qid}`))
  await expect(page.locator('.callbox')).toContainText('錄影中')
  await expect.poll(() => loudness(page)).toBe(0)
})

test('[SHELL-15~] note, code, drug, signature and the end of the visit by keys alone', async () => {
  const { page } = doctor
  // Keys write where there is something to write in: the record is there before the pen is.
  await expect(page.getByRole('textbox', { name: '主觀 Subjective' })).toBeEditable()
  await press(page, 'Alt+1')
  await page.keyboard.type('早上血壓偏高，頭悶脹。')
  await press(page, 'Alt+I')
  // A diagnosis that is only spelt alike is not taken by the key that ends the typing, either.
  await page.keyboard.type('pnemonia')
  await expect(page.getByRole('option').first()).toContainText('相近拼法')
  await page.keyboard.press('Enter')
  await expect(page.locator('.icds .icd')).toHaveCount(0)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('高血壓')
  await expect(page.getByRole('option').first()).toContainText('I10')
  await press(page, 'Enter')
  await expect(page.locator('.icds')).toContainText('主診斷')
  await press(page, 'Alt+D')
  // Another drug than the one that is meant, spelt alike: the key that ends the typing does not take it.
  await page.keyboard.type('clobazam 1 qd po 28')
  await expect(page.getByRole('option').first()).toContainText('相近拼法')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('region', { name: '處方', exact: true }).getByRole('textbox', { name: /總量/ }),
  ).toHaveCount(0)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('amlo 5 1 qd po 28')
  await expect(page.getByRole('option').first()).toContainText(/amlo/i)
  await press(page, 'Enter')
  await expect(
    page.getByRole('region', { name: '處方', exact: true }).getByRole('textbox', { name: /總量/ }),
  ).toHaveValue('28')
  await expect(page.locator('.saved')).toContainText('已儲存')
  await page.keyboard.press('Alt+H')
  await expect(page.locator('.callbox')).toBeHidden()
  const before = await stop(page)
  expect(before.lost, 'hanging up loses the focus').toBe(false)
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: '簽章並結束看診' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel(/密碼/)).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('已簽章').first()).toBeVisible()
  await expect(patient.page.getByRole('heading', { name: '看診結束，請保重' })).toBeVisible()
  figure('everyone, story by keyboard', { stops: focusStopsSeen() })
})
