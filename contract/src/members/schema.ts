import { z } from 'zod'
import { date, id, instant, singleLine, locale, version } from '../core/scalars.ts'
import { gender, nextVisit, patientBrief } from '../patients/brief.ts'

export const historyKind = z.enum(['person_sick', 'parents_sick', 'parents_cancer', 'sensitive_matters', 'life_type'])
export type HistoryKind = z.output<typeof historyKind>

export const historyEntry = z.object({
  id,
  kind: historyKind,
  note: z.string(),
  ename: z.string().nullable(),
  mh_other_value: z.string().nullable(),
  severity: z.string().nullable(),
  recordedAt: instant,
})
export type HistoryEntry = z.output<typeof historyEntry>
/** With the name of who recorded it, where that is known. */
export const recordedEntry = historyEntry.extend({ recordedBy: z.string().nullable() })
export type RecordedEntry = z.output<typeof recordedEntry>

export const emergencyContact = z.object({
  name: z.string(),
  relation: z.string().nullable(),
  phone: z.string().nullable(),
})

/** A member in full. `histories` is `null` without the patient's authorisation. */
export const member = patientBrief.extend({
  account: z.string().nullable(),
  idNumber: z.string().nullable(),
  height: z.number().nullable(),
  weight: z.number().nullable(),
  nhiCardNumber: z.string().nullable(),
  mobile: z.string().nullable(),
  mobilecode: z.union([z.literal(0), z.literal(1)]),
  email: z.string().nullable(),
  emergencyContact: emergencyContact.nullable(),
  language: z.string(),
  avatar: z.string().nullable(),
  histories: z.array(historyEntry).nullable(),
  units: z.array(
    z.object({
      unitId: id,
      unitName: z.string(),
      unitNameEn: z.string().nullable(),
      status: z.enum(['active', 'disabled']),
    }),
  ),
  version,
})
export type Member = z.output<typeof member>

/** Derived from the id number: a Taiwanese national, a resident with a permit, or nothing known. */
export const identity = z.enum(['nationalId', 'residentPermit', 'none'])
export type Identity = z.output<typeof identity>

/** `unitDisabled` and `partnerDisabled` are told apart (MEMB-05); of both only that they are. */
export const memberStatus = z.enum(['active', 'unitDisabled', 'partnerDisabled'])
export type MemberStatus = z.output<typeof memberStatus>

/** A member as the member lists show one. What stands in the record is there only where it is open. */
export const memberRow = patientBrief.extend({
  identity,
  mobile: z.string().nullable(),
  mobilecode: z.union([z.literal(0), z.literal(1)]),
  account: z.string().nullable(),
  /** Only its last four. */
  nhiLast: z.string().nullable(),
  height: z.number().nullable(),
  weight: z.number().nullable(),
  email: z.string().nullable(),
  language: z.string(),
  status: memberStatus,
  changedAt: instant.nullable(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  doctor: z.string().nullable(),
  lastVisitAt: instant.nullable(),
  lastQid: id.nullable(),
  next: nextVisit.nullable(),
  /** Somebody else of the same name and birthday is among those the caller sees. */
  twin: z.boolean(),
  readings: z.array(
    z.object({
      kind: z.string(),
      value: z.number(),
      diastolic: z.number().nullable(),
      unit: z.string(),
      flagged: z.boolean(),
    }),
  ),
  /** In a list as a file alone, and of who sees all cases of the units: who has the member's open ones. */
  managers: z.array(z.object({ name: z.string(), nameEn: z.string().nullable() })).optional(),
  version,
})
export type MemberRow = z.output<typeof memberRow>

/** A member one looked at last: with the visits by which they are called, and nothing else of the row. */
export const recentMember = patientBrief.extend(memberRow.pick({ lastQid: true, next: true }).shape)
export type RecentMember = z.output<typeof recentMember>

export const unitMembership = z.object({
  unitId: id,
  unitName: z.string(),
  unitNameEn: z.string().nullable(),
  status: memberStatus,
  since: date,
  changedAt: instant.nullable(),
})

/** Of somebody in the caller's units, also where no membership stands. */
export const memberships = z.object({
  pid: id,
  memberNo: z.string(),
  name: z.string(),
  partnerStatus: z.enum(['active', 'disabled']),
  units: z.array(unitMembership),
})
export type Memberships = z.output<typeof memberships>

/** A member as the detail shows one: what the list shows, the member in full, and what can be done. */
export const memberDetail = member.omit({ units: true }).extend({
  histories: z.array(recordedEntry).nullable(),
  identity,
  createdAt: instant,
  createdBy: z.string().nullable(),
  units: z.array(unitMembership),
  partnerStatus: z.enum(['active', 'disabled']),
  futureVisits: z.number().int(),
  /** The first of them. */
  comingVisits: z.array(nextVisit.extend({ doctor: z.string(), unitId: id })),
  lastVisitAt: instant.nullable(),
  lastQid: id.nullable(),
  next: nextVisit.nullable(),
  twin: z.boolean(),
  /** Entries that were merged into this one and can be taken apart again. */
  merges: z.array(z.object({ id, mergedAt: instant, mergedBy: z.string() })),
})
export type MemberDetail = z.output<typeof memberDetail>

/** Longer than any value: what is too long is refused at its field, not cut. */
const said = (max: number) => singleLine(max).nullish()

/** What a person says of a member; `rules.ts` finds the faults and the one form of each value. */
export const memberSaid = z.object({
  account: said(60),
  name: said(100),
  nameEn: said(100),
  idNumber: said(30),
  gender: gender.nullish(),
  birthday: said(10),
  height: z.number().nullish().describe('in centimetres, of a person'),
  weight: z.number().nullish().describe('in kilograms, of a person'),
  nhiCardNumber: said(30),
  mobile: said(30),
  email: said(120),
  emergencyContact: z.object({ name: singleLine(100).default(''), relation: said(40), phone: said(30) }).nullish(),
  language: locale.nullish(),
  vip: z.boolean().nullish(),
})
export type MemberSaid = z.output<typeof memberSaid>
