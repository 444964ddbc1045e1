import { CheckCircleOutlined, EnvironmentOutlined, RightOutlined, WarningOutlined } from '@ant-design/icons'
import type { Appointment, HomeDashboard } from '@teleward/contract/appointments/schema.ts'
import { Link } from '@tanstack/react-router'
import { pathTo } from '../../shell/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { primaryOf, type AppointmentContext } from '../../patterns/appointments/available-actions.tsx'
import type { Stepper } from '../../patterns/appointments/useSteps.ts'
import { named, queueNumber, SiteSign, siteText, Waiting } from '../../patterns/appointments/labels.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { type Whose, whoseQuery } from './links.ts'
import { PatientCell } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { timeUnder } from '../../patterns/appointments/when.ts'
import { formatDay, formatTime, isoDay } from '../../ui/format.ts'
import { Count, StatusTag } from '../../ui/StatusTag.tsx'
import { EmptyState } from '../../ui/states.tsx'

interface Props {
  page: HomeDashboard
  whose: Whose
  around: AppointmentContext
  steps: Stepper
}

/** Who is in the waiting room, the longest waiting first. */
export function WaitingList({ page, whose, around, steps }: Props) {
  const more = page.waitingCount - page.waiting.length
  return (
    <Card
      className="wl"
      label={t('home.waiting.title')}
      title={
        <span className="row">
          {t('home.waiting.title')}
          <Count value={page.waitingCount} kind={page.waitingCount > 0 ? 'pri' : undefined} />
        </span>
      }
      extra={
        <>
          <span className="hide-sm">{t('home.waiting.sorted')}</span>
          <Link className="link" to={pathTo('apptmgmt')} search={whoseQuery(whose)}>
            {t('home.waiting.open')}
            <RightOutlined />
          </Link>
        </>
      }
    >
      {page.waiting.length === 0 ? (
        <Nobody page={page} />
      ) : (
        <table className="tbl rows tall">
          <colgroup>
            <col style={{ width: 56 }} />
            <col className="who" />
            <col className="hide-xs" />
            <col className="hide-sm" style={{ width: 84 }} />
            <col className="hide-sm" style={{ width: 128 }} />
            <col style={{ width: 70 }} />
            <col style={{ width: 88 }} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{t('appointments.column.no')}</th>
              <th scope="col">{t('appointments.column.member')}</th>
              <th scope="col" className="hide-xs">
                {t('home.waiting.problem')}
              </th>
              <th scope="col" className="hide-sm">
                {t('home.waiting.site')}
              </th>
              <th scope="col" className="hide-sm">
                {t('home.waiting.ready')}
              </th>
              <th scope="col" className="r">
                {t('appointments.column.waiting')}
              </th>
              <th scope="col" className="r">
                {t('common.list.rowActions')}
              </th>
            </tr>
          </thead>
          <tbody>
            {page.waiting.map((row) => (
              <Row key={row.qid} row={row} next={row.qid === page.next?.qid} around={around} steps={steps} />
            ))}
          </tbody>
        </table>
      )}
      {more > 0 && (
        <Link className="morerow" to={pathTo('apptmgmt')} search={{ state: 'waiting', ...whoseQuery(whose) }}>
          {t('home.waiting.more', { count: more })}
        </Link>
      )}
    </Card>
  )
}

function Row({ row, next, around, steps }: Omit<Props, 'page' | 'whose'> & { row: Appointment; next: boolean }) {
  const { patient } = row
  const primary = primaryOf(row, around)
  return (
    <tr className={next ? 'sel' : ''} onClick={() => steps.run('view', row)}>
      <td className="no">{queueNumber(row)}</td>
      <td>
        <PatientCell patient={patient} />
        <small className="only-xs">{row.consultProblem}</small>
      </td>
      <td className="hide-xs" title={row.consultProblem ?? undefined}>
        {row.consultProblem}
      </td>
      <td className="hide-sm">
        <SiteSign site={row.site} /> {siteText(row.site)}
      </td>
      <td className="hide-sm">
        <Ready row={row} />
      </td>
      <td className="r">
        <Waiting row={row} />
      </td>
      <td className="r">
        <Button
          size="sm"
          disabled={steps.busy}
          aria-label={t('appointments.act.of', { act: primary.label, ...named(row) })}
          onClick={(event) => {
            event.stopPropagation()
            steps.run(primary.act, row)
          }}
        >
          {primary.label}
        </Button>
      </td>
    </tr>
  )
}

/** Whether one will see and hear the patient, as far as the patient's own device check says. */
function Ready({ row }: { row: Appointment }) {
  if (row.site === 'onsite')
    return (
      <StatusTag kind="neutral" icon={<EnvironmentOutlined />}>
        {t('home.waiting.room')}
      </StatusTag>
    )
  const check = row.deviceCheck
  const parts =
    row.site === 'voice' ? (['microphone', 'speaker'] as const) : (['camera', 'microphone', 'speaker'] as const)
  const bad = check && parts.find((part) => check[part] !== null && check[part] !== 'ok')
  if (!check || bad)
    return (
      <StatusTag kind="warn" icon={<WarningOutlined />}>
        {t(`appointments.device.${bad ?? 'none'}`)}
      </StatusTag>
    )
  return (
    <StatusTag kind="ok" icon={<CheckCircleOutlined />} title={check.at ? formatTime(check.at) : undefined}>
      {t('appointments.device.tested')}
    </StatusTag>
  )
}

function Nobody({ page: { next, nextDay, periods } }: { page: HomeDashboard }) {
  if (!next && !nextDay && periods.month.reserved === 0) return <FirstSteps />
  const text = next
    ? t('home.waiting.emptyNext', { time: timeUnder(isoDay(), next.startAt), name: next.patient.name })
    : nextDay
      ? t('home.waiting.emptyDay', { date: formatDay(nextDay.date), total: nextDay.count })
      : t('home.waiting.emptyText')
  return <EmptyState title={t('home.waiting.empty')} text={text} />
}
