import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, uuid, version } from '../core/scalars.ts'

/** `TODO send`: something was handed to somebody, or they are reminded of it. To that person alone. */
export const todoArrived = event(
  'todo.arrived',
  z.object({ id: uuid, version, by: id, what: z.enum(['new', 'reassigned', 'reminder']) }),
  { tags: ['handoffs'] },
)
/** `MyTODO send`: what became of it. To both sides, and to whom it was with until now; `by` null: by the clock. */
export const todoChanged = event(
  'todo.changed',
  z.object({
    id: uuid,
    version,
    by: id.nullable(),
    what: z.enum(['handedOver', 'completed', 'reopened', 'reassigned', 'dueChanged', 'withdrawn', 'late', 'comment']),
  }),
  { tags: ['handoffs'] },
)
