import { describe, expect, it } from 'vitest'
import { refundOf, WHOLE_REFUND, wholeUntil } from './refund-rule.ts'

const startAt = new Date('2026-03-04T02:00:00Z')
const rule = { wholeUntilHours: 24, latePercent: 50 }
const hours = (n: number) => new Date(startAt.getTime() - n * 3_600_000)

describe('what goes back when the patient calls off', () => {
  it('[APPT-09~] is the whole fee up to the hour, and the declared part of it after', () => {
    const visit = { amount: 60000, currency: 'TWD' as const, startAt }
    expect(refundOf(rule, visit, hours(24))).toBe(60000)
    expect(refundOf(rule, visit, new Date(hours(24).getTime() + 1))).toBe(30000)
    expect(refundOf({ ...rule, latePercent: 0 }, visit, hours(1))).toBe(0)
    expect(refundOf(WHOLE_REFUND, visit, hours(-1))).toBe(60000)
    // As it is told: no hours before the visit is whole as long as it can be called off.
    expect(refundOf({ wholeUntilHours: 0, latePercent: 50 }, visit, hours(-1))).toBe(60000)
    expect(wholeUntil(WHOLE_REFUND, startAt)).toBeNull()
    expect(wholeUntil(rule, startAt)).toEqual(hours(24))
  })
  it('[APPT-09~] is rounded up, in dollars to whole ones, and never more than was paid', () => {
    const late = hours(1)
    expect(refundOf(rule, { amount: 33300, currency: 'TWD', startAt }, late)).toBe(16700)
    expect(refundOf(rule, { amount: 333, currency: 'CNY', startAt }, late)).toBe(167)
    expect(refundOf({ ...rule, latePercent: 99 }, { amount: 150, currency: 'TWD', startAt }, late)).toBe(150)
  })
})
