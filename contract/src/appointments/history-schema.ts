import { z } from 'zod'
import { appointment } from './schema.ts'

const minutes = z.number().int().min(0).nullable()
/** A visit as the history shows it. `fee` is `null` also for those who have nothing to do with fees. */
export const historyEntry = appointment.extend({
  bookedByName: z.string().nullable(),
  bookedByNameEn: z.string().nullable(),
  /** From check-in to the visit's begin; `null` where nothing says when it began. */
  waitedMinutes: minutes,
  lengthMinutes: minutes,
  /** Is there a recording that the caller may play? `null`: the caller plays none. */
  recording: z.boolean().nullable(),
})
export type HistoryEntry = z.output<typeof historyEntry>
