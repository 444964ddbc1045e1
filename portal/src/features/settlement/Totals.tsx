import { amountText } from '@teleward/contract/core/money.ts'
import { getStatementSums } from '@teleward/contract/settlement/endpoints.ts'
import type { StatementSums } from '@teleward/contract/settlement/schema.ts'
import { useQuery } from '@tanstack/react-query'
import type { EndpointInput } from '@teleward/contract/core/endpoint.ts'
import { endpointQuery } from '../../api/query.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { formatDate, formatMoney } from '../../ui/format.ts'
import { moved } from './labels.tsx'

export const useSums = (query: EndpointInput<typeof getStatementSums>['query']) =>
  useQuery(endpointQuery(getStatementSums, { query }))

const PARTS = ['gross', 'paymentFee', 'net', 'platformFee', 'share'] as const
type Of = StatementSums['currencies'][number]

/** What all rows of the filter come to, a currency to a line: the two are never one sum. */
export function Totals({ answer }: { answer: ReturnType<typeof useSums> }) {
  const t = useT()
  return (
    <div className="settlesums">
      <Loaded answer={answer} failed={t('settlement.totalFailed')} lines={3}>
        {(sums) => <Sums sums={sums} />}
      </Loaded>
    </div>
  )
}

function Sums({ sums }: { sums: StatementSums }) {
  const noBank = sums.currencies.reduce((all, one) => all + one.noBank, 0)
  return (
    <>
      {sums.month !== null && !sums.closed && sums.endsAt && sums.currencies.length > 0 && (
        <div className="alert info">
          {t('settlement.forecastText', { day: formatDate(new Date(Date.parse(sums.endsAt) - 1)) })}
        </div>
      )}
      {noBank > 0 && <div className="alert warn">{t('settlement.noBankCount', { count: noBank })}</div>}
      {sums.late.map((one) => (
        <div key={one.currency} className="alert info">
          {t('settlement.late', { count: one.visits, sum: formatMoney(one.gross, one.currency) })}
        </div>
      ))}
      {sums.currencies.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
        <section className="scrollx" aria-label={t('settlement.total')} tabIndex={0}>
          <table className="sumtable">
            <caption className="sr">{t('settlement.total')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('settlement.total')}</th>
                <th scope="col">{t('settlement.column.visits')}</th>
                {PARTS.map((part) => (
                  <th key={part} scope="col">
                    {t(`settlement.column.${part}`)}
                  </th>
                ))}
                <th scope="col">{t('settlement.column.adjustment')}</th>
                <th scope="col">{t('settlement.column.cost')}</th>
                <th scope="col">{t('settlement.column.payout')}</th>
              </tr>
            </thead>
            <tbody>
              {sums.currencies.map((one) => (
                <Row key={one.currency} one={one} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

const Row = ({ one }: { one: Of }) => (
  <tr>
    <th scope="row">
      {one.currency} <span className="t3">{t('settlement.people', { count: one.people })}</span>
    </th>
    <td>{one.visits}</td>
    {PARTS.map((part) => (
      <td key={part}>{amountText(part === 'paymentFee' || part === 'platformFee' ? -one[part] : one[part])}</td>
    ))}
    <td>{amountText(moved(one))}</td>
    <td>{amountText(-one.cost)}</td>
    <td>
      <b>{amountText(one.payout)}</b>
    </td>
  </tr>
)
