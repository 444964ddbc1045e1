import { tables } from '../../server/src/access/index.ts'
import { policiesOf } from '../../server/src/platform/access/policies.ts'
import { atomsOf } from '../../server/src/platform/access/rule.ts'
import { scopeOf } from '../../server/src/platform/actor.ts'
import { sql } from '../../server/src/platform/db/kysely.ts'
import type { Scope } from '../../server/src/platform/db/types.ts'
import { mayKnow } from './cells.ts'
import {
  atEvent,
  collects,
  open as recordIsOpen,
  dispenses,
  either,
  readsAnswer,
  readsFiles,
  sees as seesPatient,
  shown,
  treating,
  watches,
} from './needs.ts'
import { OWN_UNIT, OWN_UNITS, PARTNER, asking, type Person } from './people.ts'
import { type PatientFixture, isConstellation, type World } from './world.ts'

/**
 * The second access layer by itself: no service, only `select` and `insert` as the application's role, table by table, for
 * every person and every patient's rows.
 */
const scopeOfPerson = (who: Person): Scope =>
  scopeOf({
    kind: 'staff',
    mid: who.mid,
    partnerId: PARTNER,
    unitIds: OWN_UNITS,
    rights: who.rights,
  } as unknown as Parameters<typeof scopeOf>[0])
const linkScope = (folder: PatientFixture): Scope =>
  scopeOf({
    kind: 'link',
    linkId: folder.linkId,
    partnerId: PARTNER,
    unitId: OWN_UNIT,
    pid: folder.pid,
    qid: folder.qid,
    identified: true,
    purpose: 'visit',
  })

/** What it takes to see a row of a table, where it takes more than to see the patient. */
const levels: Record<string, 'h' | 'n' | 'm' | 'd'> = {
  note: 'n',
  note_version: 'n',
  diagnosis: 'n',
  prescription_line: 'n',
  product_sending: 'n',
  handoff: 'h',
  member_history: 'h',
  reading: 'm',
  reading_version: 'm',
  last_measurement: 'm',
  device_log: 'm',
  ecg: 'm',
  diet_target: 'd',
  diet_meal: 'd',
  diet_food: 'd',
  diet_advice: 'd',
}
export const ofForms = ['form_response', 'form_answer']
export const ofEvents = [
  'care_event_participant',
  'care_event_value',
  'care_event_link',
  'screening_invitation',
  'screening_fact',
  'screening_result',
  'screening_follow_up',
]
export const ofChecks = ['health_check', 'health_check_value', 'health_check_file']
export const ofCheckResults = ['health_check_result', 'health_check_remark']
const shownTables = ['note', 'note_version', 'medical_file', 'reading', 'opinion']
const ofCases = ['crm_case', 'crm_entry', 'ai_suggestion']
export const ofChildren = ['child_record', 'child_fact']
/** Conversations beside it take the right to write to patients; a visit's link has none of them, the patient's own neither. */
const ofChat = ['chat_conversation', 'chat_message']
/** What a patient's link shows of its own patient. */
const ofLink = [
  'appointment',
  'appointment_event',
  'call',
  'call_target',
  'consent',
  'emergency_access',
  'form_answer',
  'form_response',
  'guest_link',
  'member',
  'member_history',
  'recording',
  'recording_segment',
  'room',
  'room_participant',
  'checkout',
  'payment',
  'refund',
  'video_link',
]

export interface Leak {
  table: string
  who: string
  said: string
}
export type Principal = {
  name: string
  scope: Scope
  bound: boolean
  sees(folder: PatientFixture, table: string): boolean
}
export function principals(world: World): Principal[] {
  const [link] = world.folders
  if (!link) throw new Error('no folder')
  const staff = asking
    .filter(({ review, verified }) => review === 'onBoard' && verified)
    .map(
      (who): Principal => ({
        name: who.name,
        bound: who.bound,
        scope: scopeOfPerson(who),
        sees: (folder, table) => sees(who, folder, table),
      }),
    )
  const nobodys = linkScope({ ...link, pid: 99_999, qid: 99_998 })
  return [
    ...staff,
    {
      name: 'patient link',
      bound: false,
      scope: linkScope(link),
      sees: (folder, table) => folder === link && ofLink.includes(table),
    },
    { name: 'link of nobody', bound: false, scope: nobodys, sees: () => false },
    {
      name: 'another institution that names the units',
      bound: false,
      scope: { ...staff[0]?.scope, partnerId: PARTNER + 1 } as Scope,
      sees: () => false,
    },
    {
      // What an opinion shows is shown to the person, of whichever unit.
      name: 'no unit',
      bound: false,
      scope: { ...staff[0]?.scope, unitIds: [] } as Scope,
      sees: (folder, table) => folder.authorisation === 'shown' && staff[0]?.sees(folder, table) === true,
    },
  ]
}
function sees(who: Person, folder: PatientFixture, table: string): boolean {
  // What an opinion shows: one note, one file and a span of readings, and nothing else of the patient.
  if (folder.authorisation === 'shown') return shownTables.includes(table) && shown.holds(who, folder)
  if (table === 'opinion') return readsAnswer.holds(who, folder)
  // The membership itself is known to its unit, disabled or not; so is what was done to it.
  if (table === 'member_unit' || table === 'member_partner' || table === 'member_token')
    return (
      ['own', 'disabled'].includes(folder.place) && (who.rights['appointment.read'] === 'y' || folder.did === who.mid)
    )
  // Whoever keeps a station sees who is at an event of the unit, and what was measured there.
  if (ofEvents.includes(table)) return atEvent.holds(who, folder)
  if (ofForms.includes(table)) return collects.holds(who, folder)
  // A health check is of a member whom one may know; what came of it stands in an open record.
  if (ofChecks.includes(table)) return who.rights['event.operate'] === 'y' && mayKnow(who, 'v', folder)
  if (ofCheckResults.includes(table)) return who.rights['event.operate'] === 'y' && recordIsOpen.holds(who, folder)
  // Visits by their own right; whoever has none still knows their patients.
  if (table === 'appointment') return who.rights['appointment.read'] !== '-' && mayKnow(who, 'v', folder)
  // Taken in a unit where the membership is disabled, or where nobody of these works.
  if (table === 'emergency_access' && isConstellation(folder)) return false
  // A case was opened by who treats the patient: those who read their own alone see it.
  if (ofCases.includes(table))
    return (
      mayKnow(who, 'v', folder) &&
      (who.rights['crm.read'] === 'y' || (who.rights['crm.read'] === 'o' && folder.did === who.mid))
    )
  // Own limits are set and read by who makes the groups.
  if (table === 'monitor_own') return who.rights['monitor.group'] === 'y' && mayKnow(who, 'v', folder)
  if (['monitor_alert', 'reading_moved_out'].includes(table))
    return seesPatient.holds(who, folder) && watches.holds(who, folder)
  // That somebody is in diet management is known to whoever of the unit may read diets.
  if (table === 'diet_course') return who.rights['diet.read'] === 'y' && mayKnow(who, 'v', folder)
  // A child's care, by its own right: of members whom one may know.
  if (ofChildren.includes(table))
    return (
      mayKnow(who, 'v', folder) &&
      (who.rights['childcare.read'] === 'y' || (who.rights['childcare.read'] === 'o' && folder.did === who.mid))
    )
  if (ofChat.includes(table)) return who.rights['chat.patient'] === 'y' && mayKnow(who, 'v', folder)
  // Who brought a file is told of the bringing, and sees it; others by their right to files. The patient's doctor brought it.
  if (table === 'upload') return folder.place === 'own' && treating.holds(who, folder)
  if (['medical_file', 'external_report'].includes(table))
    return folder.place === 'own' && either(treating, readsFiles).holds(who, folder)
  // At a pharmacy: of who reads the note, and of who dispenses there.
  if (table === 'prescription_sending') return mayKnow(who, 'n', folder) || dispenses.holds(who, folder)
  // A suggestion is its asker's: the author of the draft.
  if (table === 'note_suggestion') return folder.did === who.mid && mayKnow(who, 'n', folder)
  return mayKnow(who, levels[table] ?? 'v', folder)
}

/** Tables with a column `pid` that the application may read, but for the log of acts, which is by person. */
export async function walled(world: World): Promise<string[]> {
  const rows = await world.db.system.read(sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'pid'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'audit_log'
      and has_any_column_privilege('teleward_app', c.oid, 'select') order by 1`)
  return rows.map(({ name }) => name)
}

/** Whose rows each asker sees in the table, against whose they should. Rows nobody has planted prove nothing: told, too. */
export async function readProbe(
  world: World,
  table: string,
  who: readonly Principal[] = principals(world),
): Promise<{ cells: number; leaks: Leak[]; denials: Leak[]; rows: number }> {
  const query = sql<{ pid: number }>`select distinct pid from ${sql.table(table)} where pid is not null`
  const there = new Set((await world.db.system.read(query)).map(({ pid }) => pid))
  const known = world.folders.filter(({ pid }) => there.has(pid))
  const found = { cells: 0, leaks: [] as Leak[], denials: [] as Leak[], rows: there.size }
  for (const asker of who) {
    const seen = new Set((await world.db.read(asker.scope, query)).map(({ pid }) => pid))
    for (const folder of known) {
      found.cells += 1
      const may = asker.sees(folder, table)
      const said = `${folder.place}, ${folder.authorisation}, ${folder.did === asker.scope.mid ? 'treating' : 'not treating'}`
      if (seen.has(folder.pid) && !may) found.leaks.push({ table, who: asker.name, said })
      if (!seen.has(folder.pid) && may) found.denials.push({ table, who: asker.name, said })
    }
  }
  return found
}

/** The atoms of the tables' declarations, and which of these tables ask each. */
export function tablesByAtom(names: readonly string[]): Map<string, string[]> {
  const pairs = names.flatMap((table) => {
    const atoms = new Set(Object.values(tables[table] ?? {}).flatMap((rule) => [...atomsOf(rule)]))
    return [...atoms].map((atom) => ({ atom, table }))
  })
  return new Map(
    [...Map.groupBy(pairs, ({ atom }) => atom)].map(([atom, found]) => [atom, found.map(({ table }) => table)]),
  )
}

/** While these atoms say yes to everything in the policies of these tables. */
export async function withAtomsOpen<T>(
  world: World,
  atoms: readonly string[],
  names: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const make = (open?: ReadonlySet<string>) =>
    world.owner(
      names
        .flatMap((name) => [
          ...['system_all', 'see', 'add', 'change', 'remove'].map(
            (policy) => `drop policy if exists ${policy} on ${name};`,
          ),
          ...policiesOf(name, tables[name] ?? {}, open),
        ])
        .join('\n'),
    )
  await make(new Set(atoms))
  try {
    return await work()
  } finally {
    await make()
  }
}
