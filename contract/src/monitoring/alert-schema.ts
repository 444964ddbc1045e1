import { z } from 'zod'
import { staffBrief } from '../staff/brief.ts'
import { paging, sortBy } from '../core/paging.ts'
import { asked, date, id, instant, numeric, prose, reason, singleLine, uuid } from '../core/scalars.ts'
import { gender, nextVisit } from '../patients/brief.ts'
import { alertActions, alertStates } from './alert-rules.ts'
import { ecgBrief } from './ecg.ts'
import { directions, MOST_RULES, measures, ruleTests, severities } from './group-rules.ts'
import { monitorOff, monitorRule } from './group-schema.ts'
import { reading, readingKind } from './schema.ts'

export const MAX_ALERT_NOTE = 500
export const severity = z.enum(severities)
export const alertState = z.enum(alertStates)

const person = {
  pid: id,
  name: z.string(),
  nameEn: z.string().nullable(),
  memberNo: z.string(),
  gender: gender.nullable(),
  birthday: date.nullable(),
  vip: z.boolean(),
  unitId: id,
  unitName: z.string(),
  unitNameEn: z.string().nullable(),
}
const act = z.object({ by: staffBrief, at: instant, note: z.string() })

export const alert = z.object({
  id: uuid,
  ...person,
  measure: z.enum(measures),
  test: z.enum(ruleTests),
  severity,
  /** The limit as it stood when the alert was raised. */
  limit: z.number().nullable(),
  /** The limit's value itself belongs to it. */
  inclusive: z.boolean(),
  /** Of a limit on change: which way; none: either. */
  direction: z.enum(directions).nullable(),
  hours: z.number().int().nullable(),
  /** The limit still holds for the person as it stood then; of a resolved alert nobody asks. */
  limitHolds: z.boolean(),
  /** Of a group, or the person's own. */
  source: z.enum(['group', 'own']),
  groupName: z.string().nullable(),
  /** What was measured first of all that struck, and when; none where nothing came. */
  value: z.number().nullable(),
  measurementTime: instant.nullable(),
  raisedAt: instant,
  /** When that was measured which raised it, where it arrived more than a day later, with `raisedAt`: it tells of such values alone. */
  lateFrom: instant.nullable(),
  /** One of the readings that are told of here was withdrawn since; others strike as well. */
  withdrawnReading: z.boolean(),
  /** The worst of it, and when it was measured. Of a change also from what on. */
  worstValue: z.number().nullable(),
  worstAt: instant.nullable(),
  baseValue: z.number().nullable(),
  baseAt: instant.nullable(),
  /** How often it was struck, and what was measured last of it, whenever it arrived. */
  times: z.number().int(),
  lastValue: z.number().nullable(),
  lastAt: instant,
  state: alertState,
  acknowledged: act.nullable(),
  /** When it got clearly worse after somebody had taken or muted it, and so waits again; who had taken it until then, oldest first. */
  reopenedAt: instant.nullable(),
  acknowledgedBefore: z.array(act),
  resolved: act.nullable(),
  /** Who wants nothing of it until then, and why; it calls for nobody meanwhile, and again where it gets clearly worse. */
  muted: act.extend({ until: instant }).nullable(),
  /** What was said of it besides, oldest first: also after it was resolved. */
  notes: z.array(act),
})
export type Alert = z.output<typeof alert>

/** Unless told: the worst first, nobody's before somebody's, the oldest of these first. */
export const alertSort = sortBy('severity', 'name', 'raised', 'state')
export const alertQuery = z.object({
  ...paging,
  state: z.enum(['running', 'all', ...alertStates]).default('running'),
  severity: severity.optional(),
  unit: id.optional(),
  pid: id.optional(),
  /** Raised then or later, or resolved then or later. */
  since: instant.optional(),
  sort: alertSort.optional(),
})
export const alertStep = z.object({ action: z.enum(alertActions), note: prose(MAX_ALERT_NOTE).default('') })

export const alertNote = z.object({ note: asked(reason(prose(MAX_ALERT_NOTE)).default('')) })
/** Until when, and why. */
export const alertMute = z.object({
  until: asked(instant.nullable().default(null)),
  note: asked(reason(prose(MAX_ALERT_NOTE)).default('')),
})

/**
 * Critical alerts that nobody has taken and that the caller is told of: of members one cares for at once, of the others of the unit
 * (`wide`) when the minutes of the group are over. Of a record that is not open to the caller: that one waits, and nothing of it.
 */
export const urgentAlerts = z.object({
  alerts: z.array(alert.extend({ wide: z.boolean() })),
  shut: z.array(
    z.object({
      ...person,
      /** The last visit, by which the record is opened. */
      lastQid: id.nullable(),
      since: instant,
      wide: z.boolean(),
    }),
  ),
})
export type UrgentAlerts = z.output<typeof urgentAlerts>
export const MOST_URGENT = 50

export const monitorDays = z.union([z.literal(0), z.literal(1), z.literal(3), z.literal(7), z.literal(30)])

/** The last of a kind, how it moved against the one before, and what led to it, oldest first. */
export const lastReading = z.object({
  kind: readingKind,
  value: z.number(),
  diastolic: z.number().nullable(),
  pulse: z.number().nullable(),
  unit: z.string(),
  at: instant,
  before: z.number().nullable(),
  course: z.array(z.number()),
})
export type LastReading = z.output<typeof lastReading>

export const monitorMember = z.object({
  ...person,
  /** The patient authorised the record, or an emergency opened it: without it no value and no alert. */
  open: z.boolean(),
  off: monitorOff.nullable(),
  groups: z.array(z.string()),
  worst: severity.nullable(),
  alerts: z.number().int(),
  /** How many run behind a record that is not open to the caller, who cares for the member: that they wait, and nothing else. */
  shutAlerts: z.number().int(),
  /** How many run of whom nobody wants anything for a while: counted by themselves, for a muted one is not none. */
  mutedAlerts: z.number().int(),
  lastAt: instant.nullable(),
  last: z.array(lastReading),
  /** The last ECG within the days. */
  ecg: ecgBrief.nullable(),
  /** The visit that was last, and the one to come: by these the member is called, and the record opened. */
  lastQid: id.nullable(),
  next: nextVisit.nullable(),
})
export type MonitorMember = z.output<typeof monitorMember>

/** Unless told: those who need attention first, then who has measured nothing for longest. */
export const monitorSort = sortBy('name', 'unit', 'last', 'severity')
export const memberQuery = z.object({
  ...paging,
  q: singleLine(60).default(''),
  /** Whose: of the groups one cares in, or everybody of one's units. */
  whose: z.enum(['groups', 'all']).default('groups'),
  group: uuid.optional(),
  unit: id.optional(),
  pid: id.optional(),
  kind: readingKind.optional(),
  alert: z.enum(['any', ...severities]).optional(),
  /** With an alert that stands so: nobody's yet, or somebody's. */
  status: z.enum(['open', 'acknowledged']).optional(),
  /** Who has seen the member, or will. */
  did: id.optional(),
  /** Values of how many days are shown; 0: the last of each kind, however old. */
  days: monitorDays.default(7),
  /** Those whose monitoring is switched off. */
  off: z.boolean().default(false),
  sort: monitorSort.optional(),
})
export type MemberQuery = z.output<typeof memberQuery>

export const careGroups = z.object({
  groups: z.array(z.object({ id: uuid, name: z.string(), unitId: id, mine: z.boolean() })),
  /** The caller's profession cares for members and the caller is in no group. */
  notice: z.literal('NO_CARE_GROUP').nullable(),
  /** When the caller's last session by the shift plan was over, of the last 31 days; none of who has none. */
  lastShiftEnd: instant.nullable(),
})
export type CareGroups = z.output<typeof careGroups>

export const forceRule = monitorRule.extend({ source: z.enum(['group', 'own']), groupName: z.string().nullable() })
export type ForceRule = z.output<typeof forceRule>

export const trendPoint = z.object({
  at: instant,
  value: z.number(),
  diastolic: z.number().nullable(),
  pulse: z.number().nullable(),
  /** Taken although it is not plausible: marked, and out of what is reckoned. */
  flagged: z.boolean(),
})
export type TrendPoint = z.output<typeof trendPoint>
const spread = z.object({ mean: z.number(), low: z.number(), high: z.number() })
/** Of all readings of a kind in the period, also of those that a plot leaves out; without the doubted, unless there are no others. */
export const kindSummary = z.object({
  /** Days of the institution's calendar on which at least one was measured. */
  days: z.number().int(),
  value: spread,
  diastolic: spread.nullable(),
})
export type KindSummary = z.output<typeof kindSummary>
const series = z.object({
  kind: readingKind,
  unit: z.string(),
  total: z.number().int(),
  summary: kindSummary,
  points: z.array(trendPoint),
})
/** One reading as a table has it. */
export const measuredValue = z.object({
  id: z.number().int(),
  kind: readingKind,
  at: instant,
  value: z.number(),
  diastolic: z.number().nullable(),
  pulse: z.number().nullable(),
  unit: z.string(),
  /** As the device sent it: `reading`. */
  original: reading.shape.original,
  deviceName: z.string(),
  receivedAt: instant,
  /** It arrived more than a day after it was measured. */
  late: z.boolean(),
  /** Entered in error: it is shown struck through, and counts nowhere. */
  withdrawn: z.object({ by: staffBrief, at: instant, reason: z.string() }).nullable(),
})
export type MeasuredValue = z.output<typeof measuredValue>
/** More are in a longer period than a table is read for. */
export const MOST_VALUES = 2000
export const MOST_ECGS = 50
export const measurements = z.object({
  pid: id,
  from: instant.nullable(),
  to: instant,
  series: z.array(series),
  /** The days before, of the same length, where two periods are compared. */
  earlier: z.array(series),
  /** Newest first, at most `MOST_VALUES`, those that were withdrawn among them; `total` says how many there are without these. */
  values: z.array(measuredValue),
  total: z.number().int(),
  /** The last of each kind, however long ago. */
  last: z.array(lastReading),
  /** ECGs of the period, newest first, at most `MOST_ECGS`. */
  ecgs: z.array(ecgBrief),
  /** The limits that hold for the person now, each with whose it is. */
  rules: z.array(forceRule),
  /** Readings of the period that were moved out into a file: how many, of months before which day. */
  movedOut: z.object({ many: z.number().int(), before: date }).nullable(),
})
export type Measurements = z.output<typeof measurements>
export const measurementQuery = z.object({
  /** 0: all there is. */
  days: numeric(z.number().int().min(0).max(366)).default(7),
  compare: z.enum(['0', '1']).default('0'),
  /** Beside a record what was measured is read also where monitoring is off: nothing is raised by it. */
  record: z.enum(['0', '1']).default('0'),
})

export const ownRules = z.object({
  pid: id,
  rules: z.array(monitorRule),
  /** 0: none were ever set. */
  version: z.number().int().min(0),
  set: z.object({ by: staffBrief, at: instant }).nullable(),
  /** Those of the groups that the member is in: own ones replace the same measure, test and severity of them. */
  groups: z.array(forceRule),
})
export type OwnRules = z.output<typeof ownRules>
export const ownRulesChange = z.object({
  version: z.number().int().min(0),
  rules: z.array(monitorRule).max(MOST_RULES),
})

export const trial = z.object({ group: uuid, rules: z.array(monitorRule).max(MOST_RULES) })
export const trialOutcome = z.object({
  days: z.number().int(),
  /** Of the group, whose readings were looked at. */
  members: z.number().int(),
  results: z.array(z.object({ id: uuid, alerts: z.number().int(), members: z.number().int() })),
})
export type TrialOutcome = z.output<typeof trialOutcome>
