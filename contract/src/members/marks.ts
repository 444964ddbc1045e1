import { z } from 'zod'
import { staffBrief } from '../staff/brief.ts'
import { id, instant } from '../core/scalars.ts'
import { alertState, severity } from '../monitoring/alert-schema.ts'

/**
 * What stands beside a member in the lists, each only to who has the right to it. `null` says that it is not known to the
 * caller, which is another thing than none.
 */
export const memberMarks = z.object({
  pid: id,
  /** Of the history; of an open record alone. */
  conditions: z.array(z.object({ note: z.string(), ename: z.string().nullable() })).nullable(),
  /** Care groups the member is in, by name. */
  groups: z.array(z.string()).nullable(),
  /** The member's words that the caller has not read. */
  unread: z.number().int().min(0).nullable(),
  /** Alerts somebody still has to see to, and the worst of them. */
  alerts: z
    .object({
      running: z.number().int().min(0),
      worst: z.object({ severity, state: alertState, since: instant }).nullable(),
    })
    .nullable(),
  /** Who has the member's open cases, the last hand-over first. */
  managers: z.array(staffBrief).nullable(),
})
export type MemberMarks = z.output<typeof memberMarks>
