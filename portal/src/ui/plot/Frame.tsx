import type { ReactNode } from 'react'
import { formatNumber } from '../format.ts'
import { useWidth } from '../useWidth.ts'
import { type Axis, LEFT, RIGHT } from './axis.ts'
import './plot.css'

interface Props {
  /** Said to readers in place of the picture. */
  label: string
  className: string
  height: number
  children: (width: number) => { axis: Axis; drawn: ReactNode; behind?: ReactNode }
}

/** A plot as SVG, drawn for the width there is, over the lines of its values. */
export function Frame({ label, className, height, children }: Props) {
  const [box, width] = useWidth(720, 240)
  const { axis, drawn, behind } = children(width)
  return (
    <div ref={box} className="plotbox">
      <svg
        className={`plot ${className}`}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={label}
      >
        {behind}
        {axis.ticks.map((value, index) => (
          <g key={value}>
            <line
              x1={LEFT}
              x2={width - RIGHT}
              y1={axis.y(value)}
              y2={axis.y(value)}
              className={index === 0 ? 'base' : 'grid'}
            />
            <text x={LEFT - 6} y={axis.y(value) + 4} textAnchor="end">
              {formatNumber(value)}
            </text>
          </g>
        ))}
        {drawn}
      </svg>
    </div>
  )
}
