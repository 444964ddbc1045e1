import { expect, type Page } from '@playwright/test'
import { gate } from '../scripts/lib/scope.mjs'

/** Where the keyboard is, and whether one can see it there. */
export interface Stop {
  /** Tag, class and name, for people who read a failure. */
  what: string
  lost: boolean
  /** Something about its look, or of what surrounds it, is another than without the focus. */
  seen: boolean
  /** Within the window, and not under something else. */
  inView: boolean
  /** The same place gives the same number. */
  at: number
}

/** Runs in the page: numbers elements as they are met. */
const inPage = () => {
  const FACES = [
    'outline',
    'outlineOffset',
    'boxShadow',
    'border',
    'backgroundColor',
    'textDecoration',
    'color',
    'opacity',
    'clipPath',
  ]
  const numbers: WeakMap<Element, number> = Reflect.get(window, 'stopNumbers') ?? new WeakMap()
  Reflect.set(window, 'stopNumbers', numbers)
  const count = (Reflect.get(window, 'stopCount') as number | undefined) ?? 0
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body)
    return { what: 'nothing', lost: true, seen: false, inView: false, at: -1 }
  if (!numbers.has(active)) {
    numbers.set(active, count)
    Reflect.set(window, 'stopCount', count + 1)
  }
  // A look that fades would be the old one for a moment.
  if (document.adoptedStyleSheets.length === 0) {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [still]
  }
  const around = [active, active.parentElement, active.parentElement?.parentElement, active.nextElementSibling].filter(
    (one): one is HTMLElement => one instanceof HTMLElement,
  )
  const faces = () =>
    around.map((one) => {
      const style = getComputedStyle(one)
      return FACES.map((name) => Reflect.get(style, name)).join('|')
    })
  const withFocus = faces()
  // Taken for a moment without anybody being told: handlers of blur would close what is open.
  const quiet = (event: Event) => event.stopImmediatePropagation()
  for (const name of ['blur', 'focus', 'focusin', 'focusout']) window.addEventListener(name, quiet, true)
  active.blur()
  const without = faces()
  active.focus({ preventScroll: true, focusVisible: true } as FocusOptions)
  for (const name of ['blur', 'focus', 'focusin', 'focusout']) window.removeEventListener(name, quiet, true)
  const field =
    active.closest('label') ?? (active instanceof HTMLInputElement ? (active.labels?.[0] ?? active) : active)
  const box = (active.getBoundingClientRect().width > 2 ? active : field).getBoundingClientRect()
  return {
    what: `${active.tagName.toLowerCase()}.${String(active.className).slice(0, 40)} “${(active.getAttribute('aria-label') ?? active.textContent ?? '').trim().slice(0, 24)}”`,
    lost: false,
    seen: withFocus.some((face, at) => face !== without[at]),
    inView:
      box.bottom > 0 && box.right > 0 && box.top < window.innerHeight && box.left < window.innerWidth && box.width > 0,
    at: numbers.get(active) ?? -1,
  }
}
export const stop = (page: Page): Promise<Stop> => page.evaluate(inPage)

const MAIN = '#content'
/**
 * Tab by Tab from the top until the page is left or the first place comes again, or until so many were the `first`. `past` the
 * menu: from the first place, the way past it, by its own key into what is this screen's own.
 */
export async function walk(
  page: Page,
  { past = false, most = 400, first = Number.POSITIVE_INFINITY } = {},
): Promise<Stop[]> {
  await page.evaluate(() => {
    // What was reached from another screen is not reached from this one.
    Reflect.set(window, 'stopNumbers', undefined)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    window.getSelection()?.removeAllRanges()
  })
  const stops: Stop[] = []
  const met = new Set<number>()
  for (let count = 0; count < most; count++) {
    await page.keyboard.press('Tab')
    const one = await stop(page)
    // Behind the last place the browser's own bar has the focus: the page has none.
    if (one.lost || met.has(one.at)) return stops
    met.add(one.at)
    seen++
    stops.push(one)
    if (stops.length === first) return stops
    if (past && count === 0) {
      await page.keyboard.press('Enter')
      await expect(page.locator(MAIN), 'the way past the menu leads into the content').toBeFocused()
    }
  }
  throw new Error(`No end after ${most} stops; the last ones: ${stops.slice(-4).map(({ what }) => what)}`)
}

/** Places of the box that Tab should have come to and has not. */
export const missed = (page: Page, box = 'body'): Promise<string[]> =>
  page.evaluate((within) => {
    const numbers = Reflect.get(window, 'stopNumbers') as WeakMap<Element, number>
    const able = [...document.querySelectorAll(within)]
      .filter((one) => one.checkVisibility())
      .at(-1)
      ?.querySelectorAll<HTMLElement>('a[href],button,input,select,textarea,[tabindex]')
    return (
      [...(able ?? [])]
        .filter(
          (one) => one.tabIndex === 0 && one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled'),
        )
        // A dialog's own ends, which send the focus back into it.
        .filter((one) => !one.matches('[aria-hidden=true]'))
        // Of a group of radios one place stands for all.
        .filter((one) => !numbers?.has(one) && !(one instanceof HTMLInputElement && one.type === 'radio'))
        .map((one) => `${one.tagName}.${one.className} ${one.getAttribute('aria-label') ?? one.textContent}`)
    )
  }, box)

const LAYERS = '[role=dialog],[role=alertdialog],.drawer'
/**
 * Tab through what is open over the screen, from its first place on: each is reached, seen and in the window, and a dialog
 * that holds up the rest keeps the focus. A line for each that is not so; the focus is back where it was afterwards. The gate
 * asks the first places alone: the way in.
 */
export async function layerStops(page: Page, most = gate ? 4 : 150): Promise<string[]> {
  const began = await page.evaluate((what) => {
    const box = [...document.querySelectorAll<HTMLElement>(what)].filter((one) => one.checkVisibility()).at(-1)
    if (!box) return null
    Reflect.set(window, 'stopNumbers', undefined)
    Reflect.set(window, 'stopBox', box)
    Reflect.set(window, 'stopLast', undefined)
    Reflect.set(window, 'stopBefore', document.activeElement)
    box
      .querySelector<HTMLElement>(
        'a[href],button:enabled,input:enabled,textarea:enabled,[tabindex="0"]:not([aria-hidden])',
      )
      ?.focus()
    return { modal: box.closest('[aria-modal=true]') !== null || box.matches(':modal') }
  }, LAYERS)
  if (!began) return []
  // By keys, so that the browser shows where it is: what a script or a pointer did need not be shown.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  const where = () =>
    page.evaluate(() => {
      const active = document.activeElement
      if (active === null || active === document.body) return 'nowhere'
      if (active === Reflect.get(window, 'stopLast')) return 'same'
      Reflect.set(window, 'stopLast', active)
      return (Reflect.get(window, 'stopBox') as Element).contains(active) ? 'inside' : 'outside'
    })
  const told: string[] = []
  const met = new Set<number>()
  for (let count = 0; count < most; count++) {
    const at = await where()
    if (at === 'outside') {
      if (began.modal) told.push(`Tab ${count} leaves the dialog`)
      break
    }
    if (at === 'inside') {
      const one = await stop(page)
      if (met.has(one.at)) break
      met.add(one.at)
      seen++
      if (!one.seen) told.push(`the focus cannot be seen: ${one.what}`)
      if (!one.inView) told.push(`out of sight: ${one.what}`)
    } else if (at === 'nowhere' && !began.modal) break
    // The same: a date is several places in one, year, month and day, and a look at it would begin with the year again.
    await page.keyboard.press('Tab')
  }
  if (!gate) told.push(...(await missed(page, LAYERS)).map((one) => `never reached: ${one}`))
  await page.evaluate(() => {
    const before = Reflect.get(window, 'stopBefore')
    if (before instanceof HTMLElement && before !== document.body) before.focus()
  })
  return told
}

let seen = 0
/** Looked at so far by this worker. */
export const focusStopsSeen = () => seen

/** Presses and looks where that led: the focus is somewhere, and can be seen there. */
export async function press(page: Page, ...all: string[]): Promise<void> {
  for (const key of all) await page.keyboard.press(key)
  seen++
  let here = await stop(page)
  // A list moves the focus a frame after the key.
  await expect
    .poll(
      async () => {
        here = await stop(page)
        return here.lost
      },
      { message: `after ${all.join(' ')} the focus is lost` },
    )
    .toBe(false)
  expect(here.seen, `after ${all.join(' ')} the focus cannot be seen on ${here.what}`).toBe(true)
}
/** What has the focus, by its name; a place that only takes the focus from a script has none here. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement
    if (!(active instanceof HTMLElement) || active.tabIndex < 0 || active === document.body) return ''
    const labels = active instanceof HTMLInputElement || active instanceof HTMLSelectElement ? active.labels : null
    const own = active instanceof HTMLSelectElement ? '' : active.textContent
    return (active.getAttribute('aria-label') || labels?.[0]?.textContent || own).trim()
  })
/** Tabs on to what has that name. */
export async function tabTo(page: Page, name: RegExp, most = 60): Promise<void> {
  // The first field of a page may have the focus already.
  for (let count = 0; !name.test(await focused(page)); count++) {
    expect(count, `Tab does not lead to ${name}`).toBeLessThan(most)
    await press(page, 'Tab')
  }
}
