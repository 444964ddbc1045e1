import { station } from '@teleward/contract/careevents/schema.ts'
import { eventKinds, eventStates } from '@teleward/contract/careevents/rules.ts'
import { id } from '@teleward/contract/core/scalars.ts'
import { programmes, stages } from '@teleward/contract/careevents/programmes.ts'
import { eventSort } from '@teleward/contract/careevents/schema.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

/** What lives in the address: which event, at which table one stands, whose row is open. Ids alone. */
const search = z.object({
  ...listFields,
  state: z.enum(eventStates).optional(),
  kind: z.enum(eventKinds).optional(),
  sort: eventSort.optional(),
  /** Of `/screening`: whose programmes, and what is looked at of an event. */
  tab: z.enum(['own', 'hpa']).default('own'),
  part: z.enum(['funnel', 'desk', 'report']).optional(),
  programme: z.enum(programmes).optional(),
  stage: z.enum(stages).default('eligible'),
  event: id.optional(),
  station: station.optional(),
  pid: id.optional(),
})
export type ClinicSearch = z.output<typeof search>
export const useClinicSearch = () => useSearchState(search)
