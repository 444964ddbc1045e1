import type { Page } from '@playwright/test'
import { askAxe, bringAxe, counted, facesIn, rulesOf } from './axe.ts'
import { PATIENT, tooWideIn } from './bad-days.ts'
import { type Look, RAW_KEY } from './themes.ts'
import { targetsIn } from './targets.ts'

/** Looks and questions of one page, answered in one message: each message on its own would wait for both sides in turn. */
export type Question = 'structure' | 'words' | 'sizes' | 'colours'
export interface Wish extends Look {
  ask: readonly Question[]
}
export interface Told {
  lines: string[]
  /** Places that were measured. */
  measured: number
}
interface Order {
  wishes: readonly Wish[]
  /** The part that is asked about, or the whole page. */
  within: string | null
  /** Ways of colouring that need not be asked about again; all of them are, if there is none. */
  judged: readonly string[] | null
  rules: Record<Exclude<Question, 'sizes'>, ReturnType<typeof rulesOf>>
  rawKey: string
  patience: number
}
interface Answer {
  told: Told[]
  /** Ways of colouring that were judged for the first time. */
  fresh: string[]
  scans: number
}

const ours = { askAxe, facesIn, targetsIn, tooWideIn, wear, settled }
/** Runs in the page, with the others beside it. */
async function inPage(
  { askAxe: axe, facesIn: faces, targetsIn: targets, tooWideIn: wide, wear: worn, settled: calm }: typeof ours,
  { wishes, within, judged, rules, rawKey, patience }: Order,
): Promise<Answer> {
  const known = new Set(judged)
  const fresh: string[] = []
  let scans = 0
  const scan = (question: Exclude<Question, 'sizes'>, some: readonly string[] | null = null) => {
    scans++
    return axe([rules[question], within, some])
  }
  const colours = async () => {
    if (!judged) return scan('colours')
    const unseen = faces(within).filter((face) => !known.has(face))
    if (!unseen.length) return []
    const lines = await scan('colours', unseen)
    for (const face of unseen) known.add(face)
    fresh.push(...unseen)
    return lines
  }
  const told: Told[] = []
  for (const { lang, theme, ask } of wishes) {
    await worn({ lang, theme, patience })
    await calm({ within, patience })
    const one: Told = { lines: [], measured: 0 }
    told.push(one)
    for (const question of ask) {
      if (question === 'sizes') {
        const { measured, small } = targets()
        one.measured += measured
        // What people see, not what scripts and hidden parts hold.
        const raw = new RegExp(rawKey).exec(document.body.innerText)?.[0]
        one.lines.push(...small.map((what) => `small: ${what}`), ...(raw ? [`a raw key: ${raw}`] : []))
        one.lines.push(...wide().map((what) => `scrolls sideways: ${what}`))
      } else one.lines.push(...(question === 'colours' ? await colours() : await scan(question)))
    }
  }
  return { told, fresh, scans }
}

/** In place, as another tab of the same browser would: what is open stays open. Runs in the page. */
export async function wear({ lang, theme, patience }: Look & { patience: number }): Promise<void> {
  const others = new BroadcastChannel('teleward-looks')
  others.postMessage({ language: lang })
  others.postMessage({ theme })
  others.close()
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const { documentElement: html } = document
  const end = performance.now() + patience
  while (html.lang !== lang || html.dataset.theme !== theme) {
    if (performance.now() > end) throw new Error(`the page does not take the look ${lang} ${theme}`)
    await frame()
  }
  await frame()
  await frame()
}

/** Nothing on its way any more, and the part there: words of another language may come later. Runs in the page. */
async function settled({ within, patience }: { within: string | null; patience: number }): Promise<void> {
  const end = performance.now() + patience
  const there = () =>
    within === null ||
    [...document.querySelectorAll(within)].some((one) => {
      const { width, height } = one.getBoundingClientRect()
      return width > 0 && height > 0 && one.checkVisibility({ visibilityProperty: true })
    })
  const busy = () => document.querySelector('.sk, .ant-skeleton, [aria-busy="true"]:not(:has(video))') !== null
  const until = async (done: () => boolean, otherwise: string) => {
    while (!done()) {
      if (performance.now() > end) throw new Error(otherwise)
      await new Promise((next) => requestAnimationFrame(next))
    }
  }
  await until(() => !busy(), 'the page does not come to rest')
  await document.fonts.ready
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map((one) => one.finished))
  await until(there, `${within} cannot be seen`)
}

/** Ways of colouring a text that axe has judged, in whatever state: what was bad was told there. */
const judged = new Set<string>()

/** What is to be told of each look, in the order of the wishes. `every`: also of texts coloured as others before. */
export async function inspect(
  page: Page,
  wishes: readonly Wish[],
  { within, every }: { within: string | undefined; every: boolean },
): Promise<Told[]> {
  await bringAxe(page)
  const order: Order = {
    wishes,
    within: within ?? null,
    judged: every ? null : [...judged],
    rules: { structure: rulesOf('structure'), words: rulesOf('words'), colours: rulesOf('colours') },
    rawKey: RAW_KEY.source,
    patience: PATIENT,
  }
  const beside = Object.entries(ours).map(([name, one]) => `${name}: ${one}`)
  const { told, fresh, scans } = await page.evaluate<Answer>(
    `(${inPage})({ ${beside.join(', ')} }, ${JSON.stringify(order)})`,
  )
  for (const face of fresh) judged.add(face)
  counted(scans)
  return told
}
