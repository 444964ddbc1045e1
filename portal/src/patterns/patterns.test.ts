import { expect, it } from 'vitest'
import { z } from 'zod'
import { csv } from './csv.ts'
import { sameRows } from './listCursor.ts'
import { pagesShown } from './ListFoot.tsx'
import { chosenColumns, viewPreferencesOf } from './listTools.ts'
import { pagesOf, pagesToAsk } from './useEndless.ts'
import { readSearch, writeSearch } from './useSearchState.ts'
import { spanOf } from './windowed.ts'

const schema = z.object({
  tab: z.enum(['today', 'future']).default('today'),
  state: csv(z.enum(['checkedIn', 'redial'])),
  page: z.coerce.number().int().min(1).default(1),
  q: z.string().default(''),
  open: z.string().nullable().default(null),
})

it('[SHELL-04~] reads filters from the address, and a bad value as its default alone', () => {
  expect(readSearch(schema, { tab: 'never', page: '-3', state: 'redial,x,checkedIn', q: '王' })).toEqual({
    tab: 'today',
    page: 1,
    state: ['redial', 'checkedIn'],
    q: '王',
    open: null,
  })
})

it('[SHELL-04~] writes changes only, takes defaults out, and goes back to page 1 for a new filter', () => {
  expect(writeSearch(schema, { state: ['redial'] })).toEqual({ state: 'redial', page: undefined })
  expect(writeSearch(schema, { tab: 'today' })).toEqual({ tab: undefined, page: undefined })
  expect(writeSearch(schema, { open: '7' })).toEqual({ open: '7' })
  expect(writeSearch(schema, { page: 3 })).toEqual({ page: '3' })
})

it('shows the pages around the current one, the first and the last', () => {
  expect(pagesShown(1, 1)).toEqual([1])
  expect(pagesShown(5, 12)).toEqual([1, null, 4, 5, 6, null, 12])
  expect(pagesShown(12, 12)).toEqual([1, null, 11, 12])
})

it('[SHELL-14~] a list looks as its link says, else as the person chose last, else as it is made', () => {
  const standard = { views: ['table', 'card'] as const, pageSize: 20 }
  const none = { cols: undefined, view: undefined, pageSize: undefined }
  expect(viewPreferencesOf({}, none, standard)).toEqual({ cols: undefined, view: 'table', pageSize: 20 })
  const kept = { cols: ['a'], view: 'card', pageSize: 50 }
  expect(viewPreferencesOf({}, kept, standard)).toEqual({ cols: ['a'], view: 'card', pageSize: 50 })
  expect(viewPreferencesOf({ cols: ['b'], view: 'table', pageSize: 10 }, kept, standard)).toEqual({
    cols: ['b'],
    view: 'table',
    pageSize: 10,
  })
  // A view that this list does not have is none.
  expect(viewPreferencesOf({ view: 'board' }, { ...none, view: 'calendar' }, standard).view).toBe('table')
})

it('[MEMB-10~] asks for the pages that hold what is in sight, and for no other', () => {
  expect(pagesOf(0, 30, 100)).toEqual([1])
  expect(pagesOf(0, 100, 100)).toEqual([1])
  expect(pagesOf(88, 101, 100)).toEqual([1, 2])
  expect(pagesOf(9_960, 10_000, 100)).toEqual([100])
  expect(pagesOf(0, 0, 100)).toEqual([1])
})

it('[MEMB-10~] asks for rows a little before they come into sight, and for none that only fly by', () => {
  // On the way down, and up: the next page before its first row is there.
  expect(pagesToAsk(20, { first: 40, end: 70 }, 10_000)).toEqual([1, 2])
  expect(pagesToAsk(260, { first: 220, end: 250 }, 10_000)).toEqual([2, 3])
  expect(pagesToAsk(240, { first: 320, end: 345 }, 10_000)).toEqual([3, 4])
  // Somebody who drags the bar across the list is asked nothing for, until they rest.
  expect(pagesToAsk(0, { first: 5000, end: 5030 }, 10_000)).toBeUndefined()
  expect(pagesToAsk(5000, { first: 5000, end: 5030 }, 10_000)).toEqual([50, 51])
  // At either end there is nothing ahead.
  expect(pagesToAsk(0, { first: 0, end: 30 }, 60)).toEqual([1])
  expect(pagesToAsk(9970, { first: 9970, end: 10_000 }, 10_000)).toEqual([100])
  // Before the length is known, what is in sight is enough.
  expect(pagesToAsk(0, { first: 0, end: 30 }, 0)).toEqual([1])
})

it('[SHELL-14~] shows the chosen columns in their order, and always those a row cannot be told without', () => {
  const cell = () => null
  const columns = [
    { key: 'no', title: 'No.', fixed: true, cell },
    { key: 'time', title: 'Time', cell },
    { key: 'fee', title: 'Fee', extra: true, cell },
  ]
  const keys = (chosen?: string[]) => chosenColumns(columns, chosen).map(({ key }) => key)
  expect(keys()).toEqual(['no', 'time'])
  expect(keys([])).toEqual(['no', 'time'])
  expect(keys(['fee', 'nonsense'])).toEqual(['no', 'fee'])
})

it('[SHELL-14~] of ten thousand rows only those in sight are drawn, and the rest keep their place', () => {
  const tops = Array.from({ length: 10_001 }, (_, at) => at * 44)
  for (const scroll of [0, 1, 43, 44, 200_000, 439_999, 500_000]) {
    const span = spanOf(tops, scroll, 900)
    expect(span.end - span.first).toBeLessThanOrEqual(50)
    expect(span.above + span.below + (span.end - span.first) * 44).toBe(440_000)
    const seen = Math.min(Math.floor(scroll / 44), 9999)
    expect(span.first).toBeLessThanOrEqual(seen)
    expect(span.end).toBeGreaterThan(seen)
  }
  expect(spanOf([0], 0, 900)).toEqual({ first: 0, end: 0, above: 0, below: 0 })
})

it('[SHELL-15~] the rows of a board are the same while the same stand there in the same order', () => {
  const [a, b] = [{ qid: 1 }, { qid: 2 }]
  expect(sameRows([a, b], [a, b])).toBe(true)
  expect(sameRows([a, b], [b, a])).toBe(false)
  expect(sameRows([a], [a, b])).toBe(false)
  expect(sameRows([a], [{ qid: 1 }])).toBe(false)
  expect(sameRows(undefined, [])).toBe(false)
  expect(sameRows(undefined, undefined)).toBe(true)
})
