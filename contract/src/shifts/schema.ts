import { z } from 'zod'
import { date, id, instant, reason, singleLine, version } from '../core/scalars.ts'
import { closedReasons } from './rules.ts'

export const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
export const weekday = z.number().int().min(1).max(7)
export const interval = z.number().int().min(0).max(6)
/** Where a session is held: `video` covers voice, `any` is both. */
export const shiftSite = z.enum(['any', 'video', 'onsite'])
export type ShiftSite = z.output<typeof shiftSite>
export const closedReason = z.enum(closedReasons)
/** Out of 1 to 999 it is refused by SHIFT_LIMIT, with its own sentence. */
export const capacity = z.number().int().min(-1_000_000).max(1_000_000)
export const slotMinutes = z.number().int().min(5).max(240)

const hours = {
  start: clock,
  end: clock,
  capacity,
  slotMinutes: slotMinutes.default(15),
  site: shiftSite.default('any'),
}
export const weekEntry = z.object({ weekday, interval, ...hours })
export type WeekEntry = z.output<typeof weekEntry>

/** A cell of the weekly pattern and the time it holds; `validUntil` is the first day it no longer does. */
export const patternEntry = z.object({
  id,
  did: id,
  weekday,
  interval,
  start: clock,
  end: clock,
  capacity: z.number().int(),
  slotMinutes,
  site: shiftSite,
  validFrom: date,
  validUntil: date.nullable(),
  createdBy: z.string().nullable(),
  createdAt: instant,
})
export type PatternEntry = z.output<typeof patternEntry>

export const LOAD_PARTS = 6
/** One session of a doctor. It belongs to the day it starts on, by the institution's clock. */
export const shift = z.object({
  did: id,
  date,
  interval,
  startAt: instant,
  endAt: instant,
  start: clock,
  end: clock,
  capacity: z.number().int(),
  booked: z.number().int(),
  /** Of these, places that wait for their payment. */
  held: z.number().int(),
  /** What is booked in each sixth of its time. */
  load: z.array(z.number().int()).length(LOAD_PARTS),
  slotMinutes,
  site: shiftSite,
  closed: closedReason.nullable(),
  /** Other than the weekly pattern, for this day. */
  changed: z.boolean(),
})
export type Shift = z.output<typeof shift>

export const shiftStaff = z.object({
  did: id,
  name: z.string(),
  nameEn: z.string().nullable(),
  avatar: z.string().nullable(),
  doctortype: z.string(),
  title: z.string().nullable(),
  division: z.string().nullable(),
  divisionEn: z.string().nullable(),
  /** The caller may change these shifts; may record an absence of today. */
  editable: z.boolean(),
  absence: z.boolean(),
})
export type ShiftStaff = z.output<typeof shiftStaff>

export const dayOff = z.object({
  id,
  did: id,
  date,
  interval: interval.nullable(),
  kind: z.enum(['leave', 'absence']),
  reason: z.string().nullable(),
})
export type DayOff = z.output<typeof dayOff>

export const shiftTable = z.object({
  timeZone: z.string(),
  today: date,
  staff: z.array(shiftStaff),
  /** Others whose shifts the caller may change. */
  others: z.array(z.object({ did: id, name: z.string(), nameEn: z.string().nullable() })),
  shifts: z.array(shift),
  daysOff: z.array(dayOff),
  /** Of one person: the pattern in force and planned, with `history` also what was before. */
  pattern: z.array(patternEntry),
  /** The 14 slots of the week of `from` (decision 15). */
  weekMask: z.number().int(),
})
export type ShiftTable = z.output<typeof shiftTable>

export const scheduleTypes = z.object({
  intervals: z.array(
    z.object({
      interval,
      name: z.string(),
      half: z.enum(['day', 'night']),
      start: clock,
      end: clock,
      capacity: z.number().int(),
    }),
  ),
  slots: z.array(z.object({ bit: z.number().int(), weekday, half: z.enum(['day', 'night']) })),
  sites: z.array(shiftSite),
  closed: z.array(closedReason),
})

/** In `data` of SHIFT_ENDS_PLANS: entries that were to begin later than the change, and would never. */
export const endingPlans = z.object({
  plans: z.array(
    patternEntry.pick({
      weekday: true,
      interval: true,
      start: true,
      end: true,
      capacity: true,
      slotMinutes: true,
      site: true,
      validFrom: true,
      validUntil: true,
    }),
  ),
})
export type EndingPlan = z.output<typeof endingPlans>['plans'][number]

/** A booked appointment that a change leaves without a session. */
export const affected = z.object({
  qid: id,
  version,
  pid: id,
  did: id,
  date,
  interval,
  startAt: instant,
  minutes: z.number().int(),
  status: z.string(),
  kind: z.string(),
  site: z.string(),
  paid: z.boolean(),
  problem: z.string().nullable(),
  patient: z.object({
    name: z.string(),
    nameEn: z.string().nullable(),
    gender: z.string().nullable(),
    birthday: date.nullable(),
    vip: z.boolean(),
    mobile: z.string().nullable(),
    /** Can be told by a message. */
    reachable: z.boolean(),
    /** Of the caller's: where a booking for the patient can be. */
    unitIds: z.array(id),
  }),
})
export type Affected = z.output<typeof affected>
/** The `data` of SHIFT_AFFECTED. */
export const affectedList = z.object({
  n: z.number().int(),
  /** Of these, entries of units the caller does not see: they stay as they are. */
  hidden: z.number().int(),
  affected: z.array(affected),
})
export type AffectedList = z.output<typeof affectedList>

export const wayAct = z.enum(['keep', 'move', 'substitute', 'cancel'])
export type WayAct = z.output<typeof wayAct>
/** What becomes of one entry. `move` and `substitute` name the time; a substitute also the person. */
export const way = z
  .object({
    qid: id,
    version,
    act: wayAct,
    date: date.optional(),
    interval: interval.optional(),
    time: clock.optional(),
    did: id.optional(),
    /** Tell the patient by a message (SMS, or e-mail where there is no number). */
    notify: z.boolean().default(false),
  })
  .refine(
    ({ act, date: day, did }) =>
      (act !== 'move' && act !== 'substitute') || (day !== undefined && (act === 'move' || did !== undefined)),
  )
  .describe('`move` needs `date`, `substitute` needs `date` and `did`')
export type Way = z.output<typeof way>

/**
 * The second call of the two: exactly what the answer SHIFT_AFFECTED listed, each with what is to become of it. If that list has
 * changed meanwhile, the new one is answered and nothing is done.
 */
export const confirm = z.object({
  hidden: z.number().int().min(0).default(0),
  ways: z.array(way).max(500),
  /** Of those cancelled: told to the patient and kept with the entry. */
  reason: reason(singleLine(200)).optional(),
})
export type Confirm = z.output<typeof confirm>

export const changeDone = z.object({
  n: z.number().int(),
  moved: z.number().int(),
  substituted: z.number().int(),
  cancelled: z.number().int(),
  kept: z.number().int(),
  notified: z.number().int(),
  /** Those to be told by somebody: no message was asked for, or there is no number. */
  toTell: z.array(id),
})
export type ChangeDone = z.output<typeof changeDone>

/** One time of a session. `closed` says why it cannot be booked; `free` how many still fit into it. */
export const freePlace = z.object({
  at: instant,
  minutes: z.number().int(),
  free: z.number().int(),
  closed: closedReason.nullable(),
})
export const freeSession = z.object({
  interval,
  startAt: instant,
  endAt: instant,
  capacity: z.number().int(),
  booked: z.number().int(),
  held: z.number().int(),
  slotMinutes,
  site: shiftSite,
  closed: closedReason.nullable(),
  places: z.array(freePlace),
})
export type FreeSession = z.output<typeof freeSession>
export const freeDay = z.object({
  date,
  /** Places left; where there is none, why. */
  free: z.number().int(),
  closed: closedReason.nullable(),
  sessions: z.array(freeSession),
})
export type FreeDay = z.output<typeof freeDay>
export const freeTimesOfDoctor = z.object({ did: id, timeZone: z.string(), now: instant, days: z.array(freeDay) })
export type FreeTimes = z.output<typeof freeTimesOfDoctor>
/** One day of everybody who can be booked. */
export const freeDoctor = freeDay.extend({
  did: id,
  name: z.string(),
  nameEn: z.string().nullable(),
  doctortype: z.string(),
  title: z.string().nullable(),
  division: z.string().nullable(),
  divisionEn: z.string().nullable(),
  /** Of the caller's: where this person can be booked, for a patient of one of these units. */
  unitIds: z.array(id),
})
export type FreeDoctor = z.output<typeof freeDoctor>
