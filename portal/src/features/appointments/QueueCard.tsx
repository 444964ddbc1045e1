import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { t } from '../../i18n/i18n.ts'
import type { AppointmentContext } from '../../patterns/appointments/available-actions.tsx'
import { LinkMark } from '../../patterns/appointments/LinkMark.tsx'
import type { Steps } from '../../patterns/appointments/useSteps.ts'
import { AppointmentTag, queueNumber, SiteSign, Waiting } from '../../patterns/appointments/labels.tsx'
import { timeUnder } from '../../patterns/appointments/when.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ageOf, allergiesIn, nameOf } from '../../patterns/Patient.tsx'
import { formatShortDate } from '../../ui/format.ts'
import { AllergyLine, VipMark } from '../../ui/PatientHeader.tsx'
import { NextStep } from './RowButtons.tsx'

interface Props {
  row: Appointment
  next: boolean
  date: boolean
  /** The day of the list. */
  day: string
  context: AppointmentContext
  steps: Steps
  onOpen: () => void
}

/** An entry on a phone, with its next step large. */
export function QueueCard({ row, next, date, day, context, steps, onOpen }: Props) {
  return (
    <ListCard
      no={queueNumber(row)}
      under={date ? formatShortDate(row.startAt) : timeUnder(day, row.startAt)}
      name={nameOf(row.patient)}
      beside={
        <>
          {row.patient.vip && <VipMark />} {ageOf(row.patient)}
        </>
      }
      text={
        <>
          <SiteSign site={row.site} /> <LinkMark row={row} /> {row.consultProblem ?? t('common.none')}
        </>
      }
      status={
        <>
          <AppointmentTag row={row} />
          <Waiting row={row} />
          <AllergyLine short value={allergiesIn(row.patient)} />
        </>
      }
      action={<NextStep row={row} context={context} steps={steps} large />}
      tone={row.slot === 'emergency' && row.status === 'checkedIn' ? 'emg' : next ? 'now' : undefined}
      onOpen={onOpen}
    />
  )
}
