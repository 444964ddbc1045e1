import { CheckCircleOutlined, EditOutlined, VideoCameraOutlined } from '@ant-design/icons'
import type { HistoryEntry } from '@teleward/contract/appointments/history-endpoints.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { AppointmentTag, SiteSign } from '../../patterns/appointments/labels.tsx'
import { timeUnder } from '../../patterns/appointments/when.ts'
import type { Column } from '../../patterns/list.ts'
import { either, PatientCell } from '../../patterns/Patient.tsx'
import { Colleague } from '../../patterns/presence.tsx'
import { formatMoney, formatShortDate } from '../../ui/format.ts'

const minutes = (count: number | null) => (count === null ? null : t('common.time.minutes', { count }))

/** Paid, due or given back: the word, and the amount where there is one. */
export function Fee({ row }: { row: HistoryEntry }) {
  if (row.fee === null) return null
  const due = row.payment === 'due' || row.payment === 'expired' || row.payment === 'refundDue'
  return (
    <span className="num" title={t(`appointments.payment.${row.payment}`)}>
      {formatMoney(row.fee, row.currency)}
      <small className={`feestate ${due ? 'c-warn' : 't3'}`}>{t(`appointments.payment.${row.payment}`)}</small>
    </span>
  )
}

/** Is there a note, and is it signed: a finished visit without a signature is pointed out. */
export function NoteMark({ row }: { row: HistoryEntry }): ReactNode {
  if (row.noteSigned)
    return (
      <span className="t3" title={t('history.note.signed')}>
        <CheckCircleOutlined aria-label={t('history.note.signed')} />
      </span>
    )
  if (row.status !== 'finished') return null
  return (
    <span className="c-warn nw">
      <EditOutlined /> {t('history.note.unsigned')}
    </span>
  )
}

export function RecordingMark({ row }: { row: HistoryEntry }) {
  if (!row.recording) return null
  return (
    <span className="t3" title={t('history.recording')}>
      <VideoCameraOutlined aria-label={t('history.recording')} />
    </span>
  )
}

/** `wide`: times of the next day stand among them, which say so. */
export const columnsOf = ({ wide }: { wide: boolean }): Column<HistoryEntry>[] => [
  {
    key: 'time',
    title: t('history.column.time'),
    width: wide ? 144 : 104,
    sort: 'time',
    fixed: true,
    cell: (row) => (
      <span className="num t2">
        {formatShortDate(row.date)} {timeUnder(row.date, row.startAt)}
      </span>
    ),
  },
  {
    key: 'slot',
    title: t('appointments.filter.slot'),
    width: 96,
    extra: true,
    cell: ({ slot }) => t(`appointments.group.${slot}`),
  },
  {
    key: 'member',
    title: t('appointments.column.member'),
    width: 196,
    fixed: true,
    cell: ({ patient }) => <PatientCell patient={patient} />,
  },
  {
    key: 'doctor',
    title: t('appointments.column.doctor'),
    width: 136,
    cell: ({ doctor }) => <Colleague person={doctor} />,
  },
  {
    key: 'unit',
    title: t('appointments.filter.unit'),
    width: 120,
    extra: true,
    cell: (row) => either(row.unitName, row.unitNameEn),
  },
  {
    key: 'service',
    title: t('appointments.detail.service'),
    minTable: 880,
    cell: (row) => (
      <span title={row.consultProblem ?? undefined}>
        <SiteSign site={row.site} /> {row.serviceItem ?? row.consultProblem}
      </span>
    ),
  },
  {
    key: 'status',
    title: t('appointments.column.status'),
    width: 122,
    cell: (row) => <AppointmentTag row={row} />,
  },
  {
    key: 'waited',
    title: t('history.column.waited'),
    width: 72,
    align: 'right',
    sort: 'waited',
    minTable: 760,
    cell: (row) => <span className="num">{minutes(row.waitedMinutes)}</span>,
  },
  {
    key: 'length',
    title: t('history.column.length'),
    width: 72,
    align: 'right',
    sort: 'length',
    minTable: 760,
    cell: (row) => <span className="num">{minutes(row.lengthMinutes)}</span>,
  },
  {
    key: 'fee',
    title: t('history.column.fee'),
    width: 112,
    align: 'right',
    sort: 'fee',
    minTable: 980,
    cell: (row) => <Fee row={row} />,
  },
  { key: 'note', title: t('history.column.note'), width: 84, cell: (row) => <NoteMark row={row} /> },
  {
    key: 'recording',
    title: t('history.column.recording'),
    width: 64,
    minTable: 980,
    cell: (row) => <RecordingMark row={row} />,
  },
  {
    key: 'booker',
    title: t('appointments.detail.booker'),
    width: 120,
    extra: true,
    cell: (row) => row.bookedByName && either(row.bookedByName, row.bookedByNameEn),
  },
]
