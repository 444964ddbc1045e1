/**
 * Rows as they stand on the screen, with what is known of each now: none changes its place, none comes and none goes. `moved`
 * says that they would stand otherwise by now, `came` how many new ones wait, `gone` which of them are none any more.
 */
export function keepOrder<Row>(
  shown: readonly Row[],
  fresh: readonly Row[],
  keyOf: (row: Row) => string,
): { rows: Row[]; moved: boolean; came: number; gone: ReadonlySet<string> } {
  const now = new Map(fresh.map((row) => [keyOf(row), row]))
  const keys = shown.map(keyOf)
  return {
    rows: shown.map((row) => now.get(keyOf(row)) ?? row),
    moved: keys.length !== fresh.length || fresh.some((row, at) => keyOf(row) !== keys[at]),
    came: fresh.filter((row) => !keys.includes(keyOf(row))).length,
    gone: new Set(keys.filter((key) => !now.has(key))),
  }
}
