import { z } from 'zod'
import { event } from '../core/event.ts'
import { uuid, version } from '../core/scalars.ts'
import { checkStates } from './rules.ts'

/** A step of a health check: entered, handed in, one further in its processing, done, corrected. Ids alone. */
export const healthCheckChanged = event('hc.changed', z.object({ id: uuid, version, state: z.enum(checkStates) }), {
  tags: ['healthchecks'],
})
