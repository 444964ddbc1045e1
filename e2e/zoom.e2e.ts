import { expect, type Page, test } from '@playwright/test'
import { figure } from '../proof/lib/figures.ts'
import { desk, phone, tooWide } from './bad-days.ts'
import { look } from './everyone.ts'
import { still } from './themes.ts'
import { launch, type Party } from './media/launch.ts'
import { consent, goOnline, identify, signInByForm as signIn } from './people.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'
import { dayOf } from './states.ts'
import { timezoneId } from './zone.ts'
import { cutOff, named, outOfReach } from './zoom.ts'

/** Zoom of 200 % on a desk of 1440 × 900, and 400 % on one of 1280: half and a quarter of the room, nothing less to see. */
const DESK = { width: 1440, height: 900 }
const ZOOMED = [
  { width: 720, height: 450 },
  { width: 320, height: 640 },
] as const

/**
 * A narrow list is one of cards, all of them on one page: it has no columns to head or to choose and no pages to turn.
 * What the dots of a row lead to stands in its detail, which is compared by itself.
 */
const OF_A_TABLE =
  /^(欄位|檢視方式|號|時間|等候|更多動作|檢視|上一頁|第 \d+ 頁|下一頁|每頁筆數|Columns|View|No\.|Time|Waiting|More actions|Previous page|Page \d+|Next page|Rows per page)/

let server: TestServer
let doctor: Party
let patient: Party
let link: DemoLink
let looked = 0

test.beforeAll(async () => {
  server = await startServer()
  const more = { deviceScaleFactor: 2 } as const
  ;[doctor, patient] = await Promise.all([
    launch('staff', {}, { ...desk, ...more }),
    launch('patient', {}, { ...phone, ...more }),
  ])
  link = await server.link({ doctor: 'dr.lin' })
})
test.afterAll(async () => {
  await Promise.all([doctor, patient].map((party) => party?.close()))
  await server?.remove()
})

interface Zoomed {
  open?: () => Promise<void>
  /** What shows a part that has no room beside the others. */
  panels?: string
  /** What a wide one line needs, and a narrow one that wraps does not. */
  spare?: RegExp
}

/** One screen at each size, in the language of the shortest and of the longest words. */
async function zoomed(page: Page, name: string, within: string, more: Zoomed = {}): Promise<void> {
  const { open, panels, spare } = more
  for (const lang of ['zh-TW', 'en'] as const) {
    await page.setViewportSize(DESK)
    await open?.()
    await look(page, { lang, theme: 'light' })
    await still(page)
    const before = await named(page, within)
    expect(before.length, name).toBeGreaterThan(3)
    for (const size of ZOOMED) {
      const where = `${name} ${lang} ${size.width}`
      await page.setViewportSize(size)
      // Another layout comes with the frame after the change.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      await still(page)
      await shot(page, `zoom.${name}.${lang}.${size.width}`)
      expect.soft(await tooWide(page), `${where}: scrolls sideways`).toEqual([])
      expect.soft(await outOfReach(page), `${where}: out of reach`).toEqual([])
      expect.soft(await cutOff(page), `${where}: cut off`).toEqual([])
      const now = new Set(await named(page, within))
      for (const panel of panels ? await page.locator(panels).all() : []) {
        await panel.click()
        await still(page)
        expect.soft(await outOfReach(page), `${where}: out of reach in a panel`).toEqual([])
        for (const one of await named(page, within)) now.add(one)
      }
      const gone = before.filter((one) => !now.has(one) && !spare?.test(one))
      expect.soft(gone, `${where}: not there`).toEqual([])
      looked++
    }
  }
  await look(page, { lang: 'zh-TW', theme: 'light' })
}

const at = (path: string, what: string) => ({
  open: async () => {
    const { page } = doctor
    await page.goto(server.url + path)
    await expect(page.locator(what).first()).toBeVisible()
    await still(page)
  },
})

test('[SHELL-15~] zoomed in: sign-in and record lose nothing and scroll down only @proof', async () => {
  const { page } = doctor
  await zoomed(page, 'login', 'main', at('/pages/login', '.roles'))
  await page.setViewportSize(DESK)
  await signIn(page, server, 'dr.lin')
  await goOnline(page)
  const { open } = await dayOf(page)
  const record = at(`/emr2/${open.pid}/${open.qid}`, '.emr .phbar')
  await zoomed(page, 'record', '.emr', {
    ...record,
    panels: '.emrtabs [role=tab]:visible',
    spare: /Show everything about|顯示全部病人資料/,
  })
})

test('[SHELL-15~] zoomed in: home and the list of the day lose nothing and scroll down only @proof', async () => {
  const { page } = doctor
  const home = at('/', '.home .dash')
  await zoomed(page, 'home', '#content', {
    open: async () => {
      await home.open()
      // What a row offers is known once the calls are there, which stand over every page.
      await expect(page.locator('.wl tbody button').first()).not.toHaveAccessibleName(/^(檢視|View)/)
    },
  })
  const list = at('/apptmgmt', '[data-row]')
  await zoomed(page, 'list', '#content', {
    open: async () => {
      await list.open()
      // The numbers of the tabs and of the times of day come by a call of their own.
      const numbers = /^(今日|Today|全天|All day)\D*0/
      await expect.poll(async () => (await named(page, '#content')).filter((one) => numbers.test(one)).length).toBe(2)
    },
    spare: OF_A_TABLE,
  })
  // What the dots of a row lead to is in its detail: it says and can the same on a narrow window.
  const detail = async (row: string) => {
    await at('/apptmgmt', row).open()
    await page.locator(row).first().click()
    // What it offers is known once calls and messages are there.
    await expect(page.locator('.drawer .df').getByRole('button', { name: '傳訊息' })).toBeVisible()
    await still(page)
    return named(page, '.drawer')
  }
  await page.setViewportSize(DESK)
  const wide = await detail('tr[data-row]')
  // From its first drawing the day is the institution's, where this browser stands as well.
  const today = new Date().toLocaleDateString('sv', { timeZone: timezoneId }).replaceAll('-', '/')
  await expect(page.locator('.stepper .daypick')).toContainText(today)
  expect(wide.length).toBeGreaterThan(5)
  await page.setViewportSize(ZOOMED[1])
  const narrow = await detail('.ac .cardbody')
  expect(wide.filter((one) => !narrow.includes(one))).toEqual([])
})

test('[SHELL-15~] zoomed in: each step of the patient’s page loses nothing and scrolls down only @proof', async () => {
  const { page } = patient
  await page.goto(link.url)
  await expect(page.getByRole('button', { name: '開始' })).toBeVisible()
  await zoomed(page, 'start', '.lk')
  await page.getByRole('button', { name: '開始' }).click()
  await expect(page.locator('.lk-form')).toBeVisible()
  await zoomed(page, 'identity', '.lk')
  await identify(page, link)
  await expect(page.locator('.lk-consent').first()).toBeVisible()
  await zoomed(page, 'consents', '.lk')
  await consent(page, {})
  await expect(page.getByText('看得到您')).toBeVisible()
  await zoomed(page, 'devices', '.lk')
  await page.getByRole('button', { name: '有', exact: true }).click()
  await page.getByRole('button', { name: '進入候診室' }).click()
  await expect(page.getByRole('button', { name: '離開候診室' })).toBeVisible()
  await zoomed(page, 'waiting', '.lk')
  figure('everyone, zoomed', { looked })
})
