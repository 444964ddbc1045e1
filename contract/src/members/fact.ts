import { z } from 'zod'
import { recordedEntry } from './schema.ts'

/** How sure an entry is: somebody said so, or it was found to be so (FHIR: verificationStatus). */
export const verification = z.enum(['unconfirmed', 'confirmed'])
/** How much harm the next contact can do (FHIR: criticality). */
export const criticality = z.enum(['low', 'high', 'unable-to-assess'])
/** How bad the reaction was (FHIR: reaction.severity). */
export const reactionSeverity = z.enum(['mild', 'moderate', 'severe'])
/** An entry of the history form with how sure it is; an allergy also with what it is to and what it did. */
export const historyFact = recordedEntry.extend({
  /** Of the form's items; `null`: written freely. */
  item: z.string().nullable(),
  verification: verification.nullable(),
  criticality: criticality.nullable(),
  reaction: z.string().nullable(),
  /** `ingredient:amoxicillin` or `class:penicillins`: what the drug check knows it by. `null`: words alone. */
  substance: z.string().nullable(),
})
export type HistoryFact = z.output<typeof historyFact>
