import { z } from 'zod'
import { periods } from '../core/dates.ts'
import { date, id, instant, partnerId, uuid, version } from '../core/scalars.ts'
import { receipt } from './receipt.ts'
import { patientBrief } from '../patients/brief.ts'
import { staffBrief } from '../staff/brief.ts'

export const appointmentStatus = z.enum([
  'held',
  'registered',
  'checkedIn',
  'redial',
  'finished',
  'cancelled',
  'autoCancelled',
  'released',
  'closed',
])
export type AppointmentStatus = z.output<typeof appointmentStatus>

/** Who or what brought the entry into `cancelled`, `autoCancelled` or `closed`. */
export const statusBy = z.enum(['patient', 'staff', 'timeout', 'missed', 'linkExpired'])
export type StatusBy = z.output<typeof statusBy>

export const appointmentKind = z.enum(['general', 'agent', 'emergency', 'special'])
export type AppointmentKind = z.output<typeof appointmentKind>

/** 0 emergency, 1 morning, 2 afternoon, 3 night, 4 early morning, 5 late at night, 6 other. */
export const interval = z.number().int().min(0).max(6)

/** The part of the day a list groups by. */
export const slot = z.enum(['emergency', 'earlyMorning', 'am', 'pm', 'night', 'lateNight', 'other'])
export type Slot = z.output<typeof slot>

export const site = z.enum(['video', 'voice', 'onsite'])
export type Site = z.output<typeof site>

export const callTarget = z.enum(['patient', 'family', 'cs'])
export const paymentState = z.enum(['none', 'due', 'paid', 'waived', 'expired', 'refundDue', 'refunded'])
export type PaymentState = z.output<typeof paymentState>
export const linkState = z.enum(['created', 'sent', 'opened', 'joined', 'expired', 'dead', 'sendFailed'])
export type LinkState = z.output<typeof linkState>

export const deviceCheckResult = z.enum(['ok', 'denied', 'missing', 'failed'])
/** What the patient's device check said last. */
export const deviceCheck = z.object({
  camera: deviceCheckResult.nullable().default(null),
  microphone: deviceCheckResult.nullable().default(null),
  speaker: deviceCheckResult.nullable().default(null),
  at: instant.nullable().default(null),
})
export type DeviceCheck = z.output<typeof deviceCheck>

/** One line of a list of appointments. Names of the specification's queue entry are kept to the letter. */
export const appointment = z.object({
  qid: id,
  partnerId,
  unitId: id,
  unitName: z.string(),
  unitNameEn: z.string().nullable(),
  pid: id,
  e_name: z.string().nullable(),
  did: id,
  roomid: uuid.nullable(),
  /** The visit's record: the doctor's note of it, else the first that was begun; `null` before. */
  mr_id: uuid.nullable(),
  /** The same two under the names that the wire's call context has for them. */
  mrid: uuid.nullable(),
  currentPid: id,
  status: appointmentStatus,
  statusBy: statusBy.nullable(),
  finish: z.boolean(),
  closed: z.boolean(),
  /** Derived: the visit's room is live. */
  inConsultation: z.boolean(),
  kind: appointmentKind,
  interval,
  slot,
  proxy: z.boolean(),
  bookedBy: id.nullable(),
  date,
  startAt: instant,
  durationMinutes: z.number().int(),
  /** When the visit, and its session where that runs past the midnight of `date`, is over. */
  overAt: instant,
  queueNo: z.number().int(),
  site,
  serviceItem: z.string().nullable(),
  consultProblem: z.string().nullable(),
  callTarget: callTarget.nullable(),
  fee: z.number().int().nullable(),
  currency: z.enum(['TWD', 'CNY']),
  payment: paymentState,
  p_memo: z.string().nullable(),
  cancelReason: z.string().nullable(),
  tries: z.number().int(),
  sms_room: z.number().int().nullable(),
  checkedInAt: instant.nullable(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  finishedBy: id.nullable(),
  noteSigned: z.boolean(),
  /** State of the newest link of the visit; `null`: none was made. */
  link: linkState.nullable(),
  /** Why it could not be sent: a code of the outbox. */
  linkFailure: z.string().nullable(),
  /** Colleagues who are in the live room with the patient. */
  inRoom: z.array(staffBrief),
  deviceCheck: deviceCheck.nullable(),
  /** Since when the patient waits to be called back; `null`: nobody asked, or somebody rang. */
  callbackAt: instant.nullable(),
  version,
  doctor: staffBrief,
  patient: patientBrief,
})
export type Appointment = z.output<typeof appointment>

/** What a refused step answers beside `VERSION_STALE`: the entry as it is, and whose step came before; `null`: no colleague's. */
export const staleAppointment = appointment.extend({ changedBy: staffBrief.nullish() })
export type StaleAppointment = z.output<typeof staleAppointment>

export const actorKind = z.enum(['staff', 'patient', 'system'])
export const timelineEntry = z.object({
  id: z.number().int(),
  action: z.string(),
  fromStatus: appointmentStatus.nullable(),
  toStatus: appointmentStatus,
  reason: z.string().nullable(),
  actorKind,
  actorName: z.string().nullable(),
  actorNameEn: z.string().nullable(),
  at: instant,
})
export type TimelineEntry = z.output<typeof timelineEntry>

/** By which way a link or a word reaches a patient. */
export const sendingWay = z.enum(['sms', 'email', 'line', 'wechat'])
export type SendingWay = z.output<typeof sendingWay>

export const linkHistory = z.object({
  id: uuid,
  state: linkState,
  /** Why its message did not leave. */
  failure: z.string().nullable(),
  sms_room: z.number().int(),
  /** Null: no message carried it. */
  channel: sendingWay.nullable(),
  /** Masked. */
  to: z.string().nullable(),
  version,
  sentAt: instant.nullable(),
  openedAt: instant.nullable(),
  joinedAt: instant.nullable(),
  expiresAt: instant.nullable(),
})

/** One entry in full. */
export const appointmentDetail = appointment.extend({
  bookedByName: z.string().nullable(),
  bookedByNameEn: z.string().nullable(),
  finishedByName: z.string().nullable(),
  /** Masked: `0912•••305`. */
  mobile: z.string().nullable(),
  createdAt: instant,
  /** Until when its place waits for the payment. */
  holdUntil: instant.nullable(),
  /** The doctor's own fee when it was booked. */
  defaultFee: z.number().int().nullable(),
  timeline: z.array(timelineEntry),
  links: z.array(linkHistory),
  /** Of a paid visit, for whom its fee is shown. */
  receipt: receipt.nullable(),
})
export type AppointmentDetail = z.output<typeof appointmentDetail>

/** An entry of another institution, as far as a grant of its doctor lets one know of it from here. */
export const entryElsewhere = z.object({
  partnerId,
  partnerName: z.string(),
  partnerNameEn: z.string().nullable(),
  unitName: z.string(),
  unitNameEn: z.string().nullable(),
  doctorName: z.string(),
  doctorNameEn: z.string().nullable(),
  /** Masked. */
  patientName: z.string(),
  date,
  startAt: instant,
  slot,
  site,
  status: appointmentStatus,
  statusBy: statusBy.nullable(),
})
export type EntryElsewhere = z.output<typeof entryElsewhere>

const counted = z.number().int().min(0)
/** Unfinished entries. The first six names are the wire's. */
export const undoneQuantity = z.object({
  am: counted,
  pm: counted,
  night: counted,
  emergency: counted,
  special: counted,
  cs: counted,
  earlyMorning: counted,
  lateNight: counted,
  other: counted,
  /** All of the day, so that 'n, of which m unfinished' can be said. */
  totals: z.record(slot, counted),
  /** Per tab of the appointments screen. */
  tabs: z.object({
    today: counted,
    future: counted,
    agent: counted,
    special: counted,
    emergency: counted,
    /** By grants: in this institution, and in others. */
    authorised: counted,
    others: counted,
    /** Referrals one sent or is to take, as long as somebody has to do something. */
    referrals: counted,
  }),
  /** Left unfinished on earlier days, and the oldest of those days. */
  earlier: z.object({ count: counted, since: date.nullable() }),
})
export type UndoneQuantity = z.output<typeof undoneQuantity>

/**
 * `reserved` = `completed` + `cancelled` + `open`; `checkedIn` are all who came, completed ones included; `present` those
 * of the open ones who have come.
 */
export const loadFigures = z.object({
  reserved: counted,
  checkedIn: counted,
  completed: counted,
  cancelled: counted,
  open: counted,
  present: counted,
})
export type LoadFigures = z.output<typeof loadFigures>
export const dayStatus = loadFigures.extend({ date })
export type DayStatus = z.output<typeof dayStatus>
export const periodStatus = loadFigures.extend({ from: date, to: date })
export type PeriodStatus = z.output<typeof periodStatus>

/** Reservation periods of the calendar: weeks from Monday, seasons 1–3, 4–6, 7–9, 10–12. */
export const homePeriod = z.enum(periods)
export type HomePeriod = z.output<typeof homePeriod>
/** A period with a bar a day (week, month), a week (season) or a month (year); today's are the half hours of `load`. */
export const periodChart = periodStatus.extend({ period: homePeriod, bars: z.array(periodStatus) })
export type PeriodChart = z.output<typeof periodChart>

/**
 * Appointments of today that start within one half hour (`09:30`) and were not cancelled: done, here, or to come.
 */
export const loadBar = z.object({
  time: z.string(),
  slot,
  completed: counted,
  waiting: counted,
  reserved: counted,
})
export type LoadBar = z.output<typeof loadBar>

export const lastVisit = z.object({
  qid: id,
  date,
  doctorName: z.string(),
  doctorNameEn: z.string().nullable(),
  diagnoses: z.array(z.object({ code: z.string(), nameEn: z.string(), nameZhTw: z.string() })),
})

export const homeDashboard = z.object({
  /** The partner's day, time and zone by the server's clock. */
  today: date,
  now: instant,
  timeZone: z.string(),
  /** Who waits longest, else who comes next today. `lastVisit` only with the patient's authorisation. */
  next: appointment.extend({ lastVisit: lastVisit.nullable() }).nullable(),
  waitingCount: counted,
  /** The first of them, longest waiting first. */
  waiting: z.array(appointment),
  inConsultation: z.object({ qid: id, queueNo: z.number().int(), kind: appointmentKind }).nullable(),
  periods: z.object({ today: periodStatus, week: periodStatus, month: periodStatus }),
  load: z.array(loadBar),
  /** How many places each part of today has, where one doctor is looked at in all units; `null`: they are not one number. */
  places: z.array(z.object({ slot, places: counted })).nullable(),
  /** The period that was asked for. */
  chart: periodChart,
  /** Own finished visits without a signed note for more than 24 hours; `null` for those who sign none. */
  unsignedNotes: z.object({ count: counted, since: date.nullable() }).nullable(),
  /** Patients' calls of today that nobody answered and nobody called back. */
  missedCalls: counted,
  /** The next day with appointments, when none is left today. */
  nextDay: z.object({ date, count: counted }).nullable(),
})
export type HomeDashboard = z.output<typeof homeDashboard>

/** Numbers of the menu; only of screens that exist. */
/** `todo`: unfinished hand-offs to the caller; `opinion`: those the caller is asked for; `messages`: unread messages of all conversations; `noti`: unread entries of the bell, `schedule` those of them about notices; `alerts`: critical ones that nobody has taken. */
export const menuCounts = z.object({
  appointments: counted,
  waiting: counted,
  emergency: counted,
  todo: counted,
  opinion: counted,
  messages: counted,
  noti: counted,
  schedule: counted,
  alerts: counted,
})
export type MenuCounts = z.output<typeof menuCounts>
