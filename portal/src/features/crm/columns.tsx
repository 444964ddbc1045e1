import type { CaseRow } from '@teleward/contract/crm/schema.ts'
import { t } from '../../i18n/i18n.ts'
import type { Column } from '../../patterns/list.ts'
import { Elapsed } from '../../ui/Ago.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { VipMark } from '../../ui/PatientHeader.tsx'
import {
  handedText,
  Left,
  numberOf,
  originText,
  ownerText,
  patientAge,
  patientName,
  StateTag,
  typeText,
  unitText,
} from './labels.tsx'

export const columnsOf = (): readonly Column<CaseRow>[] => [
  {
    key: 'sn',
    title: t('crm.col.sn'),
    sort: 'sn',
    width: 76,
    minTable: 820,
    cell: (row) => <span className="num">{numberOf(row)}</span>,
  },
  {
    key: 'title',
    title: t('crm.col.title'),
    sort: 'title',
    fixed: true,
    cell: (row) => (
      <span className="casetitle">
        <b className="ell" title={row.title}>
          {row.title}
        </b>
        <span className="f12 t3 ell">{typeText(row.type)}</span>
      </span>
    ),
  },
  { key: 'type', title: t('crm.col.type'), sort: 'type', width: 110, extra: true, cell: (row) => typeText(row.type) },
  {
    key: 'patient',
    title: t('crm.col.patient'),
    sort: 'patient',
    width: 140,
    cell: (row) => (
      <span className="casetitle">
        <span className="row">
          <span className="ell">{patientName(row)}</span>
          {row.vip && <VipMark />}
        </span>
        <span className="f12 t3 num ell">{patientAge(row)}</span>
      </span>
    ),
  },
  { key: 'state', title: t('crm.col.state'), sort: 'state', width: 116, cell: (row) => <StateTag row={row} /> },
  {
    key: 'owner',
    title: t('crm.col.owner'),
    sort: 'owner',
    width: 96,
    minTable: 900,
    cell: (row) => <span className={row.owner ? 'ell' : 't3'}>{ownerText(row)}</span>,
  },
  {
    key: 'handed',
    title: t('crm.col.handed'),
    width: 150,
    minTable: 1300,
    cell: (row) => <span className="ell f13 t2">{handedText(row)}</span>,
  },
  { key: 'due', title: t('crm.col.due'), sort: 'due', width: 128, cell: (row) => <Left row={row} /> },
  {
    key: 'age',
    title: t('crm.col.age'),
    sort: 'opened',
    width: 86,
    minTable: 1000,
    cell: (row) => <Elapsed since={row.openedAt} />,
  },
  {
    key: 'note',
    title: t('crm.col.note'),
    minTable: 1150,
    cell: (row) =>
      row.lastNote && (
        <span className="ell f13 t2" title={row.lastNote.text}>
          {row.lastNote.text}
        </span>
      ),
  },
  {
    key: 'opened',
    title: t('crm.col.opened'),
    sort: 'opened',
    width: 140,
    extra: true,
    cell: (row) => <span className="num">{formatDateTime(row.openedAt)}</span>,
  },
  { key: 'origin', title: t('crm.col.origin'), width: 96, extra: true, cell: (row) => originText(row.origin) },
  {
    key: 'unit',
    title: t('crm.col.unit'),
    width: 130,
    extra: true,
    cell: (row) => <span className="ell">{unitText(row)}</span>,
  },
]
