import type { RawBuilder } from 'kysely'
import { sql } from './kysely.ts'

/**
 * What a member of staff reaches, asked by the statement itself: the policies of the tables say the same once more, so
 * that either wall stands without the other (`proof/matrix` takes them down in turn). Each function takes the alias of a
 * row with `partner_id`, `unit_id` and `pid`. Links and the system are held by what they are looked up by.
 */
const of = (row: string, column: string) => sql.ref(`${row}.${column}`)
const staffOnly = sql`(select app_kind()) is distinct from 'staff'`

/** In one's institution and units, and not of a membership that is held back. */
const inUnits = (row: string) => sql`${of(row, 'partner_id')} = (select app_partner())
  and ${of(row, 'unit_id')} = any ((select app_units())::int[])
  and (${of(row, 'pid')} is null or ((${of(row, 'unit_id')}::bigint << 32) | ${of(row, 'pid')}) <> all ((select app_held_back())::bigint[]))`

/** A visit: of one's units; where the right is for one's own alone, booked by or assigned to oneself. */
export const reachesVisit = (row: string) => sql<boolean>`(${staffOnly} or (${inUnits(row)}
  and ((select app_appt()) = 'y' or ((select app_appt()) = 'o' and (select app_mid()) in (${of(row, 'booked_by')}, ${of(row, 'did')})))))`

/**
 * A visit as `reachesVisit`, and, for whom sees own ones alone, an open one that a grant shows: `granted` says for whom
 * the caller may contact patients at the statement's moment. To be looked at only: no step reaches it.
 */
export const reachesContact = (row: string, granted: RawBuilder<unknown>) => sql<boolean>`(${reachesVisit(row)}
  or ((select app_kind()) = 'staff' and (select app_appt()) = 'o' and ${inUnits(row)}
    and ${of(row, 'status')} in ('held', 'registered', 'checkedIn', 'redial', 'autoCancelled') and ${granted}))`

/** What belongs to a visit or a patient: rooms, calls, recordings, links, consents, histories. */
export const reachesRow = (row: string) => sql<boolean>`(${staffOnly} or (${inUnits(row)}
  and ((select app_sees_all()) or ${of(row, 'pid')} is null or app_takes_part(${of(row, 'pid')}))))`

/** A membership, or a name that is found by one: of those who see their own patients alone, one of these. */
export const reachesMembership = (row: string) => sql<boolean>`(${staffOnly} or (${inUnits(row)}
  and ((select app_appt()) = 'y' or app_own_patient(${of(row, 'pid')}))))`

/** The record of the row's patient is open to the caller, who reads records, or those of their own patients. */
const opensRecord = (row: string) => sql<boolean>`(((select app_emr()) = 'y'
  or ((select app_emr()) = 'o' and app_own_patient(${of(row, 'pid')}))) and app_record_open(${of(row, 'pid')}))`

/** A note: one's own always, another's while the record is open to one. */
export const reachesNote = (row: string) => sql<boolean>`(${staffOnly} or (${inUnits(row)}
  and (${of(row, 'author_mid')} = (select app_mid()) or ${opensRecord(row)})))`

const monitors = (row: string) => sql<boolean>`((select app_monitor()) = 'y'
  or ((select app_monitor()) = 'o' and app_own_patient(${of(row, 'pid')})))`
/** What was measured of one patient: by the right to monitoring, in an open record. */
export const reachesReading = (row: string) =>
  sql<boolean>`(${staffOnly} or (${inUnits(row)} and ${monitors(row)} and app_record_open(${of(row, 'pid')})))`
/** And of many: open records are looked up once for the whole statement. */
export const reachesReadings = (row: string) =>
  sql<boolean>`(${inUnits(row)} and ${monitors(row)} and ${of(row, 'pid')} in (select app_open_records()))`

/** A member's diet management: that there is one. */
export const reachesDiet = (row: string) => sql<boolean>`(${staffOnly} or (${reachesRow(row)}
  and ((select app_diet()) = 'y' or ((select app_diet()) = 'o' and app_own_patient(${of(row, 'pid')})))))`
/** What was eaten and said of it: in an open record. */
export const reachesMeal = (row: string) =>
  sql<boolean>`(${staffOnly} or (${reachesDiet(row)} and app_record_open(${of(row, 'pid')})))`

/** A to-do between staff: one's own, and about a patient whose record is open to one. */
export const reachesHandoff = (
  row: string,
) => sql<boolean>`((select app_mid()) in (${of(row, 'giver_mid')}, ${of(row, 'recipient_mid')})
  or (select app_mid()) = any (${of(row, 'through')}) or (${inUnits(row)} and ${of(row, 'pid')} is not null and ${opensRecord(row)}))`

/** A member of one's units; of those who see their own patients alone, one of these. */
export const reachesMember = (row: string) => sql<boolean>`(${staffOnly} or app_member_visible(${of(row, 'pid')}))`

/** A medical file: one's own, as far as its patient is in one's reach; another's with the right to files, of an open record. */
export const reachesFile = (
  row: string,
) => sql<boolean>`(${staffOnly} or (${of(row, 'partner_id')} = (select app_partner())
  and (${of(row, 'pid')} is null or (${inUnits(row)}))
  and (${of(row, 'mid')} = (select app_mid()) or (${of(row, 'pid')} is not null and ((select app_sees_all()) or app_takes_part(${of(row, 'pid')}))
    and ((select app_files()) = 'y' or ((select app_files()) = 'o' and app_own_patient(${of(row, 'pid')}))) and app_record_open(${of(row, 'pid')})))))`
