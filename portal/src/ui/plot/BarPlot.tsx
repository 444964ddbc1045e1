import { BOTTOM, everyNth, LEFT, RIGHT, roundAxis } from './axis.ts'
import { Frame } from './Frame.tsx'

export interface PlotBar {
  key: string
  label: string
  title: string
  /** From the bottom up. */
  parts: readonly { value: number; className: string }[]
  /** Dashed across the bar's place: what it should come to. */
  aims?: readonly number[]
}
export interface BarPlotProps {
  label: string
  className?: string
  height?: number
  bars: readonly PlotBar[]
  /** Over each run of bars: '上午診 17'. Runs stand a little apart. */
  runs?: readonly { text: string; bars: number }[]
  /** A line through the bars: at which of them, and how far through it. */
  now?: { at: number; text: string; title: string } | undefined
  /** The bar whose label is marked: today. */
  mark?: string | undefined
  /** Only every other bar is named. */
  everyOther?: boolean
  /** Counts: no line of the axis at a half. */
  whole?: boolean
}
const TOP_PLAIN = 14
/** Room for the runs and the mark of now. */
const TOP_MARKED = 48
const GAP = 24
const WIDEST = 28
const LABEL = 30
const HEAD = 80

/** Stacked bars. Said to readers bar by bar. */
export default function BarPlot({ label, className = '', height = 188, ...plot }: BarPlotProps) {
  const { bars, runs = [], now, mark, everyOther, whole } = plot
  const top = runs.length > 0 || now ? TOP_MARKED : TOP_PLAIN
  const starts = runs.map((_, index) => runs.slice(0, index).reduce((sum, run) => sum + run.bars, 0))
  /** Before this bar. */
  const gaps = (index: number) =>
    starts.filter((start) => start > 0 && start <= index && start < bars.length).length * GAP
  const sums = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0))
  const most = Math.max(whole ? 1 : 0, ...sums, ...bars.flatMap(({ aims = [] }) => aims))
  return (
    <Frame label={label} className={className} height={height}>
      {(width) => {
        const axis = roundAxis([0, most], { top, bottom: height - BOTTOM, whole })
        const step = (width - LEFT - RIGHT - gaps(bars.length - 1)) / Math.max(1, bars.length)
        const x = (index: number) => LEFT + index * step + gaps(index)
        const thick = Math.max(2, Math.min(WIDEST, step * 0.62))
        const every = everyOther ? 2 * everyNth(step * 2, LABEL) : everyNth(step, LABEL)
        return {
          axis,
          drawn: (
            <>
              {runs.map(({ text }, index) => {
                const from = x(starts[index] ?? 0)
                // The head of a short last run would be cut off.
                const last = from > width - HEAD
                return (
                  <text key={text} x={last ? width : from} y={12} textAnchor={last ? 'end' : 'start'} className="head">
                    {text}
                  </text>
                )
              })}
              {bars.map((bar, index) => (
                <g key={bar.key}>
                  <title>{bar.title}</title>
                  <Stack parts={bar.parts} x={x(index) + (step - thick) / 2} thick={thick} y={axis.y} />
                  {bar.aims?.map((aim) => (
                    <line
                      key={aim}
                      x1={x(index)}
                      x2={x(index) + step}
                      y1={axis.y(aim)}
                      y2={axis.y(aim)}
                      className="aim"
                    />
                  ))}
                  {index % every === 0 && (
                    <text
                      x={x(index) + step / 2}
                      y={height - 6}
                      textAnchor="middle"
                      className={bar.key === mark ? 'today' : undefined}
                    >
                      {bar.label}
                    </text>
                  )}
                </g>
              ))}
              {now && <Now {...now} x={x(Math.floor(now.at)) + (now.at % 1) * step} bottom={height - BOTTOM} />}
            </>
          ),
        }
      }}
    </Frame>
  )
}

interface StackProps {
  parts: PlotBar['parts']
  x: number
  thick: number
  y: (value: number) => number
}
function Stack({ parts, x, thick, y }: StackProps) {
  let below = 0
  return parts.map(({ value, className }) => {
    const from = below
    below += value
    // A pixel of ground between one part and the next.
    const height = Math.max(0, y(from) - y(below) - (from ? 1 : 0))
    return value ? (
      <rect key={className} x={x} y={y(below)} width={thick} height={height} rx={2} className={className} />
    ) : null
  })
}

function Now({ x, bottom, text, title }: { x: number; bottom: number; text: string; title: string }) {
  return (
    <g className="now">
      <title>{title}</title>
      <line x1={x} x2={x} y1={40} y2={bottom} />
      <rect x={x - 21} y={22} width={42} height={18} rx={4} />
      <text x={x} y={35} textAnchor="middle">
        {text}
      </text>
    </g>
  )
}
