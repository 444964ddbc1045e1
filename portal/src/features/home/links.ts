import type { HomeDashboard } from '@teleward/contract/appointments/schema.ts'

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

export type NowItem = 'waiting' | 'open' | 'missedCalls' | 'unsigned'

/** What waits for the person now: each with its number and the list it counts. What one does not do is absent. */
export function nowItems(
  page: HomeDashboard,
  whose: Whose = {},
): { item: NowItem; count: number; query: Query; hot: boolean }[] {
  const { unsignedNotes } = page
  const of = whoseQuery(whose)
  return [
    { item: 'waiting', count: page.waitingCount, query: { state: 'waiting', ...of }, hot: false },
    { item: 'open', count: page.periods.today.open, query: { state: 'unfinished', ...of }, hot: false },
    { item: 'missedCalls', count: page.missedCalls, query: { state: 'missedCall', ...of }, hot: page.missedCalls > 0 },
    ...(unsignedNotes
      ? [
          {
            // One's own, whoever's list is looked at.
            item: 'unsigned' as const,
            count: unsignedNotes.count,
            query: { tab: 'records', state: 'unsigned', from: unsignedNotes.since ?? page.today, to: page.today },
            hot: unsignedNotes.count > 0,
          },
        ]
      : []),
  ]
}
