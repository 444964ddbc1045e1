import {
  allOf,
  anyOf,
  asks,
  asksOnce,
  atom,
  caller,
  column,
  everybody,
  institution,
  isNull,
  own,
  right,
  staff,
  type TableAccess,
  through,
  units,
  valued,
} from '../platform/access/index.ts'
import { settles } from './settlement.ts'

/** Institutions, their staff, shifts, fees and what is a person's own. */
const operator = asksOnce('app_operator()')
const administersPartner = asksOnce("app_may('partner')")
const ofInstitution = institution()
const seenInInstitution = anyOf(ofInstitution, operator)
const mine = own('mid')
const mineHere = allOf(mine, ofInstitution)
const staffMineHere = allOf(staff, mine, ofInstitution)
const personal: TableAccess = { see: mine, add: mine, change: mine }
const personalHere: TableAccess = { see: mineHere, add: mineHere, change: mineHere }
const entrusted = allOf(ofInstitution, asks('app_may_shift', column('did')))
const shifts: TableAccess = { see: ofInstitution, add: entrusted, change: entrusted }
const absence = allOf(
  ofInstitution,
  valued('kind', 'absence'),
  atom('app_my_kind')`(select app_my_kind()) in ('admin', 'health_secretary')`,
  asks('app_shares_unit', column('did')),
)
const configured = asks('app_administers', "'ui'", column('partner_id'))
const administersOf = asks('app_administers', "'partner'", column('partner_id'))
const grantConcerns = allOf(
  staff,
  ofInstitution,
  anyOf(own('grantor_mid', 'grantee_mid'), asks('app_administers', column('grantor_mid'))),
)
const administersPerson = asks('app_administers_person', column('mid'), column('partner_id'))
const binds = asks('app_binds', column('partner_id'), column('did'), column('mid'))
const unitOf = asks('app_administers_unit', column('id'))
const placedUnit = allOf(
  atom('not own')`${column('mid')} <> ${caller('mid')}`,
  asks('app_administers_unit', column('unit_id')),
)
const partnerChange = anyOf(
  asks('app_administers', "'partner'", column('id')),
  asks('app_administers', "'ui'", column('id')),
)
/** All of the institution's, or one's own: who administers units alone does not see whom another asked. */
const invites = anyOf(administersOf, allOf(administersPartner, seenInInstitution, own('invited_by')))
const waiting = valued('state', 'waiting')
const unadministered = atom(
  'unadministered',
)`${column('partner_id')} = any ((select unadministered_institutions())::int[])`
const ownImport = allOf(mine, administersPartner)

/** Institutions outside that letters go to, of the whole institution. */
const directory = allOf(staff, ofInstitution)

export const institutionTables = {
  outside_institution: { see: directory, add: allOf(directory, own('made_by')), change: directory },
  audit_log: {
    see: anyOf(
      mineHere,
      allOf(operator, asksOnce("app_may('audit')")),
      allOf(
        ofInstitution,
        anyOf(
          asksOnce('app_audits_all()'),
          allOf(asksOnce("app_may('audit')"), asks('app_audits', column('partner_id'), column('mid'), column('pid'))),
        ),
      ),
    ),
    add: everybody,
  },
  audit_look: {
    see: allOf(asksOnce("app_may('audit')"), seenInInstitution),
    add: allOf(
      mine,
      through(
        'audit_log',
        'l',
        [
          ['id', 'audit_id'],
          ['partner_id', 'partner_id'],
        ],
        atom('app_audits')`app_audits(l.partner_id, l.mid, l.pid)`,
      ),
    ),
  },
  clinical_synonym: {
    see: anyOf(administersOf, allOf(staff, ofInstitution, atom('right emr.read')`${caller('emr.read')} <> '-'`)),
    add: allOf(administersOf, own('added_by')),
    change: administersOf,
    becomes: allOf(administersOf, own('added_by')),
    remove: administersOf,
  },
  day_off: { see: ofInstitution, add: anyOf(entrusted, absence), change: anyOf(entrusted, absence) },
  schedule_entry: shifts,
  shift_change: shifts,
  doctor_fee: { see: ofInstitution, add: mineHere, change: mineHere },
  doctor_fee_version: { see: ofInstitution, add: mineHere },
  feedback: {
    see: anyOf(staffMineHere, administersOf),
    add: staffMineHere,
    change: administersOf,
    becomes: allOf(administersOf, own('answered_by')),
  },
  privacy_statement: { see: allOf(staff, ofInstitution), add: allOf(administersOf, own('published_by')) },
  privacy_acceptance: { see: staffMineHere, add: staffMineHere },
  event_log: { add: everybody },
  idempotency_key: { see: everybody, add: everybody, change: everybody },
  timer: { see: everybody, add: everybody, change: everybody, remove: everybody },
  line_binding: personal,
  login_log: { see: mine },
  nurse_binding: { see: seenInInstitution, add: binds, remove: binds },
  outbox_message: {
    see: allOf(
      right('outbox.read'),
      staff,
      anyOf(
        allOf(ofInstitution, anyOf(isNull('for_unit'), units('for_unit'))),
        // Codes of whom the operator invited: of an institution's own messages alone, and until somebody there can read them.
        allOf(isNull('for_unit'), operator, administersPartner, unadministered),
      ),
    ),
    add: allOf(ofInstitution, valued('state', 'queued')),
  },
  partner: {
    see: anyOf(institution('id'), operator),
    add: allOf(operator, administersPartner),
    change: partnerChange,
  },
  preference: personal,
  presence: {
    see: asks('app_colleague', column('mid')),
    add: mine,
    change: asks('app_colleague', column('mid')),
    becomes: mine,
  },
  staff: {
    see: anyOf(
      through('staff_partner', 'sp', [['mid', 'mid']], atom('institution')`sp.partner_id = ${caller('partner')}`),
      operator,
    ),
    change: allOf(staff, mine),
  },
  staff_bank: { see: anyOf(staffMineHere, settles), add: staffMineHere },
  staff_change: {
    see: staffMineHere,
    add: allOf(staffMineHere, waiting),
    change: staffMineHere,
    becomes: waiting,
  },
  staff_choice: { see: staffMineHere, add: staffMineHere, change: staffMineHere },
  staff_grant: {
    see: grantConcerns,
    add: allOf(staff, ofInstitution, own('grantor_mid'), valued('state', 'planned', 'active')),
    change: grantConcerns,
  },
  staff_grant_event: { see: allOf(staff, ofInstitution, through('staff_grant', 'g', [['id', 'grant_id']])) },
  staff_import: { see: ownImport, add: ownImport, change: ownImport },
  staff_invitation: { see: anyOf(allOf(staff, mine), invites), change: invites },
  staff_partner: { see: seenInInstitution, change: administersPerson },
  staff_photo: {
    see: allOf(staff, asks('app_sees_photo', column('kind'), column('mid'))),
    add: staffMineHere,
    change: allOf(staff, mine),
  },
  staff_profile: personal,
  staff_unit: { see: seenInInstitution, add: placedUnit, remove: placedUnit },
  ui_config_version: { see: configured, add: configured, change: configured, remove: configured },
  unit: { see: seenInInstitution, add: administersOf, change: unitOf },
  printed_document: { see: mineHere, add: mineHere },
  word: { ...personalHere, remove: mineHere },
  word_import: personalHere,
  health_data_batch: { see: mineHere, add: mineHere },
} satisfies Record<string, TableAccess>
