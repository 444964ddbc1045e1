import { z } from 'zod'
import { daysBetween, parseDay } from '../core/dates.ts'
import { endpoint } from '../core/endpoint.ts'
import { paging } from '../core/paging.ts'
import { date, id, singleLine } from '../core/scalars.ts'
import { slotFilter, stateFilter } from './endpoints.ts'
import { historyEntry } from './history-schema.ts'
import { staffBrief } from '../staff/brief.ts'
import { appointmentStatus, paymentState, site } from './schema.ts'
import { historySheet } from './sheets.ts'

export type { HistoryEntry } from './history-schema.ts'

/** A history is asked for by the days of the visits: the last 7 or 30 with today, or from one day to another. */
export const historyRange = z.union([z.literal(7), z.literal(30)])
/** More than a year at once is no question a screen asks. */
export const HISTORY_DAYS = 366

export const historySort = z.enum(['-time', 'time', 'waited', '-waited', 'length', '-length', 'fee', '-fee'])
export type HistorySort = z.output<typeof historySort>

const filters = {
  range: historyRange.default(7),
  /** Both days included; they stand before `range`. One alone is that day to today, or that day alone. */
  from: date.optional(),
  to: date.optional(),
  state: z.array(stateFilter).max(20).default([]),
  slot: z.array(slotFilter).max(9).default([]),
  site: z.array(site).max(3).default([]),
  pay: z.array(paymentState).max(7).default([]),
  did: id.optional(),
  pid: id.optional(),
  unit: id.optional(),
  booker: id.optional(),
  /** Part of a name, member number, phone or id. */
  q: singleLine(60).default(''),
}
/** Asked even where one of the two is no day, which is then told by itself. */
const ofBoundedSpan = ({ from = '', to = '' }: { from?: string | undefined; to?: string | undefined }) =>
  !parseDay(from) || !parseDay(to) || (from <= to && daysBetween(from, to) < HISTORY_DAYS)
const BOUND = { error: `at most ${HISTORY_DAYS} days, the first before the last`, path: ['to'] }

export const historyQuery = z
  .object({ ...filters, sort: historySort.default('-time'), ...paging })
  .refine(ofBoundedSpan, BOUND)
  .describe(BOUND.error)
export type HistoryQuery = z.output<typeof historyQuery>
export const historyTotalsQuery = z.object(filters).refine(ofBoundedSpan, BOUND).describe(BOUND.error)

export const historyTotals = z.object({
  /** The days that were counted. */
  from: date,
  to: date,
  visits: z.number().int(),
  finished: z.number().int(),
  cancelled: z.number().int(),
  autoCancelled: z.number().int(),
  /** Every other state that a visit is in, in the order of their course: with the three above they make up `visits`. */
  others: z.array(z.object({ state: appointmentStatus, count: z.number().int() })),
  /** Of the finished visits. */
  minutes: z.number().int(),
  /** Paid fees in minor units of each currency; `null` for those who have nothing to do with fees. */
  fees: z.array(z.object({ currency: z.enum(['TWD', 'CNY']), amount: z.number().int() })).nullable(),
})
export type HistoryTotals = z.output<typeof historyTotals>

export const searchQueueLog = endpoint({
  method: 'POST',
  path: '/his/api/searchQueueLog',
  summary: 'Visits of a span of days by filters, newest first',
  permission: 'appointment.read',
  audit: 'read',
  replica: true,
  body: historyQuery,
  response: historyEntry,
  list: true,
  sheet: historySheet,
  tags: ['appointments', 'notes', 'recordings'],
})

export const queueLogTotals = endpoint({
  method: 'POST',
  path: '/his/api/queuelogtotals',
  summary: 'What the same filters come to: visits, minutes, fees by currency',
  permission: 'appointment.read',
  audit: 'none',
  body: historyTotalsQuery,
  response: historyTotals,
  tags: ['appointments'],
})

/** Who can be chosen as the one who booked. */
export const historyBookers = endpoint({
  method: 'GET',
  path: '/his/api/queuebookers',
  summary: 'Staff of the own units that book appointments',
  permission: 'appointment.read',
  audit: 'none',
  response: z.array(staffBrief),
  tags: ['session'],
})

const counted = z.number().int().min(0)
export const agentUndoneQuantity = z.object({
  /** Of the day, by part of it; the names of the wire. */
  am: counted,
  pm: counted,
  night: counted,
  emergency: counted,
  special: counted,
  cs: counted,
  earlyMorning: counted,
  lateNight: counted,
  other: counted,
  today: counted,
  future: counted,
  /** Left unfinished on earlier days, and the oldest of those days. */
  earlier: z.object({ count: counted, since: date.nullable() }),
})
export type AgentUndoneQuantity = z.output<typeof agentUndoneQuantity>

export const fetchApptUndoneQuantity = endpoint({
  method: 'POST',
  path: '/his/api/fetchApptUndoneQuantity',
  summary: 'Unfinished counts of appointments that agents booked; an agent counts the own ones',
  permission: 'appointment.read',
  audit: 'none',
  body: z.object({ date: date.optional(), did: id.optional(), unit: id.optional() }),
  response: agentUndoneQuantity,
  tags: ['appointments', 'counts'],
})
