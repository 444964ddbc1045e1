import { FileTextOutlined, PrinterOutlined, ReloadOutlined } from '@ant-design/icons'
import { getQueueDetailByQid } from '@teleward/contract/appointments/endpoints.ts'
import type { HistoryEntry } from '@teleward/contract/appointments/history-endpoints.ts'
import { deductionsOf } from '@teleward/contract/appointments/history-rules.ts'
import type { AppointmentDetail } from '@teleward/contract/appointments/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { useRight } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { openBooking } from '../../shell/booking.ts'
import { t } from '../../i18n/i18n.ts'
import { restOf, type AppointmentContext } from '../../patterns/appointments/available-actions.tsx'
import { VisitLinks } from '../../patterns/appointments/Sending.tsx'
import { Timeline } from '../../patterns/appointments/Timeline.tsx'
import type { Steps } from '../../patterns/appointments/useSteps.ts'
import { AppointmentTag, queueNumber, siteText } from '../../patterns/appointments/labels.tsx'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { authorisationOf, either, PatientHead } from '../../patterns/Patient.tsx'
import { Colleague } from '../../patterns/presence.tsx'
import { Recordings } from '../../patterns/Recordings.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDay, formatMoney, formatTime } from '../../ui/format.ts'
import { AuthorisationTag } from '../../ui/PatientHeader.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { ReceiptDialog } from './ReceiptDialog.tsx'
import { VisitNotes } from './VisitNotes.tsx'

/** What a key asked to see at once. */
export type Reveal = 'note' | 'recording' | null

interface Props {
  qid: number
  row: HistoryEntry | undefined
  around: AppointmentContext
  steps: Steps
  reveal: Reveal
  onReveal: (what: Reveal) => void
  /** All visits of this patient. */
  onPatient: (pid: number) => void
  move: DrawerStep
}

/** One visit in full: what became of it step by step, its note, its fee, its recording. */
export function HistoryDetail({ qid, row, around, steps, reveal, onReveal, onPatient, move }: Props) {
  const query = useQuery(endpointQuery(getQueueDetailByQid, { params: { id: qid } }))
  const entry = query.data
  const [receipt, setReceipt] = useState(false)
  const books = useRight('appointment.book') !== '-'
  const shown = entry ?? row
  const redial = shown && restOf(shown, around).find(({ act }) => act === 'redial')
  return (
    <DetailDrawer
      label={t('appointments.detail.title')}
      step={move}
      top={
        shown && (
          <>
            <AppointmentTag row={shown} />
            <span className="t2 f13 num">
              {t('appointments.detail.number', { no: queueNumber(shown) })}
              {t('common.dot')}
              {t(`appointments.group.${shown.slot}`)}
            </span>
          </>
        )
      }
      head={
        shown && (
          <div className="whobox">
            <PatientHead patient={shown.patient} brief />
            <div className="marks">
              <AuthorisationTag value={authorisationOf(shown.patient)} />
            </div>
          </div>
        )
      }
      footer={
        shown && (
          <>
            {around.record && (
              <Button
                kind="primary"
                className="wide"
                icon={<FileTextOutlined />}
                onClick={() => steps.run('emr', shown)}
              >
                {t('appointments.act.emr')}
              </Button>
            )}
            {redial && (
              <Button
                icon={<ReloadOutlined />}
                disabled={Boolean(redial.why) || steps.busy}
                title={redial.why}
                onClick={() => steps.run('redial', shown)}
              >
                {redial.label}
              </Button>
            )}
            {books && (
              <Button onClick={() => openBooking({ pid: shown.pid, did: shown.did, like: shown.qid })}>
                {t('history.again')}
              </Button>
            )}
            {entry?.receipt && (
              <Button icon={<PrinterOutlined />} onClick={() => setReceipt(true)}>
                {t('money.receipt.title')}
              </Button>
            )}
            <Button onClick={() => onPatient(shown.pid)}>{t('history.ofPatient')}</Button>
          </>
        )
      }
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
      {entry && (
        <>
          <Facts entry={entry} row={row} />
          <VisitNotes entry={entry} open={reveal === 'note'} onOpen={() => onReveal('note')} />
          <Recordings qid={qid} play={reveal === 'recording'} onPlayed={() => onReveal(null)} />
          <VisitLinks entry={entry} />
          <Timeline entry={entry} />
          {receipt && <ReceiptDialog entry={entry} onClose={() => setReceipt(false)} />}
        </>
      )}
    </DetailDrawer>
  )
}

const minutes = (count: number | null | undefined) =>
  count === null || count === undefined ? null : t('common.time.minutes', { count })

function Facts({ entry, row }: { entry: AppointmentDetail; row: HistoryEntry | undefined }) {
  const booker = entry.bookedByName && either(entry.bookedByName, entry.bookedByNameEn)
  const facts: [label: string, value: ReactNode][] = [
    [t('appointments.detail.time'), `${formatDay(entry.startAt)} ${formatTime(entry.startAt)}`],
    [t('appointments.detail.doctor'), <Colleague key="doctor" person={entry.doctor} plain />],
    [t('appointments.filter.unit'), row ? either(row.unitName, row.unitNameEn) : entry.unitName],
    [t('appointments.detail.site'), siteText(entry.site)],
    [t('appointments.detail.service'), entry.serviceItem],
    [t('appointments.detail.problem'), entry.consultProblem],
    [t('history.column.waited'), minutes(row?.waitedMinutes)],
    [t('history.column.length'), minutes(row?.lengthMinutes)],
    [t('appointments.detail.reason'), entry.cancelReason],
    [t('appointments.detail.payment'), <Money key="payment" entry={entry} />],
    [
      t('appointments.detail.booker'),
      booker && entry.proxy ? t('appointments.detail.proxy', { name: booker }) : booker,
    ],
    [t('appointments.detail.tries'), entry.tries ? t('appointments.detail.missed', { count: entry.tries }) : null],
    [t('appointments.detail.memo'), entry.p_memo],
  ]
  return (
    <dl className="desc">
      {facts
        .filter(([, value]) => value !== null && value !== '' && value !== undefined)
        .map(([label, value]) => (
          <div key={label} className="pair">
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The fee, and what is taken off it before the staff's share. */
function Money({ entry }: { entry: AppointmentDetail }) {
  const state = t(`appointments.payment.${entry.payment}`)
  if (entry.fee === null || entry.fee === 0) return state
  const { paymentFee, platformFee, share } = deductionsOf(entry.fee)
  const amount = (minor: number) => formatMoney(minor, entry.currency)
  return (
    <>
      {amount(entry.fee)} {state}
      {entry.payment === 'paid' && (
        <small className="deductions">
          {t('history.deductions', {
            payment: amount(paymentFee),
            platform: amount(platformFee),
            share: amount(share),
          })}
        </small>
      )}
    </>
  )
}
