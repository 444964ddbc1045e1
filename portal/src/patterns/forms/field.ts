import type { Answer } from '@teleward/contract/forms/fhir.ts'
import type { Instance } from '@teleward/contract/forms/state.ts'

/** What each field gets: its place, what is answered there, and where an answer goes. */
export interface FieldProps {
  id: string
  instance: Instance
  answers: readonly Answer[]
  onAnswer: (key: string, answers: readonly Answer[]) => void
  disabled: boolean
  described: string | undefined
}
