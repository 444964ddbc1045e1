import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { Feature } from '../portal/src/shell/feature.ts'
import type { ScreenId } from '../portal/src/shell/screens.ts'
import { gate } from '../scripts/lib/scope.mjs'
import { findings } from './axe.ts'
import { PATIENT } from './bad-days.ts'
import { inspect, type Wish, wear } from './inspect.ts'
import { heard, type Look } from './themes.ts'
import { layerStops } from './focus-order.ts'

/** One state of a screen, in every look: what the harnesses for everyone have in common. */
const portal = fileURLToPath(new URL('../portal/src', import.meta.url))

/** The screens that some feature brings: the same table the router is built from. */
export async function registered(): Promise<Partial<Feature['screens']>> {
  const folder = join(portal, 'features')
  const screens: Partial<Feature['screens']> = {}
  for (const name of readdirSync(folder)) {
    const { default: feature } = (await import(join(folder, name, 'feature.ts'))) as { default: Feature }
    Object.assign(screens, feature.screens)
  }
  return screens
}

const LAYER =
  /<(Modal|FormModal|Drawer|LateDrawer|FormDrawer|DetailDrawer|dialog)\b|role="(alert)?dialog"|modal\.confirm\(/
/** Every source file that draws a dialog, a drawer or a popup. */
export function layers(): string[] {
  return readdirSync(portal, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => LAYER.test(readFileSync(file, 'utf8')))
    .map((file) => file.slice(portal.length + 1))
    .sort()
}

export interface State {
  name: string
  /** Screens of the route table, and files with a layer, that this state shows. */
  shows: readonly (ScreenId | `${string}.tsx`)[]
  /** Brings the page there; without regard to the language. */
  open: (page: Page) => Promise<void>
  /**
   * The part that is this state's own. What surrounds it is another state's: it is looked at once, and this part in
   * every look. Without it the whole page is asked about each time.
   */
  own?: string
  /** Must be there still when the looks are through: a state that ended by itself was not looked at. */
  until?: string
  /** What closes on a change of size (a menu) is opened anew at each. */
  everyWidth?: boolean
  /** What the browser itself writes to the console about this state: a line that is cut is told, and is what is shown. */
  told?: RegExp
  /** Takes back what `open` did to the page. */
  after?: (page: Page) => Promise<void>
  /** A patient's page is a phone's first. */
  widths?: readonly number[]
}

const HEIGHTS: Record<number, number> = { 1440: 900, 375: 812 }
const FIRST = 'zh-TW'
interface Asked extends Wish {
  /** On the first width, or on the others. */
  at: 0 | 1
  whole?: true
}
/**
 * What is asked of a state in which look: axe in each language and each theme, sizes in each language and width. A theme
 * changes colours alone; the two Chinese scripts fill the same boxes, and differ in words.
 */
const BRIEF: readonly Asked[] = [
  { at: 0, lang: FIRST, theme: 'light', ask: ['structure', 'sizes', 'colours'] },
  { at: 0, lang: FIRST, theme: 'dark', ask: ['colours'] },
  // The light one but for the menu, which is no part's own: asked where the whole page is.
  { at: 0, lang: FIRST, theme: 'semi-dark', ask: ['colours'], whole: true },
  { at: 0, lang: 'zh-CN', theme: 'light', ask: ['words', 'sizes'] },
  { at: 0, lang: 'en', theme: 'light', ask: ['sizes'] },
  { at: 1, lang: FIRST, theme: 'light', ask: ['sizes', 'colours'] },
  { at: 1, lang: 'en', theme: 'light', ask: ['structure', 'sizes', 'colours'] },
  { at: 1, lang: 'en', theme: 'dark', ask: ['colours'] },
]
/** The gate: the look that most people have, and the phone's width. All the others are the proof's. */
const COMMONEST: readonly Asked[] = [
  { at: 0, lang: FIRST, theme: 'light', ask: ['structure', 'sizes', 'colours'] },
  { at: 1, lang: FIRST, theme: 'light', ask: ['sizes'] },
]
const CROSSED: readonly Asked[] = ([0, 1] as const).flatMap((at) =>
  ([FIRST, 'zh-CN', 'en'] as const).flatMap((lang) =>
    (['light', 'dark', 'semi-dark'] as const).map((theme): Asked => {
      if (theme !== 'light') return { at, lang, theme, ask: ['colours'] }
      return { at, lang, theme, ask: ['structure', 'sizes', 'colours'] }
    }),
  ),
)
/** `LOOKS=all npm run e2e -- everyone` crosses them all, at twice the time. */
const CROSS = process.env.LOOKS === 'all'
const ASKED = CROSS ? CROSSED : gate ? COMMONEST : BRIEF

/** In place, as another tab of the same browser would: what is open stays open. */
export const look = (page: Page, worn: Look): Promise<void> => page.evaluate(wear, { ...worn, patience: PATIENT })

export interface Count {
  states: number
  targets: number
}

/** Every finding of one state in each theme, language and width, a line each; ends in the first look. */
export async function everyLook(page: Page, state: State, count: Count): Promise<string[]> {
  const told: string[] = []
  const tell = (where: string, lines: readonly string[]) => told.push(...lines.map((line) => `${where}: ${line}`))
  const within = state.own
  try {
    for (const [at, width] of (state.widths ?? [1440, 375]).entries()) {
      await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 })
      if (at === 0 || state.everyWidth) await state.open(page)
      const wishes = ASKED.filter((one) => one.at === Math.min(at, 1) && !(one.whole && within))
      const answers = await inspect(page, wishes, { within, every: CROSS })
      for (const [index, { lines, measured }] of answers.entries()) {
        const { lang, theme } = wishes[index] ?? { lang: FIRST, theme: 'light' }
        tell(`${state.name} ${lang} ${theme} ${width}`, lines)
        count.targets += measured
      }
      await look(page, { lang: FIRST, theme: 'light' })
      if (at === 0 && within) tell(`${state.name}, around it`, await findings(page, { only: 'around' }))
      if (at === 0 && /dialog|drawer|modal/.test(within ?? '')) tell(`${state.name}, Tab`, await layerStops(page))
      if (state.until) await expect(page.locator(state.until).first(), state.name).toBeVisible()
    }
  } finally {
    await state.after?.(page)
  }
  const said = heard.get(page)?.splice(0) ?? []
  tell(
    state.name,
    said.filter((line) => !state.told?.test(line)),
  )
  count.states++
  return told
}
