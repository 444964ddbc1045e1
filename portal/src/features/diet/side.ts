import type { Range } from '@teleward/contract/diet/nutrients.ts'

/** On which side of its target a mean lies; null within it, and where either is not known. */
export function sideOf(value: number | null, { min, max }: Range): 'over' | 'under' | null {
  if (value === null) return null
  if (max !== null && value > max) return 'over'
  return min !== null && value < min ? 'under' : null
}
