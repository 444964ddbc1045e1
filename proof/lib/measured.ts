import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'

/** A file of the project, by its path from the root. */
export const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The report of `npm run bench`. */
export const bench = read('docs/bench.md')
const requirements = readdirSync(new URL('../../docs/requirements', import.meta.url))
  .filter((name) => /^\d\d-.*\.md$/.test(name))
  .map((name) => read(`docs/requirements/${name}`))
  .join('\n')

/** A numbered line of the requirements; empty: there is none. */
export const lineOf = (id: string) => new RegExp(`^- ${id} .*$`, 'm').exec(requirements)?.[0] ?? ''

/** The row of the last run, and of the run with 100,000 members where it has one. */
function rowsOf(name: string): { p50: number; limit: number; reached: boolean }[] {
  const all = bench.split('\n').filter((line) => line.replace(/^\| /, '').startsWith(name))
  return all.flatMap((line) => {
    const limit = /median ≤ (\d+)/.exec(line)
    const [p50 = ''] =
      line
        .replace(/^\| /, '')
        .slice(name.length)
        .match(/\d+\.\d+( to \d+\.\d+)?/) ?? []
    return limit ? [{ p50: Number(p50.split(' ').at(-1)), limit: Number(limit[1]), reached: /\byes\b/.test(line) }] : []
  })
}

/**
 * Holds that the report has rows by these names, whose limit in milliseconds is the one of the requirement (`said` finds it
 * there) and which reached it. Throws where it does not.
 */
export function measured(id: string, said: RegExp, limit: number, names: readonly string[]): void {
  assert.match(lineOf(id), said, `${id} says another figure`)
  for (const name of names) {
    const rows = rowsOf(name)
    assert.ok(rows.length > 0, `no row: ${name}`)
    for (const row of rows) {
      assert.deepEqual({ limit: row.limit, reached: row.reached }, { limit, reached: true }, name)
      assert.ok(row.p50 <= limit, `${name}: ${row.p50}`)
    }
  }
}
