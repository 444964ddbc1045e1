import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { paging, sortBy } from '../core/paging.ts'
import { date, id, numeric, partnerId, prose, reason, singleLine, version } from '../core/scalars.ts'
import { staffActions } from './rules.ts'
import { staffBrief } from '../staff/brief.ts'
import {
  appointment,
  appointmentDetail,
  appointmentStatus,
  dayStatus,
  entryElsewhere,
  homeDashboard,
  homePeriod,
  menuCounts,
  paymentState,
  site,
  slot,
  undoneQuantity,
} from './schema.ts'
import { elsewhereSheet, queueSheet } from './sheets.ts'

/** `authorised`: entries of those who let the caller contact their patients. */
export const queueTab = z.enum(['today', 'future', 'agent', 'special', 'emergency', 'authorised', 'records'])
export type QueueTab = z.output<typeof queueTab>

/**
 * The stored states, and what the screens count: each number opens the list of exactly those it counts. `arrived`: came,
 * whatever became of it; of the unfinished, `present` have come and `expected` have not.
 */
export const stateFilter = z.enum([
  ...appointmentStatus.options,
  'unfinished',
  'arrived',
  'present',
  'expected',
  'waiting',
  'inConsultation',
  'ended',
  'unsigned',
  'missedCall',
])
export type StateFilter = z.output<typeof stateFilter>

/** Beside the parts of the day: special appointments, and those whose call-back target is customer service. */
export const slotFilter = z.enum([...slot.options, 'special', 'cs'])
export type SlotFilter = z.output<typeof slotFilter>

/** `next`: emergencies first, then who waits longest. */
export const queueSort = z.enum(['default', 'next', 'time', '-time', 'waiting', '-waiting', 'queueNo', '-queueNo'])
export type QueueSort = z.output<typeof queueSort>

const doctorRef = z.object({ partnerid: partnerId, sdid: id })
const pages = z.object({ ...paging })
const common = {
  permission: 'appointment.read',
  audit: 'read',
  response: appointment,
  list: true,
  tags: ['appointments'],
} as const

export const queueToday = endpoint({
  method: 'GET',
  path: '/his/api/queue/{partnerid}/{sdid}',
  summary: "A doctor's list of today",
  params: doctorRef,
  query: pages,
  ...common,
})
export const queueAgent = endpoint({
  method: 'GET',
  path: '/his/api/queueagent/{partnerid}/{sdid}',
  summary: 'Entries from today on that an agent booked with a doctor',
  params: doctorRef,
  query: pages,
  ...common,
})
export const queueOtherDay = endpoint({
  method: 'GET',
  path: '/his/api/queueotherday/{partnerid}/{sdid}',
  summary: "A doctor's list of another day",
  params: doctorRef,
  query: z.object({ ...paging, date }),
  ...common,
})
export const queueEmergency = endpoint({
  method: 'GET',
  path: '/his/api/queueuia/{partnerid}/{sdid}',
  summary: 'Emergencies of today with a doctor',
  params: doctorRef,
  query: pages,
  ...common,
})
export const queueSpecial = endpoint({
  method: 'GET',
  path: '/his/api/queuespec/{partnerid}/{sdid}',
  summary: 'Special-contract entries from today on with a doctor',
  params: doctorRef,
  query: pages,
  ...common,
})
export const reservationsAhead = endpoint({
  method: 'GET',
  path: '/his/api/reservation/{partnerid}/{sdid}',
  summary: 'Reservations with a doctor after today',
  params: doctorRef,
  query: pages,
  ...common,
})

export const queuesQuery = z.object({
  tab: queueTab.default('today'),
  /** The day of the tabs `today`, `emergency`; today by the partner's clock unless told. */
  date: date.optional(),
  /** The days of the tab `records`, both included, and the limits of the others. */
  from: date.optional(),
  to: date.optional(),
  slot: z.array(slotFilter).max(9).default([]),
  did: id.optional(),
  unit: id.optional(),
  state: z.array(stateFilter).max(20).default([]),
  site: z.array(site).max(3).default([]),
  pay: z.array(paymentState).max(7).default([]),
  /** The half hour of the day, by the partner's clock, in which they start: `09:30`. */
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):(00|30)$/)
    .optional(),
  /** `/apptmgmt/agent`: what agents booked; an agent's own bookings. */
  agent: z.boolean().default(false),
  /** Part of a name, member number, phone or id. */
  q: singleLine(60).default(''),
  sort: queueSort.default('default'),
  ...paging,
})
export type QueuesQuery = z.output<typeof queuesQuery>

export const getQueues = endpoint({
  method: 'POST',
  path: '/his/api/getQueues',
  summary: 'Entries by tab, date, slot and filters',
  body: queuesQuery,
  ...common,
  sheet: queueSheet,
})

export const queuesElsewhere = endpoint({
  method: 'GET',
  path: '/his/api/queueselsewhere',
  summary: "Open entries of the caller's grantors in other institutions the caller works in, with masked names",
  permission: 'appointment.read',
  audit: 'read',
  query: pages.extend({ partner: partnerId.optional(), sort: sortBy('time').optional() }),
  response: entryElsewhere,
  list: true,
  sheet: elsewhereSheet,
  tags: ['appointments', 'grants'],
})

export const getQueuesUndoneQuantity = endpoint({
  method: 'POST',
  path: '/his/api/getQueuesUndoneQuantity',
  summary: 'Unfinished counts per slot and per tab, in one statement',
  permission: 'appointment.read',
  audit: 'none',
  tags: ['appointments', 'counts', 'referrals'],
  body: z.object({ date: date.optional(), did: id.optional(), unit: id.optional() }),
  response: undoneQuantity,
})

export const getQueueDetailByQid = endpoint({
  method: 'GET',
  path: '/his/api/getQueueDetailByQid/{id}',
  summary: 'One entry in full, with its history',
  permission: 'appointment.read',
  audit: 'read',
  tags: ['appointments'],
  params: z.object({ id }),
  response: appointmentDetail,
})

export const queueStep = z.object({
  qid: id,
  action: z.enum(staffActions),
  version,
  reason: reason(prose(500)).optional(),
  /** The new `p_memo` of the action `memo`. */
  memo: prose(2000).optional(),
})
export type QueueStep = z.output<typeof queueStep>

export const postQueue = endpoint({
  method: 'POST',
  path: '/his/api/queue',
  summary: 'Check in, finish, close, cancel, call again or note on an entry',
  permission: 'appointment.read',
  audit: 'write',
  tags: ['appointments', 'counts'],
  body: queueStep,
  response: appointment,
  errors: [
    'APPT_ILLEGAL_STEP',
    'APPT_NOT_TODAY',
    'APPT_IN_CALL',
    'APPT_UNDO_OVER',
    'APPT_REDIAL_OVER',
    'NOTE_SIGNED',
    'REASON_REQUIRED',
    'VERSION_STALE',
    'NOT_FOUND',
  ],
})

export const getQueueHistory = endpoint({
  method: 'GET',
  path: '/his/api/getQueueHistory/{pid}/{partnerid}/{page}',
  summary: "A patient's past entries, newest first",
  params: z.object({ pid: id, partnerid: partnerId, page: paging.page }),
  query: z.object({ pageSize: paging.pageSize }),
  ...common,
})

const scope = z.object({ did: id.optional(), unit: id.optional() })
export const weekqueuestatus = endpoint({
  method: 'GET',
  path: '/his/api/weekqueuestatus',
  summary: 'Reserved, checked-in and completed per day of this week, Monday first',
  permission: 'appointment.read',
  audit: 'none',
  replica: true,
  tags: ['appointments'],
  query: scope,
  response: z.array(dayStatus),
})
export const monthqueuestatus = endpoint({
  method: 'GET',
  path: '/his/api/monthqueuestatus/{year}/{month}',
  summary: 'The same per day of a month',
  permission: 'appointment.read',
  audit: 'none',
  replica: true,
  tags: ['appointments'],
  params: z.object({
    year: numeric(z.number().int().min(1900).max(2999)),
    month: numeric(z.number().int().min(1).max(12)),
  }),
  query: scope,
  response: z.array(dayStatus),
})

export const dashboardsHome = endpoint({
  method: 'GET',
  path: '/his/api/dashboards/home',
  summary: "What waits for the caller now, today's, this week's and this month's figures, and the chart of a period",
  permission: 'appointment.read',
  audit: 'read',
  replica: true,
  tags: ['appointments', 'counts', 'notes', 'calls'],
  query: scope.extend({ period: homePeriod.default('today') }),
  response: homeDashboard,
})
export const counts = endpoint({
  method: 'GET',
  path: '/his/api/counts',
  summary: 'Numbers of the menu',
  permission: 'session',
  audit: 'none',
  tags: ['counts', 'appointments', 'handoffs', 'notifications', 'opinions', 'alerts', 'consents'],
  response: menuCounts,
})

/**
 * Who can be chosen in the list's filter: whoever can be booked in the caller's units, behind them whoever has visits of theirs,
 * and the units themselves.
 */
export const queueFilters = endpoint({
  method: 'GET',
  path: '/his/api/queuefilters',
  summary: "Doctors and units that the list's filter offers",
  permission: 'appointment.read',
  audit: 'none',
  tags: ['session'],
  response: z.object({
    doctors: z.array(staffBrief.extend({ bookable: z.boolean() })),
    units: z.array(z.object({ unitId: id, name: z.string(), nameEn: z.string().nullable() })),
  }),
})
