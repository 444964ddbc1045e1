import { frequency, itemProblems } from '@teleward/contract/prescriptions/rules.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { reference } from './catalogue.ts'
import { slips } from './edit.ts'

beforeAll(() => reference.warm(), 30_000)
const hostile = ['%', '_', '😀', '\u0000', '"', '---', '&&', '...', '，。']

describe('diagnoses', () => {
  const codes = (query: string, limit = 5) =>
    reference
      .icd10()
      .search(query, limit)
      .map((entry) => entry.code)
  it.each([
    ['高血壓', ['I10', 'I11.9']],
    ['hypert', ['I10', 'I11.9']],
    ['hypertension', ['I10']],
    ['E11.65', ['E11.65']],
    ['e1165', ['E11.65']],
    ['Ｅ１１．６５', ['E11.65']],
    ['i10', ['I10']],
    ['糖尿病 視網膜', ['E11.319']],
    ['糖尿病視網膜', ['E11.319']],
    ['diabetes retinopathy', ['E11.319']],
    ['retinop diab', ['E11.319']],
    ['感冒', ['J00']],
    ['B型肝炎', ['B18.1']],
    ['gout', ['M10.9']],
    ['asthma', ['J45.909']],
    ['upper acute resp', ['J06.9']],
    ['上呼吸道感染', ['J06.9']],
    ['diabetes type 2', ['E11.9']],
  ])('%j finds %j first', (query, first) => expect(codes(query).slice(0, first.length)).toEqual(first))

  it('a beginning of a code gives the codes below it, a single character something', () => {
    expect(codes('e11.3', 50).every((code) => code.startsWith('E11.3'))).toBe(true)
    expect(codes('j', 50).every((code) => code.startsWith('J'))).toBe(true)
    expect(codes('痛')).toHaveLength(5)
    expect(codes('')).toHaveLength(5)
    expect(
      reference
        .icd10()
        .search('  ', 500)
        .every((entry) => entry.common && entry.billable),
    ).toBe(true)
  })
  it.each(hostile)('%j finds nothing', (query) => expect(codes(query)).toEqual([]))
  it('takes quotes, statements and long text for words', () => {
    expect(codes("'; drop").every((code) => reference.icd10().get(code)?.nameEn.toLowerCase().includes('drop'))).toBe(
      true,
    )
    expect(codes('x'.repeat(300))).toEqual([])
    expect(codes('高'.repeat(300))).toEqual(codes('高'))
    expect(codes('a '.repeat(5000))).toBeDefined()
  })
  it('never throws, never gives more than asked, and only what exists', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.integer({ min: 0, max: 10 }), (query, limit) => {
        const found = reference.icd10().search(query, limit)
        expect(found.length).toBeLessThanOrEqual(limit)
        for (const { via: _via, similar: _similar, ...entry } of found)
          expect(reference.icd10().get(entry.code)).toEqual(entry)
      }),
    )
  })
  it('[EMR-04~] what is only spelt alike says so; what is written, a code, a plural, a British spelling or a term does not', () => {
    const guesses = (query: string) =>
      reference
        .icd10()
        .search(query, 5)
        .map(({ similar }) => similar)
    for (const query of ['pnemonia', 'acute pnemonia', 'astma', 'hypothyroidsm', 'pancreatits']) {
      expect(guesses(query).length, query).toBeGreaterThan(1)
      expect(guesses(query), query).not.toContain(false)
    }
    for (const query of [
      'pneumonia',
      'pneumon',
      'hypertensions',
      'haemorrhage',
      'htn',
      'E11.9',
      'e11',
      '高血壓',
      '香港腳',
      '',
    ])
      expect(guesses(query), query).not.toContain(true)
  })
  const rows = (query: string) =>
    reference
      .icd10()
      .search(query, 12)
      .map(({ code, similar }) => (similar ? `${code}?` : code))
  it.each([
    ['I10.9', ['I10?']],
    ['J06.90', ['J06.9?']],
    ['E11.90', ['E11.9?']],
    ['I10.0', ['I10?']],
    ['E78.50', ['E78.5?']],
    ['H10.90', ['H10.9?']],
    ['A09.0', ['A09?']],
    ['B34.99', ['B34.9?']],
    ['E11.99', ['E11.9?']],
    ['J18.91', ['J18.9?']],
    ['j0690', ['J06.9?']],
    ['Ｉ１０．９', ['I10?']],
    ['I10 9', ['I10?']],
    ['X99.99', ['X99.9?']],
    ['J0O', []],
    ['S67.01XA', ['S67.01XA']],
    ['E11.9', ['E11.9']],
    ['I10', ['I10']],
  ])('[EMR-04~] %j has the form of a code, and gives %j: no title for its figures', (query, found) =>
    expect(rows(query)).toEqual(found),
  )
  it('[EMR-04~] a code beside its title is that code first, and its figures are looked for nowhere', () => {
    expect(rows('E11.9 Type 2 diabetes')[0]).toBe('E11.9')
    expect(rows('E11.9 Type 2 diabetes').every((code) => code.startsWith('E'))).toBe(true)
    expect(rows('I10.9 Essential hypertension')[0]).toBe('I10?')
    expect(rows('I10.9').concat(rows('I10.9 Essential hypertension'))).not.toContain('T31.10')
  })
  it.each([
    // Codes of the edition before this one, and figures alone: of no title.
    ['401.9', []],
    ['250.00', []],
    ['786.2', []],
    ['715.90', []],
    ['250', []],
    ['ICD9 401.9', []],
    ['ICD10 I10', ['I10']],
    ['ICD-10: I10', ['I10']],
    ['icd-10-cm e11.9', ['E11.9']],
    ['J06,9', ['J06.9']],
    ['Ｊ０６，９', ['J06.9']],
    ['I10,E11.9', ['I10?', 'E11.9?']],
    ['I10、E11.9', ['I10?', 'E11.9?']],
    ['I10 E11.9', ['I10?', 'E11.9?']],
    ['E10-E14', ['E10?', 'E11?', 'E13?']],
    ['I10-I15', ['I10?', 'I11?', 'I12?', 'I13?', 'I15?']],
    ['i10～i15', ['I10?', 'I11?', 'I12?', 'I13?', 'I15?']],
    ['I15-I10', []],
  ])('[EMR-04~] %j is codes, and gives %j', (query, found) => expect(rows(query)).toEqual(found))
  it('[EMR-04~] a figure of an older code beside words is looked for nowhere, and what is left unexplained makes a guess', () => {
    expect(rows('250.00 DM')[0]).toBe('E11.9?')
    expect(rows('401.9 hypertension').join()).not.toContain('R29')
    for (const query of ['hba1c 9', '3', '12', 'ICD 10 of hypertension zzzz'])
      expect(
        rows(query).every((code) => code.endsWith('?')),
        query,
      ).toBe(true)
    expect(rows('BMI 25.5').length).toBeGreaterThan(0)
    expect(rows('ICD10 I10 hypertension')[0]).toBe('I10')
  })
  it('[EMR-04~] a term of one thing comes before what one chose of its kin', () => {
    const chosen = new Map([
      ['E11.65', 9],
      ['E11.9', 50],
    ])
    const codesOf = (query: string) =>
      reference
        .icd10()
        .search(query, 5, { chosen })
        .map(({ code }) => code)
    expect(codesOf('糖尿病足')[0]).toBe('E11.621')
    expect(codesOf('DM foot')[0]).toBe('E11.621')
    // Of what leaves the choice open the chosen one is first.
    expect(codesOf('糖尿病')[0]).toBe('E11.9')
  })
  it('[EMR-04~] what only looks like a code and is a word of titles stays a word', () => {
    expect(rows('b12 deficiency')[0]).toMatch(/^(?:D51|E53)/)
    expect(rows('b12')[0]).toMatch(/^(?:D51|E53)/)
    expect(rows('h1n1').length).toBeGreaterThan(0)
  })
  it('[EMR-04~] half a title gives what begins so before what holds its words here and there', () => {
    expect(codes('Enlargement o').every((code) => code.startsWith('H05.34'))).toBe(true)
    expect(codes('Migraine with aura, intractabl').slice(0, 2)).toEqual(['G43.111', 'G43.119'])
  })
  it('[EMR-04~] what a title says only that there is not comes after what there is', () => {
    expect(codes('bleeding gastric ulcer')[0]).toMatch(/^K25\.[046]$/)
    expect(codes('gastric ulcer without hemorrhage')[0]).toMatch(/^K25\.[379]$/)
  })
  it('get knows whole codes only, with and without the dot', () => {
    expect(reference.icd10().get('e1165')?.code).toBe('E11.65')
    expect(reference.icd10().get('E11.6')?.billable).toBe(false)
    for (const code of ['', 'E11.651', 'E', "E11'", 'ZZZ']) expect(reference.icd10().get(code)).toBeUndefined()
  })
})

describe('drugs', () => {
  const search = (query: string, limit = 10) => reference.drugs().search(query, limit)
  it.each([
    ['amlo', /amlodipine/i],
    ['amlo 5', /amlodipine.*5 ?mg|5 ?mg.*amlodipine/i],
    ['AMLODIPINE 10mg', /amlodipine/i],
    ['amlodipne', /amlodipin/i],
    ['metfromin', /metformin/i],
    ['glargine', /GLARGINE/],
    ['SEED0001', /GLARGINE/],
    ['甘精胰島素', /GLARGINE/],
    ['安壓得穩', /Amlodipine/],
    ['C08CA01', /amlodipin/i],
  ])('[EMR-05~] %j finds %s first', (query, name) => {
    const [first] = search(query)
    expect(`${first?.nameEn} ${first?.generic ?? ''}`).toMatch(name)
  })
  it('[EMR-05~] a number is the strength', () => {
    const strengths = search('amlo 5', 50).map((drug) => drug.strength ?? '')
    const plain = strengths.filter((strength) => strength === '5mg').length
    expect(plain).toBeGreaterThan(5)
    // Combinations that hold 5 mg of it come after the plain ones, 50 mg of anything not at all.
    expect(strengths.slice(0, plain).every((strength) => strength === '5mg')).toBe(true)
    expect(strengths.some((strength) => strength.startsWith('50'))).toBe(false)
  })
  it('[EMR-05~] a strength beside a name that nothing has finds nothing, alone what has it', () => {
    expect(search('eltroxin 50')).toEqual([])
    expect(search('zzzzqq 5mg')).toEqual([])
    expect(search('5mg').length).toBeGreaterThan(5)
  })
  it.each([
    ['ASA', /aspirin/i, /asaid/i],
    ['HCTZ', /^hydrochlorothiazide/i, /olsaaca/i],
    ['Panadol', /actifast/i, /cold/i],
    ['Plavix', /^plavix/i, /^coplavix/i],
    ['得安穩', /^diovan/i, /^co-diovan/i],
  ])('[EMR-05~] %s is that alone before what has more in it or only begins so', (query, first, later) => {
    const found = search(query, 50).map(({ nameEn }) => nameEn)
    expect(found[0]).toMatch(first)
    expect(found.findIndex((name) => later.test(name))).not.toBe(0)
  })
  it.each(['norvasc 1', 'norvasc 1 od', 'panadol 1-2', 'warfarin 4mg', 'metformin 750mg', 'metformin 1g', 'amlo 20mg'])(
    '[EMR-05~] what %j finds lacks a word of it, or has an ingredient besides: it is a guess',
    (query) => {
      const found = search(query)
      expect(found.length).toBeGreaterThan(0)
      for (const { nameEn, similar } of found) expect({ nameEn, similar }).toEqual({ nameEn, similar: true })
    },
  )
  it.each(['norvasc', 'warfarin', 'augmentin', 'metformin 500mg', 'panadol', 'coplavix'])(
    '[EMR-05~] %j is no guess',
    (query) => expect(search(query)[0]).toMatchObject({ similar: false }),
  )
  it('finds a drug by its whole licence number', () => {
    expect(search('衛署藥製字第057114號').map((drug) => drug.code)).toEqual(['衛署藥製字第057114號'])
    expect(reference.drugs().get('seed0001')?.unit).toBe('PEN')
    expect(reference.drugs().get('')).toBeUndefined()
  })
  it.each([...hostile, '', 'zzzzqq', 'x'.repeat(300)])('%j finds nothing', (query) => expect(search(query)).toEqual([]))
  it('never throws and never gives more than asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.integer({ min: 0, max: 5 }), (query, limit) => {
        expect(search(query, limit).length).toBeLessThanOrEqual(limit)
      }),
    )
  })
  it('counts slips: a letter more, less or other, two neighbours swapped', () => {
    const cases: [string, string, number, number][] = [
      ['metfromin', 'metformin', 2, 1],
      ['metformin', 'metformin', 2, 0],
      ['aml', 'amx', 1, 1],
      ['neumonia', 'pneumonia', 2, 1],
      ['migrane', 'migraine', 1, 1],
      ['abc', 'xyz', 1, 2],
      ['', 'ab', 1, 2],
    ]
    for (const [typed, word, allowed, wanted] of cases) expect(slips(typed, word, allowed), typed).toBe(wanted)
    expect(slips('amlp', 'amlodipine', 1, true)).toBe(1)
    expect(slips('amlodipine', 'amlp', 1, true)).toBe(2)
  })
  it('counts as the plain definition does', () => {
    const plain = (a: string, b: string): number => {
      const cost = Array.from({ length: a.length + 1 }, (_, row) =>
        Array.from({ length: b.length + 1 }, (_, at) => (row === 0 ? at : at === 0 ? row : 0)),
      )
      const of = (row: number, at: number) => cost[row]?.[at] ?? 0
      for (let row = 1; row <= a.length; row += 1)
        for (let at = 1; at <= b.length; at += 1) {
          let least = Math.min(
            of(row - 1, at) + 1,
            of(row, at - 1) + 1,
            of(row - 1, at - 1) + (a[row - 1] === b[at - 1] ? 0 : 1),
          )
          if (row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1])
            least = Math.min(least, of(row - 2, at - 2) + 1)
          const line = cost[row]
          if (line) line[at] = least
        }
      return of(a.length, b.length)
    }
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 })
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 2 }), (a, b, allowed) => {
        expect(slips(a, b, allowed)).toBe(Math.min(plain(a, b), allowed + 1))
        const begun = Array.from({ length: b.length + 1 }, (_, length) => plain(a, b.slice(0, length)))
        expect(slips(a, b, allowed, true)).toBe(Math.min(...begun, allowed + 1))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('frequencies and routes', () => {
  it('[EMR-05~] every frequency of the list is one that the totals understand', () => {
    for (const entry of reference.frequencies()) {
      const read = frequency(entry.code)
      expect(read?.nameEn, entry.code).toBe(entry.nameEn)
      if (entry.timesPerDay === null) expect(read?.timesPerDay, entry.code).toBeNull()
      else expect(read?.timesPerDay, entry.code).toBeCloseTo(entry.timesPerDay, 5)
    }
  })
  it('[EMR-05~] the everyday ones come first', () => {
    expect(
      reference
        .frequencies()
        .slice(0, 4)
        .map((entry) => entry.code),
    ).toEqual(['QD', 'BID', 'TID', 'QID'])
    expect(reference.routes()[0]).toEqual({ code: 'PO', nameZhTw: '口服', nameEn: 'by mouth', common: true })
    expect(reference.departments().find((entry) => entry.code === '01')).toEqual({
      code: '01',
      nameZhTw: '家醫科',
      common: true,
    })
  })
  it('[EMR-05~] every drug’s own route is in the list', () => {
    const tables = { frequencies: reference.frequencyCodes(), routes: reference.routeCodes() }
    const line = { code: 'A1', unit: 'TAB', dose: 1, frequency: 'QD', route: 'PO', days: 1 }
    expect(itemProblems(line, tables)).toEqual([])
    for (const route of ['IM', 'INHL', 'SC', 'TOPI', 'VAG', 'OU', 'SKIN'])
      expect(tables.routes.has(route), route).toBe(true)
  })
})
