import { expect, type Page, test } from '@playwright/test'
import { desk, phone } from './bad-days.ts'
import { holds, listen, SIMPLIFIED, tour } from './themes.ts'
import { cover } from './frame-states.ts'
import { launch, type Party } from './media/launch.ts'
import { consent, goOnline, identify, PASSWORD, signIn } from './people.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/**
 * Every screen in both languages and themes, on a phone and on a desk: pictures for people, checks for the rest.
 * One server and two browsers for all; `SHOTS=all` adds the crossed looks.
 */
test.describe.configure({ mode: 'serial' })

let server: TestServer
let doctor: Party
let patient: Party
let link: DemoLink

test.beforeAll(async () => {
  server = await startServer()
  ;[doctor, patient] = await Promise.all([launch('staff', {}, desk), launch('patient', {}, phone)])
  await Promise.all([listen(doctor.page), listen(patient.page)])
  link = await server.link({ doctor: 'dr.lin' })
})
test.afterAll(async () => {
  await Promise.all([doctor, patient].map((party) => party?.close()))
  await server?.remove()
})

const at = (path: string, ready: string) => async (page: Page) => {
  await page.goto(server.url + path)
  await expect(page.locator(ready).first()).toBeVisible()
}
interface Row {
  qid: number
  pid: number
  did: number
  status: string
  noteSigned: boolean
  patient: { authorised: string }
}
/** Today's entries, as the signed-in person may see them. */
const rows = (page: Page): Promise<Row[]> =>
  page.evaluate(async () => {
    const answer = await fetch('/his/api/getQueues', {
      method: 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ pageSize: 100 }),
    })
    return ((await answer.json()) as { data: Row[] }).data
  })

test('the pages before signing in hold in every language, theme and width', async () => {
  const { page } = doctor
  const { url } = server
  await tour(page, { name: 'login', url, open: at('/pages/login', '.roles'), looks: SIMPLIFIED })
  await tour(page, { name: 'error-404', brief: true, url, open: at('/nowhere', '.plainpage .state') })
})

test('home, appointments and the pieces of the frame hold in every look', async () => {
  const { page } = doctor
  const { url } = server
  await page.context().clearCookies()
  await signIn(page, server, 'dr.lin')
  await tour(page, { name: 'home-away', brief: true, url, open: at('/', '.awayband') })
  await page.context().clearCookies()
  await page.goto(url)
  await goOnline(page)
  await tour(page, { name: 'home', url, open: at('/', 'h1'), looks: SIMPLIFIED, wide: true })
  await tour(page, { name: 'missing', brief: true, url, open: at('/screening', '#content .state') })
  const list = at('/apptmgmt', '#content table, #content [role=table], #content article')
  await tour(page, { name: 'appointments', url, open: list, wide: true })
  await tour(page, {
    name: 'appointments-drawer',
    brief: true,
    url,
    open: at(`/apptmgmt?open=${link.qid}`, '.drawer'),
  })
  await tour(page, {
    name: 'appointments-empty',
    brief: true,
    url,
    open: at('/apptmgmt?q=zzzz', '#content .state'),
  })
  await tour(page, {
    name: 'appointments-filters',
    brief: true,
    url,
    open: async (one) => {
      await list(one)
      await one.locator('button:has(.anticon-filter)').first().click()
      await expect(one.locator('.filterform')).toBeVisible()
    },
  })
  await tour(page, {
    name: 'palette',
    brief: true,
    url,
    open: async (one) => {
      await at('/', 'h1')(one)
      await one.keyboard.press('Control+K')
      await expect(one.locator('[role=combobox][aria-controls=palette-list]')).toBeVisible()
    },
  })
  await tour(page, {
    name: 'keys',
    brief: true,
    url,
    open: async (one) => {
      await at('/', 'h1')(one)
      await one.keyboard.press('?')
      await expect(one.locator('.keyshelp')).toBeVisible()
    },
  })
})

test('a locked screen holds in every look', async () => {
  const { page } = doctor
  await tour(page, {
    name: 'lock',
    brief: true,
    url: server.url,
    open: async (one) => {
      await one.context().clearCookies({ name: 'tw_locked' })
      await at('/', 'h1')(one)
      await cover(one)
    },
  })
  await page.locator('.lock input[type=password]').fill(PASSWORD)
  await page.locator('.lock button[type=submit]').click()
  await expect(page.locator('.lock')).toBeHidden()
})

test('the record holds in every look: open, closed to us, for reading, signed', async () => {
  const { page } = doctor
  const { url } = server
  const all = await rows(page)
  const open = all.find(
    (row) => row.patient.authorised === 'authorised' && row.status === 'checkedIn' && !row.noteSigned,
  )
  const shut = all.find((row) => row.patient.authorised === 'notAuthorised')
  const me = await page.evaluate(() => (JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { mid: number }).mid)
  const signed = all.find((row) => row.noteSigned && row.did === me && row.patient.authorised === 'authorised')
  expect(open && shut && signed, 'the demo day has each kind').toBeTruthy()
  await tour(page, { name: 'record', url, open: at(`/emr2/${open?.pid}/${open?.qid}`, '.emr .phbar'), wide: true })
  await tour(page, {
    name: 'record-shut',
    brief: true,
    url,
    open: at(`/emr2/${shut?.pid}/${shut?.qid}`, '.emr .phbar'),
  })
  await tour(page, { name: 'record-reading', brief: true, url, open: at(`/emr2/${signed?.pid}/0`, '.emr .phbar') })
  await tour(page, { name: 'record-signed', url, open: at(`/emr2/${signed?.pid}/${signed?.qid}`, '.emr .phbar') })
})

/** The patient's page has a language field; a reload keeps the step, which is the server's. */
const again = (ready: string) => async (page: Page) => {
  await page.goto(link.url)
  await expect(page.locator(ready).first()).toBeVisible()
}
const plainLook = async (page: Page) => {
  await page.context().clearCookies({ name: 'tw_lang' })
  await page.context().clearCookies({ name: 'tw_theme' })
  await page.goto(link.url)
}

test('the patient’s pages hold in every look, step by step', async () => {
  const { page } = patient
  const base = { url: server.url, phoneOnly: true }
  await tour(page, { ...base, name: 'link-start', open: again('.lk-foot .lk-btn') })
  await plainLook(page)
  await page.getByRole('button', { name: '開始' }).click()
  await tour(page, { ...base, name: 'link-identity', open: again('.lk-form') })
  await plainLook(page)
  await identify(page, link)
  await expect(page.locator('.lk-consent').first()).toBeVisible()
  await tour(page, { ...base, name: 'link-consents', open: again('.lk-consent') })
  await plainLook(page)
  await consent(page, {})
  await expect(page.locator('.lk-checks')).toBeVisible()
  await tour(page, { ...base, name: 'link-devices', open: again('.lk-checks') })
  await plainLook(page)
  await expect(page.getByText('看得到您')).toBeVisible()
  await page.getByRole('button', { name: '有', exact: true }).click()
  await page.getByRole('button', { name: '進入候診室' }).click()
  await expect(page.getByRole('button', { name: '離開候診室' })).toBeVisible()
  await tour(page, { ...base, name: 'link-waiting', open: again('.lk-foot .lk-btn') })
  await page.goto(`${server.url}/link/nobody-has-ever-made-this-one`)
  await tour(page, { ...base, name: 'link-invalid', open: at('/link/nobody-has-ever-made-this-one', '.lk-over') })
})

test('ringing, answering and the call hold on a desk and on a phone', async () => {
  await plainLook(patient.page)
  await doctor.page.context().clearCookies({ name: 'tw_lang' })
  await doctor.page.context().clearCookies({ name: 'tw_theme' })
  await doctor.page.goto(server.url)
  await goOnlineIfAway(doctor.page)
  const call = patient.page.locator('.lk-foot .lk-btn').first()
  const ringing = async (page: Page) => {
    await expect(call).toBeEnabled()
    await page.goto(server.url)
    await call.click()
    await expect(page.locator('.ringbox')).toBeVisible()
  }
  await tour(doctor.page, {
    name: 'ringing',
    brief: true,
    url: server.url,
    open: async (page) => {
      if (await page.locator('.ringbox').isVisible()) await page.locator('.ringbox .no').click()
      await ringing(page)
    },
  })
  await doctor.page.setViewportSize({ width: 1440, height: 900 })
  await doctor.page.locator('.ringbox .yes').click()
  await expect(patient.page.locator('.lk-callfoot')).toBeVisible()
  await expect(doctor.page.locator('.callbox.s2')).toBeVisible()
})

test('the call holds beside the record and over the list, small, large and on a phone', async () => {
  const record = /emr2/
  await expect(doctor.page).toHaveURL(record)
  // The address names the call: a reload in its middle takes it up again.
  await tour(doctor.page, {
    name: 'call-record',
    url: server.url,
    open: async (page) => {
      await page.reload()
      await inCall(page)
    },
  })
  await doctor.page.keyboard.press('Alt+S')
  await doctor.page.keyboard.press('Alt+S')
  await expect(doctor.page.locator('.callbox.s3')).toBeVisible()
  await holds(doctor.page, 'call-large', true)
  await doctor.page.keyboard.press('Alt+S')
  await tour(patient.page, {
    name: 'link-call',
    url: server.url,
    phoneOnly: true,
    open: async (page) => {
      await page.goto(link.url)
      await expect(page.locator('.lk-callfoot')).toBeVisible()
      await expect(page.locator('.lk-callstate')).toBeHidden()
      await expect
        .poll(() => page.locator('video.remote').evaluate((video: HTMLVideoElement) => video.videoWidth))
        .toBeGreaterThan(0)
    },
  })
})

test('the end of the visit holds', async () => {
  const { page } = patient
  await page.goto(link.url)
  await expect(page.locator('.lk-callfoot')).toBeVisible()
  await doctor.page.keyboard.press('Alt+H')
  await expect(page.locator('.lk-callfoot')).toBeHidden()
  await tour(page, { name: 'link-after-call', url: server.url, phoneOnly: true, open: again('.lk-foot .lk-btn') })
  await page.locator('.lk-foot .lk-btn.sec').click()
  await shot(page, 'link-leaving')
})

async function inCall(page: Page): Promise<void> {
  await expect(page.locator('.callbox:not(.s0)')).toBeVisible()
  await expect(page.locator('video.remote')).toHaveJSProperty('paused', false)
  await expect(page.locator('.callbox .pill.rec')).toBeVisible()
}
async function goOnlineIfAway(page: Page): Promise<void> {
  await expect(page.locator('.presence')).toBeVisible()
  if ((await page.locator('.awayband').count()) > 0) await page.locator('.awayband button').click()
}
