import type { Opinion } from '@teleward/contract/opinions/schema.ts'
import { t } from '../../i18n/i18n.ts'
import type { Column } from '../../patterns/list.ts'
import { DueText, StateTag } from '../../patterns/opinions/StateTag.tsx'
import { subjectText } from '../../patterns/opinions/texts.ts'
import { Colleague } from '../../patterns/presence.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { formatDateTime } from '../../ui/format.ts'
import type { OpinionSearch } from './search.ts'

export const otherOf = (tab: OpinionSearch['tab'], row: Opinion) => (tab === 'invited' ? row.inviter : row.invited)

export const columnsOf = (tab: OpinionSearch['tab']): Column<Opinion>[] => [
  {
    key: 'question',
    title: t('opinions.column.question'),
    fixed: true,
    cell: (row) => (
      <span className="todotext" title={row.question}>
        {row.question}
      </span>
    ),
  },
  { key: 'patient', title: t('opinions.column.patient'), width: 180, minTable: 960, cell: (row) => subjectText(row) },
  {
    key: 'type',
    title: t('opinions.column.type'),
    width: 104,
    minTable: 900,
    cell: (row) => t(`opinions.type.${row.type}`),
  },
  {
    key: 'person',
    title: t(tab === 'invited' ? 'opinions.column.inviter' : 'opinions.column.invited'),
    sort: 'person',
    width: 136,
    minTable: 800,
    cell: (row) => <Colleague person={otherOf(tab, row)} />,
  },
  { key: 'division', title: t('opinions.column.division'), width: 104, extra: true, cell: (row) => row.division },
  {
    key: 'records',
    title: t('opinions.column.records'),
    width: 72,
    minTable: 1050,
    cell: (row) => <span className="num">{row.records}</span>,
  },
  {
    key: 'asked',
    title: t('opinions.column.asked'),
    sort: 'asked',
    width: 100,
    minTable: 1200,
    cell: (row) => <Ago at={row.askedAt} />,
  },
  { key: 'due', title: t('opinions.column.due'), sort: 'due', width: 142, cell: (row) => <DueText {...row} /> },
  {
    key: 'state',
    title: t('opinions.column.state'),
    sort: 'state',
    width: 116,
    cell: (row) => <StateTag state={row.state} />,
  },
  {
    key: 'opened',
    title: t('opinions.column.opened'),
    width: 150,
    extra: true,
    cell: ({ openedAt }) => openedAt && <span className="num">{formatDateTime(openedAt)}</span>,
  },
  {
    key: 'ended',
    title: t('opinions.column.ended'),
    width: 150,
    extra: true,
    cell: ({ endedAt }) => endedAt && <span className="num">{formatDateTime(endedAt)}</span>,
  },
]
