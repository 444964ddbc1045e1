import { expect, it } from 'vitest'
import { worstFirst } from './worst-first.ts'

const at = (minute: number) => `2026-03-02T01:0${minute}:00.000Z`
const alert = (name: string, minute: number, over: object) => ({
  name,
  measure: 'systolic' as const,
  test: 'above' as const,
  limit: 180,
  value: null,
  worstValue: null,
  lastValue: null,
  baseValue: null,
  raisedAt: at(minute),
  reopenedAt: null,
  ...over,
})
it('[MON-03~] the worst critical alert stands first, whatever it is of; of equal ones the oldest', () => {
  const sorted = worstFirst([
    alert('nothing came', 0, { test: 'noData', limit: null }),
    alert('a little high', 1, { worstValue: 184 }),
    alert('as high, later', 3, { worstValue: 240 }),
    alert('high', 2, { worstValue: 240 }),
    alert('low oxygen', 4, { measure: 'blood_oxygen', test: 'below', limit: 90, worstValue: 58 }),
    alert('low glucose', 5, { measure: 'glucose_fasting', test: 'below', limit: 54, worstValue: 52 }),
  ])
  expect(sorted.map(({ name }) => name)).toEqual([
    'low oxygen',
    'high',
    'as high, later',
    'low glucose',
    'a little high',
    'nothing came',
  ])
})
