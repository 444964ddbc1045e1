import type { HomeDashboard } from '@teleward/contract/appointments/schema.ts'
import type { Todo, TodoKind } from '@teleward/contract/staff/todo-endpoints.ts'
import type { ScreenId } from '../../shell/screens.ts'

export type PeriodName = keyof HomeDashboard['periods']
export type Figure = 'reserved' | 'checkedIn' | 'completed' | 'cancelled' | 'open' | 'present' | 'expected'
export type Query = Record<string, string>

const stateOf: Record<Figure, Query> = {
  reserved: {},
  checkedIn: { state: 'arrived' },
  completed: { state: 'finished' },
  cancelled: { state: 'ended' },
  open: { state: 'unfinished' },
  present: { state: 'present' },
  expected: { state: 'expected' },
}

/** Whose numbers they are, where it is not what both screens begin with. */
export interface Whose {
  did?: number | undefined
  unit?: number | undefined
}
export const whoseQuery = ({ did, unit }: Whose): Query => ({
  ...(did ? { did: String(did) } : {}),
  ...(unit ? { unit: String(unit) } : {}),
})

/** The list of exactly those a figure of some days counts. Days beyond today live in the records. */
export function spanLink(today: string, span: { from: string; to: string }, figure: Figure, whose: Whose = {}): Query {
  const days: Query = span.from === today && span.to === today ? {} : { tab: 'records', from: span.from, to: span.to }
  return { ...days, ...stateOf[figure], ...whoseQuery(whose) }
}
export const figureLink = (page: HomeDashboard, period: PeriodName, figure: Figure, whose: Whose = {}): Query =>
  spanLink(page.today, page.periods[period], figure, whose)

/** Those of today's list that begin within a half hour. */
export const halfHourLink = (time: string, figure: Figure, whose: Whose = {}): Query => ({
  time,
  ...stateOf[figure],
  ...whoseQuery(whose),
})

/** What waits for the person now and is no visit of the list: counted as what waits to be done. */
const NOW_TODOS = ['alerts', 'lateHandoffs', 'cases', 'meals', 'files'] as const satisfies TodoKind[]
export type NowItem = 'waiting' | 'open' | 'missedCalls' | 'unsigned' | (typeof NOW_TODOS)[number]
export interface NowLink {
  item: NowItem
  count: number
  screen: ScreenId
  query: Query
  hot: boolean
}

/** The list of exactly what each counts. */
export const todoLists: Record<TodoKind, { screen: ScreenId; search: Query }> = {
  alerts: { screen: 'monitor', search: {} },
  lateHandoffs: { screen: 'todolist', search: { due: 'late' } },
  handoffs: { screen: 'todolist', search: {} },
  referrals: { screen: 'apptmgmt', search: { tab: 'referrals', side: 'received' } },
  cases: { screen: 'crm', search: { assigned: 'me', late: '1' } },
  meals: { screen: 'dietMgmt', search: {} },
  files: { screen: 'upload', search: { tab: 'mine', state: 'unassigned' } },
  reviews: { screen: 'adminReview', search: {} },
  emergencies: { screen: 'adminAudit', search: { emergency: 'open' } },
  refunds: { screen: 'adminPayments', search: {} },
  messages: { screen: 'adminOutbox', search: { state: 'failed' } },
  chats: { screen: 'chat', search: {} },
}

/** Of every day, whoever one is: an empty one says that there is none. The others stand where something waits. */
const ALWAYS: readonly NowItem[] = ['alerts', 'lateHandoffs']

/**
 * What waits for the person now: each with its number and the list it counts. What one does not do is absent, and what
 * has not come is not there yet.
 */
export function nowItems(
  page: HomeDashboard | undefined,
  todos: readonly Todo[] | undefined,
  whose: Whose = {},
): NowLink[] {
  const of = whoseQuery(whose)
  const visits = (item: NowItem, count: number, query: Query, hot = false): NowLink => ({
    item,
    count,
    screen: 'apptmgmt',
    query,
    hot: hot && count > 0,
  })
  const unsigned = page?.unsignedNotes
  return [
    ...(page
      ? [
          visits('waiting', page.waitingCount, { state: 'waiting', ...of }),
          visits('open', page.periods.today.open, { state: 'unfinished', ...of }),
          visits('missedCalls', page.missedCalls, { state: 'missedCall', ...of }, true),
        ]
      : []),
    ...(page && unsigned
      ? [
          // One's own, whoever's list is looked at.
          visits(
            'unsigned',
            unsigned.count,
            { tab: 'records', state: 'unsigned', from: unsigned.since ?? page.today, to: page.today },
            true,
          ),
        ]
      : []),
    ...NOW_TODOS.flatMap((item) => {
      const found = todos?.find(({ kind }) => kind === item)
      if (!found || (found.count === 0 && !ALWAYS.includes(item))) return []
      const { screen, search } = todoLists[item]
      return [{ item, count: found.count, screen, query: search, hot: found.count > 0 && ALWAYS.includes(item) }]
    }),
  ]
}
