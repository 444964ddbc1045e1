import { queuesQuery } from '@teleward/contract/appointments/endpoints.ts'
import { todoKinds } from '@teleward/contract/staff/todo-endpoints.ts'
import { describe, expect, it } from 'vitest'
import { type Figure, figureLink, halfHourLink, nowItems, spanLink, todoLists } from './links.ts'
import { lastPatients } from './recent.ts'

const figures = { reserved: 28, checkedIn: 15, completed: 8, cancelled: 2, open: 18, present: 7 }
const page = {
  today: '2026-03-12',
  now: '2026-03-12T02:30:00Z',
  timeZone: 'Asia/Taipei',
  next: null,
  waitingCount: 6,
  waiting: [],
  inConsultation: null,
  periods: {
    today: { from: '2026-03-12', to: '2026-03-12', ...figures },
    week: { from: '2026-03-09', to: '2026-03-15', ...figures },
    month: { from: '2026-03-01', to: '2026-03-31', ...figures },
  },
  load: [],
  places: null,
  chart: { period: 'today' as const, from: '2026-03-12', to: '2026-03-12', ...figures, bars: [] },
  unsignedNotes: { count: 3, since: '2026-03-02' },
  missedCalls: 0,
  nextDay: null,
}

describe('numbers of the dashboard', () => {
  it('[SHELL-17~] lead to the list they count: same days, same state', () => {
    expect(figureLink(page, 'today', 'reserved')).toEqual({})
    expect(figureLink(page, 'week', 'checkedIn')).toEqual({
      tab: 'records',
      from: '2026-03-09',
      to: '2026-03-15',
      state: 'arrived',
    })
    expect(nowItems(page, undefined).find(({ item }) => item === 'unsigned')).toMatchObject({
      count: 3,
      query: { tab: 'records', from: '2026-03-02', to: '2026-03-12', state: 'unsigned' },
    })
  })

  it('[SHELL-17~] keep whose numbers they are', () => {
    expect(figureLink(page, 'today', 'open', { did: 102 })).toEqual({ state: 'unfinished', did: '102' })
    expect(halfHourLink('10:00', 'present', { unit: 2 })).toEqual({ time: '10:00', state: 'present', unit: '2' })
    for (const { item, query } of nowItems(page, undefined, { did: 102 }))
      expect(query.did).toBe(item === 'unsigned' ? undefined : '102')
  })

  it('[SHELL-17~] leave out what the person does not do', () => {
    expect(nowItems({ ...page, unsignedNotes: null }, undefined).map(({ item }) => item)).toEqual([
      'waiting',
      'open',
      'missedCalls',
    ])
  })

  it('[SHELL-17~] [MON-03~] count open alerts and late to-dos for everybody, and what a profession follows up where something waits', () => {
    const todos = [
      { kind: 'alerts' as const, count: 2 },
      { kind: 'lateHandoffs' as const, count: 0 },
      { kind: 'handoffs' as const, count: 4 },
      { kind: 'cases' as const, count: 0 },
      { kind: 'meals' as const, count: 3 },
    ]
    const items = nowItems({ ...page, unsignedNotes: null }, todos, { did: 102 })
    expect(items.map(({ item, count, screen, hot }) => [item, count, screen, hot]).slice(3)).toEqual([
      ['alerts', 2, 'monitor', true],
      ['lateHandoffs', 0, 'todolist', false],
      ['meals', 3, 'dietMgmt', false],
    ])
    // One's own, whoever's day is looked at; and there while the figures of the day did not come.
    expect(items.find(({ item }) => item === 'alerts')?.query).toEqual({})
    expect(nowItems(undefined, todos).map(({ item }) => item)).toEqual(['alerts', 'lateHandoffs', 'meals'])
    expect(nowItems(undefined, undefined)).toEqual([])
    // Every kind of to-do has its list.
    expect(Object.keys(todoLists).toSorted()).toEqual([...todoKinds].toSorted())
  })

  it('[SHELL-17~] name the last eight patients, each once, with the last visit', () => {
    const visits = [7, 7, 3, 9, 3, 1, 2, 4, 5, 6, 8].map((pid, at) => ({ pid, qid: 100 - at }))
    expect(lastPatients(visits).map(({ pid }) => pid)).toEqual([7, 3, 9, 1, 2, 4, 5, 6])
    expect(lastPatients(visits)[0]?.qid).toBe(100)
  })

  it('[SHELL-04~] ask for nothing that the list would not understand', () => {
    const all = [
      ...nowItems(page, undefined).map(({ query }) => query),
      figureLink(page, 'month', 'completed'),
      figureLink(page, 'week', 'reserved'),
      ...(
        ['reserved', 'checkedIn', 'completed', 'cancelled', 'open', 'present', 'expected'] satisfies Figure[]
      ).flatMap((figure) => [
        halfHourLink('09:30', figure),
        spanLink(page.today, { from: '2026-01-01', to: '2026-01-04' }, figure, { did: 101, unit: 2 }),
      ]),
    ]
    for (const query of all) {
      const { state, ...rest } = query
      expect(queuesQuery.safeParse({ ...rest, ...(state ? { state: [state] } : {}) }).success).toBe(true)
    }
  })
})
