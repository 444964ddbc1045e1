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
]
const statement = `select ${settings.map((name, at) => `set_config('${name}', $${at + 1}, true)`).join(', ')}`

/** One statement that sets role and asker for the running transaction, and for nothing longer. */
export function whoAsks(asker: Asker): CompiledQuery {
  const text = (value: number | null) => (value === null ? '' : String(value))
  const values =
    asker === 'system'
      ? ['teleward_system', 'system', '', '', '', '', '', '-', '-', '-', '-', '']
      : [
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
        ]
  return CompiledQuery.raw(statement, values)
}
