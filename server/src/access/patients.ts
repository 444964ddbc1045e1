import {
  activeMembership,
  allOf,
  anyOf,
  asks,
  atom,
  caller,
  careTeam,
  column,
  institution,
  inUnits,
  isNull,
  linkPatient,
  linkVisit,
  memberVisible,
  own,
  ownPatient,
  ownPatients,
  recordOpen,
  right,
  type Rule,
  staff,
  type TableAccess,
  through,
  units,
  valued,
} from '../platform/access/index.ts'

/** Rows about patients: visits, what belongs to them, members and their histories. */

export const inActiveUnit = allOf(inUnits, activeMembership())
/** What belongs to a patient, in a unit of the caller's or by the patient's own link; whoever of the unit, for a change. */
const ofPatient = allOf(anyOf(inUnits, linkPatient), activeMembership())
const seesPatientRow = allOf(ofPatient, careTeam)
const patientTable: TableAccess = { see: seesPatientRow, add: ofPatient, change: ofPatient }
/** The same, of which a link has what belongs to its visit alone. */
const ofVisit = allOf(anyOf(inUnits, linkVisit), activeMembership())
const visitTable: TableAccess = { see: allOf(ofVisit, careTeam), add: ofVisit, change: ofVisit }

/** A visit: of one's units; where the right is for one's own alone, booked by or assigned to oneself. */
export const visit = allOf(staff, inActiveUnit, right('appointment.read', own('booked_by', 'did')))
const visitStep = anyOf(visit, linkVisit)
const seesOwnAlone = atom('right appointment.read')`${caller('appointment.read')} = 'o'`
/** An open visit, for whom sees own ones alone: a grant (`staff_grant`) to contact a doctor's patients may show it. */
export const openVisit = allOf(
  staff,
  seesOwnAlone,
  inActiveUnit,
  valued('status', 'held', 'registered', 'checkedIn', 'redial', 'autoCancelled'),
)
const grantedContact = allOf(
  openVisit,
  atom(
    'granted',
  )`${column('did')} = any ((select app_grantors('contact.others'))::int[]) and app_granted('contact.others', ${column('did')}, ${column('unit_id')})`,
)

/** Who sees all patients is asked of the membership alone, whose own policies hold the units. */
const memberOfUnits = atom(
  'through member_unit',
)`exists (select 1 from member_unit mu where mu.pid = ${column('pid')} and mu.status = 'active')`
/** By two ways, so that who sees all patients costs no look into whose each is. */
const memberOfStaff = allOf(
  staff,
  anyOf(
    allOf(atom('right appointment.read')`${caller('appointment.read')} = 'y'`, memberOfUnits),
    allOf(atom('right appointment.read')`${caller('appointment.read')} <> 'y'`, memberVisible),
  ),
)

/** The record of the row's patient is open to the caller, who reads records, or those of their own patients. */
export const opensRecord = allOf(right('emr.read', ownPatient), recordOpen)
const historyWriter = allOf(ofPatient, staff, atom('right emr.read')`${caller('emr.read')} in ('y', 'o')`, recordOpen)

const ownImport = allOf(own('mid'), institution(), units('at_unit'))
/** A letter to an institution outside has no unit on its other side. */
const activeOnBothSides = allOf(activeMembership(), anyOf(isNull('to_unit'), activeMembership('to_unit')))
const ofEitherSide = allOf(institution(), anyOf(units(), units('to_unit')), activeOnBothSides)
const sentBySelf = atom('own')`r.from_mid = ${caller('mid')}`
const ofLetter = (and: Rule) => allOf(staff, institution(), through('referral', 'r', [['id', 'referral_id']], and))
const ofOwnLetter = ofLetter(sentBySelf)
const exempted = allOf(staff, inActiveUnit)

export const patientTables = {
  appointment: { see: anyOf(visitStep, grantedContact), add: visitStep, change: visitStep },
  appointment_event: { see: seesPatientRow, add: ofPatient },
  call: patientTable,
  call_target: patientTable,
  checkout: visitTable,
  consent: patientTable,
  emergency_access: { see: seesPatientRow, add: ofPatient },
  /** Asked in by staff. It ends with the call, whichever side hangs up. */
  guest_link: { see: seesPatientRow, add: allOf(staff, inActiveUnit, own('created_by')), change: ofPatient },
  fee_exemption: { see: allOf(exempted, careTeam), add: exempted, change: exempted },
  member: {
    see: anyOf(linkPatient, memberOfStaff, allOf(seesOwnAlone, asks('app_granted_patient', column('pid')))),
    add: allOf(staff, memberVisible),
    change: anyOf(linkPatient, memberOfStaff),
    becomes: allOf(staff, memberVisible),
  },
  /** Of the record: read by those to whom it is open, and written by staff of these. */
  member_history: {
    see: allOf(seesPatientRow, anyOf(linkPatient, opensRecord)),
    add: historyWriter,
    change: historyWriter,
  },
  member_partner: {
    see: allOf(
      staff,
      institution(),
      through('member_unit', 'mu', [
        ['pid', 'pid'],
        ['partner_id', 'partner_id'],
      ]),
    ),
  },
  member_token: { see: allOf(inUnits, ownPatients) },
  /** The membership itself is known to its unit, suspended or not. */
  member_unit: { see: allOf(inUnits, careTeam), add: inUnits, change: inUnits },
  member_import: { see: ownImport, add: ownImport, change: ownImport },
  member_merge: { see: allOf(staff, institution(), atom('units')`${column('units')} <@ ${caller('units')}`) },
  payment: visitTable,
  recording: patientTable,
  recording_segment: patientTable,
  refund: visitTable,
  room: patientTable,
  room_participant: patientTable,
  video_link: patientTable,
  referral: {
    see: allOf(ofEitherSide, careTeam),
    add: allOf(inUnits, own('from_mid'), activeOnBothSides),
    change: ofEitherSide,
    becomes: allOf(institution(), anyOf(allOf(units(), own('from_mid')), units('to_unit')), activeOnBothSides),
  },
  /** What goes along is the sender's to see, and the other side's until the letter is declined or taken back. */
  referral_file: {
    see: ofLetter(anyOf(sentBySelf, atom('letter stands')`r.state not in ('declined', 'withdrawn')`)),
    add: ofOwnLetter,
  },
  referral_link: { see: ofOwnLetter, add: allOf(ofOwnLetter, own('made_by')), change: ofOwnLetter },
} satisfies Record<string, TableAccess>
