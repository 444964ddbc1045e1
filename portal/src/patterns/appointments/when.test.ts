import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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

  // The day of a session and the bare time of a visit beside it are a day apart for a visit after midnight.
  it('[APPT-10~] [SHIFT-03~] stands nowhere bare beside the day of its session', () => {
    const root = fileURLToPath(new URL('../../', import.meta.url))
    const bare = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
      .flatMap((file) => {
        const text = readFileSync(root + file, 'utf8')
        return [...text.matchAll(/formatTime\([\w.]*startAt\)/g)].flatMap(({ index }) =>
          /format(?:Short)?Date\([\w.]*\bdate\)|(?:formatDay|shortDay)\([\w.]*\bdate\)/.test(
            text.slice(Math.max(0, index - 160), index + 160),
          )
            ? [file]
            : [],
        )
      })
    expect(bare).toEqual([])
  })
})
