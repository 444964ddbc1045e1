import { expect, it } from 'vitest'
import { changedParts, contentOf } from './signed-content.ts'

const text = { s: '頭暈 ', o: '', a: '', p: '', memo: '' }
const line = {
  ...{ code: 'A1', dose: 1, unit: '錠', totalUnit: null, frequency: 'QD', route: 'PO', days: 7, total: 7, notes: '' },
}
const i10 = { code: 'I10', remarks: '' }
const read = contentOf({ text, diagnoses: [i10], lines: [line, { ...line, code: 'B2' }] })

it.each([
  ['the text as the server keeps it', { text: { ...text, s: '頭暈' } }, []],
  [
    'lines in another order',
    {
      lines: [
        { ...line, code: 'B2' },
        { ...line, totalUnit: '錠' },
      ],
    },
    [],
  ],
  [
    'another dose and frequency',
    {
      lines: [
        { ...line, dose: 4, frequency: 'TID' },
        { ...line, code: 'B2' },
      ],
    },
    ['prescription'],
  ],
  ['another diagnosis', { diagnoses: [i10, { code: 'I48.0', remarks: '' }] }, ['diagnoses']],
  ['another one first', { diagnoses: [{ code: 'I48.0', remarks: '' }, i10] }, ['diagnoses']],
  ['a word', { text: { ...text, s: '頭痛', p: '休息' } }, ['s', 'p']],
])('[EMR-16~] what is signed is what was read: %s', (_, change, parts) => {
  const now = { text, diagnoses: [i10], lines: [line, { ...line, code: 'B2' }], ...change }
  expect(changedParts(read, contentOf(now))).toEqual(parts)
})
