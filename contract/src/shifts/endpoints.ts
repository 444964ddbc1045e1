import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { date, id, reason, singleLine } from '../core/scalars.ts'
import {
  affected,
  capacity,
  changeDone,
  clock,
  confirm,
  freeDoctor,
  freeTimesOfDoctor,
  interval,
  scheduleTypes,
  shiftSite,
  shiftTable,
  slotMinutes,
  weekday,
  weekEntry,
} from './schema.ts'

/** Of longer spans nobody needs the places: six weeks are a month's page of a calendar. */
const ahead = date.describe("after today, in the institution's zone; of an absence, today")
export const SPAN_DAYS = 42
const SPAN = `not before \`from\`, and at most ${SPAN_DAYS} days with it`
const whose = { did: id.optional() }
const step = { confirm: confirm.optional() }
/** What SHIFT_ENDS_PLANS told was read. */
const confirmed = z.literal(true).optional()
const changes = {
  // Whose shifts, and whether by right, by a grant or as an absence of today, the service decides: the caller's own
  // (`shift.own`), those of a grantor or an administrator's (`shift.others`).
  permission: 'appointment.read',
  audit: 'write',
  idempotent: true,
  tags: ['shifts', 'appointments', 'counts'],
  response: changeDone,
} as const
const refusals = [
  'SHIFT_PAST',
  'SHIFT_OVERLAP',
  'SHIFT_AFFECTED',
  'SHIFT_LIMIT',
  'SHIFT_EMPTY',
  'SHIFT_SLOT_LONG',
  'NOT_FOUND',
  'FORBIDDEN',
  'VERSION_STALE',
  'BOOKING_INVALID',
  'SLOT_FULL',
  'SLOT_PASSED',
  'SLOT_CLOSED',
  'DOUBLE_BOOKED',
  'APPT_ILLEGAL_STEP',
  'APPT_IN_CALL',
  'REASON_REQUIRED',
] as const

const cells = z.array(z.object({ weekday, interval })).max(49)
export const scheduleAsk = z
  .object({
    ...whose,
    /** The cells that change; the others of the week stay. */
    entries: z.array(weekEntry).max(49).default([]),
    /** The cells that go, in the same step. */
    remove: cells.default([]),
    effectiveFrom: ahead,
    confirmed,
    ...step,
  })
  .refine(({ entries, remove }) => entries.length + remove.length > 0)
  .meta({ anyOf: ['entries', 'remove'].map((name) => ({ required: [name], properties: { [name]: { minItems: 1 } } })) })
export type ScheduleAsk = z.output<typeof scheduleAsk>
export const schedule = endpoint({
  method: 'POST',
  path: '/his/api/schedule',
  summary: 'Add or change entries of the weekly pattern from a date on; answers affected appointments until confirmed',
  body: scheduleAsk,
  errors: [...refusals, 'SHIFT_ENDS_PLANS'],
  ...changes,
})

export const delscheduleAsk = z.object({
  ...whose,
  cells: cells.min(1),
  effectiveFrom: ahead,
  confirmed,
  ...step,
})
export const delschedule = endpoint({
  method: 'POST',
  path: '/his/api/delschedule',
  summary: 'End entries of the weekly pattern from a date on; what held before stays readable',
  body: delscheduleAsk,
  errors: [...refusals, 'SHIFT_ENDS_PLANS'],
  ...changes,
})

export const scheduletype = endpoint({
  method: 'POST',
  path: '/his/api/scheduletype',
  summary: 'Kinds of sessions, their usual hours, the 14 slots of a week, and why a place can be closed',
  permission: 'appointment.read',
  audit: 'none',
  tags: ['shifts'],
  response: scheduleTypes,
})

export const fetchShiftAsk = z.object({
  ...whose,
  /** A team: everybody with shifts in this unit, or with `team` in all the caller's units. Otherwise one person. */
  unit: id.optional(),
  team: z.boolean().default(false),
  from: date,
  to: date.describe(SPAN),
  history: z.boolean().default(false),
  /** Days off of one person from the first day on, also those behind the last one. */
  planned: z.boolean().default(false),
})
export type FetchShiftAsk = z.output<typeof fetchShiftAsk>
export const fetchShift = endpoint({
  method: 'POST',
  path: '/his/api/fetchShift',
  summary: 'Sessions, days off and the weekly pattern in a range of days, of one person or a team',
  permission: 'appointment.read',
  audit: 'none',
  tags: ['shifts', 'appointments', 'grants'],
  body: fetchShiftAsk,
  response: shiftTable,
  errors: ['NOT_FOUND', 'BAD_INPUT'],
})

export const updateShiftAsk = z.object({
  ...whose,
  date: ahead,
  interval,
  /** Closed, other hours, or `null`: as the weekly pattern says. */
  change: z.union([
    z.object({ closed: z.literal(true) }),
    z.object({
      start: clock,
      end: clock,
      capacity,
      slotMinutes: slotMinutes.default(15),
      site: shiftSite.default('any'),
    }),
    z.null(),
  ]),
  ...step,
})
export type UpdateShiftAsk = z.output<typeof updateShiftAsk>
export const updateShift = endpoint({
  method: 'POST',
  path: '/his/api/updateShift',
  summary: 'Change one session of one day; answers affected appointments until confirmed',
  body: updateShiftAsk,
  errors: refusals,
  ...changes,
})

export const updateLeaveAsk = z.object({
  ...whose,
  from: ahead,
  to: ahead,
  /** Only these parts of the days; without them the whole days. */
  intervals: z.array(interval).max(7).default([]),
  /** An absence is today's, and recorded by an administrator or health secretary (decision 30). */
  kind: z.enum(['leave', 'absence']).default('leave'),
  remove: z.boolean().default(false),
  reason: reason(singleLine(200)).optional(),
  ...step,
})
export type UpdateLeaveAsk = z.output<typeof updateLeaveAsk>
export const updateLeave = endpoint({
  method: 'POST',
  path: '/his/api/updateLeave',
  summary: 'Add or remove days off, or record an absence of today; answers affected appointments until confirmed',
  body: updateLeaveAsk,
  errors: refusals,
  ...changes,
})

export const updatelimitAsk = z.object({ ...whose, date: ahead, interval, capacity })
export const updatelimit = endpoint({
  method: 'POST',
  path: '/his/api/updatelimit',
  summary: 'The maximum of appointments of one session',
  body: updatelimitAsk,
  errors: refusals,
  ...changes,
})

/** `today`: what is left of one's own day, when one cannot see anybody: for today nobody changes a shift. */
export const settleAsk = z.object({ ...whose, confirm, today: z.boolean().default(false) })
export const settleAffected = endpoint({
  method: 'POST',
  path: '/his/api/shiftaffected',
  summary: 'Move, hand over or cancel appointments that an earlier change left without a session; all or nothing',
  body: settleAsk,
  errors: refusals,
  ...changes,
})
export const getAffected = endpoint({
  method: 'GET',
  path: '/his/api/shiftaffected/{did}',
  summary: 'Appointments to come that no open session of the doctor covers any more',
  permission: 'appointment.read',
  audit: 'read',
  tags: ['shifts', 'appointments'],
  params: z.object({ did: id }),
  /** `today`: in place of these all that is left of one's own day. */
  query: z.object({ today: z.enum(['1']).optional() }),
  response: z.object({ hidden: z.number().int(), affected: z.array(affected) }),
  errors: ['NOT_FOUND', 'FORBIDDEN'],
})

export const noticedoctorshift = endpoint({
  method: 'POST',
  path: '/his/api/noticedoctorshift',
  summary: 'Tell the staff concerned of a shift change',
  permission: 'appointment.read',
  audit: 'write',
  idempotent: true,
  tags: [],
  body: z.object({ ...whose, from: date, to: date.nullable().default(null) }),
  response: z.object({ told: z.number().int() }),
  errors: ['NOT_FOUND', 'FORBIDDEN'],
})

const free = { permission: 'appointment.read', audit: 'none', tags: ['shifts', 'appointments'] } as const
export const freetimes = endpoint({
  method: 'GET',
  path: '/his/api/freetimes/{did}',
  summary: "A doctor's free times in a span of days, a month in one call; each closed one says why",
  params: z.object({ did: id }),
  query: z.object({ from: date, to: date.describe(SPAN) }),
  response: freeTimesOfDoctor,
  errors: ['NOT_FOUND', 'BAD_INPUT'],
  ...free,
})
export const freetimesOfDay = endpoint({
  method: 'GET',
  path: '/his/api/freetimes',
  summary: "One day's free times of everybody in the caller's units",
  query: z.object({ date, unit: id.optional() }),
  response: z.array(freeDoctor),
  errors: ['BAD_INPUT'],
  ...free,
})
