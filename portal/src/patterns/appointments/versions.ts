import { type Appointment, type StaleAppointment, staleAppointment } from '@teleward/contract/appointments/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'
import * as steps from '../steps.ts'
import { either } from '../Patient.tsx'
import { named, statusText } from './labels.tsx'

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
  current: staleAppointment,
  illegal: 'APPT_ILLEGAL_STEP' as const,
  tags: ['appointments', 'counts'] as const,
  stale: (current: StaleAppointment | undefined) => {
    const said = { no: named(row).no, state: statusText(current ?? row) }
    const by = current?.changedBy
    notify({
      kind: 'warn',
      title: by
        ? t('appointments.staleBy', { ...said, name: either(by.name, by.nameEn) })
        : t('appointments.stale', said),
    })
  },
})
