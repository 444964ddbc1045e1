import { type Appointment, appointment } from '@teleward/contract/appointments/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'
import * as steps from '../steps.ts'
import { named, statusText } from './words.tsx'

interface Versioned {
  qid: number
  version: number
}
export const visit = (qid: number): string => `visit:${qid}`
/** What an own step on the visit came to. */
export const stepped = ({ qid, version }: Versioned): void => steps.stepped(visit(qid), version)
/** The version of the visit as this person knows it, for the next step. */
export const versionOf = ({ qid, version }: Versioned): number => steps.versionOf(visit(qid), version)

/** What every step on a visit has in common; somebody who was first is told of by what the visit is now. */
export const onVisit = (row: Appointment) => ({
  of: visit(row.qid),
  version: row.version,
  current: appointment,
  illegal: 'APPT_ILLEGAL_STEP' as const,
  tags: ['appointments', 'counts'] as const,
  stale: (current: Appointment | undefined) => {
    const state = statusText(current ?? row)
    notify({ kind: 'warn', title: t('appointments.stale', { no: named(row).no, state }) })
  },
})
