/** A fixed amount of arithmetic; how long it takes says how much of the machine others have. Milliseconds. */
export function fixedLoop(): number {
  const began = performance.now()
  let x = 1
  for (let n = 0; n < 25_000_000; n += 1) x = (Math.imul(x, 1_103_515_245) + 12_345) | 0
  const took = performance.now() - began
  return x === 0.5 ? 0 : took
}

/** What it takes on the machine of `docs/bench.md` when nobody else is at work there. */
const QUIET_MS = 25
/** By how much this machine is slower now: what a figure is let off by. A quicker one is let off nothing, and held to it as it is. */
export const slower = (loops: readonly number[]): number => Math.max(1, median(loops) / QUIET_MS)

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
