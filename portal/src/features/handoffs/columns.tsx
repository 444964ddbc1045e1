import type { Handoff } from '@teleward/contract/handoffs/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { Due } from '../../patterns/handoffs/Due.tsx'
import type { Column } from '../../patterns/list.ts'
import { nameOf, PatientCell } from '../../patterns/Patient.tsx'
import { Colleague } from '../../patterns/presence.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { formatDateTime } from '../../ui/format.ts'
import type { HandoffSearch } from './search.ts'
import { StatusOf } from './labels.tsx'

export const otherOf = (tab: HandoffSearch['tab'], row: Handoff) => (tab === 'tome' ? row.giver : row.recipient)
/** Who it is about; of whom one does not see, that it is somebody of another unit. */
export const patientText = ({ patient, patientHidden }: Handoff): string =>
  patient ? nameOf(patient) : patientHidden ? t('handoffs.patientHidden') : ''

export const columnsOf = (tab: HandoffSearch['tab']): Column<Handoff>[] => [
  {
    key: 'content',
    title: t('handoffs.column.content'),
    fixed: true,
    cell: (row) => (
      <span className="todotext" title={row.content}>
        {row.content}
      </span>
    ),
  },
  {
    key: 'patient',
    title: t('handoffs.column.patient'),
    width: 160,
    minTable: 860,
    cell: (row) =>
      row.patient ? <PatientCell patient={row.patient} /> : <span className="t3">{patientText(row)}</span>,
  },
  {
    key: 'person',
    title: t(tab === 'tome' ? 'handoffs.column.from' : 'handoffs.column.to'),
    sort: 'person',
    width: 136,
    cell: (row) => <Colleague person={otherOf(tab, row)} />,
  },
  {
    key: 'due',
    title: t('handoffs.column.due'),
    sort: 'due',
    width: 142,
    cell: (row) => <Due dueOn={row.dueOn} late={row.late} />,
  },
  {
    key: 'status',
    title: t('handoffs.column.status'),
    sort: 'status',
    width: 116,
    cell: (row) => <StatusOf status={row.status} />,
  },
  {
    key: 'comment',
    title: t('handoffs.column.comment'),
    width: 170,
    minTable: 1050,
    cell: ({ lastComment }) =>
      lastComment && (
        <span className="todotext t2 f13" title={lastComment.text}>
          {t('common.pair', { name: nameOf(lastComment), value: lastComment.text })}
        </span>
      ),
  },
  {
    key: 'created',
    title: t('handoffs.column.created'),
    sort: 'created',
    width: 100,
    minTable: 1300,
    cell: (row) => <Ago at={row.createdAt} />,
  },
  {
    key: 'completed',
    title: t('handoffs.column.completed'),
    width: 150,
    extra: true,
    cell: ({ completedAt }) => completedAt && <span className="num">{formatDateTime(completedAt)}</span>,
  },
]
