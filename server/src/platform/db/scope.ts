import { CompiledQuery } from 'kysely'
import type { Scope } from './types.ts'

export type Asker = Scope | 'system'

const settings = [
  'role',
  'app.kind',
  'app.mid',
  'app.partner',
  'app.units',
  'app.pid',
  'app.qid',
  'app.emr',
  'app.appt',
  'app.monitor',
  'app.outbox',
  'app.admin',
  'app.crm',
  'app.chat',
  'app.files',
  'app.diet',
]
const statements = new Map<number, string>()
/**
 * One statement that sets role and asker for the running transaction, and for nothing longer. What has no value is left
 * out: outside of a transaction every setting is empty, since none is ever made for longer.
 */
function setting(values: readonly string[]): CompiledQuery {
  let key = 0
  const told: string[] = []
  values.forEach((value, at) => {
    if (value === '') return
    key |= 1 << at
    told.push(value)
  })
  let statement = statements.get(key)
  if (statement === undefined) {
    const names = settings.filter((_, at) => key & (1 << at))
    statement = `select ${names.map((name, at) => `set_config('${name}', $${at + 1}, true)`).join(', ')}`
    statements.set(key, statement)
  }
  return CompiledQuery.raw(statement, told)
}
const system = ['teleward_system', 'system', '', '', '', '', '', '-', '-', '-', '-', '', '--', '-', '-', '--']

/** Who asks, for one transaction. */
export function whoAsks(asker: Asker): CompiledQuery {
  const text = (value: number | null) => (value === null ? '' : String(value))
  if (asker === 'system') return setting(system)
  return setting([
    'teleward_app',
    asker.kind,
    text(asker.mid),
    text(asker.partnerId),
    asker.unitIds.join(','),
    text(asker.pid),
    text(asker.qid),
    asker.emr,
    asker.appt,
    asker.monitor ?? '-',
    asker.outbox ?? '-',
    asker.admin ?? '',
    asker.crm ?? '--',
    asker.chat ?? '-',
    asker.files ?? '-',
    asker.diet ?? '--',
  ])
}
