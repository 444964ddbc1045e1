import { z } from 'zod'
import { reservationAnswer, reservationAsk } from '../appointments/booking-schema.ts'
import { paging, sortBy } from '../core/paging.ts'
import { asked, date, id, instant, prose, reason, singleLine, uuid, version } from '../core/scalars.ts'
import { memberSaid } from '../members/schema.ts'
import { gender } from '../patients/brief.ts'
import { staffBrief } from '../staff/brief.ts'
import { items, stations } from './items.ts'
import { AGE_MAX, INTERVAL_MAX, programmes } from './programmes.ts'
import { eventKinds, eventStates, joinWays } from './rules.ts'

export const item = z.enum(items)
export const station = z.enum(stations)
export const eventKind = z.enum(eventKinds)

const age = z.number().int().min(0).max(AGE_MAX)
const limits = z.object({
  from: age,
  to: age.nullable(),
  /** Years, or once in a life. */
  every: z.union([z.number().int().min(1).max(INTERVAL_MAX), z.literal('once')]),
})
/** Ages and intervals that the institution has confirmed itself, of the groups of a programme in their order. */
const ownLimits = z.partialRecord(z.enum(programmes), z.array(limits).max(10))

export const careEvent = z.object({
  id,
  kind: eventKind,
  name: z.string(),
  place: z.string(),
  startsOn: date,
  endsOn: date,
  state: z.enum(eventStates),
  items: z.array(item),
  /** Of a screening: what it is for. */
  programmes: z.array(z.enum(programmes)),
  limits: ownLimits,
  note: z.string(),
  unit: z.object({ id, name: z.string(), nameEn: z.string().nullable() }),
  joined: z.number().int(),
  /** Of those who joined: who has a value of each item, and who has one at all. */
  done: z.number().int(),
  measured: z.number().int(),
  /** Why it was cancelled. */
  reason: z.string().nullable(),
  version,
})
export type CareEvent = z.output<typeof careEvent>

export const eventSort = sortBy('startsOn', 'name', 'joined')
export const eventQuery = z.object({
  ...paging,
  state: z.enum(eventStates).optional(),
  kind: eventKind.optional(),
  q: singleLine(60).default(''),
  /** One event alone. */
  id: id.optional(),
  sort: eventSort.optional(),
})
export type EventQuery = z.output<typeof eventQuery>

export const eventBody = z.object({
  kind: eventKind.default('clinic'),
  unit: id,
  name: asked(singleLine(120)),
  place: asked(singleLine(200)),
  startsOn: date,
  endsOn: date,
  items: z.array(item).max(items.length),
  programmes: z.array(z.enum(programmes)).max(programmes.length).default([]),
  limits: ownLimits.default({}),
  note: prose(2000).default(''),
})
export type EventBody = z.output<typeof eventBody>
export const eventChange = eventBody.omit({ unit: true }).extend({
  version,
  /** Cancels it; values that were measured stay. */
  cancel: z.object({ reason: asked(reason(singleLine(300))) }).optional(),
})
export type EventChange = z.output<typeof eventChange>

export const eventPerson = z.object({
  pid: id,
  name: z.string(),
  nameEn: z.string().nullable(),
  gender: gender.nullable(),
  birthday: date.nullable(),
  memberNo: z.string(),
})
export type EventPerson = z.output<typeof eventPerson>

export const eventValue = z.object({
  id: uuid,
  item,
  value: z.number(),
  measuredAt: instant,
  by: staffBrief,
  device: z.string().nullable(),
  confirmed: z.boolean(),
})
export type EventValue = z.output<typeof eventValue>

export const participant = z.object({
  id: uuid,
  number: z.number().int(),
  person: eventPerson,
  joinedAt: instant,
  /** What stands of each item; several where stations wrote different ones, newest first. */
  values: z.array(eventValue),
  visits: z.number().int(),
  reports: z.number().int(),
})
export type Participant = z.output<typeof participant>

export const scanned = z.object({
  via: z.enum(joinWays),
  person: eventPerson.nullable(),
  /** Joined already: the row. */
  participant: participant.nullable(),
  /** The complete number that nobody has here: a new person begins with it. */
  known: z.object({ idNumber: z.string().nullable(), nhiCardNumber: z.string().nullable() }).nullable(),
})
export type Scanned = z.output<typeof scanned>

export const joinBody = z.object({
  /** Made by the station, so that one who was entered without a line joins once. */
  id: uuid,
  eventid: id,
  pid: id.optional(),
  /** What was scanned: it says who it is before `pid`, also where the station could not ask, or the caller sees no members. */
  code: singleLine(60).optional(),
  /** Somebody nobody knows here yet. */
  person: memberSaid.optional(),
  via: z.enum(joinWays),
  /** The person agreed to take part, and to what is kept of it. */
  consent: z.literal(true),
  /** What stands on the paper already; another is given where somebody has it. */
  number: z.number().int().min(1).max(99999).optional(),
  at: instant,
})
export type JoinBody = z.output<typeof joinBody>

export const measureQuery = z.object({
  eventid: id,
  /** One person; without it everybody who joined. */
  pid: id.optional(),
  /** What a station shows: its own items alone. Volunteers always say theirs. */
  station: station.optional(),
})
export const measureData = z.object({ event: careEvent, participants: z.array(participant) })
export type MeasureData = z.output<typeof measureData>

export const entry = z.object({
  /** Made by the station: the same entry that comes twice is one. */
  id: uuid,
  item,
  /** `null`: what it replaces was no measurement of this person. */
  value: z.number().min(0).max(9999).nullable(),
  measuredAt: instant,
  device: z.object({ name: singleLine(80), type: singleLine(40) }).optional(),
  /** Outside what a body of that age has, or beside what is known, and somebody said that it is so. */
  confirmed: z.boolean().default(false),
  /** Values that the station saw and that this one takes the place of. */
  replaces: z.array(uuid).max(20).default([]),
})
export type Entry = z.output<typeof entry>
export const measureBody = z.object({ eventid: id, pid: id, entries: z.array(entry).min(1).max(40) })
export type MeasureBody = z.output<typeof measureBody>
export const measured = z.object({
  participant,
  /** Another station had written, too: both values are kept and shown. */
  merged: z.boolean(),
})
export type MeasuredAnswer = z.output<typeof measured>

export const itemRule = z.object({
  item,
  loinc: z.string(),
  unit: z.string(),
  /** What a living body can have. */
  least: z.number(),
  most: z.number(),
  decimals: z.number().int(),
  station,
})

export const resultValue = z.object({
  item: z.union([item, z.literal('bmi')]),
  value: z.number(),
  unit: z.string(),
  measuredAt: instant,
  /** Values that differ from it and that nobody has replaced. */
  others: z.array(z.number()),
  range: z.object({ low: z.number().nullable(), high: z.number().nullable(), source: z.string() }).nullable(),
  flag: z.enum(['low', 'high', 'normal']).nullable(),
  /** Of earlier events, newest first. */
  earlier: z.array(z.object({ value: z.number(), on: date, event: z.string() })),
})
export type ResultValue = z.output<typeof resultValue>
export const eventResult = z.object({
  event: careEvent,
  number: z.number().int(),
  person: eventPerson,
  /** Out of range first. */
  values: z.array(resultValue),
  /** Items of the event that nobody has measured. */
  missing: z.array(item),
  visits: z.array(
    z.object({ qid: id, startAt: instant, doctor: z.string(), doctorEn: z.string().nullable(), status: z.string() }),
  ),
  reports: z.array(z.object({ id: uuid, name: z.string(), at: instant })),
  /** The signed address of the sheet to print, which needs no session. */
  sheet: z.object({ token: z.string(), until: instant }),
})
export type EventResult = z.output<typeof eventResult>

/** What a sheet says: of one person at one event, and nothing else. */
export const eventSheet = z.object({
  institution: z.object({ name: z.string(), nameEn: z.string().nullable(), logo: z.string().nullable() }),
  event: z.object({ name: z.string(), place: z.string(), startsOn: date, endsOn: date }),
  unit: z.object({ name: z.string(), nameEn: z.string().nullable() }),
  number: z.number().int(),
  person: eventPerson.omit({ pid: true }),
  values: z.array(resultValue),
  missing: z.array(item),
  /** Of visits that were booked from the event. */
  visits: z.array(z.object({ startAt: instant, doctor: z.string(), doctorEn: z.string().nullable() })),
  timeZone: z.string(),
  at: instant,
  until: instant,
})
export type EventSheet = z.output<typeof eventSheet>

export const reportBody = z.object({
  eventid: id,
  pid: id,
  /** A file of the person that has been stored: sent before by `uploads`. */
  file: uuid,
})
const [book] = reservationAsk.options
export const eventBooking = book.omit({ action: true, pid: true }).extend({ eventid: id, pid: id })
export type EventBooking = z.output<typeof eventBooking>
export { reservationAnswer as eventBooked }
