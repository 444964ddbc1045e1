import type { Rate } from '@teleward/contract/settlement/rules.ts'
import { expect, it } from 'vitest'
import { minorOf, shareOf, textOf, unusualOf } from './fees.ts'

const STANDARD: Rate = { paymentFee: 300, platformFee: 3000 }

it('[FEE-01~] [FEE-02~] an amount is what a person types, in minor units; the share is what is left by the rate in force', () => {
  const fen = (text: string) => minorOf(text, 'CNY')
  expect(['450', '450.5', '１，２００', '', ' ', '0'].map(fen)).toEqual([45000, 45050, 120000, null, null, 0])
  for (const bad of ['-1', '1.234', 'x', '12345678', '1e3', '.5']) expect(fen(bad), bad).toBeUndefined()
  expect([45000, 45050, 0, null].map(textOf)).toEqual(['450', '450.50', '0', ''])
  const share = (text: string, rate: Rate = STANDARD) => shareOf(text, 'cnDay', rate)
  expect([share('1000'), share('1000', { paymentFee: 250, platformFee: 2000 })]).toEqual([67_900, 78_000])
  expect([share('0'), share(''), share(' '), share('x')]).toEqual([0, 'notOffered', 'notOffered', null])
  expect([shareOf('1000', 'twDay', undefined), shareOf('', 'twDay', undefined)]).toEqual([null, 'notOffered'])
  // Never more than there was, and nothing is lost between the three.
  for (let gross = 0; gross < 2000; gross += 1) expect(Number(share(textOf(gross)))).toBeLessThanOrEqual(gross)
})

it('[Iw2] New Taiwan dollars are whole, and a fee far from what it was is asked about', () => {
  const dollars = (text: string) => minorOf(text, 'TWD')
  expect(['450', '450.00', '１，２００', ''].map(dollars)).toEqual([45000, 45000, 120000, null])
  for (const bad of ['450.5', '450.01', '0.33', '-450']) expect(dollars(bad), bad).toBeUndefined()
  const before = { twDay: 45_000, twNight: null, cnDay: 9_000, cnNight: 0 }
  // What the wire takes at most, for 450.
  expect(unusualOf(before, { ...before, twDay: 100_000_000 })).toEqual(['twDay'])
  expect(unusualOf(before, { ...before, twDay: 224_900, cnDay: 44_900 })).toEqual([])
  expect(unusualOf(before, { ...before, twDay: 225_000, cnDay: 1_800 })).toEqual(['twDay', 'cnDay'])
  // Where there was none, or where there is none any more, only a very high one.
  expect(unusualOf(before, { twDay: null, twNight: 60_000, cnDay: 0, cnNight: 2_000_001 })).toEqual(['cnNight'])
  expect(unusualOf(before, before)).toEqual([])
})
