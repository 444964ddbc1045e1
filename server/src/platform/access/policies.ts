import { Caller, Column, print, type Rule } from './rule.ts'

/**
 * Who sees rows of a table, and who may add, change and remove them. Where nothing is said nobody may. `change` is asked of
 * the row as it was; what it becomes is held to `becomes`, or to the same.
 */
export interface TableAccess {
  see?: Rule
  add?: Rule
  change?: Rule
  becomes?: Rule
  remove?: Rule
}

const asked: Readonly<Record<string, string>> = {
  kind: '(select app_kind())',
  mid: '(select app_mid())',
  partner: '(select app_partner())',
  units: '(select app_units())::int[]',
  pid: '(select app_pid())',
  qid: '(select app_qid())',
}
function text(rule: Rule, table: string, open?: ReadonlySet<string>): string {
  const printed = (one: Rule, row: string) => print(one, (part) => piece(part, row), open).join('')
  // A column is named with its table where another table's could be meant.
  const whole = (one: Rule) => {
    const bare = printed(one, '')
    return /\bfrom\b|in \(select/.test(bare) ? printed(one, `${table}.`) : bare
  }
  return (rule.every ?? [rule]).map(whole).join('\n    and ')
}
const piece = (part: string | Column | Caller, row: string) => {
  if (part instanceof Column) return `${row}${part.name}`
  return part instanceof Caller ? (asked[part.known] ?? `(select app_right('${part.known}'))`) : part
}

/** The policies of one table, as statements. `open` are atoms that say yes to everything. */
export function policiesOf(table: string, access: TableAccess, open?: ReadonlySet<string>): string[] {
  const say = (rule: Rule) => text(rule, table, open)
  const found = [`create policy system_all on ${table} to teleward_system using (true) with check (true);`]
  const add = (name: string, command: string, using: Rule | undefined, check: Rule | undefined) => {
    if (!using && !check) return
    found.push(
      `create policy ${name} on ${table} for ${command} to teleward_app${using ? ` using (\n    ${say(using)}\n  )` : ''}${check ? ` with check (\n    ${say(check)}\n  )` : ''};`,
    )
  }
  add('see', 'select', access.see, undefined)
  add('add', 'insert', undefined, access.add)
  add('change', 'update', access.change, access.change && (access.becomes ?? access.change))
  add('remove', 'delete', access.remove, undefined)
  return found
}

/** All of them, in place of what holds now. Run as the owner, in one transaction. */
export function policiesScript(tables: Readonly<Record<string, TableAccess>>): string {
  const names = Object.keys(tables).toSorted()
  return `-- Who sees and changes which rows: written by \`npm run gen:access\` from server/src/access, and never by hand. A start makes
-- these policies anew whenever this file, or any migration, has changed.
do $$
declare p record;
begin
  for p in select c.relname, y.polname from pg_policy y join pg_class c on c.oid = y.polrelid
    where c.relnamespace = 'public'::regnamespace
      and c.relname in (${names.map((name) => `'${name}'`).join(', ')})
  loop
    execute format('drop policy %I on %I', p.polname, p.relname);
  end loop;
end $$;
${names.map((name) => `\n${policiesOf(name, tables[name] ?? {}).join('\n')}`).join('\n')}
`
}
