import type { PrescriptionSet, SetLine } from '@teleward/contract/emr/set-endpoints.ts'
import { describe, expect, it } from 'vitest'
import { linesOfSet, sameCode, setsBy } from './set-lines.ts'

const line = (more: Partial<SetLine> = {}): SetLine => ({
  code: 'X1',
  name: 'AMLODIPINE 5MG',
  nameZhTw: null,
  unit: 'TAB',
  dose: 1,
  frequency: 'QD',
  route: 'PO',
  days: 28,
  total: 28,
  totalReason: null,
  notes: '',
  listed: true,
  sameUnit: true,
  ...more,
})
const set = (code: string, name: string, more: Partial<PrescriptionSet> = {}): PrescriptionSet => ({
  id: 1,
  name,
  code,
  shared: false,
  owner: { mid: 1, name: '林', nameEn: null },
  own: true,
  lines: [line()],
  version: 1,
  updatedAt: '2026-01-01T00:00:00Z',
  ...more,
})

describe('the lines of a set', () => {
  it('[EMR-06~] go in as they are kept, with totals computed or as their reason says', () => {
    const own = line({ total: 30, totalReason: '備用', notes: '早餐後' })
    expect(linesOfSet({ lines: [line(), own] }, {}).values).toMatchObject([
      { code: 'X1', dose: 1, days: 28, total: 28, totalReason: null },
      { total: 30, totalReason: '備用', notes: '早餐後' },
    ])
    expect(linesOfSet({ lines: [line({ unit: 'BOT', total: 2 })] }, {}).values).toMatchObject([{ total: 2 }])
  })
  it('[EMR-06~] leave out by name a drug that is on the list no more, and what is in force no more', () => {
    const lines = [
      line({ name: 'GONE', listed: false }),
      line(),
      line({ name: 'ODD', frequency: 'Q7H' }),
      line({ name: 'PEN', sameUnit: false }),
    ]
    const found = linesOfSet({ lines }, { frequencies: new Set(['QD']) })
    expect(found).toMatchObject({ gone: ['GONE'], unfit: ['ODD', 'PEN'], values: [{ code: 'X1' }] })
  })
})

describe('a set is found', () => {
  const all = [set('htdm', '高血壓'), set('ht', '血壓單方', { own: false }), set('uri', '感冒')]
  it('[EMR-06~] by its code, then by its beginning, then by a part of its name', () => {
    expect(setsBy(all, 'HT').map(({ code }) => code)).toEqual(['ht', 'htdm'])
    expect(setsBy(all, '血壓').map(({ code }) => code)).toEqual(['htdm', 'ht'])
    expect(setsBy(all, ' ')).toEqual([])
    expect(setsBy(all, 'amlodipine')).toEqual([])
  })
  it('[EMR-06~] whatever width its code is typed in', () => {
    expect(sameCode(set('uri', 'x'), 'ＵＲＩ ')).toBe(true)
    expect(sameCode(set('uri', 'x'), 'ur')).toBe(false)
  })
})
