import type { HistoryTotals } from '@teleward/contract/appointments/history-endpoints.ts'
import { t } from '../../i18n/i18n.ts'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import type { HistoryChange } from './search.ts'

interface Props {
  totals: HistoryTotals | undefined
  change: (next: HistoryChange) => void
}

/** What the filtered set comes to; the numbers of a state open the list of exactly those. */
export function Totals({ totals, change }: Props) {
  if (!totals) return <div className="htotals" aria-busy="true" />
  const counted = [
    ['finished', totals.finished],
    ['cancelled', totals.cancelled],
    ['autoCancelled', totals.autoCancelled],
    ...totals.others.map(({ state, count }) => [state, count] as const),
  ] as const
  return (
    <dl className="htotals num">
      <div>
        <dt>{t('history.total.visits')}</dt>
        <dd>{formatNumber(totals.visits)}</dd>
      </div>
      {counted.map(([state, count]) => (
        <div key={state}>
          <dt>{t(`appointments.status.${state}`)}</dt>
          <dd>
            <button type="button" className="plainlink" onClick={() => change({ state: [state] })}>
              {formatNumber(count)}
            </button>
          </dd>
        </div>
      ))}
      <div>
        <dt>{t('history.total.minutes')}</dt>
        <dd>{formatNumber(totals.minutes)}</dd>
      </div>
      {totals.fees?.map(({ currency, amount }) => (
        <div key={currency}>
          <dt>{t('history.total.fees')}</dt>
          <dd>{formatMoney(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  )
}
