import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, uuid, version } from '../core/scalars.ts'

/** A meal came, or was corrected. */
export const mealArrived = event('meal.arrived', z.object({ id: uuid, version, by: id.nullable() }), { tags: ['diet'] })
/** Anything else of a member's diet management is another: its begin or end, targets, advice. */
export const dietChanged = event(
  'diet.changed',
  z.object({ id, what: z.enum(['course', 'standard', 'advice']), by: id }),
  { tags: ['diet'] },
)
