import { carried } from '../../server/src/access/visible.ts'
import { printCondition } from '../../server/src/platform/access/condition.ts'
import { atomsOf } from '../../server/src/platform/access/rule.ts'
import { boundTo } from '../../server/src/platform/db/bound.ts'
import { k, sql } from '../../server/src/platform/db/index.ts'
import { type Leak, ofCheckResults, ofChecks, ofEvents, ofForms, type Principal, principals } from './rls.ts'
import type { PatientFixture, World } from './world.ts'

export interface Conditions {
  cells: number
  leaks: Leak[]
  denials: Leak[]
}
type Carried = keyof typeof carried

/** What statements on rows of these tables carry. */
const tables: Readonly<Partial<Record<Carried, readonly string[]>>> = {
  visit: ['appointment'],
  row: [
    ...['appointment_event', 'call', 'call_target', 'consent', 'payment', 'recording', 'recording_segment', 'room'],
    ...['guest_link', 'room_participant', 'video_link'],
  ],
  member: ['member'],
  note: ['note', 'note_version', 'diagnosis', 'prescription_line'],
  reading: ['monitor_alert'],
  readings: ['monitor_alert'],
  diet: ['diet_course'],
  meal: ['diet_target', 'diet_meal', 'diet_food', 'diet_advice'],
  childCare: ['child_record', 'child_fact'],
  file: ['medical_file'],
  upload: ['upload'],
  report: ['external_report'],
  handoff: ['handoff'],
  opinion: ['opinion'],
  fileToRead: ['medical_file'],
  shownNote: ['note'],
  shownFile: ['medical_file'],
  shownReading: ['reading'],
  theCase: ['crm_case'],
  referral: ['referral'],
  prescriptionSending: ['prescription_sending'],
  collected: ofForms,
  atCareEvent: ofEvents,
  healthCheck: ofChecks,
  healthCheckResult: ofCheckResults,
}
/** Of whom they show fewer than the policies: nobody's own entries, and nobody whose membership is suspended. */
const narrower: typeof tables = {
  reading: ['reading'],
  readings: ['last_measurement'],
  membership: ['member_token'],
}

/** What holds rows that this world has not: by whom it is tried. */
const elsewhere: Readonly<Record<string, string>> = {
  link: 'links are held by what they are looked up by: the cells of links',
  staff: 'the same',
  'status valued': 'which visits a grant to contact patients shows: appointments/granted.test.ts',
  'right appointment.read': 'the same',
  'pid is null': 'a file or a to-do about nobody: files.test.ts, handoffs.test.ts',
  patient: 'the same',
  shared: 'a prescription set says nothing of any patient: sets.test.ts',
  preparesFor: 'the same',
  division: 'templates of notes, which say nothing of any patient: templates.test.ts',
  'right notice.send': 'notices are of a unit and of nobody’s record: notices.test.ts',
  'partner_id is null': 'standard instruments, which every institution has: forms.test.ts',
  'right form.build': 'who builds questionnaires, which say nothing of any patient: forms.test.ts',
  'to_unit is null': 'letters to institutions outside: outside.test.ts',
  'at_unit is null': 'files that the whole institution shares: drive.test.ts',
}

interface Asked {
  table: string
  name: Carried
  narrower?: true
}
const pairs = (of: typeof tables): Asked[] =>
  Object.entries(of).flatMap(([name, list]) => list.map((table) => ({ table, name: name as Carried })))
const every: readonly Asked[] = [...pairs(tables), ...pairs(narrower).map((one): Asked => ({ ...one, narrower: true }))]

/** Asks a table under a condition, as each of the staff. */
async function prober(world: World): Promise<(asked: Asked, open?: ReadonlySet<string>) => Promise<Conditions>> {
  const who = principals(world).filter(({ scope }) => scope.kind === 'staff')
  const there = new Map<string, Set<number>>()
  for (const { table } of every) there.set(table, await patientsOf(world, table))
  return ({ table, name }, open) =>
    shown(world, { table, name, who, there: there.get(table) ?? new Set(), ...(open ? { open } : {}) })
}

/** The conditions alone: no policy holds the system's role, and each is bound to who asks. */
export async function conditions(world: World): Promise<Conditions> {
  const probe = await prober(world)
  const found: Conditions = { cells: 0, leaks: [], denials: [] }
  for (const asked of every) {
    const { cells, leaks, denials } = await probe(asked)
    found.cells += cells
    found.leaks.push(...leaks)
    if (!asked.narrower) found.denials.push(...denials)
  }
  return found
}

/** Each atom of the conditions opened; those whose absence nobody notices. */
export async function conditionAtoms(world: World): Promise<{ atoms: number; survivors: string[] }> {
  const probe = await prober(world)
  const told = { atoms: 0, survivors: [] as string[] }
  const atoms = new Set(Object.values(carried).flatMap((rule) => [...atomsOf(rule)]))
  for (const atom of atoms) {
    if (elsewhere[atom]) continue
    told.atoms += 1
    let missed = false
    for (const asked of every)
      missed ||= atomsOf(carried[asked.name]).has(atom) && (await probe(asked, new Set([atom]))).leaks.length > 0
    if (!missed) told.survivors.push(atom)
  }
  return told
}

const patientsOf = async (world: World, table: string) =>
  new Set(
    (
      await world.db.system.read(
        sql<{ pid: number }>`select distinct pid from ${sql.table(table)} where pid is not null`,
      )
    ).map(({ pid }) => pid),
  )

/** What an opinion shows is shown by conditions of its own alone. */
const showing: readonly Carried[] = ['shownNote', 'shownFile', 'shownReading']
const isOf = (name: Carried, { authorisation }: PatientFixture) =>
  authorisation === 'shown'
    ? showing.includes(name) || name === 'fileToRead' || name === 'opinion'
    : !showing.includes(name)

interface Probe {
  table: string
  name: Carried
  who: readonly Principal[]
  there: ReadonlySet<number>
  open?: ReadonlySet<string>
}
/** Whose rows each sees under the condition, against whose they should. */
async function shown(world: World, { table, name, who, there, open }: Probe): Promise<Conditions> {
  const found = { cells: 0, leaks: [] as Leak[], denials: [] as Leak[] }
  const known = world.folders.filter(({ pid }) => there.has(pid))
  const condition = printCondition(carried[name], 't', open)
  const query = sql<{
    pid: number
  }>`select distinct t.pid from ${sql.table(table)} t where t.pid is not null and ${condition}`.compile(k)
  for (const one of who) {
    const bound = boundTo(query, one.scope)
    const seen = new Set((await world.db.system.read({ compile: () => bound })).map(({ pid }) => pid))
    for (const folder of known) {
      found.cells += 1
      const may = one.sees(folder, table) && isOf(name, folder)
      const said = `${folder.place}, ${folder.authorisation}`
      if (seen.has(folder.pid) && !may) found.leaks.push({ table, who: one.name, said })
      if (!seen.has(folder.pid) && may) found.denials.push({ table, who: one.name, said })
    }
  }
  return found
}
