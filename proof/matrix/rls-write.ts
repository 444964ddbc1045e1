import { sql } from '../../server/src/platform/db/kysely.ts'
import type { Scope } from '../../server/src/platform/db/types.ts'
import { HOST, people, type Person } from './people.ts'
import { type Leak, ofCheckResults, ofChecks, ofChildren, ofEvents, ofForms, type Principal } from './rls.ts'
import type { PatientFixture, World } from './world.ts'

const granted = async (world: World, table: string, command: string) =>
  (
    await world.db.system.read(sql<{
      may: boolean
    }>`select has_any_column_privilege('teleward_app', ${`public.${table}`}, ${command === 'delete' ? 'select' : command})
    and (${command} <> 'delete' or has_table_privilege('teleward_app', ${`public.${table}`}, 'delete')) as may`)
  )[0]?.may === true

/** Rows that the asker may not write: foreign ones, and of a note whatever its author has not given out. */
const authored = ['note', 'note_version', 'note_suggestion', 'diagnosis', 'prescription_line']
/** Who monitors is an administrator's to say, and none of these askers is one. */
const administered = ['monitor_group_member', 'monitor_off', 'monitor_own']
/** What is eaten is read by more than advise: these write none of it. */
const advised = ['diet_course', 'diet_target', 'diet_meal', 'diet_food', 'diet_advice']
const holds = ({ name }: Principal, right: keyof Person['rights']) =>
  people.find((one) => one.name === name)?.rights[right] === 'y'
/** A case is changed by who opened or has it, where the right says `o`; a suggestion is rated by who asked for it. */
const cases = ['crm_case', 'ai_suggestion']
const ofThemselves = ['doctor', 'nurse']
/** The patient's own link answers what the patient is asked. */
const answers = (asker: Principal, folder: PatientFixture, table: string) =>
  asker.scope.kind === 'link' && asker.sees(folder, table)
const untouchable = (table: string, asker: Principal, folder: PatientFixture) =>
  // Who is asked answers: the steps of an opinion are its sides'.
  (table !== 'opinion' || folder.authorisation !== 'shown') &&
  (folder.place !== 'own' && !(table === 'member_unit' && folder.place === 'disabled')
    ? folder.did === asker.scope.mid || (folder.did >= 500 && folder.did < 1000)
    : (authored.includes(table) && folder.did === HOST && !asker.bound) ||
      (administered.includes(table) && folder.did === HOST) ||
      (advised.includes(table) && folder.did === HOST && !holds(asker, 'diet.advise')) ||
      (ofForms.includes(table) &&
        folder.did === HOST &&
        !holds(asker, 'form.collect') &&
        !answers(asker, folder, table)) ||
      ([...ofEvents, ...ofChecks, ...ofCheckResults].includes(table) &&
        folder.did === HOST &&
        !holds(asker, 'event.operate')) ||
      (ofChildren.includes(table) && folder.did === HOST && !holds(asker, 'childcare.write')) ||
      (cases.includes(table) && folder.did === HOST && ofThemselves.includes(asker.name)))

/** Tries to plant a copy of such a row, to change and to remove it. Triggers are off: the policies speak for themselves. */
export async function writeProbe(
  world: World,
  table: string,
  who: readonly Principal[],
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
  { pid }: PatientFixture,
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
 * refused by 42501 alone: whatever else it is refused by says that the policies had let it through.
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
