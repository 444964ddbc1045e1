import { randomUUID } from 'node:crypto'
import { audience } from '@teleward/contract/core/event.ts'
import { noticeArrived } from '@teleward/contract/notifications/events.ts'
import type { NotificationKind, NotificationWhat, SubjectKind } from '@teleward/contract/notifications/rules.ts'
import type { NotificationLink } from '@teleward/contract/notifications/schema.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'

/** Wakes the browsers of whom an entry is for. */
export const PUSH_TIMER = 'notification.push'

export interface NewNotification {
  partnerId: number
  /** For whom. */
  mid: number
  kind: NotificationKind
  /** Its sentence, and what it is about: no text of the matter goes along. */
  what: NotificationWhat
  subject: { kind: SubjectKind; id: string | number }
  /** Where it leads. */
  link: NotificationLink
  /** Who did it; nobody is told of their own doing. */
  from?: number | null
  pid?: number | null
  /** Names the event beside its subject: the same one leaves one entry, however often it is told. Without it each is one of its own. */
  once?: string
  at: Date
}

/**
 * Leaves an entry for a colleague with the business transaction: on the bell and in `/message/notify` of every device, with
 * sound, desktop alert and web push as the person chose. Works under the application's role (the institution has to be the
 * caller's own, and the person one of it) and under the system's. Answers whether it is a new one.
 */
export async function notify(tx: Tx, one: NewNotification): Promise<boolean> {
  const { partnerId, mid, kind, what, subject, link, from = null, pid = null, at } = one
  if (from === mid) return false
  const id = randomUUID()
  const key = `${what}:${subject.id}:${one.once ?? id}`
  // No conflict target: the application's role may not read what is there for somebody else.
  const made = await tx.run(sql`
    insert into notification (id, partner_id, mid, kind, what, subject_kind, subject_id, link, from_mid, about_pid, key, at)
    values (${id}, ${partnerId}, ${mid}, ${kind}, ${what}, ${subject.kind}, ${String(subject.id)}, ${json(link)}, ${from}::int, ${pid}::int,
      ${key}, ${at})
    on conflict do nothing`)
  if (!made) return false
  await tx.emit(noticeArrived, [audience.staff(mid)], { id, kind, what, link, at: at.toISOString() })
  await tx.run(sql`insert into timer (kind, key, due_at) select ${PUSH_TIMER}, ${id}, ${at}::timestamptz where app_has_push(${mid})
    on conflict do nothing`)
  return true
}
