import { expect, type Page } from '@playwright/test'
import { missed, type Stop, walk } from './stops.ts'

/** Tab from the top of the page to its end. */
export async function goThrough(page: Page, name: string): Promise<void> {
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

/** The palette opens on this screen, as on every other, and leaves it as it was. */
export async function opensPalette(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press('Control+K')
  const layer = page.locator('.ant-modal [role=combobox]')
  await expect(layer, `the palette on ${name}`).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(layer, `Esc on ${name}`).toBeHidden()
}
