import { z } from 'zod'
import { event } from '../core/event.ts'
import { date, id } from '../core/scalars.ts'

/**
 * A doctor's hours changed (`MyShift send`). Everybody of the doctor's units fetches again; `concerned` are those it is
 * told to: the doctor, who assists, substitutes, who keeps these shifts.
 */
export const shiftChanged = event(
  'shift.changed',
  z.object({
    did: id,
    from: date,
    /** `null`: from then on. */
    to: date.nullable(),
    kind: z.enum(['pattern', 'change', 'limit', 'leave', 'absence', 'notice']),
    by: id.nullable(),
    concerned: z.array(id),
  }),
  { tags: ['shifts', 'appointments'] },
)
