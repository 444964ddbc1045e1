import { CompiledQuery } from 'kysely'
import { accessRights } from '../access/rights.ts'
import type { Principal } from './bound.ts'
import type { Scope } from './types.ts'

export type { Principal } from './bound.ts'

const statement = `select set_config('role', $1, true), set_config('app.asker', $2, true), set_config('app.rights', $3, true)`
const named = (pairs: Iterable<readonly [string, string]>) =>
  `;${[...pairs].map(([name, value]) => `${name}=${value};`).join('')}`

const system = CompiledQuery.raw(statement, ['teleward_system', named([['kind', 'system']]), ''])
const made = new WeakMap<Scope, CompiledQuery>()

/**
 * Who asks and what they may, for one transaction and for nothing longer: the role, `app.asker` and `app.rights`, the two
 * by name (`0331_access.sql`). A caller's scope is the same from call to call, and so is this statement.
 */
export function sessionSettings(principal: Principal): CompiledQuery {
  if (principal === 'system') return system
  let query = made.get(principal)
  if (!query) {
    const text = (value: number | null) => (value === null ? '' : String(value))
    query = CompiledQuery.raw(statement, [
      'teleward_app',
      named([
        ['kind', principal.kind],
        ['mid', text(principal.mid)],
        ['partner', text(principal.partnerId)],
        ['units', principal.unitIds.join(',')],
        ['pid', text(principal.pid)],
        ['qid', text(principal.qid)],
      ]),
      named(
        accessRights.map((right) => [right, principal[right] ?? '-'] as const).filter(([, value]) => value !== '-'),
      ),
    ])
    made.set(principal, query)
  }
  return query
}

/** Settings are a list of `set_config`; this is one more. */
export const readOnly = (settings: CompiledQuery): CompiledQuery => ({
  ...settings,
  sql: `${settings.sql}, set_config('transaction_read_only', 'on', true)`,
})
