import { expect, it } from 'vitest'
import { typedCode } from './icd-code.ts'

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
