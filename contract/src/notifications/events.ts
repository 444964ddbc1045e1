import { z } from 'zod'
import { event } from '../core/event.ts'
import { instant, uuid } from '../core/scalars.ts'
import { notificationKind, notificationLink, notificationWhat } from './schema.ts'

/** `Notify send`: an entry came for somebody. To that person alone, on every device. */
export const noticeArrived = event(
  'notice.arrived',
  z.object({ id: uuid, kind: notificationKind, what: notificationWhat, link: notificationLink, at: instant }),
  { tags: ['notifications', 'counts'] },
)
/** Read, or unread again, on one device: on all of the person's. */
export const countsChanged = event('counts.changed', z.object({ at: instant }), {
  tags: ['notifications', 'counts'],
})
