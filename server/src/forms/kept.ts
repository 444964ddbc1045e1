import type { ResponseState } from '@teleward/contract/forms/rules.ts'
import type { MeaningSaid, ScoreSaid } from '@teleward/contract/forms/schema.ts'
import type { ResponseItem } from '@teleward/contract/forms/fhir.ts'

/** Who answered: the patient, somebody in their place, or staff with them. */
export interface AnswerBy {
  who: 'patient' | 'proxy' | 'staff'
  staff: { mid: number; name: string; nameEn: string | null } | null
  name: string | null
  relation: string | null
}
/** What is kept of a response at each step. */
export interface Kept {
  state: ResponseState
  items: ResponseItem[]
  version: number
  withdrawn: boolean
  score: ScoreSaid | null
  meaning: MeaningSaid | null
}
