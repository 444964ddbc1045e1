import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, uuid } from '../core/scalars.ts'
import { alertStates } from './alert-states.ts'

/** Something was measured of a member: of whom, and nothing of what. */
export const readingArrived = event('reading.arrived', z.object({ pid: id }), { tags: ['readings'] })

/** An alert was raised or struck again (`by` nobody), acknowledged or resolved. */
export const alertChanged = event(
  'alert.changed',
  z.object({ id: uuid, pid: id, state: z.enum(alertStates), by: id.nullable() }),
  { tags: ['alerts'] },
)
