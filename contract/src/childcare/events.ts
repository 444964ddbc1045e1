import { z } from 'zod'
import { event } from '../core/event.ts'
import { id } from '../core/scalars.ts'

/** Something of a child's care was recorded, changed or taken back. The number of the member alone. */
export const childcareChanged = event('childcare.changed', z.object({ pid: id, by: id }), { tags: ['childcare'] })
