import { expect, type Page, test } from '@playwright/test'
import { SCREENS } from '../portal/src/app/screens.ts'
import { figure } from '../proof/lib/figures.ts'
import { isAdminScreen } from './admin-states.ts'
import { desk, PATIENT } from './bad-days.ts'
import { registered } from './everyone.ts'
import { launch, type Party } from './media/launch.ts'
import { goOnline, signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { dayOf } from './states.ts'
import { missed, type Stop, stopsSeen, tabTo, walk } from './stops.ts'

/** Every screen of the route table by its keys. The way in is by pointer: by keys alone it is in `keyboard.e2e.ts`. */
test.setTimeout(400_000)
const wait = expect.configure({ timeout: PATIENT })

let server: TestServer
let doctor: Party
let record = ''

test.beforeAll(async () => {
  test.setTimeout(150_000)
  server = await startServer()
  doctor = await launch('staff', {}, desk)
  await server.link({ doctor: 'dr.lin' })
  await signIn(doctor.page, server, 'dr.lin')
  await goOnline(doctor.page)
  const { open } = await dayOf(doctor.page)
  record = `/emr2/${open.pid}/${open.qid}`
})
test.afterAll(async () => {
  await doctor?.close()
  await server?.remove()
})

/** Screens to go over: those of the route table that need no record, the administration's apart; and the record itself. */
async function places(admin: boolean): Promise<[name: string, path: string][]> {
  const own = await registered()
  const plain = SCREENS.filter(({ id, layout, path }) => own[id] && layout === 'main' && !/\{\w+\}/.test(path))
    .filter(({ id }) => isAdminScreen(id) === admin)
    .map(({ id, path }): [string, string] => [id, path.replace(/\/\{\w+\?\}/g, '')])
  return admin ? plain : [...plain, ['emr2', record]]
}
async function show(page: Page, path: string): Promise<void> {
  await page.goto(server.url + path)
  await wait(page.locator('#content > *').first()).toBeVisible()
  await wait(page.locator('.sk, .ant-skeleton')).toHaveCount(0)
}

/** Tab from the top of the page to its end. */
async function goThrough(page: Page, name: string): Promise<void> {
  const all = await walk(page)
  const told = (wrong: (one: Stop) => boolean) => all.filter(wrong).map(({ what }) => what)
  expect.soft(all.length, name).toBeGreaterThan(15)
  expect
    .soft(
      told(({ seen }) => !seen),
      `${name}: the focus cannot be seen`,
    )
    .toEqual([])
  expect
    .soft(
      told(({ inView }) => !inView),
      `${name}: out of sight`,
    )
    .toEqual([])
  expect.soft(all[0]?.what, `${name} begins with the way past the menu`).toMatch(/a\.skip/)
  expect.soft(await missed(page), `${name}: never reached`).toEqual([])
  const ordered = page.locator('[tabindex]:not([tabindex="0"]):not([tabindex="-1"])')
  expect.soft(await ordered.count(), `${name}: an order of its own`).toBe(0)
}

/** The palette and the list of keys open on this screen, as on every other, and leave it as it was. */
async function opensBoth(page: Page, name: string): Promise<void> {
  for (const [key, inside] of [
    ['Control+K', '.ant-modal [role=combobox]'],
    ['?', '.ant-modal .keyshelp'],
  ] as const) {
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await page.keyboard.press(key)
    const layer = page.locator(inside)
    await wait(layer, `${key} on ${name}`).toBeVisible()
    if (key === '?') await expect.soft(layer, name).toContainText('Ctrl')
    await page.keyboard.press('Escape')
    await wait(layer, `Esc on ${name}`).toBeHidden()
  }
}

for (const account of ['dr.lin', 'admin'] as const)
  test(`[SHELL-15~] ${account}: on every screen Tab reaches each place, in sight and no trap; palette and keys open`, async () => {
    const { page } = doctor
    if (account === 'admin') {
      await page.context().clearCookies()
      await page.evaluate(() => localStorage.clear())
      await signIn(page, server, account)
    }
    for (const [name, path] of await places(account === 'admin')) {
      await show(page, path)
      await goThrough(page, name)
      await opensBoth(page, name)
    }
    figure(`everyone, keyboard, ${account}`, { stops: stopsSeen() })
  })

test('[SHELL-15~] what a key opens takes the focus, keeps it, and gives it back', async () => {
  const { page } = doctor
  await page.goto(server.url)
  await wait(page.locator('h1').first()).toBeVisible()
  for (const [key, box] of [
    ['Control+K', '.ant-modal'],
    ['?', '.ant-modal'],
  ] as const) {
    await tabTo(page, /./)
    const before = await page.evaluate(() => document.activeElement?.outerHTML)
    await page.keyboard.press(key)
    const layer = page.locator(box).filter({ visible: true }).first()
    await wait(layer).toBeVisible()
    await wait.poll(() => layer.evaluate((node) => node.contains(document.activeElement)), key).toBe(true)
    for (let count = 0; count < 8; count++) {
      await page.keyboard.press('Tab')
      // Behind the last place comes the browser's own bar, where the page has no focus.
      const out = await layer.evaluate((node) => {
        const active = document.activeElement
        return node.contains(active) || active === document.body ? '' : active?.outerHTML.slice(0, 120)
      })
      expect.soft(out, `${key}: Tab ${count} leaves it`).toBe('')
    }
    await page.keyboard.press('Escape')
    await wait(layer).toBeHidden()
    await wait.poll(() => page.evaluate(() => document.activeElement?.outerHTML), key).toBe(before)
  }
})
