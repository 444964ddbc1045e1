import { z } from 'zod'
import { id, version } from './scalars.ts'

/** How something of one's own list is taken away: as one has seen it, or not at all. */
export const removal = {
  method: 'POST',
  audit: 'write',
  body: z.object({ id, version }),
  response: z.object({ id }),
  errors: ['VERSION_STALE', 'NOT_FOUND'],
} as const
