import { z } from 'zod'
import { event } from '../core/event.ts'
import { id } from '../core/scalars.ts'

/** Something of an event is another: itself, who joined, what was measured. Ids alone. */
export const careEventChanged = event(
  'event.changed',
  z.object({
    id,
    what: z.enum(['event', 'joined', 'measured', 'linked', 'invited', 'screened']),
    pid: id.nullable(),
    by: id,
  }),
  { tags: ['careevents'] },
)
