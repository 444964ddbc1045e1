import { expect, it } from 'vitest'
import { missingCode } from './missing-code.ts'

it.each([
  ['I10.9', [{ code: 'I10', similar: true }], 'I10.9'],
  ['j06.90', [{ code: 'J06.9', similar: true }], 'J06.90'],
  ['I10.9 Essential hypertension', [{ code: 'I10', similar: true }], 'I10.9'],
  ['Z99.999', [], 'Z99.999'],
  ['E11.9', [{ code: 'E11.9', similar: false }], null],
  ['e11', [{ code: 'E11.9', similar: false }], null],
  ['b12', [{ code: 'D51.9', similar: false }], null],
  ['b12', [], null],
  ['pnemonia', [{ code: 'J18.9', similar: true }], null],
])('[EMR-04~] of %j with %j says of %j that there is none', (typed, found, missing) =>
  expect(missingCode(typed, found)).toBe(missing),
)
