import type { ReadingKind } from '@teleward/contract/monitoring/rules.ts'

/** Signs 1 to 4 of the record (EMR-01): pressure and pulse, temperature and oxygen, height and weight, blood sugar. */
export interface Sign {
  name: 'pressure' | 'temperature' | 'body' | 'sugar'
  kinds: readonly ReadingKind[]
  /** The height stands beside it, which is told and not measured. */
  height?: true
}
export const signs: readonly Sign[] = [
  { name: 'pressure', kinds: ['blood_pressure', 'pulse'] },
  { name: 'temperature', kinds: ['temperature', 'blood_oxygen'] },
  { name: 'body', kinds: ['weight'], height: true },
  { name: 'sugar', kinds: ['glucose_fasting', 'glucose_before_meal', 'glucose_after_meal', 'glucose_unspecified'] },
]
