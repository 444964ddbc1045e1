import { addDays, startOfDay } from '@teleward/contract/core/zone.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { maskName } from '@teleward/contract/core/text.ts'
import { countsChanged } from '@teleward/contract/notifications/events.ts'
import { notificationKinds, staysUnread } from '@teleward/contract/notifications/rules.ts'
import type { Notification, notificationQuery, notificationsChange } from '@teleward/contract/notifications/schema.ts'
import { noticeChanged } from '@teleward/contract/notices/events.ts'
import type { z } from 'zod'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import * as repo from './repo.ts'

export { PUSH_TIMER, type NewNotification, notify } from './notify.ts'

export interface Unread {
  noti: number
  schedule: number
}
/** The numbers of the bar: by the very rows of the list. */
export async function unreadCounts(read: Read, who: repo.Who): Promise<Unread> {
  const [row] = await read(
    sql<Unread>`select ${repo.unreadOf(who)} as noti, ${repo.unreadOfKind(who, 'schedule')} as schedule`,
  )
  return row ?? { noti: 0, schedule: 0 }
}

const span = (who: StaffActor, { from, to }: { from?: string | undefined; to?: string | undefined }): repo.Span => ({
  from: from ? startOfDay(from, who.timeZone) : null,
  to: to ? startOfDay(addDays(to, 1), who.timeZone) : null,
})
const shown = (row: repo.Row): Notification => ({
  ...row,
  patient: row.patient === null ? null : maskName(row.patient),
})

export async function notifications(read: Read, who: StaffActor, query: z.output<typeof notificationQuery>) {
  const { page, pageSize } = query
  const rows = await read(repo.list(who, { ...query, ...span(who, query) }))
  const data = rows.flatMap(({ row }) => (row ? [shown(row)] : []))
  return { data, page, pageSize, total: rows[0]?.total ?? 0 }
}

const tell = (tx: Tx, who: StaffActor, now: Date) =>
  tx.emit(countsChanged, [audience.staff(who.mid)], { at: now.toISOString() })

/** NOT_FOUND: nobody's but one's own. */
export async function setRead(tx: Tx, who: StaffActor, now: Date, id: string, read: boolean): Promise<Notification> {
  const changed = await tx.many(sql<{ id: string }>`
    update notification n set read_at = ${read ? now : null}::timestamptz where n.id = ${id}::uuid and ${repo.mine(who)}
      and (n.read_at is null) = ${read} returning n.id`)
  const [found] = await tx.many(repo.byId(who, id))
  if (!found) throw new AppError('NOT_FOUND')
  if (changed.length) {
    if (read) await noticesRead(tx, who, now, [id])
    await tell(tx, who, now)
  }
  return shown(found.row)
}

const kept = notificationKinds.filter(staysUnread)
/** All of a filter that came until a moment: what comes meanwhile has not been seen. Or the undo of it, of just these. */
export async function setAllRead(tx: Tx, who: StaffActor, now: Date, wish: z.output<typeof notificationsChange>) {
  if (!wish.read) {
    const ids = await tx.many(sql<{ id: string }>`update notification n set read_at = null
      where n.id = any (${wish.ids}::uuid[]) and ${repo.mine(who)} and n.read_at is not null returning n.id`)
    if (ids.length) await tell(tx, who, now)
    return { ids: ids.map(({ id }) => id), kept: 0 }
  }
  const filter = sql`${repo.mine(who)} and n.read_at is null and n.at <= ${wish.until}::timestamptz
    and ${repo.within({ kind: wish.kind, ...span(who, wish) })}`
  const [row] = await tx.many(
    sql<{ n: number }>`select count(*)::int as n from notification n where ${filter} and n.kind = any (${kept})`,
  )
  const ids = (
    await tx.many(sql<{ id: string }>`update notification n set read_at = ${now}
      where ${filter} and not n.kind = any (${kept}) returning n.id`)
  ).map(({ id }) => id)
  if (ids.length) {
    await noticesRead(tx, who, now, ids)
    await tell(tx, who, now)
  }
  return { ids, kept: row?.n ?? 0 }
}

/** Who reads the entry of a scheduled notice has read the notice: its senders see it. */
async function noticesRead(tx: Tx, who: StaffActor, now: Date, ids: readonly string[]): Promise<void> {
  const read = await tx.many(sql<{ id: string }>`
    update notice_recipient r set state = 'read', read_at = ${now} from notification n
    where n.id = any (${[...ids]}::uuid[]) and ${repo.mine(who)} and n.what = 'notice.arrived'
      and r.notice_id = n.subject_id::uuid and r.mid = n.mid and r.state = 'sent' returning r.notice_id as id`)
  for (const { id } of read) {
    const unit = await tx.maybe(sql<{ id: number }>`select at_unit as id from notice where id = ${id}::uuid`)
    if (unit) await tx.emit(noticeChanged, [audience.unit(unit.id)], { id, at: now.toISOString() })
  }
}

/** What a missed call asked for has been done: it stands no longer unread for whoever did it. */
export async function callAnswered(tx: Tx, mid: number, qid: number, now: Date): Promise<void> {
  const rows = await tx.many(sql<{ id: string }>`update notification n set read_at = ${now}
    where n.mid = ${mid} and n.kind = 'call' and n.subject_kind = 'call' and n.subject_id = ${String(qid)} and n.read_at is null returning n.id`)
  if (rows.length) await tx.emit(countsChanged, [audience.staff(mid)], { at: now.toISOString() })
}

/** The same between colleagues: whoever has called back, or was reached, has nothing left to do about the other's calls. */
export async function colleagueReached(tx: Tx, mid: number, other: number, now: Date): Promise<void> {
  const rows = await tx.many(sql<{ id: string }>`update notification n set read_at = ${now}
    where n.mid = ${mid} and n.kind = 'call' and n.what = 'call.missed' and n.from_mid = ${other} and n.read_at is null returning n.id`)
  if (rows.length) await tx.emit(countsChanged, [audience.staff(mid)], { at: now.toISOString() })
}
