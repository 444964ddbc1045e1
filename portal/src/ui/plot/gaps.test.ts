import { describe, expect, it } from 'vitest'
import { runsOf } from './gaps.ts'

const DAY = 86_400_000
const days = (...at: number[]) => at.map((day) => ({ at: day * DAY }))
const lengths = (...at: number[]) => runsOf(days(...at)).map((run) => run.length)

describe('gaps of a line', () => {
  it('[MON-04~] stand where much longer than usual nothing was measured', () => {
    expect(lengths(-28, -27, -9, -8, 0)).toEqual([2, 2, 1])
    expect(lengths(0, 1, 2, 3, 5, 6)).toEqual([6])
    expect(lengths(0, 1, 2, 6)).toEqual([3, 1])
  })
  it('[MON-04~] are none within a night or between two values of a morning', () => {
    const twice = [0, 1, 2, 3].flatMap((day) => [day, day + 0.003, day + 0.5])
    expect(lengths(...twice)).toEqual([12])
    expect(lengths(...twice, 6, 6.5)).toEqual([12, 2])
  })
  it('[MON-04~] are unknown of one value, of two, and of values at one moment', () => {
    expect([lengths(), lengths(3), lengths(0, 90), lengths(1, 1, 1)]).toEqual([[], [1], [2], [3]])
  })
  it('[MON-04~] are none of what is measured every month', () => expect(lengths(0, 31, 61, 92, 153)).toEqual([5]))
})
