import { type Browser, type BrowserContext, chromium } from '@playwright/test'

/**
 * Pages are of the run's day (`scripts/lib/day.mjs`): each context of each browser that Playwright starts shifts `Date` before a
 * page's first script, and gives it the `Date` header of an answer, which stays the machine's, by the same clock. The browser's own
 * time (caches, cookies, certificates, media) is the machine's, and so is that of a page's workers: of them only a questionnaire's
 * expressions could ask the day, and none of the tests' does.
 */
function shift(ms: number): void {
  const Own = globalThis.Date
  const real = Own.now
  const now = () => real() + ms
  Own.now = now
  globalThis.Date = new Proxy(Own, {
    construct: (_, args, target) => Reflect.construct(Own, args.length ? args : [now()], target),
    apply: () => new Own(now()).toString(),
  })
  Own.prototype.constructor = globalThis.Date
  const { get } = Headers.prototype
  Headers.prototype.get = function (name) {
    const value = get.call(this, name)
    return value && name.toLowerCase() === 'date' ? new Own(Own.parse(value) + ms).toUTCString() : value
  }
}

const ms = Number(process.env.TEST_SHIFT_MS)
const shifted = Symbol.for('teleward.page-clock')
type BrowserType = typeof chromium & { [shifted]?: boolean }
// On the prototype: a test that takes Playwright's own `browser`, or starts another one, cannot forget it.
const type = Object.getPrototypeOf(chromium) as BrowserType
if (ms && !type[shifted]) {
  type[shifted] = true
  const { launch } = type
  type.launch = async function (options): Promise<Browser> {
    const browser = await launch.call(this, options)
    const newContext = browser.newContext.bind(browser)
    browser.newContext = async (given): Promise<BrowserContext> => {
      const context = await newContext(given)
      await context.addInitScript(shift, ms)
      return context
    }
    return browser
  }
}
