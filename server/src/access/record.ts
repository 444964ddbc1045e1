import {
  allOf,
  anyOf,
  atom,
  caller,
  careTeam,
  column,
  institution,
  isNull,
  memberVisible,
  own,
  ownPatient,
  preparesFor,
  recordOpen,
  recordOpenHere,
  right,
  readingShownByOpinion,
  shownByOpinion,
  staff,
  through,
  type TableAccess,
  units,
  activeMembership,
} from '../platform/access/index.ts'
import { inActiveUnit, opensRecord } from './patients.ts'

/** The record: notes, readings and the alerts they raise, diet, files. */

/** A note: one's own always, another's while the record is open to one. */
export const note = allOf(staff, inActiveUnit, anyOf(own('author_mid'), opensRecord))
/** Written by its author, or by who prepares for them. */
const authored = allOf(note, anyOf(own('author_mid'), preparesFor('author_mid')))
const noteTable: TableAccess = { see: note, add: authored, change: authored, remove: authored }

export const monitors = right('monitor.read', ownPatient)
const recorded = allOf(staff, inActiveUnit, anyOf(own('recorded_by'), allOf(monitors, recordOpenHere)))
const readings: TableAccess = {
  see: recorded,
  add: allOf(staff, inActiveUnit, own('recorded_by'), memberVisible),
}
/** Who may write readings says of one that it was entered in error, in an open record: once, and in their own name. */
export const withdraws = allOf(staff, inActiveUnit, monitors, recordOpenHere, right('event.operate'))
const alerted = allOf(staff, inActiveUnit, monitors, recordOpenHere)

/** What was said of an alert besides its steps: seen with it, and added in one's own name. */
const ofAlert = through('monitor_alert', 'a', [['id', 'alert_id']])

/** A prescription set, which says nothing of any patient: one's own, of a doctor one prepares for, and what is shared. */
export const prescriptionSet = allOf(
  staff,
  institution(),
  anyOf(own('owner_mid'), atom('shared')`${column('shared')}`, preparesFor('owner_mid')),
)
const ownSet = allOf(staff, institution(), right('prescription.write'), own('owner_mid'))

/** The row was given to the division that the caller is of. */
const inDivision = atom(
  'division',
)`${column('division')} = (select sp.division from staff_partner sp where sp.mid = ${caller('mid')} and sp.partner_id = ${caller('partner')})`
/** A template of notes, which says nothing of any patient: one's own, and those of one's division. */
export const noteTemplate = allOf(staff, institution(), anyOf(own('owner_mid'), inDivision))
const ownTemplate = allOf(staff, institution(), own('owner_mid'))
const keptTemplate = allOf(ownTemplate, anyOf(isNull('division'), inDivision))

/** At a pharmacy: of who reads the note it came from, and of who dispenses in the pharmacy's unit. */
const dispensers = allOf(staff, institution(), activeMembership(), right('prescription.dispense'), units('to_unit'))
export const prescriptionSending = anyOf(note, dispensers)
const prescribed = allOf(note, own('author_mid'), right('prescription.write'))

/** A suggestion is seen by who asked for it, as far as they read its note. */
const ownSuggestion = allOf(note, own('asked_by'))

const ownProduct = allOf(staff, institution(), own('owner_mid'))
/** Recommended to a patient: read as a note is, chosen and sent by its author alone. */
const recommended = allOf(note, own('author_mid'), right('product.recommend'))

/** A member's diet management: that there is one. */
export const dietCourse = allOf(inActiveUnit, careTeam, right('diet.read', ownPatient))
/** What was eaten and said of it: in an open record. */
export const dietRecord = allOf(dietCourse, recordOpen)
const advises = right('diet.advise', ownPatient)
const dietChange = allOf(inActiveUnit, recordOpen, advises)
const dietTable: TableAccess = {
  see: dietRecord,
  add: allOf(dietChange, own('mid'), memberVisible),
  change: dietChange,
  becomes: allOf(inActiveUnit, recordOpen),
}

/** A child's care: of a member of one's units, whichever unit of the institution entered it. */
export const childCare = allOf(staff, institution(), memberVisible, right('childcare.read', ownPatient))
const childCareChange = allOf(staff, institution(), memberVisible, right('childcare.write'))
const childCareEntry = allOf(childCareChange, units(), own('mid'))

/** A medical file: one's own, as far as its patient is in one's reach; another's with the right to files, of an open record. */
export const file = allOf(
  staff,
  institution(),
  anyOf(isNull('pid'), inActiveUnit),
  anyOf(own('mid'), allOf(careTeam, right('file.read', ownPatient), recordOpen)),
)
/** A result or report of others: one's own entry, and another's with the right to files, of an open record. */
export const externalReport = allOf(
  staff,
  inActiveUnit,
  anyOf(own('mid'), allOf(careTeam, right('file.read', ownPatient), recordOpen)),
)
/** What an opinion shows to whom it is asked of: to be read, and nothing else. */
export const shownNote = shownByOpinion('note', 'id')
export const shownNoteVersion = shownByOpinion('note', 'note_id')
export const shownFile = shownByOpinion('file', 'id')
/** A file that may be looked at. */
export const fileToRead = anyOf(file, shownFile)
/** What was found in a file is seen with it, and added by whom it is not only shown to. */
const ofFile = through('medical_file', 'f', [['id', 'file_id']])
const ofOwnFile = through(
  'medical_file',
  'f',
  [['id', 'file_id']],
  atom('units')`(f.pid is null or f.unit_id = any (${caller('units')}))`,
)
const ofUploader = allOf(staff, institution(), own('mid'))
/** Shared among colleagues, of no patient: of the institution, or of one of one's own units. */
export const driveFile = allOf(staff, institution(), anyOf(isNull('at_unit'), units('at_unit')))
/** Of nobody yet, or of a member whom the caller may know. */
const brought = anyOf(isNull('pid'), allOf(units(), activeMembership(), memberVisible))
/** One's own on its way, as far as its patient is in one's reach. */
export const ownUpload = allOf(ofUploader, anyOf(isNull('pid'), allOf(units(), activeMembership())))

export const recordTables = {
  note: { ...noteTable, see: anyOf(note, shownNote) },
  note_version: { see: anyOf(note, shownNoteVersion), add: authored },
  diagnosis: noteTable,
  prescription_line: noteTable,
  reading: {
    ...readings,
    see: anyOf(recorded, readingShownByOpinion),
    change: allOf(withdraws, isNull('withdrawn_at')),
    becomes: allOf(withdraws, own('withdrawn_by')),
  },
  last_measurement: { see: recorded },
  ecg: readings,
  reading_version: { see: recorded },
  reading_moved_out: { see: alerted },
  device_log: readings,
  monitor_alert: { see: alerted, change: alerted },
  monitor_alert_mute: { see: ofAlert, add: allOf(own('mid'), ofAlert), change: ofAlert },
  monitor_alert_note: { see: ofAlert, add: allOf(own('mid'), ofAlert) },
  prescription_set: { see: prescriptionSet, add: ownSet, change: ownSet, remove: ownSet },
  note_template: {
    see: noteTemplate,
    add: keptTemplate,
    change: ownTemplate,
    becomes: keptTemplate,
    remove: ownTemplate,
  },
  pharmacy: { see: allOf(staff, institution()) },
  note_suggestion: {
    see: ownSuggestion,
    add: ownSuggestion,
    change: ownSuggestion,
  },
  prescription_sending: {
    see: prescriptionSending,
    add: prescribed,
    change: anyOf(prescribed, dispensers),
  },
  product: {
    see: ownProduct,
    add: allOf(ownProduct, right('product.recommend')),
    change: allOf(ownProduct, right('product.recommend')),
  },
  product_sending: {
    see: note,
    add: allOf(recommended, memberVisible),
    change: recommended,
    remove: recommended,
  },
  diet_course: {
    see: dietCourse,
    add: allOf(inActiveUnit, advises, own('began_by'), memberVisible),
    change: allOf(inActiveUnit, advises),
    becomes: inActiveUnit,
  },
  diet_target: dietTable,
  diet_meal: dietTable,
  diet_food: dietTable,
  diet_advice: dietTable,
  child_record: { see: childCare, add: childCareEntry, change: childCareChange },
  child_fact: { see: childCare, add: childCareEntry },
  medical_file: {
    see: fileToRead,
    add: allOf(ofUploader, brought),
    change: file,
    becomes: allOf(staff, institution(), brought),
  },
  external_report: {
    see: externalReport,
    add: allOf(ofUploader, inActiveUnit, memberVisible),
    change: externalReport,
    becomes: externalReport,
  },
  drive_file: { see: driveFile, add: allOf(driveFile, own('mid')), change: driveFile, becomes: driveFile },
  file_finding: { see: ofFile, add: allOf(own('mid'), ofOwnFile) },
  upload: { see: ownUpload, add: allOf(ofUploader, brought), change: ownUpload, becomes: allOf(ofUploader, brought) },
} satisfies Record<string, TableAccess>
