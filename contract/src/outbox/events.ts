import { z } from 'zod'
import { event } from '../core/event.ts'
import { instant, uuid } from '../core/scalars.ts'

/** To those who may read the outbox: a message went a step on. */
export const outboxChanged = event('outbox.changed', z.object({ id: uuid, version: z.number().int(), at: instant }), {
  tags: ['outbox'],
})
