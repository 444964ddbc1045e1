import { feeScope, showsFeeOf } from '@teleward/contract/appointments/fee-rules.ts'
import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import type { RawBuilder } from 'kysely'
import { sql } from '../platform/db/index.ts'
import type { Viewer } from './viewer.ts'

/** Of `appointment a`: its fee is shown to this viewer. */
export function showsFee(viewer: Viewer): RawBuilder<unknown> {
  const reach = feeScope(viewer.rights)
  if (reach === 'own') return sql`a.did = ${viewer.mid}`
  return reach === 'all' ? sql`true` : sql`false`
}

/** The entry as this viewer may see it: without fee and payment where these are not theirs to know. */
export function feeHidden<T extends Pick<Appointment, 'did' | 'fee' | 'payment'>>(viewer: Viewer, row: T): T {
  return showsFeeOf(row.did, viewer) ? row : { ...row, fee: null, payment: 'none' }
}
