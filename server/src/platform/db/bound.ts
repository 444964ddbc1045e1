import type { CompiledQuery } from 'kysely'
import type { Known } from '../access/rule.ts'
import type { Scope } from './types.ts'

export type Principal = Scope | 'system'

/** Stands in a statement for what is known of its caller; the value comes when the statement runs for one. */
export class Bound {
  readonly known: Known
  constructor(known: Known) {
    this.known = known
  }
}

/** In a statement: the caller's institution, units and number, as the server knows them. Each is cast where its type is not plain. */
export const asking = { partner: new Bound('partner'), units: new Bound('units'), mid: new Bound('mid') } as const

/** The statement with the caller's values in it. Its text is the same for everybody. */
export function boundTo<T>(query: CompiledQuery<T>, principal: Principal): CompiledQuery<T> {
  if (!query.parameters.some((parameter) => parameter instanceof Bound)) return query
  return {
    ...query,
    parameters: query.parameters.map((parameter) =>
      parameter instanceof Bound ? known(principal, parameter.known) : parameter,
    ),
  }
}

function known(principal: Principal, what: Known): unknown {
  if (principal === 'system') return what === 'kind' ? 'system' : what.includes('.') ? '-' : null
  if (what === 'partner') return principal.partnerId
  if (what === 'units') return principal.kind === 'staff' ? principal.unitIds : null
  return principal[what] ?? (what.includes('.') ? '-' : null)
}
