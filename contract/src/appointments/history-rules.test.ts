import fc from 'fast-check'
import { expect, it } from 'vitest'
import { historyQuery } from './history-endpoints.ts'
import { deductionsOf, rangeOf } from './history-rules.ts'

it('[APPT-10~] a fee and its deductions add up to the minor unit, half up', () => {
  expect(deductionsOf(45_000)).toEqual({ paymentFee: 1350, platformFee: 13_095, share: 30_555 })
  expect(deductionsOf(50)).toEqual({ paymentFee: 2, platformFee: 14, share: 34 })
  expect(deductionsOf(0)).toEqual({ paymentFee: 0, platformFee: 0, share: 0 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (fee) => {
      const { paymentFee, platformFee, share } = deductionsOf(fee)
      expect(paymentFee + platformFee + share).toBe(fee)
      expect(Math.abs(paymentFee - fee * 0.03)).toBeLessThanOrEqual(0.5 + 1e-9)
      expect(Math.abs(platformFee - (fee - paymentFee) * 0.3)).toBeLessThanOrEqual(0.5 + 1e-6)
    }),
  )
})

it('[APPT-10~] counts its days back from the last one, and takes at most a year, a leap day included', () => {
  expect(rangeOf({ range: 7 })).toEqual({ from: undefined, to: undefined, back: 6 })
  expect(rangeOf({ range: 30, to: '2026-03-01' })).toEqual({ from: undefined, to: '2026-03-01', back: 0 })
  const asked = (from: string, to: string) => historyQuery.safeParse({ from, to }).success
  expect([
    asked('2024-01-01', '2024-12-31'),
    asked('2024-01-01', '2025-01-01'),
    asked('2026-03-02', '2026-03-01'),
    asked('a', '__proto__'),
  ]).toEqual([true, false, false, false])
})
