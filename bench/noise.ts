import { loadavg } from 'node:os'

/** A fixed amount of arithmetic; how long it takes says how much of the machine others have. Milliseconds. */
export function fixedLoop(): number {
  const began = performance.now()
  let x = 1
  for (let n = 0; n < 25_000_000; n += 1) x = (Math.imul(x, 1_103_515_245) + 12_345) | 0
  const took = performance.now() - began
  return x === 0.5 ? 0 : took
}

export interface Noise {
  before: number
  after: number
  load: number
}

/** Runs something between two of those loops. */
export async function amid<T>(work: () => Promise<T>): Promise<{ value: T; noise: Noise }> {
  const before = fixedLoop()
  const value = await work()
  return { value, noise: { before, after: fixedLoop(), load: loadavg()[0] ?? 0 } }
}

export const quantile = (sorted: readonly number[] | Float64Array, q: number): number =>
  sorted.length ? (sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0) : 0
export const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)
