import { expect, type Page, test } from '@playwright/test'
import { figure } from '../proof/lib/figures.ts'
import { scansDone } from './axe.ts'
import { desk, PATIENT, phone } from './bad-days.ts'
import { type Count, everyLook, type State } from './everyone.ts'
import { IN_CALLS } from './everyone-calls.ts'
import { listen } from './themes.ts'
import { launch, type Party } from './media/launch.ts'
import { consent, goOnline, identify, signIn } from './people.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { dayOf } from './states.ts'

/** The patient's page step by step, and the ringing: each theme and language, on a phone and on a desk. */
test.describe.configure({ mode: 'serial' })

let server: TestServer
let doctor: Party
let patient: Party
let link: DemoLink
/** A record of somebody else, which is open while it rings. */
let record = ''
const count: Count = { states: 0, targets: 0 }
const shown = new Set<string>()

test.beforeAll(async () => {
  server = await startServer()
  ;[doctor, patient] = await Promise.all([launch('staff', {}, desk), launch('patient', {}, phone)])
  for (const { page } of [doctor, patient]) page.setDefaultTimeout(PATIENT)
  await Promise.all([listen(doctor.page), listen(patient.page)])
  link = await server.link({ doctor: 'dr.lin' })
  await signIn(doctor.page, server, 'dr.lin')
  await goOnline(doctor.page)
  const { open } = await dayOf(doctor.page)
  record = `/emr2/${open.pid}/${open.qid}`
})
test.afterAll(async () => {
  await Promise.all([doctor, patient].map((party) => party?.close()))
  await server?.remove()
})

async function all(page: Page, ...states: State[]): Promise<void> {
  for (const state of states) {
    expect.soft(await test.step(state.name, () => everyLook(page, state, count)), state.name).toEqual([])
    for (const one of state.shows) shown.add(one)
  }
}
/** A reload keeps the step, which is the server's. */
const again =
  (ready: string): State['open'] =>
  async (page) => {
    await page.goto(link.url)
    await expect(page.locator(ready).first()).toBeVisible()
  }
const step = (name: string, ready: string, more: Partial<State> = {}): State => ({
  name: `link, ${name}`,
  shows: ['link'],
  open: again(ready),
  widths: [375, 1440],
  ...more,
})

test('[SHELL-15] the patient’s page in every look, from the link to the waiting room', async () => {
  const { page } = patient
  await all(page, step('start', '.lk-foot .lk-btn'))
  await page.getByRole('button', { name: '開始' }).click()
  await all(page, step('identity', '.lk-form'))
  await page.setViewportSize({ width: 375, height: 812 })
  await identify(page, { ...link, last4: '0000' })
  await all(
    page,
    step('identity refused', '.lk-form', { open: async () => expect(page.getByRole('alert')).toBeVisible() }),
  )
  await page.reload()
  await identify(page, link)
  await expect(page.locator('.lk-consent').first()).toBeVisible()
  await all(page, step('consents', '.lk-consent'))
  await consent(page, { recording: false })
  await expect(page.locator('.lk-checks')).toBeVisible()
  await all(page, step('devices', '.lk-checks'))
  await expect(page.getByText('看得到您')).toBeVisible()
  await page.getByRole('button', { name: '有', exact: true }).click()
  await page.getByRole('button', { name: '進入候診室' }).click()
  await expect(page.getByRole('button', { name: '離開候診室' })).toBeVisible()
  await all(
    page,
    step('waiting', '.lk-foot .lk-btn'),
    step('cancelling', '.lk-text', {
      shows: ['features/link/WaitingStep.tsx'],
      open: async (one) => {
        await again('.lk-foot .lk-btn')(one)
        const cancel = one.locator('.lk-text')
        if (await cancel.isVisible()) await cancel.click()
      },
    }),
  )
})

test('[SHELL-15] ringing on the doctor’s screen and on the patient’s page', async () => {
  const { page } = doctor
  const call = patient.page.locator('.lk-foot .lk-btn').first()
  await patient.page.setViewportSize({ width: 375, height: 812 })
  await all(page, {
    name: 'ringing',
    shows: ['features/calls/RingPopup.tsx'],
    until: '.ringbox',
    own: '.ringbox',
    everyWidth: true,
    open: async (one) => {
      const box = one.locator('.ringbox')
      if (await box.isVisible()) {
        await one.locator('.ringbox .no').click()
        await expect(box).toBeHidden()
      }
      await one.goto(server.url + record)
      // Whoever has no line at that moment cannot be rung.
      await expect(one.getByText('已連線').first()).toBeAttached()
      await again('.lk-foot .lk-btn')(patient.page)
      await expect(call).toBeEnabled()
      await call.click()
      await expect(box).toBeVisible()
      await expect(one.locator('.ringbox .yes')).toBeFocused()
    },
  })
})

/** The doctor's list rings the patient, whose page is in the waiting room. */
async function ringPatient(): Promise<void> {
  const { page } = doctor
  const call = page.locator('.callbox')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${server.url}/apptmgmt?open=${link.qid}`)
  await expect(call).toBeHidden()
  await expect(page.locator('.presence')).toContainText('線上候診')
  await page.locator('.drawer .df [data-act=call]').click()
  await expect(patient.page.locator('.lk-ring .take')).toBeFocused()
}

test('[SHELL-15] the doctor’s ring on the patient’s page', async () => {
  const no = doctor.page.locator('.ringbox .no')
  if (await no.isVisible()) await no.click()
  await all(
    patient.page,
    step('rung by the doctor', '.lk-ring', {
      shows: ['features/link/IncomingRing.tsx'],
      until: '.lk-ring',
      everyWidth: true,
      open: async (one) => {
        const later = one.locator('.lk-ring .later')
        if (await later.isVisible()) await later.click()
        await again('.lk-foot .lk-btn')(one)
        await ringPatient()
      },
    }),
  )
})

const connected = (page: Page) =>
  expect
    .poll(() => page.locator('video.remote').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0)
/** What the patient's page is told of its visit, with the recording's question open in it. */
const VIEW = '**/his/api/links/*'
async function asksToRecord(page: Page): Promise<void> {
  await page.route(VIEW, async (route) => {
    const answer = await route.fetch()
    const { data, ...rest } = (await answer.json()) as { data: { room: object; consents: object } }
    const asked = { room: { ...data.room, recording: 'needsConsent' }, consents: { ...data.consents, recording: null } }
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, ...asked } } })
  })
  await again('.lk-ask')(page)
  await connected(page)
}

test('[SHELL-15] a call on the patient’s page, and the question whether it may be recorded', async () => {
  const { page } = patient
  await page.locator('.lk-ring .take').click()
  await expect(doctor.page.locator('.callbox.s2')).toBeVisible()
  await all(
    page,
    step('in the call', '.lk-callfoot', {
      until: '.lk-callfoot',
      open: async (one) => {
        await again('.lk-callfoot')(one)
        await connected(one)
      },
    }),
    step('asked to be recorded', '.lk-ask', {
      shows: ['features/link/RecordingAsk.tsx'],
      until: '.lk-ask',
      open: asksToRecord,
      after: (one) => one.unroute(VIEW),
    }),
  )
})

test('[SHELL-15] the call’s window in each of its sizes', async () => {
  const { page } = doctor
  const now = () => page.evaluate(() => document.documentElement.dataset.call)
  const size = (name: string, wanted: string, own: string): State => ({
    name: `call, ${name}`,
    shows: [],
    own,
    until: `html[data-call="${wanted}"] ${own}`,
    open: async () => {
      for (let was = await now(); was !== wanted; was = await now()) {
        await page.keyboard.press('Alt+S')
        await expect.poll(now).not.toBe(was)
      }
    },
  })
  await expect(page).toHaveURL(/emr2/)
  await connected(page)
  await all(
    page,
    size('beside the record', '2', '.callbox'),
    size('put away', '0', '.callstate'),
    size('over everything', '3', '.callbox'),
  )
  await page.keyboard.press('Alt+H')
  await expect(page.locator('.callbox')).toBeHidden()
})

test('[SHELL-15] nothing of what this file answers for was left out', async () => {
  expect(IN_CALLS.filter((one) => !shown.has(one))).toEqual([])
  figure('everyone, calls', { states: count.states, scans: scansDone(), targets: count.targets })
})
