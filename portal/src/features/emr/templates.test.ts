import type { NoteTemplate } from '@teleward/contract/snippets/template-endpoints.ts'
import { describe, expect, it } from 'vitest'
import { filled, nextWithBlank, putIn, templatesBy } from './templates.ts'

const facts = { age: '68歲2個月', sex: '女', today: '2026/11/25', complaint: '頭暈' }
const empty = { s: '', o: '', a: '', p: '', memo: '' }
const template = (over: Partial<NoteTemplate> = {}): NoteTemplate => ({
  ...empty,
  id: 1,
  name: '高血壓回診',
  code: 'htn',
  division: null,
  divisionEn: null,
  owner: '林書妍',
  own: true,
  version: 1,
  ...over,
})

describe('a template', () => {
  it('[EMR-15~] fills what the visit knows, in any of the languages, and leaves every other blank', () => {
    expect(filled('{主訴}，{年齡}{性别}，{today}：__，{日期} 回診', facts)).toBe(
      '頭暈，68歲2個月女，2026/11/25：__，{日期} 回診',
    )
    expect(filled('{主訴}{年齡}', { ...facts, complaint: null, age: null })).toBe('{主訴}{年齡}')
    // What a patient wrote brings no blanks of its own.
    expect(filled('{主訴}', { ...facts, complaint: '痛{x}' })).toBe('痛x')
  })
  it('[EMR-15~] goes beneath what stands there, and leaves parts alone of which it says nothing', () => {
    const put = putIn(template({ s: '{主訴}', p: '__ 週後回診' }), { ...empty, p: '已寫\n' }, facts)
    expect(put).toEqual([
      { part: 's', text: '頭暈', from: 0 },
      { part: 'p', text: '已寫\n__ 週後回診', from: 3 },
    ])
  })
  it('[EMR-15~] is filled from part to part, forwards', () => {
    const text = { ...empty, s: 'ok', o: '__', memo: '{x}' }
    expect(nextWithBlank(text, 's')).toBe('o')
    expect(nextWithBlank(text, 'o')).toBe('memo')
    expect(nextWithBlank(text, 'memo')).toBeUndefined()
  })
  it('[EMR-15~] is found by its code before names that begin so or hold it', () => {
    const all = [
      template({ id: 1, name: 'DM 與 HTN' }),
      template({ id: 2, name: 'htn 初診', code: 'h1' }),
      template({ id: 3, name: '三', code: 'HTN' }),
      template({ id: 4, name: '皮膚', code: null }),
    ]
    all[0] = template({ id: 1, name: 'DM 與 HTN', code: null })
    expect(templatesBy(all, 'ｈｔｎ').map(({ id }) => id)).toEqual([3, 2, 1])
    expect(templatesBy(all, '')).toHaveLength(4)
    expect(templatesBy(all, '骨科')).toEqual([])
  })
})
