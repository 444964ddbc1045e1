import { t } from '../../i18n/i18n.ts'
import { useWidth } from '../../ui/useWidth.ts'
import { type Bar, sumOf, ticks } from './bars.ts'

interface Props {
  bars: readonly Bar[]
  /** Over each run of bars: '上午診 17'. Runs stand a little apart. */
  heads?: readonly { text: string; width: number }[]
  /** A line through the bars at this time of the day, where the bars are half hours. */
  now?: string
  /** The bar that is marked: today. */
  mark?: string
  label: string
  /** Only every other bar is named. */
  everyOther?: boolean
}

const HEIGHT = 204
const TOP_PLAIN = 14
/** Room for the heads and the mark of now. */
const TOP_MARKED = 48
const BOTTOM = 24
const LEFT = 32
const GAP = 24
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Stacked bars as SVG, drawn for the width there is. Said to readers bar by bar. */
export function Chart({ bars, heads = [], now, mark, label, everyOther }: Props) {
  const [box, width] = useWidth(720, 260)
  const over = heads.length > 0 || now ? TOP_MARKED : TOP_PLAIN
  const axis = ticks(Math.max(1, ...bars.map(sumOf)))
  const top = axis.at(-1) ?? 1
  const y = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - over - BOTTOM)
  const starts = heads.map((_, index) => heads.slice(0, index).reduce((sum, { width: run }) => sum + run, 0))
  const gaps = (index: number) =>
    Math.max(0, starts.filter((start) => start > 0 && start <= index && start < bars.length).length) * GAP
  const step = (width - LEFT - gaps(bars.length - 1)) / Math.max(1, bars.length)
  const x = (index: number) => LEFT + index * step + gaps(index)
  const thick = Math.min(28, step * 0.62)
  const named = (index: number) =>
    (everyOther ? index % 2 === 0 : true) && (step > 26 || index % Math.ceil(30 / step) === 0)
  return (
    <div ref={box} className="plot">
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
        {axis.map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={width} y1={y(value)} y2={y(value)} className={value === 0 ? 'base' : 'grid'} />
            <text x={LEFT - 8} y={y(value) + 4} textAnchor="end" className="plottext">
              {value}
            </text>
          </g>
        ))}
        {heads.map(({ text }, index) => (
          <text key={text} x={x(starts[index] ?? 0)} y={12} className="plothead">
            {text}
          </text>
        ))}
        {bars.map((bar, index) => (
          <g key={bar.key}>
            <title>{titleOf(bar)}</title>
            <Stack bar={bar} x={x(index) + (step - thick) / 2} thick={thick} y={y} />
            {named(index) && (
              <text
                x={x(index) + step / 2}
                y={HEIGHT - 6}
                textAnchor="middle"
                className={`plottext ${bar.key === mark ? 'today' : ''}`}
              >
                {bar.label}
              </text>
            )}
          </g>
        ))}
        {now && <NowLine bars={bars} now={now} x={x} step={step} />}
      </svg>
    </div>
  )
}

const titleOf = ({ label, completed, waiting, reserved }: Bar) =>
  [
    label,
    `${t('home.load.completed')} ${completed}`,
    `${t('home.load.waiting')} ${waiting}`,
    `${t('home.load.reserved')} ${reserved}`,
  ].join(t('common.dot'))

function Stack({ bar, x, thick, y }: { bar: Bar; x: number; thick: number; y: (value: number) => number }) {
  let below = 0
  return (['completed', 'waiting', 'reserved'] as const).map((part, index) => {
    const from = below
    below += bar[part]
    const height = Math.max(0, y(from) - y(below) - (bar[part] && from ? 1 : 0))
    return bar[part] ? (
      <rect key={part} x={x} y={y(below)} width={thick} height={height} rx={2} className={`v${index + 1}`} />
    ) : null
  })
}

/** Where the day is; no line before the first bar and after the last. */
function NowLine({
  bars,
  now,
  x,
  step,
}: {
  bars: readonly Bar[]
  now: string
  x: (index: number) => number
  step: number
}) {
  const index = bars.findLastIndex(({ label }) => minutes(label) <= minutes(now))
  const bar = bars[index]
  if (!bar || minutes(now) - minutes(bar.label) >= 30) return null
  const at = x(index) + ((minutes(now) - minutes(bar.label)) / 30) * step
  return (
    <g className="now">
      <title>{t('home.load.now', { time: now })}</title>
      <line x1={at} x2={at} y1={40} y2={HEIGHT - BOTTOM} />
      <rect x={at - 21} y={22} width={42} height={18} rx={4} />
      <text x={at} y={35} textAnchor="middle">
        {now}
      </text>
    </g>
  )
}
