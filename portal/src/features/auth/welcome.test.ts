import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

const NAMED = [0, 1, 32, 1575, 1577, 2085]
const LANGUAGES = ['zh-TW', 'zh-CN', 'en'] as const

it('[SHELL-20] welcomes with the words of institutions 0, 1, 32, 1575, 1577 and 2085, in three languages', async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage, startI18n } = await import('../../i18n/i18n.ts')
  const { welcomeText } = await import('./welcome.ts')
  await Promise.all([startI18n(), ensureTexts('auth')])
  const all = new Set<string>()
  for (const language of LANGUAGES) {
    await setLanguage(language)
    const general = welcomeText(7, undefined, language)
    for (const id of NAMED) {
      const text = welcomeText(id, undefined, language)
      expect(text, `${id} in ${language}`).not.toMatch(/^auth\./)
      expect(text.length).toBeGreaterThan(4)
      expect(text).not.toBe(general)
      all.add(text)
    }
    // What the institution wrote itself comes first; an empty text is none.
    const own = (text: string) =>
      ({ welcome: { 'zh-TW': text, 'zh-CN': text, en: text } }) as Parameters<typeof welcomeText>[1]
    expect(welcomeText(32, own('本院'), language)).toBe('本院')
    expect(welcomeText(32, own(''), language)).toBe(welcomeText(32, undefined, language))
  }
  expect(all.size).toBe(NAMED.length * LANGUAGES.length)
})
