import type { RawBuilder } from 'kysely'
import { sql } from './kysely.ts'

/**
 * How the rows of a list stand, for behind `order by`: by what somebody chose (`sortBy` in the contract), else as the list is
 * made. `last` tells any two rows apart, so that no page repeats or skips one; what is not there stands at the end either way.
 */
export function inOrder<N extends string>(
  sort: N | `-${N}` | undefined,
  by: Readonly<Record<N, RawBuilder<unknown>>>,
  last: RawBuilder<unknown>,
  standard: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (sort === undefined) return standard
  const down = sort.startsWith('-')
  const name = (down ? sort.slice(1) : sort) as N
  return sql`${by[name]} ${down ? sql`desc` : sql`asc`} nulls last, ${last}`
}
