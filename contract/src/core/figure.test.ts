import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFigure, readHundredths } from './figure.ts'

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

describe('an amount', () => {
  it.each([
    ['450', 45_000],
    ['72,5', 7250],
    ['72.50', 7250],
    ['０．２９', 29],
    ['1,234', 123_400],
    ['1,234,567.8', 123_456_780],
    ['−20', -2000],
    ['', null],
  ])('[SET-03~] %j is %j hundredths', (text, amount) => expect(readHundredths(text)).toBe(amount))
  it.each(['很多', '1.234,5', '12,34,567', '0.001', '1e3', '12345678', '1,2345', '.5'])(
    '[SET-03~] %j is no amount',
    (text) => expect(readHundredths(text)).toBe(Number.NaN),
  )
})
