import { expect, type BrowserContextOptions, type Page } from '@playwright/test'
import { zone } from './zone.ts'

/** What the journeys of bad days have in common. The machine may be busy: patience where an event is awaited. */
export const PATIENT = 45_000

export const desk: BrowserContextOptions = { ...zone, viewport: { width: 1440, height: 900 } }
export const phone: BrowserContextOptions = { ...zone, viewport: { width: 375, height: 812 } }

export const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key)
export const store = (page: Page, key: string, value: string): Promise<void> =>
  page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, value] as const)

/** A mark in the page's memory: gone after a reload, kept by a change in place. */
export const mark = (page: Page): Promise<void> => page.evaluate(() => void Reflect.set(window, 'testMark', true))
export const marked = (page: Page): Promise<boolean> => page.evaluate(() => Reflect.get(window, 'testMark') === true)

/** Every socket the page has open now. Started before the page connects. */
export function sockets(page: Page): () => number {
  const open = new Set<unknown>()
  page.on('websocket', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  return () => open.size
}

/** The line to the server is up: the frame says so by the absence of its band, and the socket has answered. */
export const band = (page: Page) => page.getByText(/起沒有連線/)

/** One of the menu's screens, by its name. */
export async function open(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).first().click()
}

/** Leads to an address as a click on a link would, without loading the page anew. */
export const lead = (page: Page, href: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, href)

/** Runs in the page. */
export function tooWideIn(): string[] {
  const boxes = [document.documentElement, document.getElementById('content')]
  return boxes.flatMap((box) =>
    box && box.scrollWidth > box.clientWidth + 1 ? [`${box.scrollWidth} in ${box.clientWidth}`] : [],
  )
}
export const tooWide = (page: Page): Promise<string[]> => page.evaluate(tooWideIn)

/** Once it has found its size: a plot measures its place after the window has changed. */
export async function noSidewaysScroll(page: Page, name: string): Promise<void> {
  await expect.poll(() => tooWide(page), name).toEqual([])
}

/** Answers what rings. The button takes the focus when the guard against keys typed elsewhere is over. */
export async function answer(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /接聽/ })
  await expect(button).toBeFocused()
  await button.click()
}
