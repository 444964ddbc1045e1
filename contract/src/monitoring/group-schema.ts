import { z } from 'zod'
import { staffBrief } from '../staff/brief.ts'
import { paging, sortBy } from '../core/paging.ts'
import { date, id, instant, numeric, reason, singleLine, uuid, version } from '../core/scalars.ts'
import { gender } from '../patients/brief.ts'
import { directions, limitMeasures, MOST_RULES, ruleTests, severities } from './group-rules.ts'

export const MOST_MEMBERS = 500
/** So long a critical alert waits for those who care before the whole unit is told. */
export const MOST_REACH_MINUTES = 240
const reachMinutes = z.number().int().min(1).max(MOST_REACH_MINUTES)
const carer = staffBrief.extend({ doctortype: z.string() })

const unitOf = { unitId: id, unitName: z.string(), unitNameEn: z.string().nullable() }

export const monitorGroup = z.object({
  id: uuid,
  ...unitOf,
  name: z.string(),
  state: z.enum(['active', 'ended']),
  staff: z.array(carer),
  /** How many; who they are is told to people of the unit alone. */
  members: z.number().int(),
  rules: z.number().int(),
  /** Of its members, in numbers: raised in the last 7 days, and not resolved yet whenever they were raised. */
  alerts: z.object({ raised: z.number().int(), running: z.number().int() }),
  /** After how many minutes a critical alert that nobody took is told to everybody of the unit who may take it. */
  reachMinutes,
  /** The unit is one of the caller's own: its patients may be put in and taken out. */
  mayMembers: z.boolean(),
  updatedAt: instant,
  version,
})
export type MonitorGroup = z.output<typeof monitorGroup>

export const monitorOff = z.object({ reason: z.string(), name: z.string(), nameEn: z.string().nullable(), at: instant })
const monitored = z.object({
  pid: id,
  name: z.string(),
  nameEn: z.string().nullable(),
  memberNo: z.string(),
  gender: gender.nullable(),
  birthday: date.nullable(),
  vip: z.boolean(),
})
export const groupMember = monitored.extend({
  since: instant,
  off: monitorOff.nullable(),
  /** How many alerts run of the member: a number, and nothing of what was measured. */
  running: z.number().int(),
  /** How many of these wait behind a record that no authorisation opens. */
  shut: z.number().int(),
})
export type GroupMember = z.output<typeof groupMember>
export const offMember = monitored.extend({ ...unitOf, off: monitorOff })
export type OffMember = z.output<typeof offMember>

export const monitorRule = z.object({
  /** Made by who writes it; it stays while the limit changes. */
  id: uuid,
  measure: z.enum(limitMeasures),
  test: z.enum(ruleTests),
  value: z
    .number()
    .min(0)
    .max(9999)
    .multipleOf(0.01)
    .nullable()
    .describe('a value the measure can have; null where the test is of missing data'),
  inclusive: z.boolean().optional().describe('the value itself belongs to it; unsaid it does of a change alone'),
  direction: z.enum(directions).nullable().optional().describe('of a change: which way; unsaid either'),
  hours: z.number().int().min(0).max(9999).nullable().describe('asked of a change and of missing data, from 1 on'),
  severity: z.enum(severities),
  fromHour: z.number().int().min(0).max(23),
  toHour: z.number().int().min(0).max(24).describe('other than `fromHour`, from 1 on; before it: over midnight'),
})
export type MonitorRule = z.output<typeof monitorRule>
export const groupRules = z.object({ id: uuid, rules: z.array(monitorRule), version })
export type GroupRules = z.output<typeof groupRules>

export const monitorGroupDetail = monitorGroup.extend({ people: z.array(groupMember) })
export type MonitorGroupDetail = z.output<typeof monitorGroupDetail>

/** Unless told: those in use first, by name. */
export const groupSort = sortBy('name', 'unit', 'members', 'rules', 'alerts', 'updated')
export const groupQuery = z.object({
  ...paging,
  q: singleLine(60).default(''),
  unit: id.optional(),
  state: z.enum(['active', 'ended', 'all']).default('active'),
  sort: groupSort.optional(),
})
const mids = z.array(id).max(100)
const pids = z.array(id).max(MOST_MEMBERS)
/** An empty name is told by its own code. */
const name = singleLine(60)
export const newGroup = z.object({ unitId: id, name, staff: mids.default([]), members: pids.default([]) })
export const groupChange = z.object({
  version,
  name: name.optional(),
  staff: mids.optional(),
  reachMinutes: reachMinutes.optional(),
  /** Nobody is to care, although alerts run. */
  nobody: z.literal(true).optional(),
  addMembers: pids.optional(),
  removeMembers: pids.optional(),
})
export const groupEnd = z.object({ version: numeric(z.number().int().min(1)) })
export const rulesChange = z.object({ version, rules: z.array(monitorRule).max(MOST_RULES) })

export const groupChoices = z.array(
  z.object({
    id,
    name: z.string(),
    nameEn: z.string().nullable(),
    /** One of the caller's own units. */
    own: z.boolean(),
    staff: z.array(carer),
  }),
)
/** Unless told: the last one first. */
export const offSort = sortBy('name', 'unit', 'at')
export const offQuery = z.object({ ...paging, sort: offSort.optional() })
export const offChange = z.object({ off: z.boolean(), reason: reason(singleLine(300)).optional() })
export const offOutcome = z.object({ pid: id, off: monitorOff.nullable() })
