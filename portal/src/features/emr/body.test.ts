import { expect, it } from 'vitest'
import { bmiName, bmiOf, pressureOf, surfaceOf } from './body.ts'

it('[EMR-01~] what follows from height, weight and pressure is computed, and of what is missing nothing', () => {
  expect(bmiOf(170, 65)).toBeCloseTo(22.49, 2)
  expect(surfaceOf(170, 65)).toBeCloseTo(1.752, 3)
  expect(pressureOf(120, 78)).toEqual({ mean: 92, pulse: 42 })
  expect([bmiOf(null, 65), bmiOf(170, null), bmiOf(1.7, 65), bmiOf(170, 0), surfaceOf(null, 65)]).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
  expect([pressureOf(120, null), pressureOf(80, 90)]).toEqual([null, null])
  expect([18.44, 18.5, 23.94, 23.96, 26.94, 27].map(bmiName)).toEqual([
    'under',
    'normal',
    'normal',
    'over',
    'over',
    'obese',
  ])
})
