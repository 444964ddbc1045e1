import { BarChartOutlined, TableOutlined } from '@ant-design/icons'
import {
  homePeriod,
  type HomeDashboard,
  type HomePeriod,
  type PeriodStatus,
  type Slot,
} from '@teleward/contract/appointments/schema.ts'
import { Link } from '@tanstack/react-router'
import { Segmented } from 'antd'
import { useState } from 'react'
import { pathTo } from '../../shell/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { Card } from '../../ui/Card.tsx'
import { formatDay, formatMonth, formatAxisDate, formatTime, useNow } from '../../ui/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { type Bar, dayBars, periodBars, sumOf } from './bars.ts'
import { Chart } from './Chart.tsx'
import { type Figure, halfHourLink, type Query, spanLink, type Whose } from './links.ts'

interface Props {
  page: HomeDashboard
  whose: Whose
  /** The period that is asked for; the page may still be the one before. */
  period: HomePeriod
  onPeriod: (period: HomePeriod) => void
}

/** How full the day, the week, the month is: bars to look at, the same as a table to read. */
export function Load({ page, whose, period, onPeriod }: Props) {
  const [asTable, setAsTable] = useState(false)
  return (
    <Card
      className="load"
      label={t('home.load.title')}
      title={t('home.load.title')}
      extra={
        <>
          <span className="legend hide-sm" aria-hidden="true">
            <span>
              <i className="v1" />
              {t('home.load.completed')}
            </span>
            <span>
              <i className="v2" />
              {t('home.load.waiting')}
            </span>
            <span>
              <i className="v3" />
              {t('home.load.reserved')}
            </span>
          </span>
          <button
            type="button"
            className={`icbtn ${asTable ? 'on' : ''}`}
            aria-pressed={asTable}
            aria-label={t('home.load.table')}
            title={t('home.load.table')}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <BarChartOutlined /> : <TableOutlined />}
          </button>
          <Segmented<HomePeriod>
            size="small"
            value={period}
            onChange={onPeriod}
            options={homePeriod.options.map((value) => ({
              value,
              label: t(`home.period.${value}`),
            }))}
          />
        </>
      }
    >
      {page.chart.period === 'today' ? (
        <Today page={page} whose={whose} asTable={asTable} />
      ) : (
        <Days page={page} whose={whose} asTable={asTable} />
      )}
    </Card>
  )
}

type PartProps = Pick<Props, 'page' | 'whose'> & { asTable: boolean }

function Today({ page, whose, asTable }: PartProps) {
  const groups = dayBars(page.load)
  const now = useNow(60_000)
  const bars = groups.flatMap((group) => group.bars)
  if (bars.length === 0) return <EmptyState title={t('home.load.empty')} />
  const heads = groups.map(({ slot, bars: own, total }) => ({
    text: headOf(slot, total, page.places?.find((one) => one.slot === slot)?.places),
    width: own.length,
  }))
  const time = formatTime(now)
  return asTable ? (
    <BarTable bars={bars} head={t('home.load.time')} link={({ label }, figure) => halfHourLink(label, figure, whose)} />
  ) : (
    <Chart bars={bars} heads={heads} now={time} label={t('home.load.chart')} everyOther />
  )
}

/** 'Morning 17 / 24': how many come, of the places there are, where that is known. */
function headOf(slot: Slot, count: number, places: number | undefined): string {
  const name = t(`appointments.group.${slot}`)
  return places === undefined
    ? t('home.load.sum', { slot: name, count })
    : t('home.load.sumOf', { slot: name, count, places })
}

const daysText = ({ from, to }: PeriodStatus) =>
  from === to ? formatAxisDate(from) : `${formatAxisDate(from)}–${formatAxisDate(to)}`
/** Under a bar stands as little as tells it from its neighbours. */
const under: Record<Exclude<HomePeriod, 'today'>, (span: PeriodStatus) => string> = {
  week: ({ from }) => formatDay(from),
  month: ({ from }) => String(Number(from.slice(8))),
  season: ({ from }) => formatAxisDate(from),
  year: ({ from }) => formatMonth(from, 'short'),
}

/** A bar a day, week or month, with the one of today marked. */
function Days({ page: { chart, today }, whose, asTable }: PartProps) {
  if (chart.period === 'today') return null
  const bars = periodBars(chart.bars, under[chart.period])
  if (bars.every((bar) => sumOf(bar) === 0)) return <EmptyState title={t('home.load.empty')} />
  const at = chart.bars.find(({ from, to }) => from <= today && today <= to)
  const rowName = chart.period === 'year' ? ({ from }: PeriodStatus) => formatMonth(from, 'long') : daysText
  return asTable ? (
    <BarTable
      bars={periodBars(chart.bars, rowName)}
      head={t('home.load.date')}
      link={({ key }, figure) => spanLink(today, chart.bars.find(({ from }) => from === key) ?? chart, figure, whose)}
    />
  ) : (
    <Chart bars={bars} label={t('home.load.day')} mark={at?.from} />
  )
}

const COLUMNS = [
  ['completed', 'completed'],
  ['waiting', 'present'],
  ['reserved', 'expected'],
] as const satisfies [keyof Bar, Figure][]

interface TableProps {
  bars: readonly Bar[]
  head: string
  /** The list that a number counts. */
  link: (bar: Bar, figure: Figure) => Query
}
/** The same to read, each number with its list. */
function BarTable({ bars, head, link }: TableProps) {
  return (
    <div className="bartable">
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {COLUMNS.map(([part]) => (
              <th key={part} scope="col" className="r">
                {t(`home.load.${part}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.key}>
              <th scope="row" className="num">
                {bar.label}
              </th>
              {COLUMNS.map(([part, figure]) => (
                <td key={part} className="r num">
                  {bar[part] === 0 ? (
                    0
                  ) : (
                    <Link
                      className="link"
                      to={pathTo('apptmgmt')}
                      search={link(bar, figure)}
                      aria-label={t('home.period.openList', {
                        period: bar.label,
                        what: t(`home.load.${part}`),
                        count: bar[part],
                      })}
                    >
                      {bar[part]}
                    </Link>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
