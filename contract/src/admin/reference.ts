import { z } from 'zod'
import { instant } from '../core/scalars.ts'

export const referenceNames = [
  'icd10',
  'drug',
  'medication_frequency',
  'medication_route',
  'department',
  'food',
  'bank',
  'bank_branch',
  'synonym',
] as const
export type ReferenceName = (typeof referenceNames)[number]

export const referenceData = z.object({
  name: z.enum(referenceNames),
  /** Whose it is, and which edition, as the publisher writes them. */
  publisher: z.string(),
  edition: z.string(),
  /** `null`: not known; this server has loaded none. */
  rows: z.number().int().nullable(),
  loadedAt: instant.nullable(),
})
export type ReferenceData = z.output<typeof referenceData>
