import { admin } from './policy/admin.ts'
import { appointments } from './policy/appointments.ts'
import { booking } from './policy/booking.ts'
import { calls } from './policy/calls.ts'
import { cases } from './policy/cases.ts'
import { diet } from './policy/diet.ts'
import { events } from './policy/events.ts'
import { forms } from './policy/forms.ts'
import { chat } from './policy/chat.ts'
import { children } from './policy/children.ts'
import { entry } from './policy/entry.ts'
import { files } from './policy/files.ts'
import { members } from './policy/members.ts'
import { notices } from './policy/notices.ts'
import { opinions } from './policy/opinions.ts'
import { record } from './policy/record.ts'
import { self } from './policy/self.ts'
import type { Rule } from './policy/shape.ts'
import { shifts } from './policy/shifts.ts'

export { linkPolicy } from './policy/links.ts'
export { type Call, idOf, type Kind, type Nobodys, placesOnly } from './policy/shape.ts'

/**
 * Who may do what to whose record, once, as a policy. The permission of a call stands in its definition and in the
 * permission table; here stands what the call names, by which of its fields, and what else it takes. A table a domain.
 */
export const policy: Record<string, Rule> = {
  ...appointments,
  ...booking,
  ...members,
  ...calls,
  ...cases,
  ...diet,
  ...events,
  ...forms,
  ...children,
  ...chat,
  ...notices,
  ...opinions,
  ...record,
  ...self,
  ...shifts,
  ...entry,
  ...files,
  ...admin,
}
