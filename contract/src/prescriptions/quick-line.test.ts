import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFor } from './quick-drug.ts'
import { mayBeWeeks, parseQuickLine, type QuickLine } from './quick-line.ts'

const seeds = new URL('../../../server/seeds/', import.meta.url)
const codesOf = (name: string) =>
  readFileSync(new URL(name, seeds), 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[0] ?? '')
    .filter(Boolean)
const tables = { frequencies: new Set(codesOf('frequencies.tsv')), routes: new Set(codesOf('routes.tsv')) }

/** The line in short: what a person would read of it. */
const said = ({ query, strength, dose, bare, frequency, route, days, unclear }: QuickLine) => ({
  query,
  ...(strength && { strength: strength.text }),
  ...(dose && { dose: dose.figures[0]?.written }),
  ...(bare && { bare: bare.figures[0]?.written }),
  ...(frequency && { frequency }),
  ...(route && { route }),
  ...(days !== null && { days }),
  ...(unclear.length > 0 && { unclear }),
})
const read = (text: string) => said(parseQuickLine(text, tables))

describe('a line of typing', () => {
  it.each([
    ['amlo 5 1 qd po 28', { query: 'amlo', strength: '5', dose: 1, frequency: 'QD', route: 'PO', days: 28 }],
    ['amlo 1 qd po 28', { query: 'amlo', bare: 1, frequency: 'QD', route: 'PO', days: 28 }],
    ['amlo 5mg 1# qd po 28d', { query: 'amlo', strength: '5mg', dose: 1, frequency: 'QD', route: 'PO', days: 28 }],
    ['metformin 500mg bid 14天 po', { query: 'metformin', strength: '500mg', frequency: 'BID', route: 'PO', days: 14 }],
    [
      'insulin glargine 100 10 qdhs sc 30',
      { query: 'insulin glargine', strength: '100', dose: 10, frequency: 'QDHS', route: 'SC', days: 30 },
    ],
    ['amlo 1/2 qd', { query: 'amlo', bare: 0.5, frequency: 'QD' }],
    ['amlo .5 tid&hs', { query: 'amlo', bare: 0.5, frequency: 'TID&HS' }],
    ['脈優 ５ １ ＱＤ ＰＯ ２８', { query: '脈優', strength: '5', dose: 1, frequency: 'QD', route: 'PO', days: 28 }],
    ['amlo', { query: 'amlo' }],
    ['hs', { query: 'hs' }],
    ['5 qd', { query: '5', frequency: 'QD' }],
    ['amlo q.d. 7', { query: 'amlo', frequency: 'QD', days: 7 }],
    ['', { query: '' }],
  ])('[EMR-05~] %j', (text, line) => expect(read(text)).toEqual(line))

  it.each([
    ['paracetamol 500mg 1 qid prn 3', { dose: 1, frequency: 'QIDPRN', days: 3 }],
    ['paracetamol 500mg 1 q6h prn po 3d', { dose: 1, frequency: 'Q6HPRN', route: 'PO', days: 3 }],
    ['paracetamol 500mg 1 prn q6h 3d', { dose: 1, frequency: 'Q6HPRN', days: 3 }],
    ['metformin 500mg 1 tid ac 7', { dose: 1, frequency: 'TIDAC', days: 7 }],
    ['metformin 500mg 1 tid pc po', { dose: 1, frequency: 'TIDPC', route: 'PO' }],
    ['norvasc 5mg 0.5 qd hs 28', { dose: 0.5, frequency: 'QDHS', days: 28 }],
    ['norvasc 5mg 1 tid hs 7', { dose: 1, frequency: 'TID&HS', days: 7 }],
    ['metformin 500mg 0,5 bid 7', { dose: 0.5, frequency: 'BID', days: 7 }],
    ['metformin 500mg ０．５ bid 7', { dose: 0.5, frequency: 'BID', days: 7 }],
    ['metformin 500mg 半顆 bid 7', { dose: 0.5, frequency: 'BID', days: 7 }],
    ['metformin 500mg 1顆 bid 7', { dose: 1, frequency: 'BID', days: 7 }],
    ['metformin 500 mg 1 tab bid 7', { dose: 1, frequency: 'BID', days: 7 }],
    ['metformin 500mg 1 # bid x 7', { dose: 1, frequency: 'BID', days: 7 }],
    ['metformin 500mg 1 bid x7d', { dose: 1, frequency: 'BID', days: 7 }],
    ['metformin 500mg 1 tid pc po 2w', { dose: 1, frequency: 'TIDPC', route: 'PO', days: 14 }],
    ['metformin 500mg 1 tid 4週', { dose: 1, frequency: 'TID', days: 28 }],
    ['norvasc 5mg 1 qd 3m', { dose: 1, frequency: 'QD', days: 90 }],
    ['norvasc 5mg 1 qd 2 weeks', { dose: 1, frequency: 'QD', days: 14 }],
    ['norvasc 5mg qd 1 28', { dose: 1, frequency: 'QD', days: 28 }],
    ['norvasc 5mg po 28d qd 1#', { dose: 1, frequency: 'QD', route: 'PO', days: 28 }],
    ['latanoprost 1 ou hs 30', { bare: 1, frequency: 'HS', route: 'OU', days: 30 }],
  ])('[EMR-05~] takes the words of %j together', (text, line) => {
    expect(read(text)).toMatchObject(line)
    expect(parseQuickLine(text, tables).unclear).toEqual([])
  })

  it.each([
    ['panadol 1-2 q6h prn', ['1-2']],
    ['norvasc -1 qd', ['-1']],
    ['norvasc 5mg 1 qd -7', ['-7']],
    ['norvasc 1e3 qd', ['1e3']],
    ['norvasc 1 od 28', ['od']],
    ['norvasc 1 q8 7', ['q8']],
    ['norvasc 1 tid qd 7', ['QD']],
    ['metformin 500mg 1,000 bid', ['1,000']],
    ['prednisolone 5mg 20mg qd 5', ['20mg']],
    ['warfarin 1 1/2 qd 28', ['1 1/2']],
    ['norvasc 1 qw prn 28', ['PRN']],
    ['norvasc 1 qd 每餐後 28', ['每餐後']],
    ['norvasc qd 1', ['1']],
    ['norvasc 1 qd 7 po sl', ['sl']],
    ['norvasc 1 qd 2w 3d', ['3d']],
  ])('[EMR-05~] names what it does not understand of %j', (text, unclear) => {
    const line = parseQuickLine(text, tables)
    const left = [...line.unclear]
    // A lone bare number may be asked about by the drug; here it is what stands over.
    if (line.bare && !line.dose && text === 'norvasc qd 1') left.push(line.bare.text)
    expect(left).toEqual(unclear)
  })

  it('[EMR-05~] takes any text without throwing and gives no number that is none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const line = parseQuickLine(text)
        for (const one of [line.strength, line.dose, line.bare])
          for (const { value } of one?.figures ?? []) expect(Number.isFinite(value)).toBe(true)
        expect(line.days === null || Number.isFinite(line.days)).toBe(true)
      }),
    )
  })

  it('[EMR-05~] loses no word: each is the drug’s, is understood, or is named', () => {
    const strange = fc.constantFrom('?', 'q8', '1-2', 'x', 'tabs', '早晚', '1e3', '+1', 'abc', '1,000', '飯後', '--')
    const known = fc.constantFrom('qd', 'tid', 'po', '28d', '5mg', '1#', '7', '1/2', 'prn', 'ac', 'hs', 'ou')
    fc.assert(
      fc.property(fc.array(fc.oneof(strange, known), { maxLength: 8 }), (words) => {
        const typed = ['norvasc', ...words]
        const line = parseQuickLine(typed.join(' '), tables)
        const amounts = [line.strength, line.dose, line.bare].filter((one) => one !== null).map(({ text }) => text)
        const told = [line.query, ...amounts, ...line.unclear].join(' ').toLowerCase().split(/[\s]+/)
        const codes = `${line.frequency ?? ''} ${line.route ?? ''}`.toLowerCase()
        for (const word of typed) {
          const inDays = line.days !== null && (readDays(word) === line.days || /^(x|tabs)$/.test(word))
          expect(told.includes(word) || codes.includes(word) || inDays, `${word} of ${typed.join(' ')}`).toBe(true)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
const readDays = (word: string) => Number(word.replace(/d$/, ''))

const drug = (name: string, strength: string | null, unit = 'TAB') => ({ name, strength, unit })
describe('a line held against a drug', () => {
  const of = (text: string, one: ReturnType<typeof drug>) => readFor(one, parseQuickLine(text, tables))
  const metformin = drug('METFORMIN 500MG', '500mg')
  const orfarin = drug('ORFARIN TABLETS 5MG', '5mg')
  it.each([
    ['metformin 500 tid 7', metformin, { dose: null, otherStrength: null }],
    ['metformin 1000 tid 7', metformin, { dose: null, otherStrength: '1000' }],
    ['metformin 2 tid 7', metformin, { dose: 2, otherStrength: null }],
    ['warfarin 5 qd 28', orfarin, { dose: null, otherStrength: null }],
    ['warfarin 1mg 1 qd 28', orfarin, { dose: 1, otherStrength: '1mg' }],
    ['metformin 1g bid 14', metformin, { otherStrength: '1g' }],
    ['metformin 0.5g bid 14', metformin, { otherStrength: null }],
    ['metformin 750mg 1 bid 14', metformin, { dose: 1, otherStrength: '750mg' }],
    ['amlo 20mg 1 qd 28', drug('SEVIKAR HCT 20/5/12.5MG', '20/5/12.5mg'), { otherStrength: '20mg' }],
    ['exforge 5/160 1 qd 28', drug('EXFORGE', '5/160mg'), { dose: 1, otherStrength: null }],
    ['exforge 5 qd 28', drug('EXFORGE', '5/160mg'), { otherStrength: '5' }],
    ['aspirin 100mg 1 qd', drug('BOKEY ENTERIC 100 MG', null), { dose: 1, otherStrength: null }],
    ['norvasc 5mg 20 qd', drug('NORVASC', '5mg'), { dose: null, unclear: ['20'] }],
    ['norvasc 5mg 12# qd', drug('NORVASC', '5mg'), { dose: 12, unclear: [] }],
    ['norvasc 5mg 10ml qd', drug('NORVASC', '5mg'), { unclear: ['10ml'] }],
    ['insulin glargine 100iu qd', drug('INSULIN GLARGINE', '100IU/mL', 'PEN'), { otherStrength: null, unclear: [] }],
    ['levothyroxine 50 qd', drug('ELTROXIN', '50μg'), { dose: null, otherStrength: null }],
    ['levothyroxine 0.05mg 1 qd', drug('ELTROXIN', '50μg'), { dose: 1, otherStrength: null }],
  ] as const)('[EMR-05~] %j of %j', (text, one, reading) => expect(of(text, one)).toMatchObject(reading))

  it.each([
    ['warfarin 2.5 qd 28', orfarin, 2.5, '2.5'],
    ['glimepiride 4 qd 28', drug('GLUSAFE TABLETS 2MG', '2mg'), 4, '4'],
    ['prednisolone 10 qd 5', drug('PREDNISOLONE TABLETS 5MG', '5mg'), 10, '10'],
    ['bisoprolol 2.5 qd 28', drug('Bisol 1.25mg', '1.25mg'), 2.5, '2.5'],
    ['metformin 1/4 qd 28', metformin, 0.25, '1/4'],
    ...[0.5, 1, 1.5, 2, 3].map((count) => [`metformin ${count} tid 7`, metformin, count, null] as const),
    ['warfarin 2.5# qd 28', orfarin, 2.5, null],
    ['warfarin 4錠 qd 28', orfarin, 4, null],
    ['warfarin 5mg 4 qd 28', orfarin, 4, null],
    ['insulin glargine 10 hs 30', drug('INSULIN GLARGINE', '100IU/mL', 'IU'), 10, null],
  ] as const)('[EMR-05~] %j of %j is %d at once, and not sure to be pieces: %j', (text, one, dose, unsure) =>
    expect(of(text, one)).toMatchObject({ dose, unsure }),
  )
  it.each([
    ['methotrexate 2.5mg 6 qw 4', true],
    ['methotrexate 2.5mg 6 qw x 4', true],
    ['methotrexate 2.5mg 6# biw 8', true],
    ['methotrexate 2.5mg 6 qw 12', true],
    ['methotrexate 2.5mg 6 qw 28', false],
    ['methotrexate 2.5mg 6 qw 4w', false],
    ['methotrexate 2.5mg 6 qw 4d', false],
    ['norvasc 5mg 1 qod 4', false],
    ['norvasc 5mg 1 qd 4', false],
    ['norvasc 5mg 1 qw', false],
  ])('[EMR-05~] %j may be of weeks as well as of days: %s', (text, may) =>
    expect(mayBeWeeks(parseQuickLine(text, tables))).toBe(may),
  )

  it('[EMR-05~] reads every drug of the table with each of the usual frequencies and routes, in any order, as it was typed', () => {
    const path = new URL('drugs.tsv.gz', seeds)
    expect(existsSync(path)).toBe(true)
    const rows = gunzipSync(readFileSync(path)).toString().split('\n').slice(1).filter(Boolean)
    const frequencies = ['QD', 'BID', 'TID', 'QID', 'HS', 'QOD', 'QW', 'Q6H', 'QDAC', 'TIDPC', 'Q6HPRN', 'TID&HS']
    const routes = ['PO', 'SL', 'SC', 'IM', 'TOPI', 'INHL', 'OU']
    let seed = 20_260_312
    const chance = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
      return seed % below
    }
    for (const row of rows) {
      const [, name = '', , , strength = '', unit = ''] = row.split('\t')
      const often = frequencies[chance(frequencies.length)] ?? ''
      const route = routes[chance(routes.length)] ?? ''
      const dose = [0.5, 1, 2, 3][chance(4)] ?? 1
      const days = [3, 7, 14, 28, 30, 90][chance(6)] ?? 7
      const words = [`${dose}#`, often.toLowerCase(), route.toLowerCase(), `${days}d`]
      for (let at = words.length - 1; at > 0; at -= 1) {
        const other = chance(at + 1)
        ;[words[at], words[other]] = [words[other] ?? '', words[at] ?? '']
      }
      const typed = `${/\p{L}+/u.exec(name)?.[0] ?? 'drug'} ${words.join(' ')}`
      const line = parseQuickLine(typed, tables)
      expect(line, typed).toMatchObject({ frequency: often, route, days, unclear: [] })
      expect(readFor({ name, strength: strength || null, unit }, line), typed).toMatchObject({ dose, unclear: [] })
    }
  })
})
