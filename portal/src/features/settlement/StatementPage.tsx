import { AccountBookOutlined } from '@ant-design/icons'
import { currency } from '@teleward/contract/core/money.ts'
import { getSettlementRates, getStatements } from '@teleward/contract/settlement/endpoints.ts'
import { monthAfter } from '@teleward/contract/core/dates.ts'
import { percentOf, split } from '@teleward/contract/settlement/rules.ts'
import type { Statement } from '@teleward/contract/settlement/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { exportSheet } from '../../api/exportSheet.ts'
import { endpointQuery } from '../../api/query.ts'
import { t as say, useT } from '../../i18n/i18n.ts'
import { chipsOf, choice, FilterSelects } from '../../patterns/FilterSelect.tsx'
import { useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { BarPlot } from '../../patterns/plots.tsx'
import { useKeys } from '../../ui/keys.ts'
import { columns } from './columns.tsx'
import { Detail } from './Detail.tsx'
import { formatMoney } from '../../ui/format.ts'
import { stateTag } from './labels.tsx'
import { months, running, useSettlementSearch } from './search.ts'
import { useSums } from './Totals.tsx'
import './settlement.css'

const BARS = 12
const ALL = 200

/** `/setting/statement`: what one's own months brought, the running one as a forecast. */
export default function StatementPage() {
  const t = useT()
  const [value, change] = useSettlementSearch()
  const frame = useListFrame('/setting/statement', value, change)
  const { month, currency: of, sort, page, open } = value
  const query = { own: 'true', month, currency: of, sort, page, pageSize: frame.pageSize }
  const list = useList(getStatements, { query })
  const all = useList(getStatements, { query: { own: 'true', pageSize: ALL } })
  const rows = all.data?.data ?? []
  const choices = [
    choice({
      key: 'month',
      name: t('settlement.column.month'),
      every: t('settlement.every.month'),
      value: month,
      options: months(month),
      text: (one) => one,
      pick: (next) => change({ month: next, open: undefined }),
    }),
    choice({
      key: 'currency',
      name: t('settlement.column.currency'),
      every: t('settlement.every.currency'),
      value: of,
      options: currency.options,
      text: (one) => one,
      pick: (next) => change({ currency: next }),
    }),
  ]
  const turn = (by: number) => {
    const next = monthAfter(month ?? running(), month === undefined && by < 0 ? 0 : by)
    if (next <= running()) change({ month: next, open: undefined })
  }
  useKeys([
    { keys: 'ArrowLeft', label: t('settlement.key.earlier'), run: () => turn(-1) },
    { keys: 'ArrowRight', label: t('settlement.key.later'), run: () => turn(1) },
  ])
  return (
    <ListPage<Statement>
      title={t('screens.name.statement')}
      filters={<FilterSelects choices={choices} />}
      chips={chipsOf(choices)}
      onClearChips={() => change({ month: undefined, currency: undefined })}
      source={list}
      rowKey={(row) => row.id}
      columns={columns(true)}
      card={(row) => (
        <ListCard
          name={row.month}
          beside={formatMoney(row.payout, row.currency)}
          text={`${t('settlement.column.visits')} ${row.visits}${t('common.dot')}${t('settlement.column.gross')} ${formatMoney(row.gross, row.currency)}`}
          status={stateTag(row)}
          onOpen={() => change({ open: row.id })}
        />
      )}
      drawer={(key, row, step) => <Detail key={key} id={key} row={row} step={step} />}
      open={open ?? null}
      onOpen={(key) => change({ open: key ?? undefined })}
      {...frame}
      exportList={() => exportSheet(getStatements, { query })}
      above={rows.length > 0 && <Bars rows={rows} mark={month} />}
      empty={{ title: t('settlement.noneMine'), text: <Example />, icon: <AccountBookOutlined /> }}
      failed={t('settlement.failed')}
    />
  )
}

/** Above this the axis counts in thousands. */
const WIDE = 100_000
/** The last twelve months, a plot for each currency: the two have no common scale. */
function Bars({ rows, mark }: { rows: readonly Statement[]; mark: string | undefined }) {
  const shown = Array.from({ length: BARS }, (_, at) => monthAfter(running(), at - BARS + 1))
  return (
    <div className="settlebars">
      {currency.options
        .filter((one) => rows.some((row) => row.currency === one))
        .map((one) => (
          <CurrencyBars key={one} one={one} months={shown} rows={rows} mark={mark} />
        ))}
    </div>
  )
}
interface CurrencyProps {
  one: Statement['currency']
  months: readonly string[]
  rows: readonly Statement[]
  mark: string | undefined
}
function CurrencyBars({ one, months: shown, rows, mark }: CurrencyProps) {
  const of = (month: string) => rows.find((found) => found.month === month && found.currency === one)
  const wide = Math.max(...shown.map((month) => of(month)?.payout ?? 0)) >= WIDE * 100
  const label = say(wide ? 'settlement.barsThousand' : 'settlement.bars', { currency: one })
  return (
    <figure>
      <figcaption className="f12 t2">{label}</figcaption>
      <BarPlot
        label={label}
        height={150}
        mark={mark}
        bars={shown.map((month) => {
          const row = of(month)
          return {
            key: month,
            label: month.slice(5),
            title: say('settlement.barTitle', { month, sum: formatMoney(row?.payout ?? 0, one) }),
            // Of the running month what it would come to so far.
            parts: [
              { value: (row?.payout ?? 0) / (wide ? 100_000 : 100), className: row?.state === 'open' ? 'v3' : 'v1' },
            ],
          }
        })}
      />
    </figure>
  )
}

const EXAMPLE = 100_000
/** How a fee of 1,000 is split, by the rate in force. */
function Example() {
  const t = useT()
  const rates = useQuery(endpointQuery(getSettlementRates, {}))
  const sums = useSums({ own: 'true', month: running() })
  const rate = rates.data?.find(({ inForce }) => inForce)
  if (!rate || !sums.data?.settleOn) return null
  const { gross, paymentFee, platformFee, share } = split(EXAMPLE, rate)
  const sum = (minor: number) => formatMoney(minor, 'TWD')
  return t('settlement.example.text', {
    gross: sum(gross),
    payment: percentOf(rate.paymentFee),
    paymentFee: sum(paymentFee),
    platform: percentOf(rate.platformFee),
    platformFee: sum(platformFee),
    share: sum(share),
    day: Number(sums.data.settleOn.slice(8)),
  })
}
