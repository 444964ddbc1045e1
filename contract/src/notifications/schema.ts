import { z } from 'zod'
import { paging, sortBy } from '../core/paging.ts'
import { date, instant, uuid } from '../core/scalars.ts'
import { staffBrief } from '../staff/brief.ts'
import { screenNames } from '../uiconfig/names.ts'
import { notificationKinds, notificationWhats, subjectKinds, UNREAD_AGAIN_MAX } from './rules.ts'

export const notificationKind = z.enum(notificationKinds)
export const notificationWhat = z.enum(notificationWhats)

const part = z.string().max(100)
/** A screen with the parts of its address; ids alone, never a name. */
export const notificationLink = z.object({
  screen: z.enum(screenNames),
  params: z.record(z.string().max(20), part).optional(),
  search: z.record(z.string().max(20), part).optional(),
})
export type NotificationLink = z.output<typeof notificationLink>

export const notification = z.object({
  id: uuid,
  kind: notificationKind,
  what: notificationWhat,
  subject: z.object({ kind: z.enum(subjectKinds), id: z.string() }),
  link: notificationLink,
  from: staffBrief.nullable(),
  /** The patient's name, masked. Null: about nobody, or about somebody whom the caller does not see. */
  patient: z.string().nullable(),
  /** How the matter begins, of a to-do, a case or a notice that the caller may read. */
  text: z.string().nullable(),
  /** The matter is not there any more, or not for the caller. */
  gone: z.boolean(),
  at: instant,
  readAt: instant.nullable(),
})
export type Notification = z.output<typeof notification>

const filter = {
  kind: notificationKind.optional(),
  /** 1: what is unread alone. */
  unread: z.enum(['0', '1']).default('0'),
  /** By the institution's days. */
  from: date.optional(),
  to: date.optional(),
}
export const notificationSort = sortBy('at', 'read')
export const notificationQuery = z.object({
  ...filter,
  /** This one alone, however old it is. */
  id: uuid.optional(),
  /** Unless told the newest first; `read`: what is unread first. */
  sort: notificationSort.optional(),
  ...paging,
})
/** Reads all of the filter, up to `until`; or makes unread again what a reading of all had read. */
export const notificationsChange = z.union([
  z.object({
    read: z.literal(true),
    until: instant,
    kind: filter.kind,
    from: filter.from,
    to: filter.to,
  }),
  z.object({ read: z.literal(false), ids: z.array(uuid).min(1).max(UNREAD_AGAIN_MAX) }),
])
/** `kept`: how many stay unread, because they have to be answered or put away by name. */
export const notificationsChanged = z.object({ ids: z.array(uuid), kept: z.number().int().min(0) })

export const pushSubscriptionBody = z.object({
  endpoint: z.url().max(1000),
  keys: z.object({ p256dh: z.string().regex(/^[\w-]{87}=?$/), auth: z.string().regex(/^[\w-]{22}(==)?$/) }),
})
/** `publicKey`: what a browser subscribes with; null where no push goes out. `here`: the endpoint that this session gave. */
export const pushState = z.object({ publicKey: z.string().nullable(), here: z.string().nullable() })
