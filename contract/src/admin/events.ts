import { z } from 'zod'
import { event } from '../core/event.ts'
import { instant, partnerId } from '../core/scalars.ts'

/** Units, type or rights changed: pages ask anew what they may show, and close what they no longer may. */
export const rightsChanged = event(
  'rights.changed',
  z.object({ id: partnerId, version: z.number().int(), at: instant }),
  {
    tags: [
      'session',
      'appointments',
      'counts',
      'members',
      'record',
      'notes',
      'calls',
      'rooms',
      'presence',
      'admin',
      'grants',
    ],
  },
)

/** Another administrator changed the institution, its units or staff. */
export const adminChanged = event(
  'admin.changed',
  z.object({ id: partnerId, version: z.number().int(), at: instant }),
  {
    tags: ['admin'],
  },
)
