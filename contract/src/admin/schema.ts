import { z } from 'zod'
import { businessHours } from '../core/business-hours.ts'
import { parseColour } from '../core/colour.ts'
import { holiday } from '../core/holiday.ts'
import { paging, sortBy } from '../core/paging.ts'
import { type Permission, permissions, staffTypes } from '../core/permissions.gen.ts'
import { date, id, instant, numeric, partnerId, reason, singleLine, version } from '../core/scalars.ts'
import { isTimeZone } from '../core/zone.ts'
import { MEDICAL_DECISION } from '../core/access.ts'
import { caseTypes } from '../crm/rules.ts'
import { defaultTargets, MOST_TARGET_HOURS } from '../crm/targets.ts'
import { refundRule, WHOLE_REFUND } from '../fees/refund-rule.ts'
import { secondFactorDemands } from './rules.ts'

export const person = z.object({ mid: id, name: z.string(), nameEn: z.string().nullable() })
export const named = z.object({ name: z.string(), nameEn: z.string().nullable() })
const state = z.enum(['active', 'disabled'])
const permissionKeys = Object.keys(permissions) as [Permission, ...Permission[]]
const permission = z.enum(permissionKeys)
export const privilege = z.enum([...permissionKeys, MEDICAL_DECISION])
export type Privilege = z.output<typeof privilege>
export const staffTypeName = z.enum(staffTypes)

// ── institutions and units ──────────────────────────────────────────────────────────────────────────────────────
const hours = z.number().int().min(1).max(MOST_TARGET_HOURS).nullable()
const hour = z.number().int().min(0).max(23)
const night = z.object({ from: hour, to: hour })
/** Some years of them. */
export const HOLIDAYS_MAX = 200
/** What an institution sets for itself. Amounts in the payout's currency (decision 10). */
export const partnerSettings = z.object({
  /** Never below the floor of 6 (decision 3). */
  passwordMin: z.number().int().min(6).max(20),
  /** One message for a wrong account and a wrong password (decision 4). */
  oneLoginMessage: z.boolean(),
  lockAfterMinutes: z.number().int().min(1).max(60),
  /**
   * Who has to have a second factor: an authenticator app, or LINE. `admins`: whoever administers something. Of the operator's
   * institution it holds for the administrators of all.
   */
  secondStep: z.enum(secondFactorDemands),
  settlementDay: z.union([z.literal(10), z.literal(15)]),
  transferCost: z.number().int().min(15).max(30),
  currency: z.enum(['TWD', 'CNY']),
  /** Texts may be sent to the AI provider, without who they are about. */
  aiAllowed: z.boolean(),
  /** Doctors may recommend products to patients. */
  allowShop: z.boolean(),
  /** When the institution is open, for patients who call and for the targets of cases; without it day and night. */
  businessHours: businessHours.nullable(),
  /** Hours of work in which a case of each type is answered, and done; whether one is opened, and who has it. */
  caseTargets: z.record(
    z.enum(caseTypes),
    z.object({ first: hours, done: hours, offered: z.boolean().default(true), owner: id.nullable().default(null) }),
  ),
  /** Where what the staff write to the institution goes; without it, it is kept and read here alone. */
  feedbackEmail: z.email().max(120).nullable(),
  /** Hours of the day in which no message goes out to patients that can wait. */
  quietHours: night.nullable(),
  /** What goes back when a patient calls a paid visit off. It holds for visits that are booked from then on. */
  refundRule,
  /** Days that are public holidays, each once: marked in schedules and where one books; they close nothing. */
  holidays: z
    .array(holiday)
    .max(HOLIDAYS_MAX)
    .refine((days) => new Set(days.map(({ date: day }) => day)).size === days.length)
    .describe('Each date once.'),
})
export type PartnerSettings = z.output<typeof partnerSettings>
export const defaultPartnerSettings: PartnerSettings = {
  passwordMin: 8,
  oneLoginMessage: false,
  lockAfterMinutes: 10,
  secondStep: 'none',
  settlementDay: 10,
  transferCost: 15,
  currency: 'TWD',
  aiAllowed: false,
  allowShop: false,
  businessHours: null,
  caseTargets: { ...defaultTargets },
  feedbackEmail: null,
  quietHours: null,
  refundRule: { ...WHOLE_REFUND },
  holidays: [],
}

export const partner = z.object({
  id: partnerId,
  name: z.string(),
  nameEn: z.string().nullable(),
  nameZhCn: z.string().nullable(),
  timeZone: z.string(),
  phone: z.string().nullable(),
  primaryColour: z.string().nullable(),
  status: state,
  settings: partnerSettings,
  units: z.number().int(),
  staff: z.number().int(),
  version,
})
export type Partner = z.output<typeof partner>
const colour = z
  .string()
  .refine((text) => parseColour(text) !== null, 'COLOUR_INVALID')
  .describe('a colour, as CSS writes it')
  .transform((text) => parseColour(text) ?? text)
const partnerFields = z.object({
  name: singleLine(80).min(1),
  nameEn: singleLine(80).nullable(),
  nameZhCn: singleLine(80).nullable(),
  timeZone: z
    .string()
    .max(60)
    .regex(/^[A-Z][A-Za-z_]*(\/[A-Z][A-Za-z0-9_+-]*)*$/)
    .refine(isTimeZone)
    .describe('a time zone by its IANA name'),
  phone: singleLine(40).nullable(),
  primaryColour: colour.nullable(),
  settings: partnerSettings.partial(),
})
export const partnerQuery = z.object({ ...paging, q: singleLine(80).default('') })
/**
 * `id`: where the institution's number is given from outside (its welcome text, its sign-in address). `confirmed`: another
 * one of the same name is meant.
 */
export const newPartner = partnerFields.partial().extend({
  name: partnerFields.shape.name,
  id: partnerId.optional(),
  rootUnit: singleLine(80).min(1),
  confirmed: z.boolean().default(false),
})
/** What PARTNER_NAME_TAKEN brings along: the institution that bears the name. */
export const namesake = z.object({ id: partnerId, name: z.string() })
/** `confirmed`: what PARTNER_AFFECTS told was read; without it a change on which visits or people hang is refused. */
export const partnerChange = partnerFields
  .partial()
  .extend({ version, status: state.optional(), confirmed: z.literal(true).optional() })
const count = z.number().int()
/** In `data` of PARTNER_AFFECTS; null for what the change does not touch. */
export const partnerAffects = z.object({
  /** Another time zone: visits ahead, and those of them that lie in no session of their doctor by it. */
  timeZone: z.object({ visits: count, uncovered: count }).nullable(),
  /** A demand for a second step: who has none and is stopped at once; of these the signed in, and those in a call. */
  secondStep: z.object({ people: count, signedIn: count, inCall: count }).nullable(),
})
export type PartnerAffects = z.output<typeof partnerAffects>

export const unit = z.object({
  id,
  partnerId,
  /** The unit above; null for the root. */
  mainId: id.nullable(),
  name: z.string(),
  nameEn: z.string().nullable(),
  status: state,
  /** Active staff accounts, active memberships, units below that are in use. */
  staff: z.number().int(),
  members: z.number().int(),
  children: z.number().int(),
  /** May the caller change it; and its place and state. */
  mayEdit: z.boolean(),
  mayMove: z.boolean(),
  version,
})
export type Unit = z.output<typeof unit>
export const unitQuery = z.object({ partner: partnerId.optional() })
const unitFields = z.object({ name: singleLine(80).min(1), nameEn: singleLine(80).nullable(), mainId: id.nullable() })
export const newUnit = unitFields.extend({
  partner: partnerId.optional(),
  nameEn: unitFields.shape.nameEn.default(null),
  mainId: id,
})
export const unitChange = unitFields.partial().extend({ version, status: state.optional() })
/** In `data` of UNIT_NOT_EMPTY. */
export const unitContents = z.object({ staff: z.array(person), members: z.number().int(), units: z.array(named) })

// ── staff accounts ──────────────────────────────────────────────────────────────────────────────────────────────
export const reviewStates = ['registered', 'phoneVerified', 'inReview', 'onBoard', 'returned', 'cancelled'] as const
/** What somebody else has to take over from an account. */
const toHandOver = z.object({
  visits: z.number().int(),
  drafts: z.number().int(),
  todos: z.number().int(),
  cases: z.number().int(),
})
export const staffAccount = z.object({
  mid: id,
  partnerId,
  name: z.string(),
  nameEn: z.string().nullable(),
  /** Its middle is masked. */
  account: z.string(),
  doctortype: z.string(),
  staffType: z.number().int(),
  title: z.string().nullable(),
  units: z.array(named.extend({ id })),
  privileges: z.array(z.string()),
  review: z.enum(reviewStates),
  state: z.enum(['active', 'closed']),
  /** Doctors: the nurses bound to them. */
  nurses: z.array(person),
  line: z.boolean(),
  totp: z.boolean(),
  /** The last day of the licence that was looked at. */
  licenceExpires: date.nullable(),
  lastSeenAt: instant.nullable(),
  sessions: z.number().int(),
  toHandOver,
  /** All of the account (its type, rights, closing) is in the caller's hands; otherwise only the units are. */
  mayEdit: z.boolean(),
  version,
})
export type StaffAccount = z.output<typeof staffAccount>
export const staffSort = sortBy('name', 'type', 'state', 'seen', 'licence')
export const staffQuery = z.object({
  ...paging,
  partner: partnerId.optional(),
  q: singleLine(80).default(''),
  unit: id.optional(),
  type: staffTypeName.optional(),
  review: z.enum(reviewStates).optional(),
  state: z.enum(['active', 'closed']).optional(),
  /** Not seen for this many days, or never. */
  unseen: numeric(z.number().int().min(1).max(3650)).optional(),
  sort: staffSort.default('name'),
  mid: id.optional(),
})
const units = z.array(id).min(1).max(200)
const privileges = z.array(privilege).max(60)
export const invitation = z.object({
  partner: partnerId.optional(),
  account: singleLine(60).min(1),
  name: singleLine(60).min(1),
  nameEn: singleLine(80).nullable().default(null),
  mobile: singleLine(20).min(1),
  doctortype: staffTypeName,
  title: singleLine(40).nullable().default(null),
  units,
})
/** Shown this once: it is kept nowhere. The first sign-in asks for the code that goes to the mobile. */
export const invited = z.object({ mid: id, account: z.string(), initialPassword: z.string() })
export const staffChange = z.object({
  partner: partnerId.optional(),
  version,
  doctortype: staffTypeName.optional(),
  title: singleLine(40).nullable().optional(),
  units: units.optional(),
  privileges: privileges.optional(),
  state: z.enum(['active', 'closed']).optional(),
  endSessions: z.literal(true).optional(),
  /** With closing: who takes the unfinished to-dos. */
  todosTo: id.optional(),
  /** What STAFF_AFFECTS told was read. */
  confirmed: z.literal(true).optional(),
})
/** In `data` of STAFF_AFFECTS: of another profession what is left open, and the visits ahead in units that are taken. */
export const staffAffects = z.object({ profession: toHandOver.nullable(), unitVisits: count })
export type StaffAffects = z.output<typeof staffAffects>

export const bindingQuery = z.object({ ...paging, partner: partnerId.optional(), did: id.optional() })
export const binding = named.extend({ did: id, nurses: z.array(person), version })
/** Of the caller, in the institution of the session: who prepares for them, and for whom they prepare. */
const bound = person.extend({ title: z.string().nullable(), doctortype: z.string() })
export const ownBindings = z.object({ nurses: z.array(bound), doctors: z.array(bound) })
export type OwnBindings = z.output<typeof ownBindings>
export const bindingChange = z.object({
  partner: partnerId.optional(),
  version,
  nurses: z.array(id).max(50),
})

// ── privileges ──────────────────────────────────────────────────────────────────────────────────────────────────
/** What a staff type lost in this institution; `medical_decision` may stand there, too. */
export const removals = z.partialRecord(staffTypeName, z.array(privilege))
export const accessFacts = z.object({
  mid: id,
  ...named.shape,
  doctortype: z.string(),
  onBoard: z.boolean(),
  privileges: z.array(z.string()),
  /** In force now: the right and who gave it. */
  grants: z.array(z.object({ permission: z.string(), by: named, until: instant.nullable() })),
  /** Doctors whom the person prepares for. */
  boundTo: z.array(named),
  hidden: z.array(z.string()),
})
export type PersonFacts = z.output<typeof accessFacts>
export const privilegeQuery = z.object({ partner: partnerId.optional(), who: id.optional() })
export const privilegeTable = z.object({
  partnerId,
  version,
  removals,
  /** Whether the caller may change it. */
  mayEdit: z.boolean(),
  /** Active persons of each type. */
  people: z.record(z.string(), z.number().int()),
  who: accessFacts.nullable(),
})
export type PrivilegeTable = z.output<typeof privilegeTable>
export const privilegeChange = z.object({
  partner: partnerId.optional(),
  version,
  removed: z.array(z.union([permission, z.literal(MEDICAL_DECISION)])).max(60),
  /** Says who would gain and lose, and changes nothing. */
  preview: z.boolean().default(false),
})
export const privilegeOutcome = z.object({
  version,
  removals,
  losing: z.array(person.extend({ permissions: z.array(z.string()) })),
  gaining: z.array(person.extend({ permissions: z.array(z.string()) })),
})

// ── audit log ───────────────────────────────────────────────────────────────────────────────────────────────────
export const auditRow = z.object({
  id: z.number().int(),
  at: instant,
  partnerId: partnerId.nullable(),
  mid: id.nullable(),
  name: z.string().nullable(),
  nameEn: z.string().nullable(),
  /** For whom it was done, by a grant or as their bound nurse. */
  actedFor: person.nullable(),
  /** By the holder of a patient's link. */
  byLink: z.boolean(),
  action: z.string(),
  kind: z.string(),
  targetKind: z.string().nullable(),
  targetId: z.string().nullable(),
  pid: id.nullable(),
  /** Only where the caller may see the patient. */
  patientName: z.string().nullable(),
  patientNameEn: z.string().nullable(),
  /** What allowed an opening (authorised, own, emergency …), or the stated reason of an emergency. */
  why: z.string().nullable(),
  emergency: z.boolean(),
  outcome: z.string(),
  ip: z.string().nullable(),
  /** Administration: what it was and what it became. */
  change: z.object({ before: z.unknown(), after: z.unknown() }).nullable(),
  /** Of a list or a file of one: by what it was asked, numbers of persons masked, and how many rows it told. */
  criteria: z.string().nullable(),
  rows: z.number().int().nullable(),
  looked: person.extend({ at: instant, note: z.string() }).nullable(),
})
export type AuditRow = z.output<typeof auditRow>
/**
 * What a privacy officer looks for: openings of a VIP; of somebody who works here; of oneself or of whom the reader is the
 * emergency contact of (or shares the phone with); of a patient whom none of the reader's units saw in the 30 days around.
 */
export const auditPatterns = ['vip', 'colleague', 'acquainted', 'unrelated'] as const
export const auditFilters = z.object({
  partner: partnerId.optional(),
  from: date.optional(),
  to: date.optional(),
  who: id.optional(),
  pid: id.optional(),
  kind: z.enum(['read', 'write', 'auth']).optional(),
  why: singleLine(40).optional(),
  result: z.enum(['OK', 'refused']).optional(),
  emergency: z.enum(['all', 'open']).optional(),
  pattern: z.enum(auditPatterns).optional(),
})
/** Unless told: emergency accesses that nobody looked at, then the newest. */
export const auditSort = sortBy('time')
export const auditQuery = z.object({
  ...paging,
  pageSize: paging.pageSize.default(50),
  ...auditFilters.shape,
  sort: auditSort.optional(),
})
export const lookBody = z.object({ note: reason(singleLine(500)).min(1) })
export const chainState = z.object({
  verifiedAt: instant.nullable(),
  by: person.nullable(),
  /** Seals walked, and rows younger than the sealer's round. */
  sealed: z.number().int(),
  waiting: z.number().int(),
  /** Of the last seal; kept elsewhere, it proves that the end was not cut off. */
  head: z.string().nullable(),
  findings: z.array(
    z.object({
      seq: z.number().int().nullable(),
      auditId: z.number().int().nullable(),
      what: z.enum(['changed', 'deleted', 'order', 'unsealed']),
    }),
  ),
  emergenciesOpen: z.number().int(),
  /** Of the key that signs exports: the first 16 hexadecimal digits of its SHA-256, in groups of four. */
  exportKey: z.string(),
})
export type ChainState = z.output<typeof chainState>
