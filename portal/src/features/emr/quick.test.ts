import { describe, expect, it } from 'vitest'
import {
  byStrength,
  defaultsOf,
  doubtOf,
  fieldsOf,
  lineFrom,
  problemOf,
  readLine,
  readQuickLine,
  strengthsBeside,
} from './quick.ts'

const drug = (code: string, strength: string) => ({
  code,
  name: `Amlodipine ${strength}`,
  nameZhTw: null,
  generic: 'Amlodipine',
  strength,
  unit: 'TAB',
  route: 'PO',
})
const tables = { frequencies: new Set(['QD', 'BID']), routes: new Set(['PO']) }

describe('prescription lines', () => {
  it('[EMR-05~] reads a line of typing, and the strength finds its tablet', () => {
    const quick = readQuickLine('amlo 5 1 qd po 28', tables)
    expect(quick).toMatchObject({
      query: 'amlo',
      frequency: 'QD',
      route: 'PO',
      days: 28,
      quick: true,
    })
    const found = byStrength([drug('A10', '10 mg'), drug('A5', '5 mg')], quick)
    expect(found.map(({ code }) => code)).toEqual(['A5', 'A10'])
    const fields = lineFrom(drug('A5', '5 mg'), quick, null)
    expect(readLine(drug('A5', '5 mg'), fields, tables).values).toMatchObject({ dose: 1, days: 28, total: 28 })
  })
  it('a name alone is a search and nothing more', () => {
    expect(readQuickLine('metformin', tables)).toMatchObject({ query: 'metformin', quick: false })
  })
  it('[EMR-05~] computes totals from dose, frequency and days, also from half a tablet', () => {
    const fields = { ...lineFrom(drug('A5', '5 mg'), readQuickLine('amlo 1/2 bid 7', tables), null) }
    expect(readLine(drug('A5', '5 mg'), fields, tables)).toMatchObject({ computed: 7, dailyDose: 1 })
  })
  it('[EMR-05~] wants a reason for a total of one’s own', () => {
    const fields = { ...lineFrom(drug('A5', '5 mg'), readQuickLine('amlo 1 qd 28', tables), null), total: '30' }
    const bare = readLine(drug('A5', '5 mg'), fields, tables)
    expect(problemOf(bare.problems, 'totalReason')?.reason).toBe('missing')
    expect(bare.values).toBeNull()
    const told = readLine(drug('A5', '5 mg'), { ...fields, totalReason: '整盒' }, tables).values
    expect(told).toMatchObject({ total: 30, totalReason: '整盒' })
    if (told) expect(fieldsOf(told)).toMatchObject({ total: '30', totalReason: '整盒' })
  })
  it('[EMR-05~] names the field of what cannot be read', () => {
    const bad = readLine(
      drug('A5', '5 mg'),
      {
        dose: 'x',
        frequency: 'zz',
        route: 'PO',
        days: '0',
        total: '',
        totalToCheck: false,
        totalReason: '',
        notes: '',
      },
      tables,
    )
    expect(bad.problems.map(({ field, reason }) => `${field} ${reason}`)).toEqual([
      'dose notNumeric',
      'frequency unknown',
      'days outOfRange',
    ])
  })
  it.each([
    ['amlo 5 qd', 'A5', [], null],
    ['amlo 5mg 1 qd prn', 'A5', ['prn'], null],
    ['amlo 5 1 q8', 'A5', ['q8'], null],
    ['amlo 2.5 1 qd', 'A5', [], '2.5'],
    ['amlo 1000 qd', 'A5', [], '1000'],
    ['amlo 1 qd 28', 'A5', [], null],
  ])(
    '[EMR-05~] what speaks against taking %j: words nobody understood, a strength that it does not have',
    (text, code, unclear, otherStrength) => {
      expect(doubtOf(drug(code, '5 mg'), readQuickLine(text, tables))).toMatchObject({ unclear, otherStrength })
    },
  )
  it('[EMR-05~] a bare number that is no usual count of pieces, and weeks that may be meant, are asked about', () => {
    const five = drug('A5', '5 mg')
    const weekly = { ...tables, frequencies: new Set(['QD', 'QW']) }
    expect(doubtOf(five, readQuickLine('amlo 2.5 qd 28', tables))).toMatchObject({ unsure: '2.5', neither: false })
    expect(doubtOf(five, readQuickLine('amlo 2 qd 28', tables))).toMatchObject({ unsure: null, weeks: null })
    expect(doubtOf(five, readQuickLine('amlo 5 1 qw 4', weekly))).toMatchObject({ weeks: 4 })
    expect(doubtOf(five, readQuickLine('amlo 5 1 qw 28', weekly))).toMatchObject({ weeks: null })
  })
  it('[EMR-05~] a strength is never the number of tablets, and what nobody typed is told as usual', () => {
    const five = drug('A5', '5 mg')
    const quick = readQuickLine('amlo 5 bid', tables)
    expect(lineFrom(five, quick, 14)).toMatchObject({ dose: '1', frequency: 'BID', route: 'PO', days: '14' })
    expect([...defaultsOf(five, quick)].sort()).toEqual(['days', 'dose', 'route'])
    expect([...defaultsOf(five, readQuickLine('amlo 5 1 bid po 7', tables))]).toEqual([])
  })
  it('[EMR-05~] says which strengths there are of the first one’s ingredient', () => {
    const found = [
      drug('A5', '5 mg'),
      drug('A10', '10 mg'),
      { ...drug('B', '25 mg'), generic: 'Other' },
      drug('A5b', '5 mg'),
    ]
    expect(strengthsBeside(found)).toEqual(['5 mg', '10 mg'])
  })
})
