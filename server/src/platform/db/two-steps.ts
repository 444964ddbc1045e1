import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Migration, migrationsFolder } from './migrate.ts'

/**
 * While a version takes over, the one before it still runs on the tables as they are afterwards. So a migration only adds;
 * what takes away or tightens waits until no version runs that knows the former state, and says which released migration
 * made its use end: `-- second step of 0123`.
 */
const takes: readonly [RegExp, string][] = [
  [
    /\bdrop\s+(table|view|materialized\s+view|type|domain|sequence|schema)\b/,
    'takes away what the version before still asks for',
  ],
  [/\bdrop\s+(function|procedure|aggregate)\b/, 'takes away a function that the version before still calls'],
  [
    /\balter\s+table\b[^;]*\bdrop\s+(column\s+)?(?!constraint\b|default\b|not\s+null\b|expression\b|identity\b)["\w]+/,
    'takes away a column that the version before still names',
  ],
  [
    /\balter\s+(column\s+)?["\w]+\s+drop\s+(default|identity|expression)\b/,
    'takes away a value that the version before leaves to the database',
  ],
  [/\bdrop\s+trigger\b/, 'takes away what the version before leaves to the database'],
  [/\bdrop\s+index\b/, 'takes away an index that the version before relies on'],
  [
    /\bdrop\s+constraint\s+(if\s+exists\s+)?"?\w+_(pkey|key|excl)\b/,
    'takes away what `on conflict` of the version before goes by',
  ],
  [/^\s*truncate\b/, 'takes away rows that the version before still reads'],
  [/\bset\s+schema\b/, 'moves what the version before knows by its name'],
  [/\brename\b/, 'renames what the version before knows by its name'],
  [
    /\balter\s+(column\s+)?["\w]+\s+(set\s+data\s+)?type\b/,
    'changes the type of a column under statements that are prepared',
  ],
  [/\bset\s+not\s+null\b/, 'refuses rows as the version before writes them'],
  [
    /\balter\s+table\b[^;]*\badd\s+(column\s+)?(if\s+not\s+exists\s+)?["\w]+(?![^,;]*\b(default|generated)\b)[^,;]*\bnot\s+null\b/,
    'refuses rows as the version before writes them: a default is missing',
  ],
  [
    /\balter\s+table\b[^;]*\badd\s+(constraint\s+["\w]+\s+)?(check|foreign\s+key|unique|primary\s+key|exclude)\b/,
    'refuses rows as the version before writes them',
  ],
  [/\bcreate\s+unique\s+index\b/, 'refuses rows as the version before writes them'],
  [/\balter\s+domain\b[^;]*\badd\b/, 'refuses values as the version before writes them'],
  [
    /\bcreate\s+(or\s+replace\s+)?(constraint\s+trigger\b|trigger\b[^;]*\bbefore\b)/,
    'may refuse or change rows as the version before writes them',
  ],
  [/\brevoke\b/, 'takes away a right that the version before still uses'],
  [/\balter\s+type\b[^;]*\b(drop|rename)\b/, 'takes away a value that the version before still writes'],
]

/** The last migration of the released version, by its number, and the checksum of that version's policies. */
export interface Released {
  migration: string
  policies: string
}
export function readReleased(folder: string = migrationsFolder): Released {
  const [migration = '', policies = ''] = readFileSync(join(folder, 'released'), 'utf8').split('\n')
  return { migration, policies }
}

/**
 * A process of the version before that is started again knows a newer one by its migrations alone: where only policies
 * have changed it would put its own back. So they change together with a migration, if only one that says so.
 */
export const undoesPolicies = (migrations: readonly Migration[], policies: Migration, released: Released): boolean =>
  policies.checksum !== released.policies && !migrations.some(({ name }) => name.slice(0, 4) > released.migration)

const MARK = /^--\s*second step of (\d{4})\s*$/m

/** Without remarks and what stands in quotes: a word in a text takes nothing away. */
const bare = (sql: string) =>
  sql
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()

/** Without what stands in brackets: of a column that is its type's size and its checks, whose commas separate no columns. */
function unbracketed(statement: string): string {
  const less = statement.replaceAll(/\([^()]*\)/g, ' ')
  return less === statement ? statement : unbracketed(less)
}

/** What a migration makes, by its name. A table and a function may have the same. */
const tablesIn = (sql: string) => namesIn(sql, /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(?:public\.)?"?(\w+)"?/g)
const functionsIn = (sql: string) => namesIn(sql, /\bcreate\s+(?:or\s+replace\s+)?function\s+(?:public\.)?"?(\w+)"?/g)
const namesIn = (sql: string, made: RegExp) => [...sql.matchAll(made)].map(([, name = '']) => name)

/**
 * What of a kind this migration is the first to make, so that nobody knows it yet: rules about it may be as tight as they like.
 * Whoever replaces a function, or makes another of its name, has one before them that is known.
 */
function madeFirst(of: (sql: string) => string[], text: string, before: readonly string[]): Set<string> {
  const known = new Set(before.flatMap(of))
  return new Set(of(text).filter((name) => !known.has(name)))
}

/** What a right to execute is taken from: functions, each with its brackets. */
const functionsOf = (statement: string): string[] => {
  const [, named] = /\brevoke\s+execute\s+on\s+function\s+([\s\S]*?)\s+from\b/.exec(statement) ?? []
  return [...(named ?? '').matchAll(/(?:public\.)?"?(\w+)"?\s*\(/g)].map(([, name = '']) => name)
}
const aboutOf = (statement: string) =>
  /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(?:public\.)?"?(\w+)"?/.exec(statement)?.[1] ??
  /\bcreate\s+(?:unique\s+index|(?:or\s+replace\s+)?(?:constraint\s+)?trigger)\b[\s\S]*?\bon\s+(?:only\s+)?(?:public\.)?"?(\w+)"?/.exec(
    statement,
  )?.[1]

/** What keeps the version before from running beside this one, in words; nothing where it can. */
export function hindrances(migrations: readonly Migration[], released: string): string[] {
  const texts = migrations.map(({ sql }) => bare(sql))
  return migrations.flatMap(({ name, sql }, at) => {
    if (name.slice(0, 4) <= released) return []
    const mark = MARK.exec(sql)?.[1]
    if (mark && mark <= released) return []
    const text = texts[at] ?? ''
    const before = texts.slice(0, at)
    const tables = madeFirst(tablesIn, text, before)
    const functions = madeFirst(functionsIn, text, before)
    const late = mark ? ` (its first step, ${mark}, is not released yet)` : ''
    return text
      .split(';')
      .filter((statement) => {
        const named = functionsOf(statement)
        return named.length > 0 ? !named.every((one) => functions.has(one)) : !tables.has(aboutOf(statement) ?? '')
      })
      .map(unbracketed)
      .flatMap((statement) => takes.filter(([sign]) => sign.test(statement)).map(([, why]) => `${name} ${why}${late}`))
  })
}
