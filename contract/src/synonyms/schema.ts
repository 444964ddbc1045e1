import { z } from 'zod'
import { paging } from '../core/paging.ts'
import { id, instant, singleLine } from '../core/scalars.ts'

export const SYNONYM_TERM_MAX = 60
/** As many as an institution keeps: each search looks through all of them. */
export const SYNONYMS_MAX = 5_000

export const synonymKinds = ['diagnosis', 'drug'] as const
export const synonymKind = z.enum(synonymKinds)
export type SynonymKind = z.output<typeof synonymKind>

/** A term of the institution's own, by which searches find a code. */
export const clinicalSynonym = z.object({
  id,
  kind: synonymKind,
  term: z.string(),
  code: z.string(),
  /** Of the code, as the reference data in force names it; null: that has it no longer. */
  nameEn: z.string().nullable(),
  nameZhTw: z.string().nullable(),
  /** Null: somebody of another institution, who administers all of them. */
  addedBy: z.object({ mid: id, name: z.string(), nameEn: z.string().nullable() }).nullable(),
  addedAt: instant,
})
export type ClinicalSynonym = z.output<typeof clinicalSynonym>

export const synonymQuery = z.object({
  ...paging,
  kind: synonymKind.optional(),
  /** A part of a term, or a code. */
  q: singleLine(SYNONYM_TERM_MAX).optional(),
})
export const newSynonym = z.object({
  kind: synonymKind,
  term: singleLine(SYNONYM_TERM_MAX).min(1),
  /** A code of the reference data: a diagnosis with or without its point, a heading for all below it, a drug's. */
  code: singleLine(40).min(1),
})
export type NewSynonym = z.output<typeof newSynonym>
