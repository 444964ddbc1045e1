import { CheckCircleOutlined, FileTextOutlined } from '@ant-design/icons'
import type { HomeDashboard } from '@teleward/contract/appointments/schema.ts'
import type { ReactNode } from 'react'
import { language, t } from '../../i18n/i18n.ts'
import {
  type Offer,
  primaryOf,
  restOf,
  type AppointmentContext,
} from '../../patterns/appointments/available-actions.tsx'
import type { Stepper } from '../../patterns/appointments/useSteps.ts'
import { AppointmentTag, queueNumber, siteText } from '../../patterns/appointments/labels.tsx'
import { timeUnder } from '../../patterns/appointments/when.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { formatDate, formatTime, isoDay } from '../../ui/format.ts'
import { AllergyLine, AuthorisationTag } from '../../ui/PatientHeader.tsx'
import { allergiesIn, authorisationOf, either, PatientHead } from '../../patterns/Patient.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { EmptyState } from '../../ui/states.tsx'

type Next = NonNullable<HomeDashboard['next']>
interface Props {
  next: Next | null
  around: AppointmentContext
  steps: Stepper
}

/** Who comes next, and what one wants to know before the call. */
export function NextPatient({ next, around, steps }: Props) {
  if (!next)
    return (
      <Card title={t('home.next.title')} className="next">
        <EmptyState title={t('home.next.empty')} />
      </Card>
    )
  return (
    <Card
      className="next"
      title={t('home.next.title')}
      extra={<span className="num">{t('home.next.booked', { time: timeUnder(isoDay(), next.startAt) })}</span>}
    >
      <div className="bd">
        <div className="row state-row">
          <b className="num qno">{queueNumber(next)}</b>
          {next.checkedInAt && next.status === 'checkedIn' && next.slot !== 'emergency' ? (
            <StatusTag kind="ok" icon={<CheckCircleOutlined />}>
              {t('home.next.checkedIn', { time: formatTime(next.checkedInAt) })}
            </StatusTag>
          ) : (
            <AppointmentTag row={next} />
          )}
          <AuthorisationTag value={authorisationOf(next.patient)} />
        </div>
        <PatientHead patient={next.patient} brief />
        <Facts next={next} />
        <Buttons next={next} around={around} steps={steps} />
      </div>
    </Card>
  )
}

function Facts({ next }: { next: Next }) {
  const facts: [string, ReactNode][] = [
    [t('home.next.problem'), next.consultProblem ?? t('common.none')],
    [t('appointments.detail.site'), siteText(next.site)],
    [t('home.next.allergy'), <Allergies key="allergies" next={next} />],
    [t('home.next.last'), <LastVisit key="last" next={next} />],
    ...(next.p_memo ? [[t('appointments.detail.memo'), next.p_memo] as [string, ReactNode]] : []),
  ]
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label} className="pair">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const isClosed = ({ patient }: Next) => patient.authorised === 'notAuthorised'
const Closed = () => <span className="t3">{t('home.next.closed')}</span>
const Allergies = ({ next }: { next: Next }) =>
  isClosed(next) ? <Closed /> : <AllergyLine value={allergiesIn(next.patient)} />

function LastVisit({ next }: { next: Next }) {
  const { lastVisit } = next
  if (isClosed(next)) return <Closed />
  if (!lastVisit) return t('home.next.lastNone')
  const names = lastVisit.diagnoses.map(
    ({ code, nameEn, nameZhTw }) => `${code} ${language() === 'en' ? nameEn : nameZhTw}`,
  )
  return (
    <span className="num">
      {formatDate(lastVisit.date)} {either(lastVisit.doctorName, lastVisit.doctorNameEn)}
      {names.length > 0 && <span className="block2">{names.join(t('common.patient.separator'))}</span>}
    </span>
  )
}

function Buttons({ next, around, steps }: Props & { next: Next }) {
  const primary = primaryOf(next, around)
  const call = restOf(next, around).find(({ act }) => act === 'call' && act !== primary.act)
  const button = (offer: Offer, main: boolean) => (
    <Button
      key={offer.act}
      className={main ? 'grow' : ''}
      kind={main ? 'primary' : 'default'}
      icon={offer.icon}
      disabled={Boolean(offer.why) || steps.busy}
      title={offer.why}
      onClick={() => steps.run(offer.act, next)}
    >
      {offer.label}
    </Button>
  )
  return (
    <div className="row acts">
      {button(primary.act === 'view' ? { ...primary, label: t('home.next.open') } : primary, true)}
      {call && button(call, false)}
      {around.record && (
        <Button icon={<FileTextOutlined />} onClick={() => steps.run('emr', next)}>
          {t('home.next.emr')}
        </Button>
      )}
    </div>
  )
}
