import {
  activeMembership,
  allOf,
  anyOf,
  careTeam,
  institution,
  inUnits,
  isNull,
  link,
  linkPatient,
  own,
  right,
  staff,
  type TableAccess,
  through,
} from '../platform/access/index.ts'

/**
 * Questionnaires are the institution's, standard instruments everybody's. What members answered is known to who collects
 * answers, of members of their own units whom they may know; and to the patient's own link.
 */
const builds = right('form.build')
const collects = right('form.collect')
export const questionnaire = allOf(staff, anyOf(institution(), isNull('partner_id')), anyOf(builds, collects))
const built = allOf(staff, institution(), builds)
/** A link reads the questionnaire that it asks, in the version that it asks. */
const ofLink = allOf(link, through('form_response', 'r', [['questionnaire_id', 'id']]))
const versionOfLink = allOf(
  link,
  through('form_response', 'r', [
    ['questionnaire_id', 'questionnaire_id'],
    ['number', 'number'],
  ]),
)
const ofUnit = allOf(staff, inUnits, activeMembership(), collects)
export const collected = allOf(ofUnit, careTeam)
const answers = anyOf(linkPatient, ofUnit)

export const formTables = {
  questionnaire: { see: anyOf(questionnaire, ofLink), add: allOf(built, own('made_by')), change: built },
  questionnaire_version: { see: anyOf(questionnaire, versionOfLink), add: allOf(built, own('published_by')) },
  form_response: {
    see: anyOf(linkPatient, collected),
    add: allOf(ofUnit, own('sent_by')),
    change: anyOf(linkPatient, collected),
    becomes: answers,
  },
  form_answer: { see: anyOf(linkPatient, collected), add: answers },
} satisfies Record<string, TableAccess>
