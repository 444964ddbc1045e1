import type { IcdTable } from './icd-parts.ts'
import { bareCode } from './icd-parts.ts'
import { Best } from './select.ts'
import type { Synonym } from './synonyms.ts'

/** Rows by the terms that stand for them: first the best of each code of a term, then what else is below it. */
export interface Spread {
  size: number
  add(synonym: Synonym, rank: number): void
  into(ranks: Map<number, number>): void
  /** The term that a row was found by. */
  of(row: number): string | null
}
const BELOW_MOST = 8

export function spread(table: IcdTable): Spread {
  const ranks = new Map<number, number>()
  const terms = new Map<number, string>()
  const put = (row: number, rank: number, term: string) => {
    if ((ranks.get(row) ?? Number.POSITIVE_INFINITY) <= rank) return
    ranks.set(row, rank)
    terms.set(row, term)
  }
  const rowsBelow = (code: string) => {
    const [from, until] = table.below(bareCode(code))
    const best = new Best(BELOW_MOST)
    for (let row = from; row < until; row += 1) best.offer(row, (table.ranks[row] ?? 0) + table.english.lengthOf(row))
    return best.rows
  }
  return {
    get size() {
      return ranks.size
    },
    add({ kind, term, target }, rank) {
      if (kind !== 'icd') return
      const codes = target.split(' ')
      const groups = codes.map(rowsBelow)
      const given = new Set<number>()
      groups.forEach((rows, nth) => {
        const first = rows.find((row) => !given.has(row))
        if (first === undefined) return
        given.add(first)
        put(first, rank + nth, term)
      })
      groups.forEach((rows, nth) => {
        rows.forEach((row, at) => {
          if (!given.has(row)) put(row, rank + 100 + nth * 10 + at, term)
        })
      })
    },
    into(all) {
      for (const [row, rank] of ranks) all.set(row, Math.min(all.get(row) ?? Number.POSITIVE_INFINITY, rank))
    },
    of: (row) => terms.get(row) ?? null,
  }
}
