import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, instant, uuid } from '../core/scalars.ts'

/**
 * What somebody may do has changed: a patient's authorisation came, ended or was withdrawn, or somebody took emergency
 * access (`pid`); or a grant between staff began, changed or is over (`grant`). Rights are asked anew.
 */
export const authzChanged = event(
  'authz.changed',
  z.object({ pid: id.optional(), grant: id.optional(), at: instant }),
  { tags: ['consents', 'record', 'notes', 'appointments', 'grants', 'files'] },
)

/**
 * Somebody opened a record without the patient's authorisation: for those who answer for the unit. Names nobody; the
 * audit log says who, on whom and why.
 */
export const emergencyTaken = event('emergency.taken', z.object({ id: uuid, at: instant }), { tags: ['logs'] })
