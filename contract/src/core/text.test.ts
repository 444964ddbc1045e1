import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { graphemes, maskName, maskPhone, nameSubtitle, saysSomething, toHalfWidth } from './text.ts'

describe('nameSubtitle', () => {
  it.each([
    ['王小明', '王小明'],
    ['一二三四五六七八', '一二三四五六七八'],
    ['一二三四五六七八九', '一二三四五六七八…'],
    ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦三四五六七八九', '👨‍👩‍👧‍👦👨‍👩‍👧‍👦三四五六七八…'],
    ['e\u0301'.repeat(9), `${'e\u0301'.repeat(8)}…`],
    ['  Anna  ', 'Anna'],
    ['', ''],
  ])('[SHELL-19~] cuts %j at eight characters', (name, shown) => expect(nameSubtitle(name)).toBe(shown))

  it('[SHELL-19~] never shows more than eight characters and never splits one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
        const cut = nameSubtitle(name).replace(/…$/, '')
        expect(graphemes(cut).length).toBeLessThanOrEqual(8)
        expect(name.trim().startsWith(cut)).toBe(true)
      }),
    )
  })
})

describe('a browser without a segmenter', () => {
  it('[V12] cuts names where they are cut elsewhere', async () => {
    const own = ['王小明', '👨‍👩‍👧‍👦三四', 'e\u0301é', '🇹🇼🇯🇵', '👍🏽好', '❤️', ''].map(
      (text) => [text, graphemes(text)] as const,
    )
    const { Segmenter } = Intl
    Reflect.deleteProperty(Intl, 'Segmenter')
    try {
      vi.resetModules()
      const older = await import('./text.ts')
      for (const [text, parts] of own) expect(older.graphemes(text), text).toEqual(parts)
    } finally {
      Object.assign(Intl, { Segmenter })
    }
  })
})

describe('maskName', () => {
  it.each([
    ['王小明', '王○明'],
    ['王明', '王○'],
    ['司馬中原', '司○○原'],
    ['王', '○'],
    ['John Smith', 'J○○○ S○○○○'],
    ['Madonna', 'M○○○○○○'],
    ['J Li', 'J○ L○'],
    ['X', '○'],
    ['Ｊｏｈｎ　Ｗｕ', 'J○○○ W○'],
    ['𠮷田花子', '𠮷○○子'],
    ['', ''],
  ])('masks %j as %j', (name, masked) => expect(maskName(name)).toBe(masked))

  it('never gives a name back whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        fc.pre(name.trim() !== '' && !name.includes('○') && toHalfWidth(name).trim() !== '')
        expect(maskName(name)).not.toBe(toHalfWidth(name).trim())
        expect(maskName(name)).toContain('○')
      }),
    )
  })
})

describe('maskPhone', () => {
  it.each([
    ['0912345678', '•••••••678'],
    ['０９１２３４５６７８', '•••••••678'],
    ['0912-345-678', '•••••••678'],
    ['119', '••9'],
    ['', ''],
    ['none', ''],
  ])('masks %j as %j', (phone, masked) => expect(maskPhone(phone)).toBe(masked))
})

it('[Mw5] a text says something by a letter or a figure in it, in any script', () => {
  expect(['已去電', 'ok', '140/90', 'é', 'ア', '٣', '.a', '２'].filter((text) => !saysSomething(text))).toEqual([])
  expect(
    ['', ' ', '.', '。', '…', '- / -', '\u200b', '👍', '\u0301', '\u3164', '\u115f\u1160', '\uffa0'].filter(
      saysSomething,
    ),
  ).toEqual([])
})
it('toHalfWidth leaves Chinese and what is narrow alone', () => {
  expect(toHalfWidth('Ａ１２３　王ｶ!')).toBe('A123 王ｶ!')
})
