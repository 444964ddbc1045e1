import { randomUUID } from 'node:crypto'
import type { ChildKind } from '@teleward/contract/childcare/schema.ts'
import { FAR_HOST, HOST, OWN_UNIT, PARTNER, people, SECOND_UNIT } from './people.ts'

/** Where the record lies, seen from the people of unit 2. `disabled`: unit 2, but the membership was disabled. */
export const places = {
  own: { unit: OWN_UNIT, partner: PARTNER },
  disabled: { unit: OWN_UNIT, partner: PARTNER },
  sibling: { unit: 3, partner: PARTNER },
  parent: { unit: 1, partner: PARTNER },
  child: { unit: 4, partner: PARTNER },
  partner: { unit: 90, partner: 32 },
} as const
export type Place = keyof typeof places
/** A member of the own unit who is in no folder, with an account as the product takes them. */
export const BESIDE = 9000
export const BESIDE_ACCOUNT = '0900009000'
/** The monitoring group of each unit. */
export const groupOf = (unit: number) => `00000000-0000-4000-8000-${String(unit).padStart(12, '0')}`
/**
 * What the patient of a record has opened, and what lies beside it. `second`: a consent in the other own unit, and one
 * here that is over. `suspended`: consent and emergency accesses in the other own unit, where the membership is disabled
 * while it lives here. `elsewhere`: consent and emergency accesses in a unit where nobody of the people works.
 */
export const constellations = ['second', 'suspended', 'elsewhere'] as const
export const authorisations = ['authorised', 'none', 'expired', 'emergency', ...constellations] as const
/** `shown`: a record of a unit where nobody of the people works, of which an opinion shows something to the doctor. */
export type Authorisation = (typeof authorisations)[number] | 'shown'
export const isConstellation = ({ authorisation }: PatientFixture) =>
  authorisation === 'shown' || (constellations as readonly Authorisation[]).includes(authorisation)
/** Where the patient of the own unit is a member besides. */
export const besides: Partial<Record<Authorisation, { unit: number; status: 'active' | 'disabled' }>> = {
  second: { unit: SECOND_UNIT, status: 'active' },
  suspended: { unit: SECOND_UNIT, status: 'disabled' },
  elsewhere: { unit: 3, status: 'active' },
}

/** A patient with everything the product keeps of one: two visits, a room, a ringing call, recordings, notes, a link. */
export interface PatientFixture {
  n: number
  place: Place
  authorisation: Authorisation
  /** Who treats the patient: one of the people (`mine`, seen from them), or a host. */
  did: number
  pid: number
  /** The visit of now, with a draft, and the one that is over, with a signed note. */
  qid: number
  pastQid: number
  draft: string
  signed: string
  diagnosis: string
  referral: string
  handoff: string
  /** An opinion of the patient: asked by the host, answered but where it is in process (`asksNow`). */
  opinion: string
  caseSn: number
  suggestion: string
  /** Of the draft, asked for by its author. */
  noteSuggestion: string
  alert: string
  /** Diet management: the course, a meal of it, and advice. */
  dietCourse: number
  /** Child care: one record of each kind. */
  childRecords: Record<ChildKind, string>
  dietMeal: string
  dietAdvice: string
  /** An event of the patient's unit, and what stands of the patient there. */
  careEvent: number
  /** What the patient was asked and has answered. */
  form: number
  careParticipant: string
  careValue: string
  careLink: string
  /** A result of a screening, with its follow-up; a health check that is done. */
  screeningResult: string
  followUp: string
  healthCheck: string
  conversation: number
  message: number
  /** What hangs on a message, as the patient's doctor sent it. */
  chatFile: string
  /** A medical file, brought by who treats the patient. */
  file: string
  /** A laboratory's result, entered by who treats the patient. */
  report: string
  line: string
  /** What was recommended in the visit that is over. */
  product: string
  /** What was prescribed in it, at the pharmacy of its unit. */
  prescription: string
  roomId: string
  callId: string
  /** Of a third party who was asked into that call. */
  guest: string
  recordingId: string
  runningRecordingId: string
  segmentId: string
  refundId: string
  exemptionId: string
  linkToken: string
  linkCookie: string
  linkId: string
}
/** Far from the numbers that the database gives to entries of its own. */
export const historyOf = (n: number) => 1_000_000 + n
/** What the host sends to every patient of the world. */
export const NOTICE = '00000000-0000-4000-a000-000000000001'
/** A request to open the record that nobody has answered. */
export const consentOf = (n: number) => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`
export const accountOf = (n: number) => `account.${n}`
/** Not answered yet: none of those who read the record knows of it. */
export const asksNow = ({ place, authorisation, did }: PatientFixture) =>
  authorisation === 'shown' || (place === 'own' && authorisation === 'authorised' && did === HOST)
/** Texts that stand in one folder and nowhere else: patient and visit, the patient's history, the notes, what was measured, what was eaten, files. */
export const trace = (level: 'i' | 'v' | 'h' | 'n' | 'm' | 'd' | 'f', n: number) =>
  `${level}q${String(n).padStart(4, '0')}z`
export const traces = /([ivhnmdf])q(\d{4})z/gi

export function plan(): PatientFixture[] {
  const folders: PatientFixture[] = []
  const add = (place: Place, authorisation: Authorisation, did: number) => {
    const n = folders.length + 1
    folders.push(patientFixtureOf(n, place, authorisation, did))
  }
  const foreign = (Object.keys(places) as Place[]).filter((place) => place !== 'own')
  const hostOf = (place: Place) => (places[place].partner === PARTNER ? HOST : FAR_HOST)
  for (const authorisation of authorisations) add('own', authorisation, HOST)
  for (const place of foreign) add(place, 'authorised', hostOf(place))
  for (const { mid, ownOnly } of people) {
    add('own', 'authorised', mid)
    add('own', 'none', mid)
    for (const place of ownOnly ? [] : foreign) add(place, 'authorised', mid)
  }
  add('sibling', 'shown', HOST)
  return folders
}
export const patientFixtureOf = (
  n: number,
  place: Place,
  authorisation: Authorisation,
  did: number,
): PatientFixture => ({
  n,
  place,
  authorisation,
  did,
  pid: 10_000 + n,
  qid: 20_000 + n,
  pastQid: 30_000 + n,
  draft: randomUUID(),
  signed: randomUUID(),
  diagnosis: randomUUID(),
  product: randomUUID(),
  prescription: randomUUID(),
  referral: randomUUID(),
  handoff: randomUUID(),
  opinion: randomUUID(),
  caseSn: 50_000 + n,
  suggestion: randomUUID(),
  noteSuggestion: randomUUID(),
  alert: randomUUID(),
  dietCourse: 60_000 + n,
  childRecords: {
    vaccination: randomUUID(),
    fluoride: randomUUID(),
    preventive: randomUUID(),
    biliary: randomUUID(),
  },
  dietMeal: randomUUID(),
  dietAdvice: randomUUID(),
  careEvent: 70_000 + n,
  form: 80_000 + n,
  careParticipant: randomUUID(),
  careValue: randomUUID(),
  careLink: randomUUID(),
  screeningResult: randomUUID(),
  followUp: randomUUID(),
  healthCheck: randomUUID(),
  conversation: 40_000 + n,
  message: 50_000 + n,
  chatFile: randomUUID(),
  file: randomUUID(),
  report: randomUUID(),
  line: randomUUID(),
  roomId: randomUUID(),
  callId: randomUUID(),
  guest: randomUUID(),
  recordingId: randomUUID(),
  runningRecordingId: randomUUID(),
  segmentId: randomUUID(),
  refundId: randomUUID(),
  exemptionId: randomUUID(),
  linkToken: `link_${String(n).padStart(38, '0')}`,
  linkCookie: `secret${n}`,
  linkId: randomUUID(),
})
