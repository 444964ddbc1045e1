import type { RawBuilder } from 'kysely'
import {
  allOf,
  anyOf,
  careTeam,
  condition,
  link,
  memberVisible,
  ownPatients,
  readingShownByOpinion,
  recordOpen,
  recordOpenOfMany,
  type Rule,
} from '../platform/access/index.ts'
import { sql } from '../platform/db/index.ts'
import { atCareEvent, careEvent, healthCheck, healthCheckResult } from './careevents.ts'
import { collected, questionnaire } from './forms.ts'
import { inActiveUnit, openVisit, patientTables, visit } from './patients.ts'
import {
  childCare,
  dietCourse,
  dietRecord,
  driveFile,
  externalReport,
  file,
  fileToRead,
  monitors,
  note,
  noteTemplate,
  ownUpload,
  prescriptionSending,
  prescriptionSet,
  shownFile,
  shownNote,
} from './record.ts'
import { noticeSenders } from './notices.ts'
import { settlementRate, settles, statement } from './settlement.ts'
import { handoff, opinion, theCase } from './team.ts'

/** A patient's link is held by what it is looked up by. */
const forStaff = (rule: Rule) => anyOf(link, rule)

/**
 * What statements carry on the rows they look at, with values bound from the caller: the policies of the tables say the same
 * once more, from the settings of the transaction, so that either layer stands without the other (`proof/matrix` takes them
 * down in turn).
 */
export const carried = {
  visit: forStaff(visit),
  openVisit,
  /** What belongs to a visit or a patient: rooms, calls, recordings, links, consents, histories. */
  row: forStaff(allOf(inActiveUnit, careTeam)),
  membership: forStaff(allOf(inActiveUnit, ownPatients)),
  member: forStaff(memberVisible),
  note: forStaff(note),
  /** What was measured of one patient, and the alerts it raised: by the right to monitoring, in an open record. */
  reading: forStaff(allOf(inActiveUnit, monitors, recordOpen)),
  readings: allOf(inActiveUnit, monitors, recordOpenOfMany),
  diet: forStaff(dietCourse),
  meal: forStaff(dietRecord),
  childCare,
  file: forStaff(file),
  /** A file that may be looked at: also one that an opinion shows. */
  fileToRead: forStaff(fileToRead),
  upload: ownUpload,
  driveFile,
  report: forStaff(externalReport),
  prescriptionSet,
  noteTemplate,
  prescriptionSending,
  handoff,
  opinion,
  /** What an opinion shows to whom it is asked of. */
  shownNote,
  shownFile,
  shownReading: readingShownByOpinion,
  theCase,
  noticeSenders,
  careEvent,
  /** Who is at an event, and what was measured there. */
  atCareEvent,
  questionnaire: forStaff(questionnaire),
  collected: forStaff(collected),
  healthCheck,
  healthCheckResult,
  referral: patientTables.referral.see,
} satisfies Record<string, Rule>

/** Each takes the alias of a row with `partner_id`, `unit_id` and `pid`. */
const on = (rule: Rule) => (row: string) => condition(rule, row)

export const canSeeVisit = on(carried.visit)
/**
 * A visit as `canSeeVisit`, and, for whom sees own ones alone, an open one that a grant shows: `granted` says for whom the
 * caller may contact patients at the statement's moment. To be looked at only: no step reaches it.
 */
export const canSeeContact = (row: string, granted: RawBuilder<unknown>) =>
  sql<boolean>`(${canSeeVisit(row)} or (${condition(carried.openVisit, row)} and ${granted}))`
export const canSeeRow = on(carried.row)
/** A membership, or a name that is found by one: of those who see their own patients alone, one of these. */
export const canSeeMembership = on(carried.membership)
/** A member of one's units; of those who see their own patients alone, one of these. */
export const canSeeMember = on(carried.member)
export const canSeeNote = on(carried.note)
export const canSeeReading = on(carried.reading)
export const canSeeAlert = on(carried.reading)
/** And of many: open records are looked up once for the whole statement. */
export const canSeeReadings = on(carried.readings)
/** That a member is watched, and in which groups, is known by the right to monitoring. */
export const canMonitor = on(monitors)
/** What was measured of a member may be read: by the right to monitoring, while the record is open to the caller. */
export const canReadMeasurements = on(allOf(monitors, recordOpen))
/** And of many: open records are looked up once for the whole statement. */
export const canReadMeasurementsOfMany = on(allOf(monitors, recordOpenOfMany))
export const canSeeDiet = on(carried.diet)
export const canSeeMeal = on(carried.meal)
export const canSeeChildCare = on(carried.childCare)
export const canSeeFile = on(carried.file)
export const canSeeReport = on(carried.report)
export const canSeeDrive = on(carried.driveFile)
export const canReadFile = on(carried.fileToRead)
export const canSeeOpinion = on(carried.opinion)
export const isShownNote = on(carried.shownNote)
export const isShownFile = on(carried.shownFile)
export const isShownReading = on(carried.shownReading)
export const canSeeUpload = on(carried.upload)
export const canSeeSending = on(carried.prescriptionSending)
export const canSeeSet = on(carried.prescriptionSet)
export const canSeeTemplate = on(carried.noteTemplate)
export const canSeeHandoff = on(carried.handoff)
export const canSeeCase = on(carried.theCase)
export const canSeeReferral = on(carried.referral)
/** Its author, and who sends notices in its unit: they see each recipient, and change it. */
export const canSendNotice = on(carried.noticeSenders)
export const canSeeCareEvent = on(carried.careEvent)
export const canSeeAtCareEvent = on(carried.atCareEvent)
/** A questionnaire, or a version of one; and what members answered. */
export const canSeeQuestionnaire = on(carried.questionnaire)
export const canSeeForm = on(carried.collected)
export const canSeeHealthCheck = on(carried.healthCheck)
/** What came of it, in an open record. */
export const canSeeHealthResult = on(carried.healthCheckResult)
/** A statement, its lines, payouts and questions; and what only who settles sees. */
export const canSeeStatement = on(statement)
export const canSettle = on(settles)
export const canSeeSettlementRate = on(settlementRate)
