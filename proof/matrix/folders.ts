import { randomUUID } from 'node:crypto'
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
export type Authorisation = (typeof authorisations)[number]
export const isConstellation = ({ authorisation }: Folder) =>
  (constellations as readonly Authorisation[]).includes(authorisation)
/** Where the patient of the own unit is a member besides. */
export const besides: Partial<Record<Authorisation, { unit: number; status: 'active' | 'disabled' }>> = {
  second: { unit: SECOND_UNIT, status: 'active' },
  suspended: { unit: SECOND_UNIT, status: 'disabled' },
  elsewhere: { unit: 3, status: 'active' },
}

/** A patient with everything the product keeps of one: two visits, a room, a ringing call, recordings, notes, a link. */
export interface Folder {
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
  caseSn: number
  suggestion: string
  alert: string
  /** Diet management: the course, a meal of it, and advice. */
  dietCourse: number
  dietMeal: string
  dietAdvice: string
  conversation: number
  message: number
  /** A medical file, brought by who treats the patient. */
  file: string
  line: string
  roomId: string
  callId: string
  recordingId: string
  runningRecordingId: string
  segmentId: string
  refundId: string
  exemptionId: string
  linkToken: string
  linkCookie: string
  linkId: string
}
export const accountOf = (n: number) => `account.${n}`
/** Texts that stand in one folder and nowhere else: patient and visit, the patient's history, the notes, what was measured, what was eaten, files. */
export const trace = (level: 'i' | 'v' | 'h' | 'n' | 'm' | 'd' | 'f', n: number) =>
  `${level}q${String(n).padStart(4, '0')}z`
export const traces = /([ivhnmdf])q(\d{4})z/gi

export function plan(): Folder[] {
  const folders: Folder[] = []
  const add = (place: Place, authorisation: Authorisation, did: number) => {
    const n = folders.length + 1
    folders.push(folderOf(n, place, authorisation, did))
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
  return folders
}
export const folderOf = (n: number, place: Place, authorisation: Authorisation, did: number): Folder => ({
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
  referral: randomUUID(),
  handoff: randomUUID(),
  caseSn: 50_000 + n,
  suggestion: randomUUID(),
  alert: randomUUID(),
  dietCourse: 60_000 + n,
  dietMeal: randomUUID(),
  dietAdvice: randomUUID(),
  conversation: 40_000 + n,
  message: 50_000 + n,
  file: randomUUID(),
  line: randomUUID(),
  roomId: randomUUID(),
  callId: randomUUID(),
  recordingId: randomUUID(),
  runningRecordingId: randomUUID(),
  segmentId: randomUUID(),
  refundId: randomUUID(),
  exemptionId: randomUUID(),
  linkToken: `link_${String(n).padStart(38, '0')}`,
  linkCookie: `secret${n}`,
  linkId: randomUUID(),
})
