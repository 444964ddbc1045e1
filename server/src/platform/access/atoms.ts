import type { AccessRight } from './rights.ts'
import { allOf, anyOf, atom, caller, type Column, column, Rule } from './rule.ts'

/**
 * The vocabulary of access. A rule that needs SQL of its own becomes an atom here, with its test; tables say theirs in
 * `server/src/access` of these alone. What is unknown (a null) is no.
 */
export const staff = atom('staff')`${caller('kind')} = 'staff'`
/** The row's institution is the caller's. */
export const institution = (name = 'partner_id') => atom('institution')`${column(name)} = ${caller('partner')}`
/** The row's unit is one of the caller's. A patient's link has none. */
export const units = (name = 'unit_id') => atom('units')`${column(name)} = any (${caller('units')})`
export const inUnits = allOf(institution(), units())
/** The caller is the person of one of these columns. */
export const own = (...names: string[]) =>
  names.length === 1 && names[0]
    ? atom('own')`${column(names[0])} = ${caller('mid')}`
    : atom(
        'own',
      )`${caller('mid')} in (${new Rule(names.flatMap((name, at) => (at ? [', ', column(name)] : [column(name)])))})`
/** The caller is one of the people in this column, a list. */
export const among = (name: string) => atom('own')`${caller('mid')} = any (${column(name)})`
export const isNull = (name: string) => atom(`${name} is null`)`${column(name)} is null`
const noPatient = new Rule([column('pid'), ' is null'])
export const hasPatient = atom('patient')`${column('pid')} is not null`

/** The membership of the row's patient in the row's unit is not suspended; rows of no patient pass, and so do links. */
export const activeMembership = (unit = 'unit_id') =>
  atom(
    'activeMembership',
  )`(${caller('kind')} <> 'staff' or ${column('pid')} is null or ((${column(unit)}::bigint << 32) | ${column('pid')}) <> all ((select suspended_memberships(${caller('units')}))::bigint[]))`
/** Whoever is a patient's link has the patient alone, and whoever reads all visits has all patients. */
const seesAll = atom('seesAll')`(${caller('kind')} is distinct from 'staff' or ${caller('appointment.read')} = 'y')`
/** The caller booked or has a visit of the patient, or made them a member. */
export const ownPatient = atom('ownPatient')`own_patient(${column('pid')}, ${caller('partner')}, ${caller('mid')})`
const takesPart = atom('takesPart')`takes_part(${column('pid')}, ${caller('partner')}, ${caller('mid')})`
/** Who sees their own patients alone sees whoever they take part in: also prepared for, rung for, or met in a room. */
export const careTeam = anyOf(seesAll, noPatient, takesPart)
/** The same, narrowly: booked, treated, or made a member. */
export const ownPatients = anyOf(seesAll, ownPatient)
/** A member of the caller's units, whom the caller may know. */
export const memberVisible = atom(
  'memberVisible',
)`member_visible(${column('pid')}, ${caller('partner')}, ${caller('units')}, ${caller('mid')}, ${caller('appointment.read')} = 'y')`
/** The patient's authorisation, or the caller's own emergency access, opens the record (`record_state`). */
export const recordOpen = atom(
  'recordOpen',
)`record_open(${column('pid')}, ${caller('partner')}, ${caller('units')}, ${caller('mid')}, ${caller('appointment.read')} = 'y')`
/** The same of many rows: looked up once for the statement. */
export const recordOpenOfMany = atom(
  'recordOpen',
)`${column('pid')} in (select open_records(${caller('partner')}, ${caller('units')}, ${caller('mid')}, ${caller('appointment.read')} = 'y'))`
const opens = (table: string, alias: string, and: Rule) =>
  new Rule([
    `exists (select 1 from ${table} ${alias} where ${alias}.pid = `,
    column('pid'),
    ` and ${alias}.partner_id = `,
    caller('partner'),
    ` and ${alias}.unit_id = any (`,
    caller('units'),
    ') and ',
    and,
    ')',
  ])
/** The same of rows by the hundred thousand, looked up as the policies of what opens it show: a function costs more there. */
export const recordOpenHere = allOf(
  anyOf(seesAll, ownPatient),
  atom(
    'recordOpen',
  )`(${opens('consent', 'c', new Rule(["c.kind = 'record' and c.state = 'active' and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now())"]))} or ${opens('emergency_access', 'e', new Rule(['e.mid = ', caller('mid'), ' and e.until > now()']))})`,
)
/** The caller prepares for the author. */
export const preparesFor = (name: string) =>
  atom('preparesFor')`prepares_for(${column(name)}, ${caller('partner')}, ${caller('mid')})`
/** The right: `y` is all that the other rules leave; with `o` it is what `narrow` says, or nothing. */
export const right = (permission: AccessRight, narrow?: Rule) => {
  const named = atom(`right ${permission}`)
  return narrow
    ? anyOf(named`${caller(permission)} = 'y'`, allOf(named`${caller(permission)} = 'o'`, narrow))
    : named`${caller(permission)} = 'y'`
}
/** A note or a file that an invitation shows to the caller, an invited doctor: as long as it is in process and its inviter may read it. */
export const shownByOpinion = (kind: 'note' | 'file', name: string) =>
  allOf(
    staff,
    institution(),
    right('opinion.use'),
    atom(
      'shownByOpinion',
    )`${column(name)} = any ((select opinion_shown(${caller('partner')}, ${caller('mid')}, '${kind}'))::uuid[])`,
  )
/** The same of what was measured. Of whom is looked up once for the statement. */
export const readingShownByOpinion = allOf(
  staff,
  institution(),
  right('opinion.use'),
  atom(
    'shownByOpinion',
  )`(${column('pid')} = any ((select opinion_patients(${caller('partner')}, ${caller('mid')}))::int[])
    and opinion_shows_reading(${caller('partner')}, ${caller('mid')}, ${column('pid')}, ${column('unit_id')}, ${column('kind')}, ${column('measured_at')}, ${column('received_at')}))`,
)
/** The caller is a patient's link, whatever it looks at. */
export const link = atom('link')`${caller('kind')} = 'link'`
export const linkPatient = atom('linkPatient')`(${caller('kind')} = 'link' and ${column('pid')} = ${caller('pid')})`
export const linkVisit = atom(
  'linkVisit',
)`(${caller('kind')} = 'link' and ${column('pid')} = ${caller('pid')} and ${column('qid')} = ${caller('qid')})`
/** The column has one of these values. */
export const valued = (name: string, ...values: string[]) =>
  atom(`${name} valued`)`${column(name)} in (${values.map((value) => `'${value}'`).join(', ')})`
/** The row of the parent, under its alias, is seen: by the parent's own policies, so this is for policies alone. */
export const through = (parent: string, alias: string, on: readonly [theirs: string, ours: string][], and?: Rule) =>
  atom(`through ${parent}`)`exists (select 1 from ${parent} ${alias} where ${new Rule(
    on.flatMap(([theirs, ours], at) => [`${at ? ' and ' : ''}${alias}.${theirs} = `, column(ours)]),
  )}${and ? new Rule([' and ', and]) : ''})`
/** What only one table asks: a function of the database by name, of columns and of the transaction's settings. For policies alone. */
export const asks = (name: string, ...parts: readonly (string | Column)[]) =>
  atom(name)`${name}(${new Rule(parts.flatMap((part, at) => (at ? [', ', part] : [part])))})`
/** The same, of no column: asked once for the statement. */
export const asksOnce = (call: string) => atom(call.replace(/\(.*/, ''))`(select ${call})`
