import {
  activeMembership,
  allOf,
  institution,
  inUnits,
  own,
  ownPatients,
  right,
  staff,
  type TableAccess,
  units,
} from '../platform/access/index.ts'
import { opensRecord } from './patients.ts'

/**
 * Free clinics and screening. Whoever keeps a station sees who is at an event of their unit and what was measured there, also of
 * people they would not see elsewhere: they took part for that. What it says of others, and the record, stay what they are.
 */
const operates = right('event.operate')
export const careEvent = allOf(staff, institution(), units('at_unit'), operates)
const manages = allOf(careEvent, right('event.manage'))
export const atCareEvent = allOf(staff, inUnits, activeMembership(), operates)

/** A health check is of a member whom the caller may know; its result is a part of the record. */
export const healthCheck = allOf(atCareEvent, ownPatients)
export const healthCheckResult = allOf(atCareEvent, opensRecord)

export const careEventTables = {
  health_check: { see: healthCheck, add: allOf(healthCheck, own('started_by')), change: healthCheck },
  health_check_value: { see: healthCheck, add: allOf(healthCheck, own('recorded_by')) },
  health_check_file: { see: healthCheck, add: allOf(healthCheck, own('added_by')) },
  health_check_result: { see: healthCheckResult },
  health_check_remark: { see: healthCheckResult, add: allOf(healthCheckResult, own('mid')) },
  care_event: { see: careEvent, add: allOf(manages, own('made_by')), change: manages },
  care_event_participant: { see: atCareEvent, add: allOf(atCareEvent, own('joined_by')) },
  care_event_value: { see: atCareEvent, add: allOf(atCareEvent, own('recorded_by')), change: atCareEvent },
  care_event_link: { see: atCareEvent, add: allOf(atCareEvent, own('made_by')) },
  screening_invitation: { see: atCareEvent, add: allOf(atCareEvent, own('invited_by')) },
  screening_fact: { see: atCareEvent, add: allOf(atCareEvent, own('noted_by')) },
  screening_result: { see: atCareEvent, add: allOf(atCareEvent, own('recorded_by')), change: atCareEvent },
  screening_follow_up: { see: atCareEvent, add: allOf(atCareEvent, own('begun_by')), change: atCareEvent },
  screening_report: { see: manages, add: allOf(manages, own('reported_by')) },
} satisfies Record<string, TableAccess>
