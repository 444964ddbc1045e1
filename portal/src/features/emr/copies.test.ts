import { copyMarks } from '@teleward/contract/emr/copied.ts'
import type { Copied, RecordBrief } from '@teleward/contract/emr/schema.ts'
import { describe, expect, it } from 'vitest'
import { sourceOf } from './copies.ts'
import { nobody, peopleOf } from './presence-lines.ts'

const brief = (noteId: string, mid: number, drugs = 1, state: RecordBrief['state'] = 'signed') =>
  ({ noteId, state, author: { mid }, drugs: Array.from({ length: drugs }, () => ({})) }) as unknown as RecordBrief

describe('what is taken over', () => {
  it("[EMR-15~] is offered from the author's own last visit, else from the last of all; withdrawn ones never", () => {
    const records = [brief('a', 2, 0), brief('b', 1, 0), brief('c', 1, 2), brief('d', 2, 1)]
    expect(sourceOf(records, 1, 'note')?.noteId).toBe('b')
    expect(sourceOf(records, 1, 'prescription')?.noteId).toBe('c')
    expect(sourceOf(records, 3, 'note')?.noteId).toBe('a')
    expect(sourceOf(records, 3, 'prescription')?.noteId).toBe('c')
    expect(sourceOf([brief('x', 1, 1, 'withdrawn')], 1, 'note')).toBeUndefined()
    expect(sourceOf(null, 1, 'note')).toBeUndefined()
  })
  it('[EMR-15~] is unchanged, within more, changed, or not marked where nothing stands', () => {
    const line = { code: 'A', dose: 1, frequency: 'QD', route: 'PO', days: 7, total: 7 }
    const note = { s: '', o: '', a: ' 甲 ', p: '先\n甲', memo: '乙', diagnoses: [{ code: 'I10' }], lines: [line] }
    const of = (part: Copied['part'], text: string) => ({ part, text }) as Copied
    const said = (copied: Copied[]) => copyMarks(note, copied).map(({ state }) => state)
    expect(said([of('a', '甲'), of('p', '甲'), of('memo', '甲'), of('s', '甲')])).toEqual([
      'unchanged',
      'within',
      'changed',
    ])
    expect(said([of('diagnoses', 'I10'), of('diagnoses', 'I10\nE11.9')])).toEqual(['unchanged', 'changed'])
    expect(said([of('prescription', 'A 1 QD PO 7 7'), of('prescription', 'A 2 QD PO 7 14')])).toEqual([
      'unchanged',
      'changed',
    ])
  })
})

describe('who is on the note', () => {
  it('[EMR-16~] is said once for each person, where they write; who fell silent is gone', () => {
    const at = 1_000_000
    const one = (mid: number, part: 's' | null, since = at) => ({ mid, name: `${mid}`, nameEn: null, part, at: since })
    const lines = new Map([
      ['l1', one(1, null)],
      ['l2', one(1, 's')],
      ['l3', one(1, null)],
      ['l4', one(2, 's', at - 26_000)],
    ])
    expect(peopleOf(lines, at)).toEqual([{ mid: 1, name: '1', nameEn: null, part: 's' }])
    expect(peopleOf(nobody, at)).toEqual([])
  })
})
