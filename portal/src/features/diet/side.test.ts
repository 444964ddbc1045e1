import { expect, it } from 'vitest'
import { sideOf } from './side.ts'

it('[DIET-01~] a mean is over or under its target only where both are known', () => {
  const target = { min: 50, max: 60 }
  expect([49.9, 50, 60, 60.1, null].map((value) => sideOf(value, target))).toEqual(['under', null, null, 'over', null])
  expect(sideOf(9000, { min: null, max: 2000 })).toBe('over')
  expect(sideOf(0, { min: null, max: 2000 })).toBeNull()
  expect(sideOf(1, { min: 20, max: null })).toBe('under')
  expect(sideOf(1, { min: null, max: null })).toBeNull()
})
