import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { besideOwn, doubles, faultsOf, holdsInHour, type Rule } from './group-rules.ts'

const rule = (fromHour: number, toHour: number, more: Partial<Rule> = {}): Rule => ({
  ...{ measure: 'systolic', test: 'above', value: 150, hours: null, severity: 'warning', fromHour, toHour },
  ...more,
})
const DAY = Array.from({ length: 24 }, (_, hour) => hour)
const hoursOf = (one: Rule) => DAY.filter((hour) => holdsInHour(one, hour))
const spans = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 24 }))
  .filter(([from, to]) => from !== to)
  .map(([from, to]) => rule(from, to))

describe('the hours of a limit', () => {
  it('[M14] are over midnight where they end before they begin', () => {
    expect(hoursOf(rule(22, 6))).toEqual([0, 1, 2, 3, 4, 5, 22, 23])
    expect(hoursOf(rule(22, 24))).toEqual([22, 23])
    expect(hoursOf(rule(0, 24))).toEqual(DAY)
    expect(faultsOf([rule(22, 6)])).toEqual([])
    for (const [from, to] of [
      [22, 22],
      [22, 0],
      [0, 0],
    ] as const)
      expect(faultsOf([rule(from, to)])).toEqual([{ path: 'rules.0.toHour', code: 'END_BEFORE_START' }])
  })
  it('[M14] of two of one kind do not meet, or they are one too many', () => {
    fc.assert(
      fc.property(spans, spans, (one, other) => {
        const meet = hoursOf(one).some((hour) => holdsInHour(other, hour))
        expect(doubles(one, other)).toBe(meet)
        expect(faultsOf([one, { ...other, value: 160 }]).map(({ code }) => code)).toEqual(meet ? ['DUPLICATE'] : [])
      }),
    )
  })
  it('[M14] of a group’s limit beside own ones are those that no own one of its kind takes, each once', () => {
    fc.assert(
      fc.property(spans, fc.array(spans, { maxLength: 4 }), (group, own) => {
        const left = besideOwn({ ...group, id: 'g' }, own)
        expect(left.flatMap(hoursOf).toSorted((a, b) => a - b)).toEqual(
          hoursOf(group).filter((hour) => !own.some((one) => holdsInHour(one, hour))),
        )
        expect(left.every(({ id }) => id === 'g')).toBe(true)
        // Set as limits of their own they would be in order.
        expect(left.flatMap((one) => faultsOf([one]))).toEqual([])
      }),
    )
  })
  it('[M14] are not taken by an own limit of another kind', () => {
    const group = rule(0, 24)
    expect(besideOwn(group, [rule(0, 24, { severity: 'critical' }), rule(0, 24, { test: 'below' })])).toEqual([group])
    expect(besideOwn(group, [rule(8, 20)])).toEqual([rule(20, 8)])
    expect(besideOwn(group, [rule(0, 24)])).toEqual([])
  })
})
