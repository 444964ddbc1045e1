import type { ForceRule, TrendPoint } from '@teleward/contract/monitoring/alert-schema.ts'
import type { Measure } from '@teleward/contract/monitoring/group-rules.ts'
import type { NormalRange } from '@teleward/contract/monitoring/normal.ts'
import type { ReadingKind } from '@teleward/contract/monitoring/rules.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import type { Dot } from '../../ui/plot/LinePlot.tsx'
import { LinePlot } from '../plots.tsx'
import { formatDate, formatDateTime, formatNumber, formatAxisDate, formatTime } from '../../ui/format.ts'
import { extent, type Line, linesOf, rangeOf, summary, sureOf } from './plot.ts'
import { kindText, measureText, unitSign } from '../limits.ts'
import './trends.css'

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
  /** What is usual for this person: shaded, in place of the room between the limits, which stay lines. */
  normal?: ((measure: Measure) => NormalRange | undefined) | undefined
}
/** The course of one kind, with the range between the limits shaded. Said to readers in numbers. */
export function Trend({ kind, unit, points, earlier, from, to, rules, normal }: Props) {
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
            normal={normal && (normal(line.measure) ?? null)}
          />
        ))}
      </ul>
      {points.length < 2 ? (
        <p className="t3 f13">{errorText('CHART_NO_DATA')}</p>
      ) : (
        <Course {...{ kind, lines, before, from, to, rules, normal }} />
      )}
    </section>
  )
}

const normalText = ({ low, high, source }: NormalRange) =>
  t('limits.trend.normal', {
    low: formatNumber(low),
    high: formatNumber(high),
    source: t(`limits.trend.source.${source}`),
  })

interface SumsProps {
  line: Line
  before: Line | undefined
  index: number
  /** `null`: none applies to this person; left out where none is asked for. */
  normal?: NormalRange | null | undefined
}
function Sums({ line, before, index, normal }: SumsProps) {
  const now = summary(line.points)
  const then = before && summary(before.points)
  if (!now) return null
  const words = (one: typeof now) =>
    t('limits.trend.sums', {
      low: formatNumber(one.low),
      high: formatNumber(one.high),
      mean: formatNumber(one.mean),
      count: one.count,
    })
  return (
    <li>
      <span className={`monkey l${index + 1}`} aria-hidden="true" />
      <b>{measureText(line.measure)}</b> <span className="num">{words(now)}</span>
      {now.doubted > 0 && <span className="t3 blk">{t('limits.trend.doubted', { count: now.doubted })}</span>}
      {then && <span className="num t3 blk">{t('limits.trend.before', { text: words(then) })}</span>}
      {normal !== undefined && (
        <span className="num t3 blk">{normal ? normalText(normal) : t('limits.trend.noNormal')}</span>
      )}
    </li>
  )
}

const DAY = 86_400_000
/** Of up to two days the hour tells the ends apart; over more than a year the year does. */
const timeLabel = (at: number, span: number): string =>
  span > 365 * DAY ? formatDate(at) : span <= 2 * DAY ? `${formatAxisDate(at)} ${formatTime(at)}` : formatAxisDate(at)

interface CourseProps extends Pick<Props, 'kind' | 'from' | 'to' | 'rules' | 'normal'> {
  lines: readonly Line[]
  before: readonly Line[]
}
function Course({ kind, lines, before, from, to, rules, normal }: CourseProps) {
  const end = Date.parse(to)
  // A clock that was wrong, confirmed or not, would press the others into one line at the edge.
  const sure = lines.flatMap(({ points }) => sureOf(points).map(({ at }) => at))
  const start = from === null ? Math.min(...sure) : Date.parse(from)
  const span = Math.max(1, end - start)
  const ranges = [...new Set(lines.map(({ measure }) => measure))]
    .map((measure) => rangeOf(measure, rules))
    .filter((one) => one.from !== null || one.to !== null)
  const limits = ranges.flatMap((one) => [one.from, one.to].filter((value) => value !== null))
  // Each in the colour of its line. The pulse beside a pressure has none: its range would cover that between the other two.
  const usual = lines.flatMap(({ measure }, index) => {
    const range = measure === 'bp_pulse' ? undefined : normal?.(measure)
    return range
      ? [{ key: measure, className: `l${index + 1}`, low: range.low, high: range.high, title: normalText(range) }]
      : []
  })
  const ends = usual.flatMap(({ low, high }) => [low, high])
  // One doubted value, a pulse of 400, would press the course of the others flat.
  const shown = [...lines, ...before].flatMap(({ points }) => sureOf(points).map(({ value }) => value))
  const dotsOf = ({ measure, points }: Line, moved = 0): Dot[] =>
    points
      .filter(({ at }) => moved > 0 || at >= start)
      .map(({ at, value, flagged }) => ({
        at: at + moved,
        value,
        doubted: flagged && sureOf(points) !== points,
        title: [
          measureText(measure),
          formatNumber(value),
          flagged ? t('limits.trend.flagged') : '',
          '·',
          formatDateTime(at),
        ]
          .filter(Boolean)
          .join(' '),
      }))
  return (
    <LinePlot
      label={t('limits.trend.label', {
        kind: kindText(kind),
        from: formatDateTime(start),
        to: formatDateTime(end),
      })}
      className="monplot"
      height={180}
      from={start}
      to={end}
      times={[start, start + span / 2, end].map((at) => ({ at, label: timeLabel(at, span) }))}
      values={extent([...shown, ...limits, ...ends])}
      bands={
        normal
          ? usual
          : ranges.map((one) => ({
              key: one.measure,
              low: one.from,
              high: one.to,
              title: t('limits.trend.range', { measure: measureText(one.measure) }),
            }))
      }
      limits={limits}
      lines={[
        ...before.map((line) => ({ key: `before-${line.measure}`, className: 'then', dots: dotsOf(line, span) })),
        ...lines.map((line, index) => ({ key: line.measure, className: `l${index + 1}`, dots: dotsOf(line) })),
      ]}
    />
  )
}
