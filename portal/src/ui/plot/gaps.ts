/** Less than this without a value is no gap, whatever the others are apart: nobody measures at night. */
const LEAST_MS = 36 * 3_600_000
/** So many times the usual distance is one. */
const TIMES = 3

interface Timed {
  at: number
}
/**
 * Values in order of time, as runs between which nothing is known: a line through a gap would tell a course that nobody has
 * seen. The usual distance is the median one.
 */
export function runsOf<D extends Timed>(dots: readonly D[]): D[][] {
  const apart = dots.slice(1).map(({ at }, index) => at - (dots[index]?.at ?? at))
  const sorted = apart.filter((ms) => ms > 0).toSorted((one, other) => one - other)
  const usual = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  const most = sorted.length > 1 ? Math.max(LEAST_MS, usual * TIMES) : Number.POSITIVE_INFINITY
  const runs: D[][] = []
  for (const [index, dot] of dots.entries()) {
    if (index === 0 || (apart[index - 1] ?? 0) > most) runs.push([])
    runs.at(-1)?.push(dot)
  }
  return runs
}
