import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDaily } from './frequency.ts'
import { frequency, type ItemDraft, itemProblems, itemTotals } from './rules.ts'

describe('isDaily', () => {
  it.each(['QD', 'TID', 'Q6H', 'QDHS', 'TIDPC', 'QW(1,2,3,4,5,6,7)'])('[EMR-05~] %s is taken each day', (code) =>
    expect(isDaily(code)).toBe(true),
  )
  it.each(['QW', 'QOD', 'BIW', 'QW(1,2,3,4,5,6)', 'Q2W', '3W9D', 'PRN', 'TIDPRN', 'nonsense'])(
    '[EMR-05~] %s is not, and no figure a day stands beside it',
    (code) => expect(isDaily(code)).toBe(false),
  )
})

describe('frequency', () => {
  it.each([
    ['QD', 1],
    ['QDHS', 1],
    ['HS', 1],
    ['QN', 1],
    ['BID', 2],
    ['QAM&HS', 2],
    ['TID', 3],
    ['BID&HS', 3],
    ['QID', 4],
    ['TID&HS', 4],
    ['Q4H', 6],
    ['Q6H', 4],
    ['Q8H', 3],
    ['Q12H', 2],
    ['Q24H', 1],
    ['Q30H', 0.8],
    ['Q48H', 0.5],
    ['Q30MN', 48],
    ['QOD', 0.5],
    ['Q2D', 0.5],
    ['Q3D', 1 / 3],
    ['QW', 1 / 7],
    ['BIW', 2 / 7],
    ['TIW', 3 / 7],
    ['Q2W', 1 / 14],
    ['Q1M', 1 / 31],
    ['QW(1,4)', 2 / 7],
    ['QW(1,2,3,4,5,6,7)', 1],
    ['2W10D', 10 / 14],
    ['STAT', 1],
    ['ONCE', 1],
    ['TIDPC', 3],
    ['BIDAC', 2],
    ['QDPC', 1],
    ['PRN', null],
    ['Q6HPRN', null],
    ['TIDPRN', null],
    ['AC', null],
    ['PC', null],
    ['AC30M', null],
    ['PC2H', null],
    ['MCD1D5', null],
    ['ASORDER', null],
  ] as const)('[EMR-05~] %s is %s times a day', (code, times) => {
    const found = frequency(code)
    if (times === null) expect(found?.timesPerDay).toBeNull()
    else expect(found?.timesPerDay).toBeCloseTo(times, 10)
    expect(found?.nameEn).toMatch(/^\S.*\S$/)
  })
  it.each([
    '',
    'qd',
    'QXD',
    'Q0H',
    'Q0D',
    'QW()',
    'QW(8)',
    'QW(2,1)',
    'QW(1,1)',
    '1W9D',
    '0W1D',
    'MCD5D1',
    'XPRN',
    'constructor',
    'toString',
    'QD;DROP',
    'PRNPC',
    '每日',
  ])('knows no %j', (code) => expect(frequency(code)).toBeNull())
})

describe('lineTotals', () => {
  it.each([
    [{ dose: 1, frequency: 'QD', days: 28, unit: 'TAB' }, 28, 1],
    [{ dose: 0.5, frequency: 'BID', days: 3, unit: 'TAB' }, 3, 1],
    [{ dose: 0.5, frequency: 'QD', days: 7, unit: 'TAB' }, 4, 0.5],
    [{ dose: 1.5, frequency: 'TID', days: 7, unit: 'cap' }, 32, 4.5],
    [{ dose: 1, frequency: 'QOD', days: 7, unit: 'TAB' }, 4, 0.5],
    [{ dose: 2, frequency: 'QOD', days: 7, unit: 'TAB' }, 8, 1],
    [{ dose: 1, frequency: 'QW', days: 28, unit: 'TAB' }, 4, 0.143],
    [{ dose: 1, frequency: 'TIW', days: 28, unit: 'TAB' }, 12, 0.429],
    [{ dose: 1, frequency: 'Q3D', days: 30, unit: 'TAB' }, 10, 0.333],
    [{ dose: 1, frequency: 'Q1M', days: 30, unit: 'SYR' }, 1, 0.032],
    [{ dose: 7.5, frequency: 'TID', days: 3, unit: 'mL' }, 67.5, 22.5],
    [{ dose: 0.1, frequency: 'TID', days: 1, unit: 'g' }, 0.3, 0.3],
    [{ dose: 1 / 3, frequency: 'TID', days: 7, unit: 'TAB' }, 7, 1],
    [{ dose: 2, frequency: 'STAT', days: 7, unit: 'TAB' }, 2, null],
    [{ dose: 1, frequency: 'QID', days: 7, unit: 'BOT' }, null, 4],
    [{ dose: 1, frequency: 'PRN', days: 7, unit: 'TAB' }, null, null],
    [{ dose: 1, frequency: 'EVERY', days: 7, unit: 'TAB' }, null, null],
    [{ dose: Number.NaN, frequency: 'QD', days: 7, unit: 'TAB' }, null, null],
    [{ dose: -1, frequency: 'QD', days: 7, unit: 'TAB' }, null, null],
    [{ dose: 1, frequency: 'QD', days: Number.POSITIVE_INFINITY, unit: 'TAB' }, null, null],
  ])('[EMR-05~] %j → total %s, a day %s', (line, total, dailyDose) => {
    expect(itemTotals(line)).toEqual({ total, dailyDose })
  })
  it('[EMR-05~] is enough for every dose, whole for tablets, and wastes less than one tablet', () => {
    const dose = fc.integer({ min: 1, max: 80 }).map((quarters) => quarters / 4)
    const code = fc.constantFrom('QD', 'BID', 'TID', 'QID', 'Q4H', 'Q6H', 'Q8H', 'Q12H', 'HS', 'TID&HS')
    fc.assert(
      fc.property(dose, code, fc.integer({ min: 1, max: 365 }), (each, often, days) => {
        const { total } = itemTotals({ dose: each, frequency: often, days, unit: 'TAB' })
        const exact = each * (frequency(often)?.timesPerDay ?? 0) * days
        expect(Number.isInteger(total)).toBe(true)
        expect(total).toBeGreaterThanOrEqual(exact - 1e-6)
        expect(total).toBeLessThan(exact + 1)
      }),
    )
  })
  it('[EMR-05~] grows with the days', () => {
    const code = fc.constantFrom('QOD', 'QW', 'BIW', 'Q3D', 'Q2W', '3W9D', 'QW(1,4)', 'Q5H')
    fc.assert(
      fc.property(code, fc.integer({ min: 1, max: 364 }), fc.constantFrom('TAB', 'mL'), (often, days, unit) => {
        const of = (n: number) => itemTotals({ dose: 1.5, frequency: often, days: n, unit }).total ?? Number.NaN
        expect(of(days + 1)).toBeGreaterThanOrEqual(of(days))
      }),
    )
  })
})

describe('lineProblems', () => {
  const good: ItemDraft = { code: 'A1', unit: 'TAB', dose: 1, frequency: 'QD', route: 'PO', days: 28 }
  it.each<[string, ItemDraft, unknown[]]>([
    ['a complete line', {}, []],
    ['the computed total', { total: 28 }, []],
    ['another total without a reason', { total: 30 }, [{ field: 'totalReason', reason: 'missing' }]],
    [
      'another total with a blank reason',
      { total: 30, totalReason: '  ' },
      [{ field: 'totalReason', reason: 'missing' }],
    ],
    ['another total with a reason', { total: 30, totalReason: '旅行' }, []],
    ['as needed without a total', { frequency: 'PRN' }, [{ field: 'total', reason: 'missing' }]],
    ['as needed with a total', { frequency: 'PRN', total: 10 }, []],
    ['a bottle without a total', { unit: 'BOT' }, [{ field: 'total', reason: 'missing' }]],
    ['a total of none', { total: 0, totalReason: 'x' }, [{ field: 'total', reason: 'outOfRange' }]],
    ['no dose', { dose: null }, [{ field: 'dose', reason: 'missing' }]],
    ['dose zero', { dose: 0 }, [{ field: 'dose', reason: 'outOfRange' }]],
    ['a negative dose', { dose: -1 }, [{ field: 'dose', reason: 'outOfRange' }]],
    ['a total that rounds to nothing', { total: 8e-323, totalReason: 'x' }, [{ field: 'total', reason: 'outOfRange' }]],
    ['a dose finer than it is kept', { dose: 0.0001 }, [{ field: 'dose', reason: 'outOfRange' }]],
    ['a dose that is no number', { dose: Number.NaN }, [{ field: 'dose', reason: 'notNumeric' }]],
    ['an endless dose', { dose: Number.POSITIVE_INFINITY }, [{ field: 'dose', reason: 'notNumeric' }]],
    ['days zero', { days: 0 }, [{ field: 'days', reason: 'outOfRange' }]],
    ['half a day', { days: 1.5 }, [{ field: 'days', reason: 'outOfRange' }]],
    ['more than a year', { days: 366 }, [{ field: 'days', reason: 'outOfRange' }]],
    ['an unknown frequency', { frequency: 'OFTEN' }, [{ field: 'frequency', reason: 'unknown' }]],
    ['an unknown route', { route: "PO'; --" }, [{ field: 'route', reason: 'unknown' }]],
    [
      'nothing',
      { code: '', unit: null, dose: undefined, frequency: ' ', route: null, days: null },
      ['code', 'unit', 'dose', 'frequency', 'route', 'days'].map((field) => ({ field, reason: 'missing' })),
    ],
  ])('[EMR-05~] %s', (_, change, problems) => expect(itemProblems({ ...good, ...change })).toEqual(problems))
  it('[EMR-05~] holds to the lists in force', () => {
    expect(itemProblems(good, { frequencies: new Set(['BID']), routes: new Set(['SC']) })).toEqual([
      { field: 'frequency', reason: 'unknown' },
      { field: 'route', reason: 'unknown' },
    ])
  })
})
