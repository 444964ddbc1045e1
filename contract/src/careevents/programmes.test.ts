import { describe, expect, it } from 'vitest'
import { ageBandOf, type Known, limitsFit, limitsOf, programmeGroups, programmes, verdictOf } from './programmes.ts'

const DAY = '2026-03-12'
const person = (birthday: string | null, gender: Known['gender'], more: Partial<Known> = {}): Known => ({
  birthday,
  gender,
  facts: {},
  last: 'never',
  ...more,
})

describe('whom a programme is for', () => {
  it('[EVNT-03~] is decided by age, sex, risk and the last time, to the day', () => {
    const cases: [Parameters<typeof verdictOf>[0], Known, string][] = [
      // Mammography: women of 40 to 74, every two years.
      ['breast', person('1986-03-12', 'female'), 'eligible'],
      ['breast', person('1986-03-13', 'female'), 'no age'],
      ['breast', person('1951-03-13', 'female'), 'eligible'],
      ['breast', person('1951-03-12', 'female'), 'no age'],
      ['breast', person('1970-01-01', 'male'), 'no sex'],
      ['breast', person('1970-01-01', 'female', { last: '2024-03-12' }), 'eligible'],
      ['breast', person('1970-01-01', 'female', { last: '2024-03-13' }), 'later 2026-03-13'],
      ['breast', person('1970-01-01', 'female', { last: null }), 'unknown last'],
      ['breast', person(null, 'female'), 'unknown birthday'],
      ['breast', person('1970-01-01', null), 'unknown sex'],
      ['breast', person(null, null, { last: null }), 'unknown sex,birthday,last'],
      // Stool test: from 45, from 40 with it in the family.
      ['colorectal', person('1981-01-01', 'male'), 'eligible'],
      ['colorectal', person('1984-01-01', 'male'), 'unknown bowelFamily'],
      ['colorectal', person('1984-01-01', 'male', { facts: { bowelFamily: 'no' } }), 'no fact'],
      ['colorectal', person('1984-01-01', 'male', { facts: { bowelFamily: 'yes' } }), 'eligible'],
      // Oral: a risk that only the person can say, and that is not taken for granted.
      ['oral', person('1980-01-01', 'male'), 'unknown betelOrTobacco'],
      ['oral', person('1980-01-01', 'male', { facts: { betelOrTobacco: 'unknown' } }), 'unknown betelOrTobacco'],
      ['oral', person('1980-01-01', 'male', { facts: { betelOrTobacco: 'yes' } }), 'eligible'],
      ['oral', person('2005-01-01', 'male', { facts: { betelOrTobacco: 'yes' } }), 'unknown indigenous'],
      // Lung: men from 45, women from 40 with it in the family; whoever smokes heavily from 50.
      ['lung', person('1984-01-01', 'female', { facts: { lungFamily: 'yes' } }), 'eligible'],
      ['lung', person('1984-01-01', 'male', { facts: { lungFamily: 'yes' } }), 'no age'],
      ['lung', person('1970-01-01', 'male', { facts: { lungFamily: 'no', heavySmoker: 'yes' } }), 'eligible'],
      ['lung', person('1970-01-01', 'male', { facts: { lungFamily: 'no' } }), 'unknown heavySmoker'],
      ['lung', person('1970-01-01', 'male', { facts: { lungFamily: 'no', heavySmoker: 'no' } }), 'no fact'],
      // Once in a life.
      ['hepatitis', person('1970-01-01', 'male', { last: '1999-01-01' }), 'no done'],
      ['hepatitis', person('1970-01-01', 'male', { last: null }), 'unknown last'],
      // Adult preventive care: every five, three years, every year; and sooner for whom it is known to be.
      ['adult', person('1990-01-01', 'male', { last: '2022-01-01' }), 'later 2027-01-01'],
      ['adult', person('1980-01-01', 'male', { last: '2023-01-01' }), 'eligible'],
      ['adult', person('1960-01-01', 'male', { last: '2025-03-12' }), 'eligible'],
      ['adult', person('1968-01-01', 'male', { last: '2025-01-01' }), 'unknown indigenous'],
      ['adult', person('1968-01-01', 'male', { last: '2025-01-01', facts: { indigenous: 'no' } }), 'later 2028-01-01'],
      ['adult', person('1968-01-01', 'male', { last: '2025-01-01', facts: { indigenous: 'yes' } }), 'eligible'],
      // A day that has not come, and one that is none.
      ['gastric', person('2026-03-13', 'male'), 'unknown birthday'],
    ]
    for (const [programme, known, wanted] of cases) {
      const verdict = verdictOf(programme, known, DAY)
      const said =
        verdict.is === 'unknown'
          ? `unknown ${verdict.missing.join(',')}`
          : verdict.is === 'later'
            ? `later ${verdict.from}`
            : verdict.is === 'no'
              ? `no ${verdict.reason}`
              : verdict.is
      expect(said, `${programme} ${JSON.stringify(known)}`).toBe(wanted)
    }
  })

  it('[EVNT-03~] nobody of whom nothing is known is eligible for anything', () => {
    for (const programme of programmes) {
      expect(programmeGroups[programme].length).toBeGreaterThan(0)
      expect(verdictOf(programme, person(null, null, { last: null }), DAY).is).toBe('unknown')
    }
  })

  it('[EVNT-03~] ages and intervals are those that an institution has confirmed, sex and risks stay', () => {
    const own = {
      breast: [{ from: 45, to: 69, every: 3 }],
      lung: limitsOf('lung', {}).with(2, { from: 55, to: null, every: 1 }),
    }
    const said = (programme: 'breast' | 'lung' | 'colorectal', known: Known) => verdictOf(programme, known, DAY, own)
    expect(said('breast', person('1984-01-01', 'female'))).toEqual({ is: 'no', reason: 'age' })
    expect(said('breast', person('1970-01-01', 'male'))).toEqual({ is: 'no', reason: 'sex' })
    expect(said('breast', person('1970-01-01', 'female', { last: '2024-01-01' }))).toEqual({
      is: 'later',
      from: '2027-01-01',
    })
    expect(said('breast', person('1970-01-01', 'female'))).toMatchObject({ why: { from: 45, to: 69, every: 3 } })
    const smokes = { lungFamily: 'no', heavySmoker: 'yes' } as const
    expect(said('lung', person('1974-01-01', 'male', { facts: smokes })).is).toBe('no')
    expect(said('lung', person('1930-01-01', 'male', { facts: smokes }))).toMatchObject({ why: { from: 55, to: null } })
    expect(said('lung', person('1974-01-01', 'male', { facts: { lungFamily: 'yes' } })).is).toBe('eligible')
    expect(said('colorectal', person('1981-01-01', 'male')).is).toBe('eligible')
    for (const one of programmes) expect(limitsFit(one, limitsOf(one, {})), one).toBe(true)
    expect(limitsFit('breast', [])).toBe(false)
    expect(limitsFit('breast', [{ from: 70, to: 69, every: 2 }])).toBe(false)
  })

  it('[EVNT-03~] ages of the report are whole decades, and an unknown one is said', () => {
    expect(
      ['1986-03-13', '1986-03-12', '1976-03-12', '1966-03-12', '1956-03-12', null].map((day) => ageBandOf(day, DAY)),
    ).toEqual(['under40', '40-49', '50-59', '60-69', '70on', 'unknown'])
  })
})
