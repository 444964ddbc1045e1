import { extent } from './plot.ts'
import './trends.css'

/** What led to the last value, small, in a row of a table. With a name where the numbers do not stand beside it in order. */
export function Sparkline({ values, label }: { values: readonly number[]; label?: string }) {
  if (values.length < 2) return null
  const [low, high] = extent(values)
  const points = values.map(
    (value, index) => `${(index / (values.length - 1)) * 44 + 1},${13 - ((value - low) / (high - low)) * 12}`,
  )
  const size = { className: 'monspark', width: 46, height: 14 }
  const line = <polyline points={points.join(' ')} />
  return label === undefined ? (
    <svg {...size} aria-hidden="true">
      {line}
    </svg>
  ) : (
    <svg {...size} role="img" aria-label={`${label} ${values.join(' → ')}`}>
      {line}
    </svg>
  )
}
