import type { Permission } from '@teleward/contract/core/permissions.gen.ts'
import type { Person } from './people.ts'
import { asksNow, type PatientFixture } from './folders.ts'

// ── what it takes ───────────────────────────────────────────────────────────────────────────────────────────────
export interface Need {
  says: string
  holds(who: Person, folder: PatientFixture): boolean
  /** Said to who knows of the record and lacks this, where it has a code of its own. */
  refusal?: string
}
const need = (says: string, holds: Need['holds']): Need => ({ says, holds })
const treats = (who: Person, { did }: PatientFixture) => did === who.mid
const reaches = (who: Person, folder: PatientFixture, permission: Permission) => {
  const right = who.rights[permission]
  return right === 'y' || (right === 'o' && treats(who, folder))
}
/** A patient who is a member of a unit of the account: any where the right to visits says `y`, else own ones, also without it. */
export const sees = need(
  'sees the patient',
  (who, folder) => folder.place === 'own' && (who.rights['appointment.read'] === 'y' || treats(who, folder)),
)
/** A visit of a patient of the own unit: by the right to visits. */
export const seesVisit = need(
  'sees the visit',
  (who, folder) => folder.place === 'own' && reaches(who, folder, 'appointment.read'),
)
/** Opened to whoever sees the patient: where a unit of theirs has a living membership, by consent or their own emergency. */
const opened = (who: Person, folder: PatientFixture) =>
  sees.holds(who, folder) && ['authorised', 'second', 'emergency'].includes(folder.authorisation)
/** The membership itself is its unit's, disabled or not; so is what was merged there. */
export const ofUnit = need('is of the own unit', (_, { place }) => ['own', 'disabled'].includes(place))
export const right = (permission: Permission) =>
  need(`has ${permission} for this visit`, (who, folder) => reaches(who, folder, permission))
/** Opened by the patient's authorisation or by the person's own emergency access. */
export const open = need('the record is open', (who, folder) => reaches(who, folder, 'emr.read') && opened(who, folder))
/** What a patient takes back is recorded by who keeps their data; others are told that it is not theirs to do. */
export const keepsMembers: Need = { ...right('member.write'), refusal: 'FORBIDDEN' }
export const treating = need('treats the patient', treats)
export const prepares = need('prepares for the doctor', (who, { did }) => who.bound && did === 500)
/** Readings, and the alerts they raise: by the right to monitoring alone, in an open record. */
export const watches = need(
  'watches the open record',
  (who, folder) => reaches(who, folder, 'monitor.read') && opened(who, folder),
)
/** What was eaten and said of it: by the right to diets, in an open record. */
export const readsDiet = need(
  'reads diets of an open record',
  (who, folder) => reaches(who, folder, 'diet.read') && opened(who, folder),
)
/** Another's files: by the right to them, in an open record. */
export const readsFiles = need(
  'reads files of an open record',
  (who, folder) => reaches(who, folder, 'file.read') && opened(who, folder),
)
/** At an event, for who keeps a station there: whoever of the unit may, of everybody who joined. */
export const operates = need('keeps stations of events', (who) => who.rights['event.operate'] === 'y')
export const atEvent = need(
  'keeps a station where the patient is',
  (who, folder) => folder.place === 'own' && who.rights['event.operate'] === 'y',
)
/** Volunteers keep a station, and explain no results. */
export const explains: Need = {
  ...need('explains results', (who) => who.doctortype !== 'volunteer'),
  refusal: 'FORBIDDEN',
}
/** Whom an opinion shows something of the record, and nothing beside it. */
export const shown = need(
  'is asked for an opinion',
  (who, folder) => folder.authorisation === 'shown' && who.name === 'doctor',
)
/** An answer stands in the record. */
export const readsAnswer = need(
  'reads the answer in an open record',
  (who, folder) => !asksNow(folder) && open.holds(who, folder),
)
/** A file is put elsewhere by who brought it, the patient's doctor in this world, or by any doctor who reads it. */
export const putsElsewhere = need(
  'brought it, or is a doctor who reads it',
  (who, folder) => treats(who, folder) || (who.doctortype === 'doctor' && readsFiles.holds(who, folder)),
)
export const nobody = need('is the other side of the call', () => false)
export const either = (one: Need, other: Need) =>
  need(`${one.says}, or ${other.says}`, (who, folder) => one.holds(who, folder) || other.holds(who, folder))
export const both = (one: Need, other: Need) =>
  need(`${one.says}, and ${other.says}`, (who, folder) => one.holds(who, folder) && other.holds(who, folder))
/** What members answered, by the right to collect it. */
export const collects = both(
  sees,
  need('collects answers', (who) => who.rights['form.collect'] === 'y'),
)
/** Somebody whose membership is disabled is known, by name and number, to who sees every patient of the unit. */
export const knows = either(
  sees,
  need(
    'sees all patients of the unit that disabled the membership',
    (who, { place }) => place === 'disabled' && who.rights['appointment.read'] === 'y',
  ),
)
export const entersRoom = either(treating, prepares)
/** An author writes by a right of their own (`p` prepares only); who is bound, by any, in an open record. */
export const writes = (permission: Permission) =>
  either(
    need(
      `is the author and has ${permission}`,
      (who, folder) => treats(who, folder) && ['y', 'o'].includes(who.rights[permission]),
    ),
    need('prepares it in an open record', (who, folder) => prepares.holds(who, folder) && open.holds(who, folder)),
  )
export const signs = need(
  'is the author and signs',
  (who, folder) => treats(who, folder) && ['y', 'o'].includes(who.rights['emr.sign']),
)
/** Passes over a warning about what they prescribe: nobody else does it for them. */
export const answersWarnings = need(
  'is the author and prescribes',
  (who, folder) => treats(who, folder) && ['y', 'o'].includes(who.rights['prescription.write']),
)
/** Who dispenses in the pharmacy's unit, which is the patient's in this world. */
export const dispenses: Need = {
  ...need('dispenses in the unit', (who, { place }) => place === 'own' && who.rights['prescription.dispense'] === 'y'),
  refusal: 'FORBIDDEN',
}
export const withdraws = need(
  'is the author and writes',
  (who, folder) => treats(who, folder) && ['y', 'o'].includes(who.rights['emr.write']),
)
export const readsDraft = either(treating, both(prepares, open))
export const readsSigned = either(treating, open)
export const begins = either(
  need(
    'writes in an open record',
    (who, folder) => ['y', 'o'].includes(who.rights['emr.write']) && open.holds(who, folder),
  ),
  need(
    'writes as who took part',
    (who, folder) =>
      ['y', 'o'].includes(who.rights['emr.write']) && (treats(who, folder) || prepares.holds(who, folder)),
  ),
)
