import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** The one place where axe is asked: WCAG 2.2 A and AA and the best practices that apply, contrast included. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What a theme can break: everything else, the structure, is the same document in every theme. */
const COLOURS = ['color-contrast', 'link-in-text-block']
/** What targets.ts measures in each look, without the time: it compares every target with every other one by pixels. */
const SIZES = ['target-size']
/** What hangs on the words: another script changes nothing else of the same document. */
const WORDS = [
  'area-alt',
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-meter-name',
  'aria-progressbar-name',
  'aria-text',
  'aria-toggle-field-name',
  'aria-tooltip-name',
  'aria-treeitem-name',
  'button-name',
  'document-title',
  'empty-heading',
  'empty-table-header',
  'frame-title',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'image-redundant-alt',
  'input-button-name',
  'label',
  'label-title-only',
  'landmark-unique',
  'link-name',
  'object-alt',
  'role-img-alt',
  'select-name',
  'summary-name',
  'svg-img-alt',
  'valid-lang',
]
/** What a layer can break in the page beneath it, which is a state of its own. */
const AROUND = [
  'accesskeys',
  'aria-hidden-body',
  'aria-hidden-focus',
  'bypass',
  'duplicate-id-aria',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'region',
  'scrollable-region-focusable',
  'skip-link',
  'tabindex',
]
const ONLY = {
  words: { runOnly: WORDS },
  around: { runOnly: AROUND },
  structure: {
    runOnly: TAGS,
    rules: Object.fromEntries([...COLOURS, ...SIZES].map((rule) => [rule, { enabled: false }])),
  },
  colours: { runOnly: COLOURS },
  both: { runOnly: TAGS },
} as const

let scans = 0
/** Asked so far by this worker. */
export const scansDone = () => scans

type Found = { id: string; nodes: { target: unknown[]; any: { message: string }[] }[] }[]

interface Ask {
  /** A part of the rules: contrast takes two thirds of the time, and the rest does not depend on the theme. */
  only?: keyof typeof ONLY
  /** Only this part of the page. */
  within?: string | undefined
  /** Only the texts that `faces` found to be coloured so. */
  faces?: readonly string[]
}

type Rules = (typeof ONLY)[keyof typeof ONLY]
/** Runs in the page, where axe has been brought: a line for each finding. */
export async function askAxe([rules, part, coloured]: readonly [
  Rules,
  string | null,
  readonly string[] | null,
]): Promise<string[]> {
  const { run } = Reflect.get(window, 'axe') as {
    run(where: Document | Element | { include: Element[] }, options: object): Promise<{ violations: Found }>
  }
  const texts = Reflect.get(window, 'faceNodes') as Map<string, Element> | undefined
  const include = coloured?.flatMap((face) => texts?.get(face) ?? [])
  const parts = part ? [...document.querySelectorAll(part)].filter((one) => one.checkVisibility()) : [document]
  const where = parts.at(-1)
  if (!where) throw new Error(`${part} is not there`)
  // No rule asked here reads the style sheets, which it would fetch each time.
  const { violations } = await run(include ? { include } : where, {
    ...rules,
    preload: { assets: ['media'] },
    resultTypes: ['violations'],
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`)
      // What a bar at the edge covers until it is scrolled into view is not small; its size is measured in targets.ts.
      .filter((line) => !(id === 'target-size' && line.includes('partially obscured')))
      // What a field offers belongs to the field (`aria-controls`), wherever it hangs in the document.
      .filter((line) => !(id === 'region' && line.includes('.listpop'))),
  )
}

/** Axe in the page, once a load. */
export async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}
export const rulesOf = (only: keyof typeof ONLY): Rules => ONLY[only]
export const counted = (asked: number): void => {
  scans += asked
}

/** Every finding of the page as it is, one line each. */
export async function findings(page: Page, { only = 'both', within, faces }: Ask = {}): Promise<string[]> {
  await bringAxe(page)
  counted(1)
  return page.evaluate(askAxe, [ONLY[only], within ?? null, faces ?? null] as const)
}

/**
 * Each way that text of this part is coloured: its colour, size and weight on the backgrounds it stands in. Contrast
 * hangs on nothing else, but for what lies beneath a text without holding it. One text of each is kept for `askAxe`. Runs in the page.
 */
export function facesIn(part: string | null): string[] {
  const parts = part ? [...document.querySelectorAll(part)].filter((one) => one.checkVisibility()) : [document.body]
  const grounds = new Map<Element | null, string>([[null, '']])
  const ground = (node: Element | null): string => {
    const known = grounds.get(node)
    if (known !== undefined) return known
    const style = getComputedStyle(node as Element)
    const { backgroundColor: colour, backgroundImage: image, opacity, filter, mixBlendMode: blend } = style
    const covers = /^rgb\(/.test(colour) && image === 'none'
    const own = colour === 'rgba(0, 0, 0, 0)' && image === 'none' ? '' : `${colour} ${image};`
    const through = opacity === '1' && filter === 'none' && blend === 'normal' ? '' : `${opacity} ${filter} ${blend};`
    const beneath = ground(node?.parentElement ?? null)
    const [veils = '', under = ''] = beneath.split('|')
    const all = `${veils}${through}|${covers ? own : under + own}`
    grounds.set(node, all)
    return all
  }
  const told = new Map<string, Element>()
  for (const node of parts.at(-1)?.querySelectorAll('*') ?? []) {
    const written = [...node.childNodes].some((one) => one.nodeType === 3 && one.textContent?.trim())
    const field = node.matches('input,textarea,select')
    if ((!written && !field) || node.closest('[aria-hidden=true],[inert]') || !node.checkVisibility()) continue
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(node)
    const off = node.closest(':disabled,[aria-disabled=true]') ? 'off' : ''
    const face = [color, fontSize, fontWeight, textShadow, off, ground(node)].join('|')
    if (!told.has(face)) told.set(face, node)
  }
  Reflect.set(window, 'faceNodes', told)
  return [...told.keys()]
}

export async function noViolation(page: Page, name: string): Promise<void> {
  expect.soft(await findings(page), name).toEqual([])
}
