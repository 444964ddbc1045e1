import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import type { Right } from '@teleward/contract/core/permissions.gen.ts'
import type { RawBuilder } from 'kysely'
import { sql } from '../platform/db/index.ts'
import type { Viewer } from './viewer.ts'

/** Fees are shown to those who take payments or settle them, and to the doctor whose they are. */
export type FeeReach = 'all' | 'own' | 'none'
export function feeReach(rights: Readonly<Record<'appointment.book' | 'fee.partner' | 'fee.own', Right>>): FeeReach {
  if (rights['appointment.book'] !== '-' || rights['fee.partner'] !== '-') return 'all'
  return rights['fee.own'] === '-' ? 'none' : 'own'
}

/** Of `appointment a`: its fee is shown to this viewer. */
export function showsFee(viewer: Viewer): RawBuilder<unknown> {
  const reach = feeReach(viewer.rights)
  if (reach === 'own') return sql`a.did = ${viewer.mid}`
  return reach === 'all' ? sql`true` : sql`false`
}

/** The entry as this viewer may see it: without fee and payment where these are not theirs to know. */
export function feeHidden<T extends Pick<Appointment, 'did' | 'fee' | 'payment'>>(viewer: Viewer, row: T): T {
  const reach = feeReach(viewer.rights)
  const shown = reach === 'all' || (reach === 'own' && row.did === viewer.mid)
  return shown ? row : { ...row, fee: null, payment: 'none' }
}
