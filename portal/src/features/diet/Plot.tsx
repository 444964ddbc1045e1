import type { Range } from '@teleward/contract/diet/nutrients.ts'
import { t } from '../../i18n/i18n.ts'
import { Card } from '../../ui/Card.tsx'
import { roundStep } from '../../ui/roundStep.ts'
import { useWidth } from '../../ui/useWidth.ts'
import { rangeText, valueText } from './words.ts'

export interface Point {
  at: number
  value: number
  label: string
  range: Range | null
}
interface Props {
  title: string
  kind: 'bars' | 'line'
  /** The time that all plots of a page stand over. */
  axis: { from: number; to: number; days: readonly { at: number; label: string }[] }
  points: readonly Point[]
  targets?: readonly { at: number; range: Range | null }[]
}
const HEIGHT = 188
const LEFT = 44
const TOP = 12
const BOTTOM = 24

/** Steps of the axis that are read at a glance, from `low` or below to `high` or above. */
function stepsOf(low: number, high: number): number[] {
  const span = high - low || Math.abs(high) || 1
  const step = roundStep(span)
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

/** Bars of days or a line of values as SVG, drawn for the width there is. Said to readers value by value. */
export function Plot({ title, kind, axis, points, targets = [] }: Props) {
  const [box, width] = useWidth(720, 260)
  const ends = targets.flatMap(({ range }) => [range?.min ?? null, range?.max ?? null]).filter((one) => one !== null)
  const values = [...points.map(({ value }) => value), ...ends]
  // A line shows how little it moves; a bar begins at nought.
  const steps = stepsOf(kind === 'bars' ? 0 : Math.min(...values), Math.max(...values))
  const [low = 0] = steps
  const high = steps.at(-1) ?? 1
  const x = (at: number) => LEFT + ((at - axis.from) / (axis.to - axis.from || 1)) * (width - LEFT - 8)
  const y = (value: number) => HEIGHT - BOTTOM - ((value - low) / (high - low || 1)) * (HEIGHT - TOP - BOTTOM)
  const step = (width - LEFT - 8) / Math.max(1, axis.days.length)
  const thick = Math.max(2, Math.min(28, step * 0.6))
  const every = Math.ceil(44 / step)
  return (
    <Card title={title}>
      <div ref={box} className="dietplot">
        {points.length === 0 ? (
          <p className="t3">{t('diet.chart.none')}</p>
        ) : (
          <svg
            width={width}
            height={HEIGHT}
            viewBox={`0 0 ${width} ${HEIGHT}`}
            role="img"
            aria-label={saidOf(title, points)}
          >
            {steps.map((value) => (
              <g key={value}>
                <line
                  x1={LEFT}
                  x2={width - 8}
                  y1={y(value)}
                  y2={y(value)}
                  className={value === low ? 'base' : 'grid'}
                />
                <text x={LEFT - 6} y={y(value) + 4} textAnchor="end">
                  {value}
                </text>
              </g>
            ))}
            {axis.days.map(({ at, label }, index) =>
              index % every === 0 ? (
                <text key={at} x={x(at) + step / 2} y={HEIGHT - 6} textAnchor="middle">
                  {label}
                </text>
              ) : null,
            )}
            {targets.map(({ at, range }) =>
              [range?.min ?? null, range?.max ?? null].map((end, which) =>
                end === null ? null : (
                  <line key={`${at}-${which}`} x1={x(at)} x2={x(at) + step} y1={y(end)} y2={y(end)} className="aim" />
                ),
              ),
            )}
            {kind === 'line' && <polyline points={points.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')} />}
            {points.map((one) => (
              <g key={`${one.at}-${one.value}`}>
                <title>{textOf(one)}</title>
                {kind === 'bars' ? (
                  <rect
                    x={x(one.at) - thick / 2}
                    width={thick}
                    y={y(one.value)}
                    height={y(low) - y(one.value)}
                    rx={2}
                  />
                ) : (
                  <circle cx={x(one.at)} cy={y(one.value)} r={3} />
                )}
              </g>
            ))}
          </svg>
        )}
      </div>
    </Card>
  )
}

const textOf = ({ label, value, range }: Point) =>
  range && (range.min !== null || range.max !== null)
    ? `${label} ${valueText(value)}（${t('diet.ofTarget', { range: rangeText(range) })}）`
    : `${label} ${valueText(value)}`
const saidOf = (title: string, points: readonly Point[]) => [title, ...points.map(textOf)].join('；')
