import type { AppointmentDetail, TimelineEntry } from '@teleward/contract/appointments/schema.ts'
import { type AppointmentAction, appointmentActions } from '@teleward/contract/appointments/rules.ts'
import { t } from '../../i18n/i18n.ts'
import { either } from '../Patient.tsx'
import { formatDateTime, formatShortDate, formatTime, isoDay } from '../../ui/format.ts'

const isAction = (text: string): text is AppointmentAction => (appointmentActions as readonly string[]).includes(text)
const stepText = (action: string) =>
  t(
    isAction(action)
      ? `appointments.step.${action}`
      : action === 'book'
        ? 'appointments.step.book'
        : 'appointments.step.other',
  )

function whoText({ actorKind, actorName, actorNameEn }: TimelineEntry): string {
  if (actorKind === 'staff') return either(actorName ?? '', actorNameEn)
  return t(actorKind === 'patient' ? 'appointments.step.patient' : 'appointments.step.system')
}

/** What happened to the entry, by whom, and why; the last step is marked. */
export function Timeline({ entry }: { entry: AppointmentDetail }) {
  const steps = entry.timeline
  return (
    <section aria-label={t('appointments.detail.timeline')}>
      <div className="sech">{t('appointments.detail.timeline')}</div>
      <ol className="tl">
        {steps.map((step, index) => {
          const last = index === steps.length - 1
          const who = whoText(step)
          return (
            <li key={step.id} className={last ? 'cur' : ''}>
              <time className="h" dateTime={step.at} title={formatDateTime(step.at)}>
                {formatTime(step.at)}
              </time>
              <span className="d" aria-hidden="true" />
              <span>
                <span className={last ? 'b' : ''}>{stepText(step.action)}</span>
                {who && <span className="t3">{`${t('common.dot')}${who}`}</span>}
                {isoDay(step.at) !== entry.date && <span className="t3 num"> {formatShortDate(step.at)}</span>}
                {step.reason && <span className="t2 why">{step.reason}</span>}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
