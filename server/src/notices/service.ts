import { randomUUID } from 'node:crypto'
import { addDays, startOfDay } from '@teleward/contract/core/zone.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { audience as rooms } from '@teleward/contract/core/event.ts'
import { noticeChanged } from '@teleward/contract/notices/events.ts'
import { AHEAD_DAYS, type NoticeAction, noticeRefusal, RECIPIENTS_MAX } from '@teleward/contract/notices/rules.ts'
import type { noticeBody, noticeChange, NoticeDetail, noticeQuery } from '@teleward/contract/notices/schema.ts'
import type { z } from 'zod'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Timers } from '../platform/timers/index.ts'
import { type Recipients, recipientsOf } from './recipients.ts'
import * as repo from './repo.ts'

/** A notice is due. */
export const DUE = 'notice.send'

export interface Sender {
  tx: Tx
  timers: Pick<Timers, 'set' | 'clear'>
  who: StaffActor
  now: Date
}

export async function notices(read: Read, who: StaffActor, query: z.output<typeof noticeQuery>) {
  const from = query.from ? startOfDay(query.from, who.timeZone) : null
  const to = query.to ? startOfDay(addDays(query.to, 1), who.timeZone) : null
  const rows = await read(repo.list(who, query, { from, to }))
  const data = rows.flatMap(({ row }) => (row ? [row] : []))
  return { data, page: query.page, pageSize: query.pageSize, total: rows[0]?.total ?? 0 }
}

/** NOT_FOUND: neither a sender's nor come to the caller. */
export async function noticeOf(read: Read, who: StaffActor, id: string): Promise<NoticeDetail> {
  const [found] = await read(repo.byId(who, id))
  if (!found) throw new AppError('NOT_FOUND')
  return found.row
}

interface Wish {
  content: string
  sendAt: Date
  recipients: Recipients
}
/** All that is missing at once, each by its field; NOT_FOUND of the recipients where somebody who is chosen by name is not the caller's to reach. */
async function checked({ tx, who, now }: Sender, body: z.output<typeof noticeBody>): Promise<Wish> {
  const content = body.content?.trim() ?? ''
  const sendAt = body.sendAt === undefined ? null : new Date(body.sendAt)
  const recipients = await recipientsOf(tx.many, who, body.audience, body.channels, now)
  requireNamed(body, recipients)
  const count = recipients.staff.length + recipients.patients.length
  const wrong: { path: string; code: ErrorCode }[] = []
  if (count === 0) wrong.push({ path: 'audience', code: 'RECIPIENT_REQUIRED' })
  else if (count > RECIPIENTS_MAX) wrong.push({ path: 'audience', code: 'VALUE_INVALID' })
  if (content === '') wrong.push({ path: 'content', code: 'CONTENT_REQUIRED' })
  if (sendAt === null || sendAt <= now) wrong.push({ path: 'sendAt', code: 'SEND_TIME_PAST' })
  else if (sendAt.getTime() > now.getTime() + AHEAD_DAYS * 86_400_000)
    wrong.push({ path: 'sendAt', code: 'VALUE_INVALID' })
  if (recipients.patients.length && !body.channels.length) wrong.push({ path: 'channels', code: 'VALUE_INVALID' })
  if (wrong[0] || sendAt === null) throw new AppError(wrong[0]?.code ?? 'SEND_TIME_PAST', { fields: wrong })
  return { content, sendAt, recipients }
}
/** Who is named is there, or it is said: a list that became empty is another thing. */
function requireNamed({ audience }: z.output<typeof noticeBody>, { staff, patients }: Recipients): void {
  const mids = new Set(staff.map(({ mid }) => mid))
  const pids = new Set(patients.map(({ pid }) => pid))
  // Beyond the limit not all of them are known.
  if (mids.size > RECIPIENTS_MAX || pids.size > RECIPIENTS_MAX) return
  const missing = audience.some(
    (choice) =>
      (choice.kind === 'staff' && choice.mids.some((mid) => !mids.has(mid))) ||
      (choice.kind === 'patients' && choice.pids.some((pid) => !pids.has(pid))),
  )
  if (missing) throw new AppError('NOT_FOUND', { fields: [{ path: 'audience', code: 'NOT_FOUND' }] })
}

const writeRecipients = ({ tx, who }: Sender, id: string, { staff, patients }: Recipients) =>
  tx.run(sql`
    insert into notice_recipient (notice_id, partner_id, mid, to_pid, of_unit, channel)
    select ${id}::uuid, ${who.partnerId}, x.mid, x.pid, x.unit_id, x.channel from (
      select s.mid, null::int as pid, null::int as unit_id, 'portal' as channel from unnest(${staff.map(({ mid }) => mid)}::int[]) s(mid)
      union all
      select null, p.pid, p.unit_id, p.channel from unnest(${patients.map(({ pid }) => pid)}::int[],
        ${patients.map(({ unitId }) => unitId)}::int[], ${patients.map(({ channel }) => channel)}::text[]) p(pid, unit_id, channel)) x`)

const tell = async ({ tx, now }: Sender, id: string) => {
  const { unit } = await tx.one(sql<{ unit: number }>`select at_unit as unit from notice where id = ${id}::uuid`)
  await tx.emit(noticeChanged, [rooms.unit(unit)], { id, at: now.toISOString() })
}

/** RECIPIENT_REQUIRED, CONTENT_REQUIRED, SEND_TIME_PAST at once by their fields; the alarm goes with the transaction. */
export async function write(sender: Sender, body: z.output<typeof noticeBody>): Promise<NoticeDetail> {
  const { tx, timers, who, now } = sender
  const { content, sendAt, recipients } = await checked(sender, body)
  const [unitId] = who.unitIds
  if (unitId === undefined) throw new AppError('FORBIDDEN')
  const id = randomUUID()
  await tx.run(sql`
    insert into notice (id, partner_id, at_unit, author_mid, content, audience, channels, send_at, created_at, updated_at)
    values (${id}::uuid, ${who.partnerId}, ${unitId}, ${who.mid}, ${content}, ${json(body.audience)}, ${body.channels}::text[], ${sendAt}, ${now}, ${now})`)
  await writeRecipients(sender, id, recipients)
  await timers.set(tx, DUE, id, sendAt)
  await tell(sender, id)
  return noticeOf(tx.many, who, id)
}

/** Under the row's lock: the sender takes it, or somebody changes it, and whoever is second is told. */
async function held({ tx, who }: Sender, id: string, action: NoticeAction, version?: number): Promise<NoticeDetail> {
  const row = await tx.maybe(repo.locked(who, id))
  if (!row) throw new AppError('NOT_FOUND')
  const now = await noticeOf(tx.many, who, id)
  const refused = noticeRefusal(action, now.state)
  if (refused) throw new AppError(refused, { data: { state: now.state } })
  if (version !== undefined && row.version !== version) throw new AppError('VERSION_STALE', { data: now })
  return now
}

export async function change(sender: Sender, id: string, { version, ...body }: z.output<typeof noticeChange>) {
  const { tx, timers, who, now } = sender
  await held(sender, id, 'edit', version)
  const { content, sendAt, recipients } = await checked(sender, body)
  await tx.run(sql`delete from notice_recipient where notice_id = ${id}::uuid`)
  await tx.run(sql`update notice set content = ${content}, audience = ${json(body.audience)}, channels = ${body.channels}::text[],
    send_at = ${sendAt}, version = version + 1, updated_at = ${now} where id = ${id}::uuid`)
  await writeRecipients(sender, id, recipients)
  await timers.set(tx, DUE, id, sendAt)
  await tell(sender, id)
  return noticeOf(tx.many, who, id)
}

export async function cancel(sender: Sender, id: string): Promise<NoticeDetail> {
  const { tx, timers, who, now } = sender
  await held(sender, id, 'cancel')
  await tx.run(
    sql`update notice set state = 'cancelled', version = version + 1, updated_at = ${now} where id = ${id}::uuid`,
  )
  await timers.clear(tx, DUE, id)
  await tell(sender, id)
  return noticeOf(tx.many, who, id)
}

/** That the caller may, and that there is something to try again; the sending itself is the system's. */
export const requireRetry = (sender: Sender, id: string, version: number) => held(sender, id, 'retry', version)
