import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, version } from '../core/scalars.ts'

/** A case was opened: whoever looks at the cases is told how many are new, and fetches them when they like. */
export const caseNew = event('case.new', z.object({ id, version, by: id }), { tags: [] })

/**
 * A case is another: `assigned` to `mid`, `late` when a target is about to be missed (told to `mid`, who has it), or
 * changed in any other way.
 */
export const caseChanged = event(
  'case.changed',
  z.object({ id, version, what: z.enum(['changed', 'assigned', 'late']), mid: id.nullable(), by: id.nullable() }),
  { tags: ['cases'] },
)
