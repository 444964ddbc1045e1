import { expect, type Page } from '@playwright/test'
import { gate } from '../scripts/lib/scope.mjs'
import { missed, type Stop, walk } from './focus-order.ts'

/** The kinds of places of the frame around a screen: one that has none but known ones need not be gone through again. */
const frameOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const content = document.querySelector('#content')
    const kinds = [...document.querySelectorAll<HTMLElement>('a[href],button,input,select,textarea,[tabindex]')]
      .filter((one) => !content?.contains(one) && one.tabIndex === 0 && one.checkVisibility())
      .map((one) => `${one.parentElement?.className ?? ''} ${one.tagName}.${one.className}`)
    return [...new Set(kinds)]
  })

/** In the gate the way into a screen whose frame is known, and no further. */
const WAY_IN = 10

/**
 * Tab from the top of the page to its end. Where every kind of place of the frame is among those `known`, from another screen
 * of the same person, past the menu by the way that leads past it: the screen's own places are gone through on each.
 */
export async function goThrough(page: Page, name: string, known = new Set<string>()): Promise<void> {
  const frame = await frameOf(page)
  const past = frame.every((kind) => known.has(kind))
  for (const kind of frame) known.add(kind)
  const entry = gate && past
  const all = await walk(page, { past, ...(entry ? { first: WAY_IN } : {}) })
  const told = (wrong: (one: Stop) => boolean) => all.filter(wrong).map(({ what }) => what)
  expect.soft(all.length, name).toBeGreaterThan(past ? 1 : 15)
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
  if (!entry) expect.soft(await missed(page, past ? '#content' : 'body'), `${name}: never reached`).toEqual([])
  // The way past the menu leaves its mark in the address.
  if (past) await page.evaluate(() => history.replaceState(history.state, '', location.pathname + location.search))
  const ordered = page.locator('[tabindex]:not([tabindex="0"]):not([tabindex="-1"])')
  expect.soft(await ordered.count(), `${name}: an order of its own`).toBe(0)
}

/** The palette opens on this screen, as on every other, and leaves it as it was. */
export async function opensPalette(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press('Control+K')
  const layer = page.locator('.ant-modal [role=combobox]')
  await expect(layer, `the palette on ${name}`).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(layer, `Esc on ${name}`).toBeHidden()
}
