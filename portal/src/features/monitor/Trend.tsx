import type { ForceRule, TrendPoint } from '@teleward/contract/monitoring/alert-schema.ts'
import type { ReadingKind } from '@teleward/contract/monitoring/rules.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { useWidth } from '../../ui/useWidth.ts'
import { formatDateTime, formatNumber, formatShortDate } from '../../ui/format.ts'
import { extent, type Line, linesOf, marks, rangeOf, summary } from './plot.ts'
import { measureText, unitSign } from '../../patterns/limits.ts'
import { kindText } from './words.tsx'

interface Props {
  kind: ReadingKind
  unit: string
  points: readonly TrendPoint[]
  /** Of the days before: drawn behind, moved to the same place. */
  earlier: readonly TrendPoint[]
  /** Without a beginning: from the first value on. */
  from: string | null
  to: string
  rules: readonly ForceRule[]
}
const HEIGHT = 180
const TOP = 10
const BOTTOM = 24
const LEFT = 40
const RIGHT = 8

/** The course of one kind as SVG, with the range between the limits shaded. Said to readers in numbers. */
export function Trend({ kind, unit, points, earlier, from, to, rules }: Props) {
  const [box, width] = useWidth(360, 240)
  const lines = linesOf(kind, points)
  const before = linesOf(kind, earlier)
  return (
    <section className="montrend">
      <h3 className="row">
        {kindText(kind)} <span className="t3 f12">{unitSign(unit)}</span>
      </h3>
      <ul className="monsums">
        {lines.map((line, index) => (
          <Sums
            key={line.measure}
            line={line}
            index={index}
            before={before.find((one) => one.measure === line.measure)}
          />
        ))}
      </ul>
      <div ref={box}>
        {points.length < 2 ? (
          <p className="t3 f13">{errorText('CHART_NO_DATA')}</p>
        ) : (
          <Plot {...{ kind, lines, before, from, to, rules, width }} />
        )}
      </div>
    </section>
  )
}

function Sums({ line, before, index }: { line: Line; before: Line | undefined; index: number }) {
  const now = summary(line.points)
  const then = before && summary(before.points)
  if (!now) return null
  const words = (one: typeof now) =>
    t('monitor.trend.sums', {
      low: formatNumber(one.low),
      high: formatNumber(one.high),
      mean: formatNumber(one.mean),
      count: one.count,
    })
  return (
    <li>
      <span className={`monkey l${index + 1}`} aria-hidden="true" />
      <b>{measureText(line.measure)}</b> <span className="num">{words(now)}</span>
      {then && <span className="num t3 blk">{t('monitor.trend.before', { text: words(then) })}</span>}
    </li>
  )
}

interface PlotProps extends Pick<Props, 'kind' | 'from' | 'to' | 'rules'> {
  lines: readonly Line[]
  before: readonly Line[]
  width: number
}
function Plot({ kind, lines, before, from, to, rules, width }: PlotProps) {
  const all = lines.flatMap(({ points }) => points)
  const end = Date.parse(to)
  const start = from === null ? Math.min(...all.map(({ at }) => at)) : Date.parse(from)
  const span = Math.max(1, end - start)
  const shown = new Set(lines.map(({ measure }) => measure))
  const ranges = [...shown]
    .map((measure) => rangeOf(measure, rules))
    .filter((one) => one.from !== null || one.to !== null)
  const limits = ranges.flatMap((one) => [one.from, one.to].filter((value) => value !== null))
  const [low, high] = extent([
    ...all.map(({ value }) => value),
    ...before.flatMap(({ points }) => points.map(({ value }) => value)),
    ...limits,
  ])
  const x = (at: number) => LEFT + ((at - start) / span) * (width - LEFT - RIGHT)
  const y = (value: number) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const path = (points: Line['points'], moved = 0) =>
    points.map(({ at, value }) => `${x(at + moved)},${y(value)}`).join(' ')
  const days = [start, start + span / 2, end]
  return (
    <svg
      className="monplot"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={t('monitor.trend.label', {
        kind: kindText(kind),
        from: formatDateTime(start),
        to: formatDateTime(end),
      })}
    >
      {ranges.map((one) => {
        const [top, bottom] = [y(one.to ?? high), y(one.from ?? low)]
        return (
          <rect
            key={one.measure}
            className="band"
            x={LEFT}
            y={top}
            width={width - LEFT - RIGHT}
            height={Math.max(0, bottom - top)}
          >
            <title>{t('monitor.trend.range', { measure: measureText(one.measure) })}</title>
          </rect>
        )
      })}
      {marks(low, high).map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} className="grid" />
          <text x={LEFT - 6} y={y(value) + 4} textAnchor="end">
            {formatNumber(value)}
          </text>
        </g>
      ))}
      {limits.map((value) => (
        <line key={`limit-${value}`} x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} className="limit" />
      ))}
      {days.map((at, index) => (
        <text key={at} x={x(at)} y={HEIGHT - 6} textAnchor={(['start', 'middle', 'end'] as const)[index] ?? 'middle'}>
          {formatShortDate(at)}
        </text>
      ))}
      {before.map(({ measure, points }) => (
        <polyline key={`before-${measure}`} className="then" points={path(points, span)} />
      ))}
      {lines.map(({ measure, points }, index) => (
        <g key={measure} className={`now l${index + 1}`}>
          <polyline points={path(points)} />
          {points.length <= 60 &&
            points.map(({ at, value }) => (
              <circle key={`${at}-${value}`} cx={x(at)} cy={y(value)} r={2.5}>
                <title>{`${measureText(measure)} ${formatNumber(value)} · ${formatDateTime(at)}`}</title>
              </circle>
            ))}
        </g>
      ))}
    </svg>
  )
}

/** What led to the last value, small, in a row of a table. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  const [low, high] = extent(values)
  const points = values.map(
    (value, index) => `${(index / (values.length - 1)) * 44 + 1},${13 - ((value - low) / (high - low)) * 12}`,
  )
  return (
    <svg className="monspark" width={46} height={14} aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  )
}
