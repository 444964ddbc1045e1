import { expect, type Page, test } from '@playwright/test'
import { figure } from '../proof/lib/figures.ts'
import { PATIENT } from './bad-days.ts'
import { PEOPLE, rounds } from './rounds.ts'
import { missed, type Stop, stopsSeen, tabTo, walk } from './stops.ts'

/** Every screen of the route table by its keys. The way in is by pointer: by keys alone it is in `keyboard.e2e.ts`. */
const wait = expect.configure({ timeout: PATIENT })

const work = rounds()

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

for (const person of PEOPLE)
  test(`[SHELL-15~] ${person}: on every screen Tab reaches each place, in sight and no trap; palette and keys open`, async () => {
    for (const [name, path] of await work.of(person)) {
      await work.show(path)
      await goThrough(work.page, name)
      await opensBoth(work.page, name)
    }
    figure(`everyone, keyboard, ${person}`, { stops: stopsSeen() })
  })

test('[SHELL-15~] what a key opens takes the focus, keeps it, and gives it back', async () => {
  const { page, server } = work
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
