import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { confirmAct } from '../../ui/notify.ts'
import { formatDate } from '../../ui/format.ts'
import { ageOf, nameOf } from '../Patient.tsx'
import { named } from './labels.tsx'

/**
 * Before a step that changes who is waiting, or ends a visit: at a check-in the person at the desk reads what to ask the
 * patient for, and says that it matched.
 */
export function sureOf(act: 'checkIn' | 'finish', row: Appointment): Promise<boolean> {
  const key = `appointments.sure.${act}` as const
  return confirmAct({
    title: t(`${key}.title`, named(row)),
    text: act === 'finish' ? t('appointments.sure.finish.text') : <AskFor row={row} />,
    ok: t(`${key}.ok`),
    cancel: t('common.cancel'),
  })
}

function AskFor({ row: { patient } }: { row: Appointment }) {
  const missing = t('appointments.sure.checkIn.missing')
  return (
    <>
      <p>{t('appointments.sure.checkIn.text')}</p>
      <dl className="desc askfor">
        {[
          [t('appointments.column.member'), `${nameOf(patient)}${t('common.dot')}${ageOf(patient)}`] as const,
          [t('appointments.sure.checkIn.birthday'), patient.birthday ? formatDate(patient.birthday) : missing] as const,
          [t('appointments.sure.checkIn.id'), patient.idLast ?? missing] as const,
        ].map(([label, value]) => (
          <div key={label} className="pair">
            <dt>{label}</dt>
            <dd className="num b">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
