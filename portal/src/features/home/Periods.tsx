import type { HomeDashboard } from '@teleward/contract/appointments/schema.ts'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { pathTo } from '../../shell/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { formatMonth, formatNumber, formatAxisDate } from '../../ui/format.ts'
import { figureLink, type NowLink, type PeriodName, type Whose } from './links.ts'
import { Now } from './Now.tsx'

const PERIODS: readonly PeriodName[] = ['today', 'week', 'month']
const FIGURES: readonly { figure: 'reserved' | 'checkedIn' | 'completed'; mark?: string }[] = [
  { figure: 'reserved' },
  { figure: 'checkedIn', mark: 'v2' },
  { figure: 'completed', mark: 'v1' },
]

interface Props {
  page: HomeDashboard
  whose: Whose
  items: readonly NowLink[]
}
/** Today, this week, this month, and what waits for me: every number opens the list it counts. */
export function Periods({ page, whose, items }: Props) {
  return (
    <div className="card kpi">
      {PERIODS.map((period) => (
        <PeriodTile key={period} page={page} period={period} whose={whose} />
      ))}
      <Now items={items} />
    </div>
  )
}
function daysText(period: PeriodName, { from, to }: { from: string; to: string }): string {
  if (period === 'today') return formatAxisDate(from)
  if (period === 'month') return formatMonth(from)
  return `${formatAxisDate(from)}–${formatAxisDate(to)}`
}

function PeriodTile({ page, period, whose }: { page: HomeDashboard; period: PeriodName; whose: Whose }) {
  const figures = page.periods[period]
  const { reserved, completed, cancelled, open, present } = figures
  const name = t(`home.period.${period}`)
  const sum = t('home.period.sum', { reserved, completed, cancelled, open })
  return (
    <section aria-label={name}>
      <h2>
        {name}
        <small className="num">{daysText(period, figures)}</small>
      </h2>
      <div className="three">
        {FIGURES.map(({ figure, mark }) => (
          <Link
            key={figure}
            to={pathTo('apptmgmt')}
            search={figureLink(page, period, figure, whose)}
            aria-label={t('home.period.openList', {
              period: name,
              what: t(`home.period.${figure}`),
              count: figures[figure],
            })}
          >
            <b>{formatNumber(figures[figure])}</b>
            <span>
              {mark && <i className={mark} aria-hidden="true" />}
              {t(`home.period.${figure}`)}
            </span>
          </Link>
        ))}
      </div>
      <div className="bar" role="img" aria-label={sum} title={sum}>
        <i className="v1" style={{ flex: completed }} />
        <i className="v2" style={{ flex: present }} />
        <i className="v3" style={{ flex: open - present }} />
        <i className="v0" style={{ flex: cancelled }} />
        {reserved === 0 && <i className="v0" style={{ flex: 1 }} />}
      </div>
      <p className="addup num">
        {formatNumber(reserved)} = {t('home.period.short.completed')} {formatNumber(completed)}
        {(['cancelled', 'open'] as const).map((figure) => (
          <Fragment key={figure}>
            {' + '}
            <Link
              to={pathTo('apptmgmt')}
              search={figureLink(page, period, figure, whose)}
              aria-label={t('home.period.openList', {
                period: name,
                what: t(`home.period.${figure}`),
                count: figures[figure],
              })}
            >
              {t(`home.period.short.${figure}`)} {formatNumber(figures[figure])}
            </Link>
          </Fragment>
        ))}
      </p>
    </section>
  )
}
