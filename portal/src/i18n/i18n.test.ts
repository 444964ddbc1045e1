import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { actLabels } from '@teleward/contract/admin/act-labels.ts'
import { describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../testing/browser.ts'
import type { TextTree } from './types.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const domains = readdirSync(`${here}/zh-TW`).map((file) => file.replace('.ts', ''))
const read = async (language: string, domain: string): Promise<Map<string, string>> => {
  const { default: tree } = (await import(`./${language}/${domain}.ts`)) as { default: TextTree }
  return new Map(flatten(tree))
}
const flatten = (tree: TextTree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  )
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

describe('texts', () => {
  it.each(domains)('[SHELL-08~] of %s exist in three languages, with the same placeholders', async (domain) => {
    const source = await read('zh-TW', domain)
    for (const language of ['zh-CN', 'en']) {
      const other = await read(language, domain)
      for (const [key, text] of source) {
        expect(other.get(key), `${language} ${domain}.${key}`).toBeTruthy()
        expect(holes(other.get(key) ?? ''), `${language} ${domain}.${key}`).toEqual(holes(text))
      }
      const extra = [...other.keys()].filter((key) => !source.has(key) && !source.has(key.replace(/_one$/, '_other')))
      expect(extra).toEqual([])
    }
  })

  it('[SHELL-08~] leaves no Chinese in the English texts, nor signs that a Chinese font makes as wide as a character', async () => {
    for (const domain of domains)
      for (const [key, text] of await read('en', domain))
        expect(/[\p{Script=Han}‘’“”]/u.test(text), `${domain}.${key}: ${text}`).toBe(false)
    for (const [act, { en }] of Object.entries(actLabels)) expect(/[‘’“”]/u.test(en), `${act}: ${en}`).toBe(false)
  })

  it('[Iw8] name the outbox by the word of its screen, wherever it is named', async () => {
    for (const [language, word, others] of [
      ['zh-TW', '發送匣', /發送箱|發件[箱匣]|寄件[箱匣]/],
      ['zh-CN', '发件箱', /发送[匣箱]|发件匣/],
    ] as const) {
      expect((await read(language, 'screens')).get('name.adminOutbox')).toBe(word)
      expect((await read(language, 'outbox')).get('title')).toBe(word)
      for (const domain of domains)
        for (const [key, text] of await read(language, domain))
          expect(others.test(text), `${language} ${domain}.${key}: ${text}`).toBe(false)
      for (const [act, labels] of Object.entries(actLabels)) expect(others.test(labels[language]), act).toBe(false)
    }
  })

  it('[SHELL-08~] change with the language, plurals and error texts included', async () => {
    vi.resetModules()
    stubBrowser()
    const { ensureTexts, errorText, setLanguage, startI18n, t } = await import('./i18n.ts')
    await Promise.all([startI18n(), ensureTexts('common', 'auth')])
    expect(t('auth.title')).toBe('登入')
    expect(t('common.time.minutesAgo', { count: 3 })).toBe('3 分鐘前')
    expect(errorText('WRONG_PASSWORD')).toBe('密碼錯誤')
    await setLanguage('en')
    expect(t('auth.title')).toBe('Sign in')
    expect(t('common.time.daysAgo', { count: 1 })).toBe('1 day ago')
    expect(t('common.time.daysAgo', { count: 3 })).toBe('3 days ago')
    expect(t('common.time.minutesAgo', { count: 1 })).toBe('1 min ago')
    expect(errorText('WRONG_PASSWORD')).toBe('Wrong password')
    expect(document.documentElement.lang).toBe('en')
    // A screen asked for while the language is changing comes in the new one.
    const changing = setLanguage('zh-CN')
    await ensureTexts('booking')
    await changing
    expect(t('auth.title')).toBe('登录')
    expect(t('booking.title')).toBe('新建预约')
  })
})
