import { beforeAll, describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

let timeUnder: typeof import('./when.ts').timeUnder
let useLanguage: (language: 'zh-TW' | 'zh-CN' | 'en') => Promise<void>
beforeAll(async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  useLanguage = async (language) => {
    await setLanguage(language)
    await ensureTexts('common')
  }
  ;({ timeUnder } = await import('./when.ts'))
})

describe('a time under a day', () => {
  it.each([
    ['zh-TW', '隔日 00:30'],
    ['zh-CN', '次日 00:30'],
    ['en', '00:30 next day'],
  ] as const)('[APPT-05~] after midnight says in %s that it is the next day’s', async (language, said) => {
    await useLanguage(language)
    expect(timeUnder('2026-12-20', '2026-12-20T16:30:00Z')).toBe(said)
    expect(timeUnder('2026-12-20', '2026-12-20T15:30:00Z')).toBe('23:30')
  })

  it('[APPT-03~] of an evening before stands with its date', async () => {
    await useLanguage('zh-TW')
    expect(timeUnder('2026-12-21', '2026-12-20T15:30:00Z')).toBe('12/20 23:30')
  })
})
