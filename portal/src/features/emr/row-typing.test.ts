import { describe, expect, it } from 'vitest'
import type { ShownLine } from './note-draft.ts'
import { changedMeanwhile, clashes, fieldsNow, type RowTyping, totalInDoubt } from './row-typing.ts'

const line: ShownLine = {
  id: 'a',
  code: 'A1',
  name: 'METFORMIN 500MG',
  nameZhTw: null,
  unit: 'TAB',
  dose: 2,
  frequency: 'TID',
  route: 'PO',
  days: 7,
  total: 42,
  totalReason: null,
  dailyDose: 6,
  notes: '',
  sort: 0,
  version: 3,
}
const typing = (fields: RowTyping['fields'], from = line): RowTyping => ({ from, fields, kept: [] })

describe('a row that is typed in', () => {
  it('[EMR-16~] knows what another changed in it meanwhile, and whether it is the same field', () => {
    const days = typing({ days: '21' })
    expect(changedMeanwhile(days, line)).toEqual([])
    expect(changedMeanwhile(days, { ...line, dose: 0.5 })).toEqual([])
    const theirs = { ...line, dose: 0.5, total: 11, version: 4 }
    expect(changedMeanwhile(days, theirs)).toEqual(['dose'])
    expect(clashes(days, ['dose'])).toBe(false)
    expect(clashes(typing({ dose: '1' }), ['dose'])).toBe(true)
  })
  it('[EMR-16~] does not take what a pause has kept for another’s', () => {
    const kept = { ...typing({ days: '210' }), kept: [{ ...line, days: 21, total: 126 }] }
    expect(changedMeanwhile(kept, { ...line, days: 21, total: 126, version: 4 })).toEqual([])
    expect(changedMeanwhile(kept, { ...line, days: 14, total: 84, version: 5 })).toEqual(['days'])
    // Refused by the server, the row is as it was.
    expect(changedMeanwhile(kept, { ...line, notes: '飯後', version: 4 })).toEqual(['notes'])
  })
  it('[EMR-05~] asks for a total again that nothing computes, when its amounts change after it', () => {
    const asNeeded = { ...line, dose: 1, frequency: 'QIDPRN', total: 7, dailyDose: null }
    for (const fields of [{ days: '28' }, { dose: '2' }]) {
      const now = fieldsNow(asNeeded, typing(fields, asNeeded))
      expect(totalInDoubt(typing(fields, asNeeded), now, null)).toBe(true)
      expect(totalInDoubt(typing({ ...fields, total: '7' }, asNeeded), now, null)).toBe(false)
    }
    expect(totalInDoubt(typing({ notes: '痛時' }, asNeeded), fieldsNow(asNeeded, null), null)).toBe(false)
    expect(totalInDoubt(typing({ days: '28' }), fieldsNow(line, typing({ days: '28' })), 168)).toBe(false)
  })
  it('[EMR-05~] lets a total by hand go as soon as something computes it, and keeps one that was typed', () => {
    const asNeeded = { ...line, frequency: 'QIDPRN', total: 7, dailyDose: null }
    expect(fieldsNow(asNeeded, typing({ frequency: 'qid' }, asNeeded)).total).toBe('')
    expect(fieldsNow(asNeeded, typing({ frequency: 'QID', total: '9' }, asNeeded)).total).toBe('9')
    expect(fieldsNow(asNeeded, typing({ frequency: 'TIDPRN' }, asNeeded)).total).toBe('7')
  })
})
