import { expect, it } from 'vitest'
import { minorOf, shareOf, textOf } from './fees.ts'

it('[FEE-01~] an amount is what a person types, in minor units; the share is what is left after 3% and 30%', () => {
  expect(['450', '450.5', '１，２００', '', ' ', '0'].map(minorOf)).toEqual([45000, 45050, 120000, null, null, 0])
  for (const bad of ['-1', '1.234', 'x', '12345678', '1e3', '.5']) expect(minorOf(bad), bad).toBeUndefined()
  expect([45000, 45050, 0, null].map(textOf)).toEqual(['450', '450.50', '0', ''])
  expect(shareOf(100_000)).toBe(67_900)
  // Never more than there was, and nothing is lost between the three.
  for (let gross = 0; gross < 2000; gross += 1) expect(shareOf(gross)).toBeLessThanOrEqual(gross)
})
