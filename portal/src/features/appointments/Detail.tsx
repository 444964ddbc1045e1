import { CheckCircleOutlined, FileTextOutlined, WarningOutlined } from '@ant-design/icons'
import { getQueueDetailByQid } from '@teleward/contract/appointments/endpoints.ts'
import { can } from '@teleward/contract/appointments/rules.ts'
import type { Appointment, AppointmentDetail } from '@teleward/contract/appointments/schema.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { linkText } from '../../patterns/appointments/LinkMark.tsx'
import {
  type Offer,
  primaryOf,
  restOf,
  type AppointmentContext,
} from '../../patterns/appointments/available-actions.tsx'
import type { Steps } from '../../patterns/appointments/useSteps.ts'
import { AppointmentTag, queueNumber, siteText, Waiting } from '../../patterns/appointments/labels.tsx'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { allergiesIn, authorisationOf, either, PatientHead } from '../../patterns/Patient.tsx'
import { Colleague } from '../../patterns/presence.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDay, formatMoney, formatTime } from '../../ui/format.ts'
import { AllergyLine, AuthorisationTag } from '../../ui/PatientHeader.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { MemoField } from './MemoField.tsx'
import { VisitLinks } from '../../patterns/appointments/Sending.tsx'
import { Timeline } from '../../patterns/appointments/Timeline.tsx'

interface Props {
  qid: number
  /** The row as the list has it, shown until the whole is there. */
  row: Appointment | undefined
  context: AppointmentContext
  steps: Steps
  focusMemo: boolean
  move: DrawerStep
}

/** One entry in full beside the list: who, why, when, what became of it, and the next steps at the foot. */
export function Detail({ qid, row, context, steps, focusMemo, move }: Props) {
  const query = useQuery(endpointQuery(getQueueDetailByQid, { params: { id: qid } }))
  const entry = query.data
  const shown = entry ?? row
  return (
    <DetailDrawer
      label={t('appointments.detail.title')}
      step={move}
      top={
        shown && (
          <>
            <AppointmentTag row={shown} suffix={<Waiting row={shown} />} />
            <span className="t2 f13 num">{headText(shown)}</span>
          </>
        )
      }
      head={shown && <Who row={shown} record={context.record} onRecord={() => steps.run('emr', shown)} />}
      footer={shown && <Foot row={shown} context={context} steps={steps} />}
    >
      {query.isError && !entry && (
        <ErrorState
          title={t('appointments.detail.failed')}
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <SkeletonBlock lines={6} />}
      {entry && <Facts entry={entry} context={context} steps={steps} focusMemo={focusMemo} />}
      {entry && <VisitLinks entry={entry} />}
      {entry && <Timeline entry={entry} />}
    </DetailDrawer>
  )
}

const headText = (row: Appointment) =>
  [t('appointments.detail.number', { no: queueNumber(row) }), t(`appointments.group.${row.slot}`)].join(t('common.dot'))

/** Who the entry is about, with what must not be overlooked. */
function Who({ row, record, onRecord }: { row: Appointment; record: boolean; onRecord: () => void }) {
  const { patient } = row
  return (
    <div className="whobox">
      <PatientHead
        patient={patient}
        brief
        actions={
          record && (
            <Button size="sm" icon={<FileTextOutlined />} onClick={onRecord}>
              {t('screens.name.emr2')}
            </Button>
          )
        }
      />
      <div className="marks">
        <AuthorisationTag value={authorisationOf(patient)} />
        {patient.authorised !== 'notAuthorised' && <AllergyLine value={allergiesIn(patient)} />}
      </div>
    </div>
  )
}

function deviceText(row: Appointment): ReactNode {
  const check = row.deviceCheck
  if (row.site === 'onsite' || !check) return null
  const bad = (['camera', 'microphone', 'speaker'] as const).find(
    (part) => check[part] !== null && check[part] !== 'ok',
  )
  if (bad && !(bad === 'camera' && row.site === 'voice'))
    return (
      <span className="c-warn">
        <WarningOutlined /> {t(`appointments.device.${bad}`)}
      </span>
    )
  return <span className="t3">{t('appointments.device.testedAt', { time: check.at ? formatTime(check.at) : '' })}</span>
}

function Facts({
  entry,
  context,
  steps,
  focusMemo,
}: { entry: AppointmentDetail } & Pick<Props, 'context' | 'steps' | 'focusMemo'>) {
  const readOnly = !can('memo', { actor: context.actor, record: entry, at: context.at }).ok
  const facts: [label: string, value: ReactNode][] = [
    [t('appointments.detail.problem'), <b key="problem">{entry.consultProblem ?? t('common.none')}</b>],
    [t('appointments.detail.time'), `${formatDay(entry.startAt)} ${formatTime(entry.startAt)}`],
    [t('appointments.detail.doctor'), <Colleague key="doctor" person={entry.doctor} plain />],
    [t('appointments.detail.site'), <Site key="site" entry={entry} />],
    [t('appointments.detail.service'), serviceText(entry)],
    [t('appointments.detail.payment'), <Payment key="payment" entry={entry} />],
    [t('appointments.detail.booker'), bookerText(entry)],
    [
      t('appointments.detail.target'),
      entry.callTarget && entry.callTarget !== 'patient' ? t(`appointments.target.${entry.callTarget}`) : null,
    ],
    [t('appointments.detail.phone'), entry.mobile],
    [t('appointments.detail.link'), entry.link && <LinkState key="link" entry={entry} />],
    [t('appointments.detail.tries'), entry.tries ? t('appointments.detail.missed', { count: entry.tries }) : null],
    [t('appointments.detail.reason'), entry.cancelReason],
    [
      t('appointments.detail.memo'),
      <MemoField
        key="memo"
        row={entry}
        focus={focusMemo}
        readOnly={readOnly}
        onSave={(memo, done) => steps.saveMemo(entry, memo, done)}
      />,
    ],
  ]
  return (
    <dl className="desc">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => (
          <div key={label} className="pair">
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

const LinkState = ({ entry }: { entry: AppointmentDetail }) => (
  <span className={entry.link === 'sendFailed' ? 'c-bad' : ''}>{linkText(entry)}</span>
)

function Site({ entry }: { entry: AppointmentDetail }) {
  return (
    <>
      {siteText(entry.site)} {deviceText(entry)}
    </>
  )
}
function bookerText({ bookedByName, bookedByNameEn, proxy }: AppointmentDetail): string | null {
  const name = bookedByName && either(bookedByName, bookedByNameEn)
  return name && proxy ? t('appointments.detail.proxy', { name }) : name
}

function serviceText(entry: AppointmentDetail): string {
  const minutes = t('appointments.detail.minutes', { count: entry.durationMinutes })
  const fee = entry.fee === null ? '' : formatMoney(entry.fee, entry.currency)
  return [entry.serviceItem, minutes, fee].filter(Boolean).join('　')
}

function Payment({ entry }: { entry: AppointmentDetail }) {
  const text = t(`appointments.payment.${entry.payment}`)
  if (entry.payment === 'paid')
    return (
      <span className="c-ok">
        <CheckCircleOutlined /> {text}
      </span>
    )
  return <span className={entry.payment === 'due' || entry.payment === 'expired' ? 'c-warn' : ''}>{text}</span>
}

/** The next step large, the others beside it; what cannot be done now says why. */
function Foot({ row, context, steps }: { row: Appointment; context: AppointmentContext; steps: Steps }) {
  const primary = primaryOf(row, context)
  const rest = restOf(row, context).filter(({ act }) => act !== primary.act && act !== 'memo' && act !== 'emr')
  const button = (offer: Offer, main: boolean) => (
    <Button
      key={offer.act}
      data-act={offer.act}
      className={main ? 'wide' : ''}
      kind={main ? 'primary' : offer.danger ? 'bad' : 'default'}
      icon={main ? offer.icon : undefined}
      disabled={Boolean(offer.why) || steps.busy}
      title={offer.why}
      onClick={() => steps.run(offer.act, row)}
    >
      {offer.label}
    </Button>
  )
  return (
    <>
      {primary.act !== 'view' && button(primary, true)}
      {rest.map((offer) => button(offer, false))}
    </>
  )
}
