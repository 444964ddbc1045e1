import type { Note } from '@teleward/contract/emr/schema.ts'
import { describe, expect, it } from 'vitest'
import { type DraftOp, noDraft, type NoteDraft, reconcile, resolve, settled, typed, view } from './note-draft.ts'

const person = { mid: 7, name: '林書妍', nameEn: null }
const aNote = (changes: Partial<Note> = {}): Note => ({
  id: '11111111-1111-4111-8111-111111111111',
  pid: 12,
  qid: 34,
  author: person,
  preparedBy: null,
  state: 'draft',
  version: 1,
  partVersions: { s: 1, o: 1, a: 1, p: 1, memo: 1 },
  s: '',
  o: '',
  a: '',
  p: '',
  memo: '',
  diagnoses: [],
  lines: [],
  drugAnswers: [],
  refill: null,
  copied: [],
  signedAt: null,
  signedBy: null,
  hash: null,
  late: false,
  amendedAt: null,
  amendedReason: null,
  withdrawnAt: null,
  withdrawnReason: null,
  createdAt: '2026-11-21T01:00:00Z',
  updatedAt: '2026-11-21T01:00:00Z',
  ...changes,
})
const writes = (text: string, base = '', version = 1): NoteDraft => ({ parts: { s: { text, base, version } }, ops: [] })
const icd = { code: 'I10', nameEn: 'Essential hypertension', nameZhTw: '本態性高血壓', billable: true }

describe('a draft over what the server has', () => {
  it('[EMR-19~] keeps each keystroke against the text it began from', () => {
    const one = typed(noDraft, aNote({ s: '頭痛', version: 3 }), 's', '頭痛三天')
    expect(one.parts.s).toEqual({ text: '頭痛三天', base: '頭痛', version: 3 })
    expect(typed(one, aNote({ s: '頭痛', version: 9 }), 's', '頭痛').parts).toEqual({})
  })
  it('[EMR-02~] leaves parts alone that somebody else changed', () => {
    const { draft, conflicts } = reconcile(writes('咳嗽'), aNote({ o: '喉嚨紅', version: 2 }))
    expect(conflicts).toEqual([])
    expect(view(draft, aNote({ o: '喉嚨紅', version: 2 })).text).toMatchObject({ s: '咳嗽', o: '喉嚨紅' })
  })
  it('[EMR-02~] shows both sides when two people changed the same part, and loses neither', () => {
    const server = aNote({ s: '發燒', version: 2 })
    const { draft, conflicts } = reconcile(writes('咳嗽'), server)
    expect(conflicts).toEqual([{ part: 's', mine: '咳嗽', theirs: '發燒' }])
    expect(draft.parts.s?.text).toBe('咳嗽')
    expect(resolve(draft, server, 's', 'theirs').parts).toEqual({})
    expect(resolve(draft, server, 's', 'mine').parts.s).toEqual({ text: '咳嗽', base: '發燒', version: 2 })
    expect(resolve(draft, server, 's', 'both').parts.s?.text).toBe('發燒\n咳嗽')
  })
  it('[EMR-19~] takes its own save for its own when the answer was lost', () => {
    const lost: NoteDraft = { parts: { s: { text: '咳嗽三天', base: '', version: 1, sent: ['咳', '咳嗽'] } }, ops: [] }
    const { draft, conflicts } = reconcile(lost, aNote({ s: '咳嗽', version: 2 }))
    expect(conflicts).toEqual([])
    expect(draft.parts.s).toEqual({ text: '咳嗽三天', base: '咳嗽', version: 2 })
  })
  it('[EMR-02~] takes its own text for its own when the server has cleaned it', () => {
    const sent = 'CC:\u000bcough\u0000'
    const draft: NoteDraft = { parts: { s: { text: sent, base: '', version: 1, sent: [sent] } }, ops: [] }
    expect(settled(draft, aNote({ s: 'CC:\ncough', version: 2 })).parts).toEqual({})
    const on: NoteDraft = { parts: { s: { text: `${sent} x`, base: '', version: 1, sent: [sent] } }, ops: [] }
    const { conflicts, draft: left } = reconcile(on, aNote({ s: 'CC:\ncough', version: 2 }))
    expect(conflicts).toEqual([])
    expect(left.parts.s).toEqual({ text: `${sent} x`, base: 'CC:\ncough', version: 2 })
  })
  it('[SHELL-16~] does not call a second tab of the author somebody else', () => {
    const { conflicts, draft } = reconcile(writes('abc', 'ab', 5), aNote({ s: 'a', version: 4 }))
    expect(conflicts).toEqual([])
    expect(draft.parts.s?.text).toBe('abc')
  })
  it('keeps what was typed while a save was on its way', () => {
    const after = settled(
      { parts: { s: { text: 'abc', base: '', version: 1, sent: ['ab'] } }, ops: [] },
      aNote({ s: 'ab', version: 2 }),
    )
    expect(after.parts.s).toEqual({ text: 'abc', base: 'ab', version: 2 })
  })
})

describe('changes of the lists that wait', () => {
  const add: DraftOp = { kind: 'addIcd', key: 'k1', icd, remarks: '' }
  it('[EMR-04~] shows them at once, and gives them their real id when the server has it', () => {
    const change: DraftOp = { kind: 'changeIcd', key: 'k2', id: 'new:k1', version: 1, code: 'I10', remarks: '疑似' }
    const draft: NoteDraft = { parts: {}, ops: [add, change] }
    expect(view(draft, aNote()).diagnoses).toMatchObject([{ code: 'I10', remarks: '疑似', pending: true }])
    const row = { ...icd, id: 'real', remarks: '', sort: 0, version: 2 }
    const next = settled(draft, aNote({ version: 2, diagnoses: [row] }), add)
    expect(next.ops).toEqual([{ ...change, id: 'real', version: 2 }])
  })
  it('[EMR-04~] puts the primary one first', () => {
    const rows = ['A', 'B'].map((code, sort) => ({ ...icd, code, id: code, remarks: '', sort, version: 1 }))
    const first: DraftOp = { kind: 'changeIcd', key: 'k', id: 'B', version: 1, code: 'B', sort: 0 }
    expect(view({ parts: {}, ops: [first] }, aNote({ diagnoses: rows })).diagnoses.map(({ code }) => code)).toEqual([
      'B',
      'A',
    ])
  })
  it('[EMR-05~] shows a removed line gone, and its neighbours in place', () => {
    const line = {
      code: 'A',
      name: 'A',
      nameZhTw: null,
      unit: 'TAB',
      dose: 1,
      frequency: 'QD',
      route: 'PO',
      days: 7,
      total: 7,
      totalReason: null,
      notes: '',
    }
    const lines = ['x', 'y'].map((id, sort) => ({ ...line, id, dailyDose: 1, sort, version: 1 }))
    const gone = view(
      { parts: {}, ops: [{ kind: 'removeLine', key: 'k', id: 'x', version: 1 }] },
      aNote({ lines }),
    ).lines
    expect(gone.map(({ id }) => id)).toEqual(['y'])
    const back = view(
      {
        parts: {},
        ops: [
          { kind: 'removeLine', key: 'k', id: 'x', version: 1 },
          { kind: 'addLine', key: 'j', line, sort: 0 },
        ],
      },
      aNote({ lines }),
    )
    expect(back.lines.map(({ id }) => id)).toEqual(['new:j', 'y'])
  })
})
