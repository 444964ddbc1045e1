import { expect, type Page, test } from '@playwright/test'
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

test('[SHELL-15~] every look of a page that is whole tells nothing, and of one that is broken in one look that look', async () => {
  expect(await told('whole', async () => undefined)).toEqual([])

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

  const nameless = await told('nameless', (page) =>
    page.evaluate(() => {
      const button = document.createElement('button')
      button.type = 'button'
      button.style.cssText = 'width: 40px; height: 40px'
      document.querySelector('main')?.append(button)
      const name = () => button.setAttribute('aria-label', document.documentElement.lang === 'zh-CN' ? '' : 'x')
      name()
      new MutationObserver(name).observe(document.documentElement, { attributeFilter: ['lang'] })
    }),
  )
  expect(nameless.filter((line) => !/ zh-CN light 1440: button-name/.test(line))).toEqual([])
  expect(nameless).not.toEqual([])

  const small = await told('small', styled('.roles { width: 2000px !important }'))
  expect(small.some((line) => line.includes('scrolls sideways'))).toBe(true)
})

test('[SHELL-15~] what a part of a page breaks around it is told, though the part alone is asked about', async () => {
  const twice = await told(
    'twice',
    (page) => page.evaluate(() => void document.body.append(document.createElement('main'))),
    '.roles',
  )
  expect(twice.some((line) => line.startsWith('twice, around it: landmark-no-duplicate-main'))).toBe(true)
})
