import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, instant } from '../core/scalars.ts'
import { presenceCode } from './schema.ts'

export const presenceChanged = event(
  'presence.changed',
  z.object({ id, version: z.number().int(), at: instant, code: presenceCode }),
  { tags: ['presence'] },
)
