import { amountText } from '../core/money.ts'
import { describe, expect, it } from 'vitest'
import { defaultPartnerSettings } from '../admin/schema.ts'
import { monthAfter } from '../core/dates.ts'
import { partsBetween, type Rate, settleOn, settleRefusal, split, statementStates } from './rules.ts'

const STANDARD: Rate = { paymentFee: 300, platformFee: 3000 }
/** A small generator of its own: the same million every time. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state
  }
}
/** The same by another way: in whole numbers without end, remainder by remainder. */
function exactly(amount: number, rate: number): number {
  const product = BigInt(amount) * BigInt(rate)
  return Number(product / 10_000n + (product % 10_000n >= 5_000n ? 1n : 0n))
}

describe('[FEE-02~] what a visit comes to', () => {
  it('is 3 % first, 30 % of the rest, and what is left', () => {
    expect(split(100_000, STANDARD)).toEqual({ gross: 100_000, paymentFee: 3_000, platformFee: 29_100, share: 67_900 })
    expect(split(45_000, STANDARD)).toEqual({ gross: 45_000, paymentFee: 1_350, platformFee: 13_095, share: 30_555 })
    expect(split(0, STANDARD)).toEqual({ gross: 0, paymentFee: 0, platformFee: 0, share: 0 })
    // Half a cent goes up: 3 % of 50 is 1.5, 30 % of 48 is 14.4; 30 % of 5 is 1.5.
    expect(split(50, STANDARD)).toEqual({ gross: 50, paymentFee: 2, platformFee: 14, share: 34 })
    expect(split(5, STANDARD)).toEqual({ gross: 5, paymentFee: 0, platformFee: 2, share: 3 })
    for (const wrong of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => split(wrong, STANDARD)).toThrow(RangeError)
  })

  it('adds up in a million splits of both currencies, at any rate, and takes back what it gave', () => {
    const dice = numbers(20_261_126)
    const next = () => dice.next().value
    const sums = { TWD: { gross: 0, parts: 0 }, CNY: { gross: 0, parts: 0 } }
    const wrong: unknown[] = []
    for (let at = 0; at < 1_000_000; at++) {
      const currency = at % 2 ? 'TWD' : 'CNY'
      const gross = next() % (at % 5 ? 1_000_000 : 100_000_001)
      const rate = at % 3 ? STANDARD : { paymentFee: next() % 10_001, platformFee: next() % 10_001 }
      const parts = split(gross, rate)
      const { paymentFee, platformFee, share } = parts
      sums[currency].gross += gross
      sums[currency].parts += paymentFee + platformFee + share
      const back = partsBetween(parts, split(0, rate))
      if (
        paymentFee + platformFee + share !== gross ||
        share < 0 ||
        paymentFee < 0 ||
        platformFee < 0 ||
        back.share + share !== 0 ||
        (at % 16 === 0 &&
          (paymentFee !== exactly(gross, rate.paymentFee) ||
            platformFee !== exactly(gross - paymentFee, rate.platformFee)))
      )
        wrong.push({ gross, rate, parts })
    }
    expect(wrong.slice(0, 5)).toEqual([])
    expect(sums.TWD.parts).toBe(sums.TWD.gross)
    expect(sums.CNY.parts).toBe(sums.CNY.gross)
  })
})

describe('the months and steps of a settlement', () => {
  it('[FEE-03~] writes amounts with both decimals; nothing that is taken off has no minus', () => {
    expect([110_250, -1_350, 0, -0, 5].map(amountText)).toEqual(['1,102.50', '-13.50', '0.00', '0.00', '0.05'])
  })

  it('[FEE-02~] is on the 10th of the following month, or on the 15th', () => {
    expect(settleOn('2026-10', defaultPartnerSettings.settlementDay)).toBe('2026-11-10')
    expect(settleOn('2026-12', 15)).toBe('2027-01-15')
    expect(monthAfter('2026-01', -1)).toBe('2025-12')
  })

  it('[FEE-03~] takes corrections until it is confirmed, is paid after it, and by nobody whose own it is', () => {
    const told = (action: Parameters<typeof settleRefusal>[0]) =>
      statementStates.map((state) => settleRefusal(action, { state, mid: 1 }, 2))
    //                                      open                    calculated             confirmed       paid       payoutFailed   carried
    expect(told('correct')).toEqual([null, null, 'SETTLE_CLOSED', 'SETTLE_CLOSED', 'SETTLE_CLOSED', 'SETTLE_CLOSED'])
    expect(told('confirm')).toEqual([
      'SETTLE_ILLEGAL_STEP',
      null,
      'SETTLE_CLOSED',
      'SETTLE_CLOSED',
      'SETTLE_CLOSED',
      'SETTLE_CLOSED',
    ])
    expect(told('pay').map((code) => code === null)).toEqual([false, false, true, false, true, false])
    expect(told('refuse').map((code) => code === null)).toEqual([false, false, true, false, true, false])
    for (const action of ['correct', 'confirm', 'pay', 'refuse'] as const)
      expect(settleRefusal(action, { state: 'calculated', mid: 7 }, 7)).toBe('SETTLE_OWN')
  })
})
