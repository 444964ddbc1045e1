import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { linkText } from '../../patterns/appointments/LinkMark.tsx'
import type { Column } from '../../patterns/list.ts'
import { formatMoney } from '../../ui/format.ts'

/** Columns that a person adds. `fees`: whose fee the asker may see. */
export const extraColumns = (fees: (row: Appointment) => boolean): Column<Appointment>[] => [
  {
    key: 'link',
    title: t('appointments.detail.link'),
    width: 132,
    extra: true,
    cell: (row) => (
      <span className={row.link === 'sendFailed' ? 'c-bad' : 't2'} title={linkText(row) ?? undefined}>
        {linkText(row)}
      </span>
    ),
  },
  {
    key: 'payment',
    title: t('appointments.detail.payment'),
    width: 108,
    extra: true,
    cell: (row) =>
      fees(row) && (
        <span className={row.payment === 'due' || row.payment === 'expired' ? 'c-warn num' : 't2 num'}>
          {row.fee ? `${formatMoney(row.fee, row.currency)} ` : ''}
          {t(`appointments.payment.${row.payment}`)}
        </span>
      ),
  },
  { key: 'service', title: t('appointments.detail.service'), width: 112, extra: true, cell: (row) => row.serviceItem },
  {
    key: 'tries',
    title: t('appointments.detail.tries'),
    width: 84,
    align: 'right',
    extra: true,
    cell: ({ tries }) => (tries ? <span className="num">{tries}</span> : null),
  },
  {
    key: 'memo',
    title: t('appointments.detail.memo'),
    width: 160,
    extra: true,
    cell: ({ p_memo }) => <span title={p_memo ?? undefined}>{p_memo}</span>,
  },
]
