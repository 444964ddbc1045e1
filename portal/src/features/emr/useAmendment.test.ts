import { expect, it } from 'vitest'
import type { LineValues } from './note-draft.ts'
import { type Amendment, workOn } from './useAmendment.ts'

const line = (code: string) =>
  ({
    code,
    name: code,
    unit: '錠',
    dose: 1,
    frequency: 'QD',
    route: 'PO',
    days: 7,
    total: 7,
    remarks: '',
  }) as never as LineValues
const begun = { noteId: 'n', version: 3, text: {}, diagnoses: [], lines: [] } as never as Amendment

function open() {
  let value: Amendment | undefined = begun
  const draft = {
    get: () => ({ value, at: 1, kept: true, loaded: true }),
    write: (next: Amendment) => {
      value = next
    },
    clear: async () => {
      value = undefined
    },
  }
  const codes = () => value?.lines.map(({ code }) => code)
  return { work: workOn(draft, begun, { write: true, prescribe: true } as never), codes }
}

it('[EMR-06~] [EMR-10~] of a set that is put into an amendment every line stands', () => {
  const { work, codes } = open()
  for (const code of ['A', 'B', 'C']) work.addLine(line(code))
  expect(codes()).toEqual(['A', 'B', 'C'])
})

it('[EMR-10~] a line that is taken out of an amendment and back in stands once, and what was written meanwhile stays', () => {
  const { work, codes } = open()
  work.addLine(line('A'))
  // The page has shown the line; a toast holds on to the acts of that moment.
  const before = work
  work.removeLine('nobody')
  work.addLine(line('B'))
  before.addLine(line('C'), 0)
  expect(codes()).toEqual(['C', 'A', 'B'])
})

it('[EMR-10~] an amendment that was given up is not brought back by an undo', () => {
  const { work, codes } = open()
  work.cancel()
  work.addLine(line('A'))
  expect(codes()).toBeUndefined()
})
