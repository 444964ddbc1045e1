import { describe, expect, it } from 'vitest'
import { blanksIn, nextBlank } from './blanks.ts'

const texts = (text: string) => blanksIn(text).map(({ from, to }) => text.slice(from, to))

describe('blanks of a phrase', () => {
  it('[WORD-03~] are two or more low lines, or a name in braces, and nothing else', () => {
    expect(texts('發燒 __ 天，體溫 {最高體溫} °C ____')).toEqual(['__', '{最高體溫}', '____'])
    expect(texts('😀{a}𠮷__')).toEqual(['{a}', '__'])
    for (const none of ['snake_case', '{}', '{two\nlines}', `{${'x'.repeat(31)}}`, '{ open', ''])
      expect(texts(none)).toEqual([])
    expect(texts('{{inner}}')).toEqual(['{inner}'])
  })
  it('[WORD-03~] come one after the other, and backwards', () => {
    const text = 'a __ b {c} d'
    const [first, second] = blanksIn(text)
    expect(nextBlank(text, { from: 0, to: 0 })).toEqual(first)
    expect(nextBlank(text, first as never)).toEqual(second)
    expect(nextBlank(text, second as never)).toBeUndefined()
    expect(nextBlank(text, second as never, true)).toEqual(first)
    expect(nextBlank(text, first as never, true)).toBeUndefined()
  })
})
