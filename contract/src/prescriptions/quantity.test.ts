import { describe, expect, it } from 'vitest'
import { readQuantity } from './quantity.ts'

describe('readQuantity', () => {
  it.each<[string, number | null]>([
    ['', null],
    ['  ', null],
    ['1', 1],
    ['.5', 0.5],
    ['0,5', 0.5],
    ['1,25', 1.25],
    ['０．５', 0.5],
    ['７', 7],
    ['1/2', 0.5],
    ['半', 0.5],
    ['十', 10],
    ['1.0', 1],
  ])('[EMR-05~] reads %j as %s', (text, figure) => expect(readQuantity(text)).toBe(figure))
  it.each([
    '1e3',
    '0x10',
    '-1',
    '+1',
    '1-2',
    '1,000',
    '1.234,5',
    '1 mg',
    'abc',
    '1/0',
    '5/20',
    '1..2',
    '٣',
    'Infinity',
    'NaN',
  ])('[EMR-05~] takes %j for no number, and computes nothing with it', (text) => expect(readQuantity(text)).toBeNaN())
})
