import type { Range } from '@teleward/contract/diet/nutrients.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { Card } from '../../ui/Card.tsx'
import { BarPlot, LinePlot } from '../plots.tsx'
import { rangeText, valueText } from './words.ts'

/** The time that all plots of a page stand over, day by day. */
export interface Days {
  from: number
  to: number
  days: readonly { at: number; label: string }[]
}
const HALF_A_DAY = 43_200_000

interface DayBarsProps {
  title: string
  axis: Days
  /** One for each day of the axis; null where nothing was eaten that anybody knows of. */
  values: readonly { value: number | null; target: Range | null }[]
}
/** A bar for each day against its target. */
export function DayBars({ title, axis, values }: DayBarsProps) {
  const said = axis.days.map(({ label }, index) => textOf(label, values[index]?.value, values[index]?.target ?? null))
  return (
    <Shown title={title} empty={values.every(({ value }) => value === null)}>
      <BarPlot
        label={[title, ...said.filter((text) => text !== '')].join('；')}
        bars={axis.days.map(({ at, label }, index) => {
          const { value = null, target = null } = values[index] ?? {}
          return {
            key: String(at),
            label,
            title: said[index] ?? '',
            parts: value === null ? [] : [{ value, className: 'v1' }],
            aims: [target?.min ?? null, target?.max ?? null].filter((end) => end !== null),
          }
        })}
      />
    </Shown>
  )
}

interface ValueLinesProps {
  title: string
  axis: Days
  /** One for each kind of value, under its name; a line without values is not drawn. */
  lines: readonly { key: string; name: string; points: readonly { at: number; value: number; label: string }[] }[]
}
const classes = ['l1', 'l2', 'l3', 'l4'] as const
/** Lines of measured values under the same days; of more than one each is named. */
export function ValueLines({ title, axis, lines }: ValueLinesProps) {
  const drawn = lines.flatMap(({ key, name, points }, index) =>
    points.length === 0
      ? []
      : [
          {
            key,
            name,
            className: classes[index % classes.length] ?? 'l1',
            dots: points.map(({ at, value, label }) => ({
              at,
              value,
              title: [...(lines.length > 1 ? [name] : []), textOf(label, value, null)].join(' '),
            })),
          },
        ],
  )
  return (
    <Shown title={title} empty={drawn.length === 0}>
      {lines.length > 1 && (
        <ul className="dietkeys">
          {drawn.map(({ key, name, className }) => (
            <li key={key}>
              <span className={`dietkey ${className}`} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      )}
      <LinePlot
        label={[title, ...drawn.flatMap(({ dots }) => dots.map((dot) => dot.title))].join('；')}
        from={axis.from}
        to={axis.to}
        times={axis.days.map(({ at, label }) => ({ at: at + HALF_A_DAY, label }))}
        lines={drawn}
      />
    </Shown>
  )
}

function Shown({ title, empty, children }: { title: string; empty: boolean; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className="dietplot">{empty ? <p className="t3">{t('diet.chart.none')}</p> : children}</div>
    </Card>
  )
}

function textOf(label: string, value: number | null | undefined, range: Range | null): string {
  if (value === null || value === undefined) return ''
  return range && (range.min !== null || range.max !== null)
    ? `${label} ${valueText(value)}（${t('diet.ofTarget', { range: rangeText(range) })}）`
    : `${label} ${valueText(value)}`
}
