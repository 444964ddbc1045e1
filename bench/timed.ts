import { amid, quantile, sorted } from './noise.ts'
import type { Figure } from './table.ts'

interface Timed {
  row: string
  times: number
  /** So many before, which do not count: until the engine has compiled what runs. */
  warm?: number
  /** Limits to reach, in milliseconds. */
  median?: number | undefined
  p95?: number
}

/** The nth of what one person asks, one after the other; each to its end. */
export async function timed(of: Timed, ask: (n: number) => Promise<unknown>): Promise<Figure> {
  for (let n = 0; n < (of.warm ?? 0); n += 1) await ask(n)
  const { value, noise } = await amid(async () => {
    const took: number[] = []
    for (let n = 0; n < of.times; n += 1) {
      const began = performance.now()
      await ask(n)
      took.push(performance.now() - began)
    }
    return sorted(took)
  })
  return { row: of.row, load: '1', ...quantiles(value, of), noise }
}

/** Middle and end of sorted times, and whether they reach what they are to. */
export function quantiles(
  times: readonly number[],
  { median, p95 }: Pick<Timed, 'median' | 'p95'>,
): Pick<Figure, 'p50' | 'p99' | 'reach' | 'reached'> {
  const [p50, high, p99] = [quantile(times, 0.5), quantile(times, 0.95), quantile(times, 0.99)]
  if (median !== undefined) return { p50, p99, reach: `median ≤ ${median}`, reached: p50 <= median }
  if (p95 !== undefined) return { p50, p99, reach: `p95 ≤ ${p95} (${high.toFixed(1)})`, reached: high <= p95 }
  return { p50, p99 }
}
