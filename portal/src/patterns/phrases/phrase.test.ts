import { describe, expect, it } from 'vitest'
import { codeTrigger, insertion, listTrigger, matching } from './phrase.ts'

const words = [
  { id: 1, code: 'bp2', word: '早晚量血壓，兩週後視訊回診' },
  { id: 2, code: null, word: '衛教已說明' },
  { id: 3, code: 'bp', word: '居家血壓 ___/___' },
]
const end = (text: string, sign = listTrigger(text, text.length)) => sign

describe('canned words while typing', () => {
  it('[EMR-02~] opens the list at a semicolon, also at that of an input method', () => {
    expect(end('3. ;bp2')).toEqual({ from: 3, query: 'bp2' })
    expect(end('3.；血壓')).toEqual({ from: 2, query: '血壓' })
    expect(end('無胸痛;')).toEqual({ from: 3, query: '' })
    expect(end('a; b')).toBeNull()
    expect(end('沒有')).toBeNull()
  })
  it('[EMR-02~] finds exact codes before beginnings before contents', () => {
    expect(matching(words, 'bp').map(({ id }) => id)).toEqual([3, 1])
    expect(matching(words, '血壓').map(({ id }) => id)).toEqual([1, 3])
    expect(matching(words, '沒有的')).toEqual([])
  })
  it('[EMR-02~] expands a dot and a code, but no number and no end of a sentence', () => {
    expect(codeTrigger('1. .bp2', 7, words)?.word.id).toBe(1)
    expect(codeTrigger('.BP', 3, words)).toEqual({ from: 0, word: words[2] })
    expect(codeTrigger('劑量 3.bp', 7, words)).toBeNull()
    expect(codeTrigger('end.bp2', 7, words)).toBeNull()
    expect(codeTrigger('.none', 5, words)).toBeNull()
    expect(codeTrigger('頭暈.bp2', 6, words)?.from).toBe(2)
  })
  it('[EMR-02~] puts a word in at the cursor, apart from what stands before, its blank selected', () => {
    expect(insertion('無胸痛', 3, 3, '睡眠尚可').text).toBe('，睡眠尚可')
    expect(insertion('無胸痛。', 4, 4, '睡眠尚可').text).toBe('睡眠尚可')
    expect(insertion('no pain', 7, 7, 'afebrile').text).toBe(', afebrile')
    const blank = insertion('', 0, 0, '居家血壓 ___/___')
    expect(blank.text.slice(...blank.select)).toBe('___')
  })
})
