import { describe, expect, it } from 'vitest'
import { partSearch, wholeSearch } from './search.ts'

describe('what a search word says', () => {
  it.each([
    ['王小', { token: '王小', part: '王小' }],
    ['王小明', { token: '王小', part: '王小明' }],
    ['Wa', { token: 'wa', part: 'wa' }],
    ['wang mei', { token: 'wan', part: 'wangmei' }],
    ['0912', { token: '0912', part: '0912' }],
    ['0912-345-678', { token: '5678', part: '0912345678' }],
    ['+886 912 345', { token: '2345', part: '0912345' }],
    ['𠮷田', { token: '𠮷田', part: '𠮷田' }],
    ['Amy', { token: 'amy', part: 'amy' }],
    ['陳Amy', { token: '陳a', part: '陳amy' }],
    ['Amy小姐', { token: 'amy', part: 'amy小姐' }],
    ['José', { token: 'jos', part: 'jose' }],
    ['(+886) 0912 345', { token: '2345', part: '0912345' }],
  ])('[MEMB-01~] a part %s is found by its token', (text, found) => expect(partSearch(text)).toEqual(found))
  it.each(['', ' ', '王', 'w', '912', '9', '··'])('[MEMB-01~] a part %j says too little', (text) =>
    expect(partSearch(text)).toBeNull(),
  )

  it.each([
    ['A123456789', 'a123456789'],
    ['a 123-456-789', 'a123456789'],
    ['0912 345 678', '0912345678'],
    ['+886912345678', '0912345678'],
    ['000012345678', '000012345678'],
    ['王小明', '王小明'],
    ['Wang Hsiao-Ming', 'wanghsiaoming'],
    ['mei.lin88', 'meilin88'],
  ])('[MEMB-01~] %s is complete', (text, whole) => expect(wholeSearch(text)).toBe(whole))
  it.each(['', '王', 'A12345678', 'A123456788', 'A1', '0912', '09123456789', '12345678901'])(
    '[MEMB-01~] %j is no complete value',
    (text) => expect(wholeSearch(text)).toBeNull(),
  )
})
