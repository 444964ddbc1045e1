import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, version } from '../core/scalars.ts'

export const queueChangeKind = z.enum(['new', 'checkIn', 'checkOut', 'state'])
export type QueueChangeKind = z.output<typeof queueChangeKind>

/** An entry came, moved on, or was noted on; readers fetch it again. */
export const queueChanged = event('queue.changed', z.object({ qid: id, version, kind: queueChangeKind }), {
  tags: ['appointments', 'counts'],
})
