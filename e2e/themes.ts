import { expect, type Page } from '@playwright/test'
import { gate } from '../scripts/lib/scope.mjs'
import { noViolation } from './axe.ts'
import { noSidewaysScroll } from './bad-days.ts'
import { quiet } from './quiet.ts'
import { shot } from './shots.ts'

/** What every screen must hold in every look: languages, themes, widths. */
export interface Look {
  lang: 'zh-TW' | 'zh-CN' | 'en'
  theme: 'light' | 'dark' | 'semi-dark'
}
const PAIR: readonly Look[] = [
  { lang: 'zh-TW', theme: 'light' },
  { lang: 'en', theme: 'dark' },
]
const CROSSED: readonly Look[] = [
  { lang: 'en', theme: 'light' },
  { lang: 'zh-TW', theme: 'dark' },
]
/** `SHOTS=all` takes every picture and asks axe in each; without it, each theme and language once. */
const ALL = process.env.SHOTS === 'all'
export const THEMES: readonly Look[] = ALL ? [...PAIR, ...CROSSED] : PAIR
export const SIMPLIFIED: readonly Look[] = [...THEMES, { lang: 'zh-CN', theme: 'light' }]

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 375, height: 812 }
const WALL = { width: 1920, height: 1080 }
export const RAW_KEY = /\b(common|shell|safety|emr|calls|link|home|appointments|auth|screens)\.[a-z]+\.[a-zA-Z.]+/
/** Chromium writes every refused answer to the console, though the page shows it to the person. */
const ANSWERED = /Failed to load resource: the server responded with a status of (4\d\d|503)/

export const heard = new WeakMap<Page, string[]>()
/** Collects what the console and the content security policy complain about, from now on. */
export async function listen(page: Page): Promise<void> {
  const said: string[] = []
  heard.set(page, said)
  page.on('pageerror', (error) => said.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !ANSWERED.test(message.text())) said.push(message.text())
  })
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    ),
  )
}

export async function dress(page: Page, url: string, { lang, theme }: Look): Promise<void> {
  await page.context().addCookies([
    { name: 'tw_lang', value: lang, url },
    { name: 'tw_theme', value: theme, url },
  ])
}

/** Nothing on its way any more: no call, no skeleton, no moving part, fonts there. */
export async function still(page: Page): Promise<void> {
  await quiet(page)
  await expect(page.locator('.sk, .ant-skeleton, [aria-busy="true"]:not(:has(video))')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((one) => one.finished))
  })
}

export async function holds(page: Page, name: string, axe: boolean): Promise<void> {
  await still(page)
  await shot(page, name)
  await noSidewaysScroll(page, name)
  // What people see, not what scripts and hidden parts hold.
  const seen = await page.locator('body').innerText()
  expect.soft(RAW_KEY.exec(seen)?.[0], `a raw key in ${name}`).toBeUndefined()
  if (axe) await noViolation(page, name)
  expect.soft(heard.get(page)?.splice(0), `the console of ${name}`).toEqual([])
}

export interface Tour {
  name: string
  /** Brings the page to the screen in the look of now; language-free, because it runs in each. */
  open: (page: Page) => Promise<void>
  url: string
  looks?: readonly Look[]
  /** Also at 1920 px. */
  wide?: boolean
  /** One width per look: a desk in the first, a phone in the second. */
  brief?: boolean
  phoneOnly?: boolean
}

function sizesOf({ wide, brief, phoneOnly }: Tour, { theme }: Look) {
  if (phoneOnly) return [PHONE]
  if (brief && !ALL) return theme === 'dark' ? [PHONE] : [DESK]
  return wide ? [WALL, PHONE, DESK] : [PHONE, DESK]
}

/** Each look of one screen, in the gate the first of them: loaded once per look, then resized. */
export async function tour(page: Page, one: Tour): Promise<void> {
  const { name, open, url, looks = THEMES, phoneOnly } = one
  for (const look of gate && !ALL ? looks.slice(0, 1) : looks) {
    const sizes = sizesOf(one, look)
    await dress(page, url, look)
    await page.setViewportSize(sizes[0] ?? DESK)
    await open(page)
    // Each theme meets axe once on a desk and once on a phone over the tour; with SHOTS=all everywhere.
    for (const size of sizes) {
      await page.setViewportSize(size)
      const axe = ALL || (size !== WALL && (size === PHONE) === (phoneOnly || look.theme === 'dark'))
      await holds(page, `${name}.${look.lang}.${look.theme}.${size.width}`, axe)
    }
  }
}
