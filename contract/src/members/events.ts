import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, version } from '../core/scalars.ts'

/** A member came, changed, was disabled or restored, merged or taken apart; readers fetch it again. */
export const memberChanged = event('member.changed', z.object({ pid: id, version }), { tags: ['members'] })
/** An import went in: many came at once. */
export const membersImported = event('member.imported', z.object({ imported: z.number().int() }), { tags: ['members'] })
/** Something was recorded of a member's history, or an entry of it no longer counts. */
export const historyChanged = event('history.changed', z.object({ pid: id, version }), {
  tags: ['members', 'record', 'appointments', 'calls'],
})
