import { historyItems } from '@teleward/contract/members/history-items.ts'
import type { HistoryFact } from '@teleward/contract/members/fact.ts'
import type { MedHistory } from '@teleward/contract/members/history.ts'
import { describe, expect, it } from 'vitest'
import { changeOf, changing, faultsOf, fresh, isDirty, mayBeNone, named, nothing, reasonsMissing } from './form.ts'

const fact = (id: number, over: Partial<HistoryFact> = {}): HistoryFact => ({
  id,
  kind: 'sensitive_matters',
  note: '海鮮',
  ename: 'Seafood',
  mh_other_value: null,
  severity: 'mild',
  recordedAt: '2026-01-01T00:00:00Z',
  recordedBy: '林',
  item: null,
  verification: null,
  criticality: null,
  reaction: null,
  substance: null,
  ...over,
})
const form = (...entries: HistoryFact[]): MedHistory => ({ pid: 1, version: 3, entries, withdrawn: [] })

describe('the history form', () => {
  it('[EMR-09~] takes an item of the list with its code, or words of one’s own without', () => {
    const picked = named(fresh('sensitive_matters', 'a'), 'Penicillins', historyItems)
    expect(picked).toMatchObject({ item: 'allergy_penicillins', substance: 'class:penicillins', note: '' })
    expect(named(picked, 'Penicillins?', historyItems)).toMatchObject({
      item: null,
      substance: null,
      note: 'Penicillins?',
    })
    expect(faultsOf(fresh('person_sick', 'a'), historyItems)).toEqual(new Set(['note']))
    expect(faultsOf(named(fresh('person_sick', 'a'), '手術', historyItems), historyItems)).toEqual(
      new Set(['mh_other_value']),
    )
  })

  it('[EMR-09~] sends what is new and changed, and of the rest nothing', () => {
    const draft = {
      drafts: [changing(fact(7), 'change:7'), { ...fresh('life_type', 'n'), note: '吸菸' }],
      none: ['parents_sick' as const],
      gone: { 8: { why: 'refuted' as const, reason: '皮膚測試陰性' } },
    }
    expect(isDirty(nothing)).toBe(false)
    expect(isDirty(draft)).toBe(true)
    const change = changeOf(1, 2, 3, draft)
    expect(Object.keys(change).sort()).toEqual([
      'life_type',
      'parents_sick',
      'pid',
      'qid',
      'sensitive_matters',
      'version',
      'withdrawn',
    ])
    expect(change.sensitive_matters).toMatchObject([{ id: 7, note: '海鮮', ename: 'Seafood', severity: 'mild' }])
    expect(change.parents_sick).toMatchObject([{ none: true }])
    expect(change.withdrawn).toEqual([{ id: 8, why: 'refuted', reason: '皮膚測試陰性' }])
  })

  it('[EMR-09~] offers none only where nothing is there, and asks for each reason', () => {
    expect(mayBeNone(form(), nothing, 'sensitive_matters')).toBe(true)
    expect(mayBeNone(form(fact(7)), nothing, 'sensitive_matters')).toBe(false)
    expect(mayBeNone(form(fact(7, { severity: 'none' })), nothing, 'sensitive_matters')).toBe(false)
    const gone = { ...nothing, gone: { 7: { why: 'refuted' as const, reason: ' ' } } }
    expect(mayBeNone(form(fact(7)), gone, 'sensitive_matters')).toBe(true)
    expect(reasonsMissing(gone)).toEqual([7])
  })
})
