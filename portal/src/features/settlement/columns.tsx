import { amountText } from '@teleward/contract/core/money.ts'
import type { Statement } from '@teleward/contract/settlement/schema.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import type { Column } from '../../patterns/list.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { bankText, moved, stateTag } from './labels.tsx'

const money = (
  key: string,
  value: (row: Statement) => number,
  more: Partial<Column<Statement>> = {},
): Column<Statement> => ({
  key,
  title: t(`settlement.column.${key as 'gross'}`),
  width: 96,
  align: 'right',
  cell: (row) => <span className="num">{amountText(value(row))}</span>,
  ...more,
})
const named = (row: Statement): ReactNode => (
  <span className="ell">
    <b>{nameOf(row.staff)}</b>
  </span>
)

/** What each row adds up by: gross, less either fee, is the share; with the corrections, less the transfer, the payout. */
export const columns = (own: boolean): Column<Statement>[] => [
  own
    ? {
        key: 'month',
        title: t('settlement.column.month'),
        sort: 'month',
        fixed: true,
        width: 96,
        cell: (row) => <b className="num">{row.month}</b>,
      }
    : { key: 'who', title: t('settlement.column.who'), sort: 'who', fixed: true, width: 152, cell: named },
  { key: 'currency', title: t('settlement.column.currency'), width: 64, cell: (row) => row.currency },
  {
    key: 'visits',
    title: t('settlement.column.visits'),
    sort: 'visits',
    width: 56,
    align: 'right',
    cell: (row) => <span className="num">{row.visits}</span>,
  },
  money('gross', (row) => row.gross, { sort: 'gross' }),
  money('paymentFee', (row) => -row.paymentFee, { width: 90, minTable: 1040 }),
  money('net', (row) => row.net, { minTable: 1340 }),
  money('platformFee', (row) => -row.platformFee, { minTable: 1040 }),
  money('share', (row) => row.share, { minTable: 820 }),
  money('adjustment', moved, { width: 100, minTable: 1140 }),
  money('cost', (row) => -row.cost, { width: 72, minTable: 940 }),
  money('payout', (row) => row.payout, {
    width: 100,
    sort: 'payout',
    cell: (row) => <b className="num">{amountText(row.payout)}</b>,
  }),
  { key: 'bank', title: t('settlement.column.bank'), width: 128, minTable: 700, cell: bankText },
  { key: 'state', title: t('settlement.column.state'), sort: 'state', width: 142, cell: stateTag },
  {
    key: 'settleOn',
    title: t('settlement.column.settleOn'),
    width: 120,
    extra: true,
    cell: (row) => <span className="num">{formatDate(row.settleOn)}</span>,
  },
  {
    key: 'reference',
    title: t('settlement.column.reference'),
    width: 170,
    extra: true,
    cell: (row) => (
      <span className="num">{[row.reference, row.paidAt && formatDateTime(row.paidAt)].filter(Boolean).join(' ')}</span>
    ),
  },
]
