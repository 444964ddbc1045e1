import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { axisBetween, BOTTOM, everyNth, LEFT, RIGHT, roundAxis } from './axis.ts'
import { Frame } from './Frame.tsx'
import { runsOf } from './gaps.ts'

export interface Dot {
  at: number
  value: number
  title: string
  /** Beside the line, in a hollow circle, at the edge where the axis does not reach it. */
  doubted?: boolean
}
export interface Line {
  key: string
  /** `l1` to `l4`; `then` for what stands behind, without dots. */
  className: string
  dots: readonly Dot[]
}
export interface LinePlotProps {
  label: string
  className?: string
  height?: number
  /** Times of the two ends. */
  from: number
  to: number
  times: readonly { at: number; label: string }[]
  lines: readonly Line[]
  /** The values at the two ends; without them, round numbers around what there is. */
  values?: readonly [number, number]
  /** Shaded, in the colour of a line where one is named; open where an end is null. */
  bands?: readonly { key: string; className?: string; low: number | null; high: number | null; title: string }[]
  limits?: readonly number[]
}
const TOP = 10
/** More than these would run into each other. */
const DOTS_MOST = 60

/** Lines of values over time. */
export default function LinePlot({ label, className = '', height = 188, ...plot }: LinePlotProps) {
  const { from, to, times, lines, values, bands = [], limits = [] } = plot
  return (
    <Frame label={label} className={className} height={height}>
      {(width) => {
        const room = { top: TOP, bottom: height - BOTTOM }
        const axis = values
          ? axisBetween(values, room)
          : roundAxis(
              lines.flatMap(({ dots }) => dots.map(({ value }) => value)),
              room,
            )
        const { y } = axis
        const [low = 0, high = 0] = y.domain()
        const x = scaleLinear([from, Math.max(to, from + 1)], [LEFT, width - RIGHT])
        const path = line<Dot>(
          ({ at }) => x(at),
          ({ value }) => y(value),
        )
        // Between two runs nothing is known: a broken line says where it went on, and no course.
        const courseOf = (dots: readonly Dot[]) => {
          const runs = runsOf(dots.filter(({ doubted }) => !doubted))
          const gaps = runs
            .slice(1)
            .map((run, index) => [runs[index]?.at(-1), run[0]].filter((dot) => dot !== undefined))
          return { runs, gaps }
        }
        const within = (value: number) => Math.min(high, Math.max(low, value))
        const every = everyNth((width - LEFT - RIGHT) / Math.max(1, times.length))
        return {
          axis,
          behind: bands.map((band) => (
            <rect
              key={band.key}
              className={`band ${band.className ?? ''}`}
              x={LEFT}
              y={y(band.high ?? high)}
              width={width - LEFT - RIGHT}
              height={Math.max(0, y(band.low ?? low) - y(band.high ?? high))}
            >
              <title>{band.title}</title>
            </rect>
          )),
          drawn: (
            <>
              {limits.map((value) => (
                <line
                  key={`limit-${value}`}
                  x1={LEFT}
                  x2={width - RIGHT}
                  y1={y(value)}
                  y2={y(value)}
                  className="limit"
                />
              ))}
              {times.map(({ at, label: text }, index) =>
                index % every === 0 ? (
                  <text key={at} x={x(at)} y={height - 6} textAnchor={anchorOf(x(at), width)}>
                    {text}
                  </text>
                ) : null,
              )}
              {lines.map(({ key, className: kind, dots }) => {
                const { runs, gaps } = courseOf(dots)
                return (
                  <g key={key} className={`line ${kind}`}>
                    {runs.map((run) => (
                      <path key={run[0]?.at} d={path(run) ?? ''} />
                    ))}
                    {gaps.map((gap) => (
                      <path key={gap[0]?.at} className="gap" d={path(gap) ?? ''} />
                    ))}
                    {kind !== 'then' &&
                      dots
                        .filter(({ doubted }) => doubted || dots.length <= DOTS_MOST)
                        .map(({ at, value, title, doubted }) => (
                          <circle
                            key={`${at}-${value}`}
                            className={doubted ? 'doubted' : undefined}
                            cx={x(at)}
                            cy={y(within(value))}
                            r={doubted ? 3.5 : 2.5}
                          >
                            <title>{title}</title>
                          </circle>
                        ))}
                  </g>
                )
              })}
            </>
          ),
        }
      }}
    </Frame>
  )
}

/** At the ends a label stays within the picture. */
const anchorOf = (x: number, width: number) => (x < LEFT + 20 ? 'start' : x > width - RIGHT - 20 ? 'end' : 'middle')
