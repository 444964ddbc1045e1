import type { TableAccess } from '../platform/access/index.ts'
import { careEventTables } from './careevents.ts'
import { formTables } from './forms.ts'
import { institutionTables } from './institution.ts'
import { monitoringTables } from './monitoring.ts'
import { noticeTables } from './notices.ts'
import { patientTables } from './patients.ts'
import { recordTables } from './record.ts'
import { settlementTables } from './settlement.ts'
import { teamTables } from './team.ts'

/** What only the system reads and writes: sign-in, codes, queues, seals. The application has no right to them at all. */
const systemAlone = [
  'address_limit',
  'agreement_acceptance',
  'audit_seal',
  'doctor_day',
  'handover',
  'handover_key',
  'line_request',
  'member_claim',
  'member_merge_row',
  'member_messenger_request',
  'outbox_event',
  'password_reset',
  'phone_undo',
  'push_subscription',
  'reading_archive',
  'refresh_token',
  'second_step',
  'server_state',
  'session',
  'sign_confirmation',
  'signing_key',
  'staff_credential',
  'staff_device',
  'staff_review',
  'staff_review_event',
  'totp',
  'totp_recovery',
  'verification_code',
  'waiting_board',
]

/** Of each table: who sees its rows, and who adds, changes and removes them. `npm run gen:access` makes the policies of it. */
export const tables: Readonly<Record<string, TableAccess>> = {
  ...patientTables,
  ...recordTables,
  ...teamTables,
  ...monitoringTables,
  ...noticeTables,
  ...careEventTables,
  ...formTables,
  ...institutionTables,
  ...settlementTables,
  ...Object.fromEntries(systemAlone.map((name) => [name, {}])),
}
