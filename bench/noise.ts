import { loadavg } from 'node:os'
import { fixedLoop } from '../proof/lib/loop.ts'

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
