import { describe, expect, it } from 'vitest'
import { axisBetween, everyNth, roundAxis } from './axis.ts'

const room = { top: 0, bottom: 100 }

describe('the axis of a plot', () => {
  it('[SHELL-17~] has round numbers that reach the highest bar, and no halves of a person', () => {
    for (const most of [0, 1, 3, 4, 5, 17, 99, 480, 5000]) {
      const { y, ticks } = roundAxis([0, Math.max(1, most)], { ...room, whole: true })
      expect(ticks[0]).toBe(0)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(1, most))
      expect(ticks.length).toBeLessThanOrEqual(7)
      expect(ticks.every(Number.isInteger)).toBe(true)
      expect([y(0), y(ticks.at(-1) ?? 0)]).toEqual([100, 0])
    }
  })
  it('has room around a value that stands alone', () => {
    for (const value of [61, 0, 0.4, 36.5]) {
      const { y, ticks } = roundAxis([value], room)
      expect(ticks.length).toBeGreaterThan(1)
      expect(y(value)).toBeGreaterThanOrEqual(0)
      expect(y(value)).toBeLessThanOrEqual(100)
    }
  })
  it('keeps to the two ends it is given, with round lines between them', () => {
    for (const ends of [
      [117, 153],
      [35.7, 37.2],
      [-74.5, 879.5],
    ] as const) {
      const { y, ticks } = axisBetween(ends, room)
      expect([y(ends[0]), y(ends[1])]).toEqual([100, 0])
      expect(ticks.length).toBeGreaterThan(1)
      expect(ticks.length).toBeLessThan(12)
      for (const tick of ticks) expect(tick >= ends[0] && tick <= ends[1]).toBe(true)
    }
  })
  it('writes as many labels as there is room for', () => {
    expect([everyNth(100), everyNth(44), everyNth(30), everyNth(8)]).toEqual([1, 1, 2, 6])
  })
})
