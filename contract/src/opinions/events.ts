import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, uuid, version } from '../core/scalars.ts'

/** What became of an opinion, to both of its sides; `by` null: by the clock. No patient and no text stands in it. */
export const opinionChanged = event(
  'opinion.changed',
  z.object({
    id: uuid,
    version,
    by: id.nullable(),
    what: z.enum(['asked', 'opened', 'changed', 'answered', 'supplemented', 'declined', 'withdrawn', 'late']),
  }),
  { tags: ['opinions'] },
)
