import { expect, it } from 'vitest'
import { missingCode, oldCode } from './missing-code.ts'

it.each([
  ['ICD10 I10.9', [{ code: 'I10', similar: true }], 'I10.9'],
  ['J06,9', [{ code: 'J06.9', similar: false }], null],
  ['I10,E11.9', [{ code: 'I10', similar: true }], null],
  ['E10-E14', [{ code: 'E10', similar: true }], null],
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

it.each([
  ['401.9', '401.9'],
  ['ICD9 401.9', '401.9'],
  ['250.00 DM', '250.00'],
  ['I10', null],
  ['BMI 25.5', null],
])('[EMR-04~] of %j the older code is %j', (typed, code) => expect(oldCode(typed)).toBe(code))
