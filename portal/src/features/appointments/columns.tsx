import { WarningOutlined } from '@ant-design/icons'
import type { Appointment, Slot, UndoneQuantity } from '@teleward/contract/appointments/schema.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { LinkMark } from '../../patterns/appointments/LinkMark.tsx'
import { AppointmentTag, queueNumber, SiteSign, Waiting } from '../../patterns/appointments/labels.tsx'
import { timeUnder } from '../../patterns/appointments/when.ts'
import type { Column } from '../../patterns/list.ts'
import { PatientCell } from '../../patterns/Patient.tsx'
import { Colleague } from '../../patterns/presence.tsx'
import { formatDay, formatShortDate } from '../../ui/format.ts'
import { extraColumns } from './extras.tsx'

interface Ask {
  /** Whose rows they are is only said where they can be different people's. */
  doctor: boolean
  /** Lists of many days say the day. */
  date: boolean
  /** The day under which a row stands. */
  dayOf: (row: Appointment) => string
  /** Some row is of after midnight, or of another day: that takes room. */
  wide: boolean
  twice: ReadonlySet<number>
  /** Whose fee the asker may see. */
  fees: (row: Appointment) => boolean
}

export function columnsOf({ doctor, date, dayOf, wide, twice, fees }: Ask): Column<Appointment>[] {
  return [
    {
      key: 'no',
      title: t('appointments.column.no'),
      width: 60,
      sort: 'queueNo',
      cell: (row) => <span className="qno num">{queueNumber(row)}</span>,
    },
    {
      key: 'time',
      title: t('appointments.column.time'),
      width: (date ? 92 : 68) + (wide ? 40 : 0),
      sort: 'time',
      cell: (row) => (
        <span className="num t2">
          {date && `${formatShortDate(row.date)} `}
          {timeUnder(dayOf(row), row.startAt)}
        </span>
      ),
    },
    {
      key: 'member',
      title: t('appointments.column.member'),
      width: 204,
      cell: (row) => (
        <span className="row">
          <span className="grow">
            <PatientCell patient={row.patient} />
          </span>
          {twice.has(row.qid) && <Namesake row={row} />}
        </span>
      ),
    },
    {
      key: 'problem',
      title: t('appointments.column.problem'),
      cell: (row) => (
        <span title={row.consultProblem ?? undefined}>
          <SiteSign site={row.site} /> <LinkMark row={row} /> {row.consultProblem}
        </span>
      ),
    },
    ...(doctor
      ? [
          {
            key: 'doctor',
            title: t('appointments.column.doctor'),
            width: 132,
            minTable: 860,
            cell: (row: Appointment) => <Colleague person={row.doctor} />,
          },
        ]
      : []),
    {
      key: 'status',
      title: t('appointments.column.status'),
      width: 118,
      cell: (row) => <AppointmentTag row={row} />,
    },
    {
      key: 'waiting',
      title: t('appointments.column.waiting'),
      width: 76,
      align: 'right',
      sort: 'waiting',
      cell: (row) => <Waiting row={row} />,
    },
    ...extraColumns(fees),
  ]
}

/** Two people of one name in the list: the last of the id tells them apart. */
function Namesake({ row }: { row: Appointment }) {
  const text = t('appointments.same')
  return (
    <span className="c-warn f12 num" title={text}>
      <WarningOutlined aria-label={text} /> {row.patient.idLast}
    </span>
  )
}

/** 'Morning, 17 patients, 8 unfinished' over the rows of a part of the day; the counts only when nothing narrows them. */
export function slotHead(slot: Slot, counts: UndoneQuantity | undefined): ReactNode {
  return (
    <span className="row">
      <b>{t(`appointments.group.${slot}`)}</b>
      {counts && (
        <span className="num">
          {t('appointments.group.count', { count: counts.totals[slot] ?? 0 })}
          {t('common.dot')}
          {t('appointments.group.undone', { count: counts[slot] })}
        </span>
      )}
    </span>
  )
}
export const dayHead = (date: string): ReactNode => <b>{formatDay(date)}</b>
