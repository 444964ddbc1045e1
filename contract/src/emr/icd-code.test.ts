import { expect, it } from 'vitest'
import { typedAs, typedCode } from './icd-code.ts'

it.each([
  ['I10.9', 'i109', true],
  ['j06.90', 'j0690', true],
  ['Ｅ１１．９', 'e119', true],
  ['E11 65', 'e1165', false],
  ['S67.01XA', 's6701xa', true],
  ['w11.xxxa', 'w11xxxa', true],
  ['C7A.0', 'c7a0', true],
  ['I10.', 'i10', false],
  ['b12', 'b12', false],
])('[EMR-04~] %j has the form of a code', (text, bare, pointed) => expect(typedCode(text)).toEqual({ bare, pointed }))
it.each([
  '',
  'J0O',
  'L4-5',
  'h1n1',
  'g6pd',
  'a1c',
  'I10-I15',
  'I10.12345',
  'E11.9 diabetes',
  'pneumonia',
  '高血壓',
  '10.9',
])('[EMR-04~] %j has none', (text) => expect(typedCode(text)).toBeNull())

it.each([
  ['401.9', { as: 'old', text: '401.9' }],
  ['250', { as: 'old', text: '250' }],
  ['E849.0', { as: 'old', text: 'E849.0' }],
  ['ICD10 I10', { as: 'code', code: { bare: 'i10', pointed: true } }],
  ['J06,9', { as: 'code', code: { bare: 'j069', pointed: true } }],
  ['E10-E14', { as: 'range', from: 'e10', to: 'e14' }],
  ['C50.1 至 C50.9', { as: 'range', from: 'c501', to: 'c509' }],
  ['I10, E11.9', { as: 'several', codes: ['i10', 'e119'] }],
  ['I10；E11.9；J06.9', { as: 'several', codes: ['i10', 'e119', 'j069'] }],
])('[EMR-04~] %j is codes of a kind', (text, typed) => expect(typedAs(text)).toEqual(typed))
it.each(['', 'ICD10', 'BMI 25.5', 'L4-5', 'h1n1', 'I10 hypertension', '2 型糖尿病', '7', '12345'])(
  '[EMR-04~] %j is no codes alone',
  (text) => expect(typedAs(text)).toBeNull(),
)
