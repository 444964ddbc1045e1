import type { CallLogEntry } from '@teleward/contract/calls/log-schema.ts'
import { t } from '../../i18n/i18n.ts'
import type { Column } from '../../patterns/list.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Direction, lengthText, Outcome, recordingText, staffText, Tel } from './labels.tsx'

export const columnsOf = (): Column<CallLogEntry>[] => [
  {
    key: 'at',
    title: t('calllog.column.at'),
    width: 150,
    sort: 'at',
    fixed: true,
    cell: (row) => <span className="num">{formatDateTime(row.record_start_time)}</span>,
  },
  {
    key: 'name',
    title: t('calllog.column.name'),
    sort: 'name',
    width: 176,
    fixed: true,
    cell: (row) => (
      <>
        <b>{nameOf(row)}</b> <span className="t3 f12 num">{row.memberNo}</span>
      </>
    ),
  },
  { key: 'tel', title: t('calllog.column.tel'), width: 150, minTable: 860, cell: (row) => <Tel row={row} /> },
  { key: 'direction', title: t('calllog.column.direction'), width: 110, cell: (row) => <Direction row={row} /> },
  { key: 'outcome', title: t('calllog.column.outcome'), cell: (row) => <Outcome row={row} /> },
  {
    key: 'length',
    title: t('calllog.column.length'),
    width: 76,
    align: 'right',
    sort: 'length',
    cell: (row) => <span className="num">{lengthText(row)}</span>,
  },
  {
    key: 'by',
    title: t('calllog.column.by'),
    width: 150,
    minTable: 860,
    cell: (row) => <span title={staffText(row)}>{staffText(row)}</span>,
  },
  {
    key: 'recording',
    title: t('calllog.column.recording'),
    width: 92,
    minTable: 960,
    cell: (row) => <span className="t2 f13">{recordingText(row)}</span>,
  },
  {
    key: 'unit',
    title: t('calllog.column.unit'),
    width: 120,
    extra: true,
    cell: (row) => either(row.unitName, row.unitNameEn),
  },
]
