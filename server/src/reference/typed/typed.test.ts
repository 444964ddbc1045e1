import { beforeAll, describe, expect, it } from 'vitest'
import { reference } from '../catalogue.ts'
import { icdColumns, seedRows, synonymColumns } from '../seeds.ts'
import { heldOut, place, typedList } from './judge.ts'

beforeAll(() => reference.warm(), 30_000)

const shares = (list: ReturnType<typeof typedList>) => {
  const places = list.map((one) => place(one, reference.icd10(), reference.drugs()))
  const share = (most: number) => places.filter((at) => at >= 0 && at < most).length / list.length
  return { size: list.length, first: share(1), five: share(5) }
}

describe('what clinicians type is found', () => {
  const all = typedList('first')
  const lists: [string, ReturnType<typeof typedList>, number, number][] = [
    ['diagnoses, tuned on', all.filter(({ kind, typed }) => kind === 'icd' && !heldOut(typed)), 0.97, 0.99],
    ['diagnoses, held out', all.filter(({ kind, typed }) => kind === 'icd' && heldOut(typed)), 0.95, 0.98],
    ['drugs', all.filter(({ kind }) => kind === 'drug'), 0.93, 0.97],
    ['diagnoses, second list', typedList('second').filter(({ kind }) => kind === 'icd'), 0.93, 0.97],
    ['drugs, second list', typedList('second').filter(({ kind }) => kind === 'drug'), 0.93, 0.97],
    ['diagnoses, third list', typedList('third').filter(({ kind }) => kind === 'icd'), 0.93, 0.97],
    // Three entries of the two lists are drugs that the table does not have.
    ['drugs, third list', typedList('third').filter(({ kind }) => kind === 'drug'), 0.93, 0.95],
    ['diagnoses, fourth list', typedList('fourth').filter(({ kind }) => kind === 'icd'), 0.93, 0.97],
    ['drugs, fourth list', typedList('fourth').filter(({ kind }) => kind === 'drug'), 0.93, 0.95],
  ]
  it.each(lists)('[EMR-04~] %s', (_name, list, first, five) => {
    const found = shares(list)
    expect(found.size).toBeGreaterThan(28)
    expect(found.first).toBeGreaterThanOrEqual(first)
    expect(found.five).toBeGreaterThanOrEqual(five)
  })

  it('[EMR-04~] an English title, in whatever order of its words, finds its code', () => {
    const rows = seedRows('icd10.tsv.gz', icdColumns).filter((_row, at) => at % 317 === 0)
    expect(rows.length).toBeGreaterThan(300)
    const missed = (change: (title: string) => string) =>
      rows.filter(([code, , , title = '']) =>
        reference
          .icd10()
          .search(change(title), 5)
          .every((found) => found.code !== code),
      )
    expect(missed((title) => title)).toEqual([])
    expect(missed((title) => title.toLowerCase().split(' ').reverse().join(' ')).length).toBeLessThan(
      rows.length * 0.02,
    )
  })
  it('[EMR-04~] says by which term a row was found, and nothing where its own titles say it', () => {
    const [first] = reference.icd10().search('htn')
    expect(first).toMatchObject({ code: 'I10', via: 'HTN' })
    expect(reference.icd10().search('皮蛇')[0]).toMatchObject({ code: 'B02.9', via: '皮蛇' })
    expect(reference.icd10().search('高血压')[0]).toMatchObject({ code: 'I10' })
    expect(reference.icd10().search('asthma')[0]).toMatchObject({ code: 'J45.909', via: null })
    expect(reference.icd10().search('i10')[0]).toMatchObject({ code: 'I10', via: null })
    expect(reference.drugs().search('Tylenol')[0]?.via).toBe('Tylenol')
    expect(reference.drugs().search('metformin')[0]?.via).toBeNull()
  })
  it('[EMR-04~] what the asker has chosen comes first, where it fits what is typed', () => {
    const chosen = new Map([
      ['I11.9', 3],
      ['E11.9', 50],
    ])
    const codes = (query: string) =>
      reference
        .icd10()
        .search(query, 5, { chosen })
        .map(({ code }) => code)
    expect(codes('hypertension')[0]).toBe('I11.9')
    expect(codes('htn').slice(0, 2)).toContain('I11.9')
    expect(codes('i10')[0]).toBe('I10')
    expect(codes('asthma')).not.toContain('E11.9')
    expect(codes('').slice(0, 2)).toEqual(['E11.9', 'I11.9'])
  })
})

describe('the terms', () => {
  const rows = seedRows('synonyms.tsv', synonymColumns)
  it('lead to codes, drugs and words that there are, and say where they come from', () => {
    for (const [term = '', lang, kind, target = '', source] of rows) {
      expect(['en', 'zh'], term).toContain(lang)
      expect(['Teleward', 'DO'], term).toContain(source)
      if (kind === 'icd')
        for (const code of target.split(' ')) expect(reference.icd10().get(code), `${term} ${code}`).toBeDefined()
      else if (kind === 'drug') expect(reference.drugs().search(target, 1), `${term} ${target}`).toHaveLength(1)
      else expect(kind).toBe('word')
    }
  })
  it('stand once each', () => {
    const keys = rows.map(
      ([term = '', , kind, target]) => `${term.toLowerCase()} ${kind} ${kind === 'icd' ? '' : target}`,
    )
    expect(new Set(keys).size).toBe(keys.length)
  })
})
