import { expect, type Page, test } from '@playwright/test'
import { gate } from '../scripts/lib/scope.mjs'
import { atWork } from './at-work.ts'
import { everyLook, type State } from './everyone.ts'
import { loading } from './states.ts'

/** What is asked in every look finds what is broken in one of them: looks that could not fail would prove nothing. */
const work = atWork()

/** The sign-in page, with something broken in it by a style or a node of the test's own. */
async function told(name: string, broken: (page: Page) => Promise<unknown>, own?: string): Promise<string[]> {
  const state: State = {
    name,
    shows: [],
    open: async (page) => {
      await loading(work.server)('/pages/login', '.roles')(page)
      await broken(page)
    },
    ...(own ? { own } : {}),
  }
  return everyLook(work.page, state, { states: 0, targets: 0 })
}
const styled = (css: string) => (page: Page) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, css)

/** A button without a name in the first main part, in one language or in all. */
const namelessIn = (lang: string | null) => (page: Page) =>
  page.evaluate((only) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.style.cssText = 'width: 40px; height: 40px'
    document.querySelector('main')?.append(button)
    const name = () =>
      button.setAttribute('aria-label', only === null || document.documentElement.lang === only ? '' : 'x')
    name()
    new MutationObserver(name).observe(document.documentElement, { attributeFilter: ['lang'] })
  }, lang)

test('[SHELL-15~] a page that is whole tells nothing; a colour, a name or a width that is broken is told', async () => {
  expect(await told('whole', async () => undefined)).toEqual([])

  const button = 'button[type=submit]'
  const pale = await told(
    'pale everywhere',
    styled(`${button}, ${button} * { color: #fbfbfb !important; background: #fff !important }`),
  )
  expect(pale.join('\n')).toMatch(/ zh-TW light 1440: color-contrast/)

  const nameless = await told('nameless everywhere', namelessIn(null))
  expect(nameless.join('\n')).toMatch(/ zh-TW light 1440: button-name/)

  const small = await told('small', styled('.roles { width: 2000px !important }'))
  expect(small.join('\n')).toMatch(/ 375: scrolls sideways/)
})

if (!gate)
  test('[SHELL-15~] every look of a page that is broken in one look tells that look', async () => {
    const dark = await told('dark', styled('html[data-theme=dark] h1 { color: #262626 !important }'))
    expect(dark).not.toEqual([])
    expect(dark.filter((line) => !/ dark \d+: color-contrast/.test(line))).toEqual([])

    const pale = await told(
      'pale',
      styled(
        'html[lang=en] button[type=submit], html[lang=en] button[type=submit] * { color: #fdfdfd !important; background: #fff !important }',
      ),
    )
    expect(pale.filter((line) => !/ en light 375: color-contrast/.test(line))).toEqual([])
    expect(pale).not.toEqual([])

    const nameless = await told('nameless', namelessIn('zh-CN'))
    expect(nameless.filter((line) => !/ zh-CN light 1440: button-name/.test(line))).toEqual([])
    expect(nameless).not.toEqual([])
  })

test('[SHELL-15~] what a part of a page breaks around it is told, though the part alone is asked about', async () => {
  const twice = await told(
    'twice',
    (page) => page.evaluate(() => void document.body.append(document.createElement('main'))),
    '.roles',
  )
  expect(twice.some((line) => line.startsWith('twice, around it: landmark-no-duplicate-main'))).toBe(true)
})
