import { historyQuery } from '@teleward/contract/appointments/history-endpoints.ts'
import { expect, it } from 'vitest'
import { readSearch } from '../../patterns/useSearchState.ts'
import { daysOf, historySearch, shifted, toQuery } from './search.ts'

const TODAY = '2026-03-12'

it('[APPT-10~] [SHELL-04~] asks the server what its address says, and a bad value is its default alone', () => {
  const value = readSearch(historySearch, {
    range: '30',
    state: 'finished,never',
    pay: 'paid',
    did: 'x',
    pid: '201',
    sort: '-fee',
    pageSize: '500',
    view: 'board',
    open: '7',
  })
  const query = toQuery(value, 20)
  expect(query).toMatchObject({
    range: 30,
    state: ['finished'],
    pay: ['paid'],
    did: undefined,
    pid: 201,
    sort: '-fee',
    pageSize: 20,
  })
  expect(historyQuery.safeParse(query).success).toBe(true)
  expect(readSearch(historySearch, { range: '8' }).range).toBe(7)
})

it('[APPT-10~] steps back and ahead by as many days as are shown, and not past today', () => {
  const week = readSearch(historySearch, {})
  expect(daysOf(week, TODAY)).toEqual({ from: '2026-03-06', to: TODAY })
  const before = shifted(week, TODAY, -1)
  expect(before).toEqual({ from: '2026-02-27', to: '2026-03-05' })
  expect(shifted({ ...week, ...before }, TODAY, 1)).toEqual({ range: 7, from: undefined, to: undefined })
  expect(shifted(week, TODAY, 1)).toBeNull()
  expect(shifted({ range: 7, from: '2026-03-01', to: '2026-03-01' }, TODAY, -1)).toEqual({
    from: '2026-02-28',
    to: '2026-02-28',
  })
})
