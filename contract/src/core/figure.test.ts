import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFigure } from './figure.ts'

describe('a number as people write it', () => {
  it.each([
    ['3,5', 3.5],
    ['3.5', 3.5],
    ['170,5', 170.5],
    ['１７０', 170],
    ['１７０．５', 170.5],
    ['１７０，５', 170.5],
    ['0,125', 0.125],
    ['.5', 0.5],
    [' 62　', 62],
    ['-3', -3],
    ['−3', -3],
    ['－３', -3],
    ['+3', 3],
    ['007', 7],
    ['1234,567', 1234.567],
    ['', null],
    ['　', null],
  ])('[MEMB-03~] %j is %j', (text, number) => expect(readFigure(text)).toBe(number))
  it.each([
    '1.234,5',
    '1,234',
    '12,345',
    "5'9",
    '1e3',
    '3..5',
    '3,',
    '3.',
    '1 234',
    '3-5',
    '~3',
    '3kg',
    'abc',
    '-',
    '.',
    '½',
    '0x10',
    'Infinity',
    '٣',
    '9'.repeat(16),
  ])('[MEMB-03~] %j is not guessed at', (text) => expect(readFigure(text)).toBe(Number.NaN))
  it('[MEMB-03~] is the number that was shown, in any width and with either mark', () => {
    const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (hundredths) => {
        const number = hundredths / 100
        const text = String(number)
        expect(readFigure(text)).toBe(number)
        expect(readFigure(wide(text))).toBe(number)
        expect(readFigure(text.replace('.', ','))).toBe(number)
      }),
    )
  })
})
