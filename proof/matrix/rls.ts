import { scopeOf } from '../../server/src/platform/actor.ts'
import { sql } from '../../server/src/platform/db/kysely.ts'
import type { Scope } from '../../server/src/platform/db/types.ts'
import { mayKnow } from './cells.ts'
import { either, readsFiles, sees as seesPatient, treating, watches } from './needs.ts'
import { HOST, OWN_UNIT, OWN_UNITS, PARTNER, people, type Person } from './people.ts'
import { type Folder, isConstellation, type World } from './world.ts'

/**
 * The second wall by itself: no service, only `select` and `insert` as the application's role, table by table, for
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
const linkScope = (folder: Folder): Scope =>
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
  handoff: 'h',
  member_history: 'h',
  reading: 'm',
  last_measurement: 'm',
  device_log: 'm',
  diet_target: 'd',
  diet_meal: 'd',
  diet_food: 'd',
  diet_advice: 'd',
}
const ofCases = ['crm_case', 'crm_entry', 'ai_suggestion']
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
export type Asker = { name: string; scope: Scope; bound: boolean; sees(folder: Folder, table: string): boolean }
export function askers(world: World): Asker[] {
  const [link] = world.folders
  if (!link) throw new Error('no folder')
  const staff = people
    .filter(({ review, verified }) => review === 'onBoard' && verified)
    .map(
      (who): Asker => ({
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
    { name: 'no unit', bound: false, scope: { ...staff[0]?.scope, unitIds: [] } as Scope, sees: () => false },
  ]
}
function sees(who: Person, folder: Folder, table: string): boolean {
  // The membership itself is known to its unit, disabled or not; so is what was done to it.
  if (table === 'member_unit' || table === 'member_partner' || table === 'member_token')
    return (
      ['own', 'disabled'].includes(folder.place) && (who.rights['appointment.read'] === 'y' || folder.did === who.mid)
    )
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
  if (table === 'monitor_alert') return seesPatient.holds(who, folder) && watches.holds(who, folder)
  // That somebody is in diet management is known to whoever of the unit may read diets.
  if (table === 'diet_course') return who.rights['diet.read'] === 'y' && mayKnow(who, 'v', folder)
  if (ofChat.includes(table)) return who.rights['chat.patient'] === 'y' && mayKnow(who, 'v', folder)
  // Who brought a file is told of the bringing, and sees it; others by their right to files. The patient's doctor brought it.
  if (table === 'upload') return folder.place === 'own' && treating.holds(who, folder)
  if (table === 'medical_file') return folder.place === 'own' && either(treating, readsFiles).holds(who, folder)
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
  who: readonly Asker[] = askers(world),
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

const granted = async (world: World, table: string, command: string) =>
  (
    await world.db.system.read(sql<{
      may: boolean
    }>`select has_any_column_privilege('teleward_app', ${`public.${table}`}, ${command === 'delete' ? 'select' : command})
    and (${command} <> 'delete' or has_table_privilege('teleward_app', ${`public.${table}`}, 'delete')) as may`)
  )[0]?.may === true

/** Rows that the asker may not write: foreign ones, and of a note whatever its author has not given out. */
const authored = ['note', 'note_version', 'diagnosis', 'prescription_line']
/** Who monitors is an administrator's to say, and none of these askers is one. */
const administered = ['monitor_group_member', 'monitor_off', 'monitor_own']
/** What is eaten is read by more than advise: these write none of it. */
const advised = ['diet_course', 'diet_target', 'diet_meal', 'diet_food', 'diet_advice']
const advises = (name: string) => people.find((one) => one.name === name)?.rights['diet.advise'] === 'y'
/** A case is changed by who opened or has it, where the right says `o`; a suggestion is rated by who asked for it. */
const cases = ['crm_case', 'ai_suggestion']
const ofThemselves = ['doctor', 'nurse']
const untouchable = (table: string, asker: Asker, folder: Folder) =>
  folder.place !== 'own' && !(table === 'member_unit' && folder.place === 'disabled')
    ? folder.did === asker.scope.mid || (folder.did >= 500 && folder.did < 1000)
    : (authored.includes(table) && folder.did === HOST && !asker.bound) ||
      (administered.includes(table) && folder.did === HOST) ||
      (advised.includes(table) && folder.did === HOST && !advises(asker.name)) ||
      (cases.includes(table) && folder.did === HOST && ofThemselves.includes(asker.name))

/** Tries to plant a copy of such a row, to change and to remove it. Triggers are off: the policies speak for themselves. */
export async function writeProbe(
  world: World,
  table: string,
  who: readonly Asker[],
  until?: () => boolean,
): Promise<{ cells: number; leaks: Leak[] }> {
  const found = { cells: 0, leaks: [] as Leak[] }
  const may = {
    insert: await granted(world, table, 'insert'),
    update: await granted(world, table, 'update'),
    delete: await granted(world, table, 'delete'),
  }
  const named = await world.db.system.read(sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`)
  const columns = named.map(({ name }) => name)
  // One that the application may change at all: what no right is given for would be refused before any policy is asked.
  const [changed] = await world.db.system.read(sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}
      and is_generated = 'NEVER' and identity_generation is distinct from 'ALWAYS'
      and has_column_privilege('teleward_app', ${`public.${table}`}, column_name, 'update') order by column_name <> 'pid', ordinal_position limit 1`)
  const column = changed?.name ?? 'pid'
  const rows = await world.db.system.read(
    sql<{
      pid: number
      row: unknown
    }>`select distinct on (pid) pid, to_jsonb(t) as row from ${sql.table(table)} t order by pid`,
  )
  for (const asker of who) {
    if (until?.()) break
    const tries = world.folders
      .filter((one) => untouchable(table, asker, one))
      .flatMap((folder) => {
        const row = rows.find(({ pid }) => pid === folder.pid)?.row
        return row
          ? acts(table, columns, column, folder).map((one) => ({ ...one, row: JSON.stringify(row), folder }))
          : []
      })
      .filter(({ act }) => may[act])
    if (!tries.length) continue
    found.cells += tries.length
    const said = await attempts(world, asker.scope, tries)
    for (const [n, { act, folder }] of tries.entries())
      if (said[n] !== 'refused')
        found.leaks.push({ table, who: asker.name, said: `${act} of a row of ${folder.place}: ${said[n]}` })
  }
  return found
}
type Act = 'insert' | 'update' | 'delete'
/** What is tried on a row of the folder's patient, `$1` being a copy of it. The number of a member is the database's own. */
function acts(
  table: string,
  columns: readonly string[],
  column: string,
  { pid }: Folder,
): { act: Act; statement: string }[] {
  const list = columns.map((name) => `"${name}"`).join(', ')
  return [
    {
      act: 'insert',
      statement: `insert into "${table}" (${list}) overriding system value select ${list} from jsonb_populate_record(null::"${table}", $1)`,
    },
    { act: 'update', statement: `update "${table}" set ${column} = ${column} where pid = ${pid}` },
    { act: 'delete', statement: `delete from "${table}" where pid = ${pid}` },
  ]
}
/**
 * All of them by one asker in one round trip, each undone before the next: tens of thousands are tried. An insert is
 * refused by 42501 alone: any other error says that the policies had let it through.
 */
async function attempts(
  world: World,
  scope: Scope,
  tries: readonly { statement: string; row: string }[],
): Promise<string[]> {
  const query = sql<{ said: string[] }>`select proof_tried(
    ${tries.map(({ statement }) => statement)}::text[], ${tries.map(({ row }) => row)}::text[]) as said`
  const { value } = await world.lanes.cell(
    () => world.db.tx(scope, (tx) => tx.many(query)),
    async () => undefined,
  )
  return value[0]?.said ?? []
}
/** Runs as whoever asks, under their policies. */
export const TRIED = `create or replace function proof_tried(acts text[], copies text[]) returns text[] language plpgsql as $tried$
  declare
    said text[] := '{}';
    one text;
    n int;
  begin
    for i in 1 .. cardinality(acts) loop
      begin
        execute acts[i] using copies[i]::jsonb;
        get diagnostics n = row_count;
        raise exception using errcode = 'PT000', message = case when n > 0 then 'done' else 'refused' end;
      exception when others then
        one := case sqlstate when 'PT000' then sqlerrm when '42501' then 'refused' else sqlstate end;
      end;
      said := said || one;
    end loop;
    return said;
  end $tried$;
  grant execute on function proof_tried to public;`
/** Policies of commands that the application was never granted have nothing to hold back. */
export async function idle(world: World, { table, command }: Policy): Promise<boolean> {
  const acts: Record<string, string> = { r: 'select', a: 'insert', w: 'update', d: 'delete' }
  const act = acts[command]
  return act !== undefined && !(await granted(world, table, act))
}

/** Functions that policies ask: each made to say yes to everything, while `work` runs. */
const asks = sql`coalesce(pg_get_expr(y.polqual, y.polrelid), '') || coalesce(pg_get_expr(y.polwithcheck, y.polrelid), '') like '%' || p.proname || '(%'`
export async function functions(
  world: World,
): Promise<{ name: string; definition: string; open: string; tables: string[] }[]> {
  const rows = await world.db.system.read(sql<{
    name: string
    definition: string
    args: string
    returns: string
    tables: string[]
  }>`
    select p.proname as name, pg_get_functiondef(p.oid) as definition, pg_get_function_arguments(p.oid) as args, lower(pg_get_function_result(p.oid)) as returns,
      array(select distinct c.relname::text from pg_policy y join pg_class c on c.oid = y.polrelid where ${asks}) as tables
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname like 'app\_%' and exists (select 1 from pg_policy y where ${asks})
    order by 1`)
  const open: Record<string, string> = {
    app_emr: `select 'y'`,
    app_appt: `select 'y'`,
    app_monitor: `select 'y'`,
    app_outbox: `select 'y'`,
    app_crm: `select 'y'`,
    app_crm_write: `select 'y'`,
    app_chat: `select 'y'`,
    app_files: `select 'y'`,
    app_diet: `select 'y'`,
    app_diet_write: `select 'y'`,
    app_held_back: `select '{}'::bigint[]`,
    app_units: `select array[1, 2, 3, 4, 5, 90]`,
    app_grantors: `select array(select generate_series(1, 5000))`,
    app_partner: `select 32`,
    app_pid: `select 10002`,
    app_qid: `select 20002`,
    app_mid: `select 500`,
    app_kind: `select 'link'`,
  }
  return rows.map(({ name, definition, args, returns, tables }) => ({
    name,
    tables,
    definition,
    open: `create or replace function ${name}(${args}) returns ${returns} language sql stable as $open$ ${returns === 'boolean' ? 'select true' : (open[name] ?? (returns === 'integer' ? 'select 10002' : 'select null'))} $open$`,
  }))
}

export interface Policy {
  table: string
  name: string
  command: string
  restrictive: boolean
  using: string | null
  check: string | null
}
export async function policies(world: World, tables: readonly string[]): Promise<Policy[]> {
  return world.db.system.read(sql<Policy>`
    select c.relname as table, p.polname as name, p.polcmd as command, not p.polpermissive as restrictive,
      pg_get_expr(p.polqual, p.polrelid) as using, pg_get_expr(p.polwithcheck, p.polrelid) as check
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relname::text = any (${[...tables]}::text[]) and p.polname <> 'system_all' order by 1, 2`)
}
/** Opens one policy while `work` runs. */
export async function opened<T>(
  world: World,
  { table, name, using, check }: Policy,
  work: () => Promise<T>,
): Promise<T> {
  const alter = (u: string | null, c: string | null) =>
    world.owner(
      `alter policy "${name}" on "${table}" ${u === null ? '' : `using (${u})`} ${c === null ? '' : `with check (${c})`}`,
    )
  await alter(using === null ? null : 'true', check === null ? null : 'true')
  try {
    return await work()
  } finally {
    await alter(using, check)
  }
}
