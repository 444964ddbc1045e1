import type { EndpointParsed, EndpointReply } from '@teleward/contract/core/endpoint.ts'
import { addDays, startOfDay } from '@teleward/contract/core/zone.ts'
import type { getOutboxMessages, getOutboxOverview, putOutboxMessage } from '@teleward/contract/outbox/endpoints.ts'
import {
  canOutbox,
  maskRecipient,
  type OutboxChannel,
  outboxChannels,
  type OutboxState,
} from '@teleward/contract/outbox/rules.ts'
import { type OutboxMessage, providerKinds } from '@teleward/contract/outbox/schema.ts'
import { founds } from '../admin/scope.ts'
import type { AiProvider } from '../ai/provider.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Compilable, inOrder, sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import type { Providers } from './provider.ts'
import { SEND_TIMER } from './queue.ts'
import { locked, step } from './steps.ts'

export interface MessagesDeps extends Pick<Deps, 'db' | 'clock' | 'timers'> {
  providers: Providers
  ai: AiProvider | undefined
  development: boolean
}
type Read = <T>(query: Compilable<T>) => Promise<T[]>
interface Row {
  id: string
  version: number
  channel: OutboxChannel
  recipient: string
  kind: string
  origin_kind: string | null
  origin_id: string | null
  secret: boolean
  state: OutboxState
  tries: number
  next_at: Date | null
  not_after: Date | null
  reason: string | null
  created_at: Date
  sent_at: Date | null
  /** Of another institution, which has nobody yet to read it. */
  institution: { id: number; name: string; nameEn: string | null } | null
}
const columns = (who: StaffActor) =>
  sql`${own}, case when m.partner_id <> ${who.partnerId} then (select json_build_object('id', p.id, 'name', p.name, 'nameEn', p.name_en)
    from partner p where p.id = m.partner_id) end as institution`
const own =
  sql.raw(`m.id, m.version, m.channel, m.recipient, m.kind, m.origin_kind, m.origin_id, m.secret, m.state, m.tries, m.next_at,
  m.not_after, m.reason, m.created_at, m.sent_at`)
/**
 * Of the institution, or of the account's units. Whoever founds institutions reaches what one of them says of its accounts,
 * and nothing of its patients, as long as nobody administers it: the code of its first administrator lies there.
 */
const reach = (who: StaffActor) => {
  const here = sql`m.partner_id = ${who.partnerId} and (m.for_unit is null or m.for_unit = any (${[...who.unitIds]}::int[]))`
  return founds(who)
    ? sql`((${here}) or (m.for_unit is null and m.partner_id = any ((select unadministered_institutions())::int[])))`
    : here
}
/** Institutions other than the caller's own whose messages the rows are. */
export const othersOf = (rows: readonly OutboxMessage[]): number[] => [
  ...new Set(rows.flatMap(({ institution }) => institution?.id ?? [])),
]

const standing = sql`(m.state = 'failed') desc, m.created_at desc, m.id`
const orders = {
  channel: sql`m.channel`,
  state: sql`array_position(array['failed', 'retrying', 'sending', 'queued', 'sent', 'delivered', 'cancelled'], m.state)`,
  tries: sql`m.tries`,
  at: sql`m.created_at`,
}

export async function outboxMessages(
  deps: MessagesDeps,
  read: Read,
  who: StaffActor,
  q: EndpointParsed<typeof getOutboxMessages>['query'],
): Promise<EndpointReply<typeof getOutboxMessages>> {
  const from = q.from ? startOfDay(q.from, who.timeZone) : null
  const to = q.to ? startOfDay(addDays(q.to, 1), who.timeZone) : null
  const where = sql`${reach(who)}
    and (${q.channel ?? null}::text is null or m.channel = ${q.channel ?? null}::text)
    and (${q.state ?? null}::text is null or m.state = ${q.state ?? null}::text)
    and (${q.kind ?? null}::text is null or m.kind = ${q.kind ?? null}::text)
    and (${q.origin ?? null}::text is null or m.origin_kind || ':' || m.origin_id = ${q.origin ?? null}::text or m.origin_kind = ${q.origin ?? null}::text)
    and (${from}::timestamptz is null or m.created_at >= ${from}::timestamptz)
    and (${to}::timestamptz is null or m.created_at < ${to}::timestamptz)
    and (${!q.again}::boolean or (m.state = 'failed' and (m.not_after is null or m.not_after > ${deps.clock.now()}::timestamptz)))`
  const [rows, [count]] = await Promise.all([
    read(sql<Row>`select ${columns(who)} from outbox_message m where ${where}
      order by ${inOrder(q.sort, orders, sql`m.created_at desc, m.id`, standing)} limit ${q.pageSize} offset ${(q.page - 1) * q.pageSize}`),
    read(sql<{ n: number }>`select count(*)::int as n from outbox_message m where ${where}`),
  ])
  return { data: await shown(deps, who, rows), page: q.page, pageSize: q.pageSize, total: count?.n ?? 0 }
}

/** How many did not go out and are not tried any more: the length of the list of these. */
export async function failedMessages(read: Read, who: StaffActor): Promise<number> {
  const [row] = await read(
    sql<{ n: number }>`select count(*)::int as n from outbox_message m where ${reach(who)} and m.state = 'failed'`,
  )
  return row?.n ?? 0
}

/** In development with the text, which the application's role cannot read: of the rows it was shown, and no others. */
async function shown({ db, clock, development }: MessagesDeps, who: StaffActor, rows: Row[]) {
  const ids = rows.map(({ id }) => id)
  const texts = development
    ? await db.system.read(sql<{ id: string; body: string | null; link: string | null }>`
        select m.id, m.body, m.link from outbox_message m where m.id = any (${ids}::uuid[]) and ${reach(who)}`)
    : []
  const admin = who.doctortype === 'admin'
  const now = clock.now()
  return rows.map((row) => {
    const text = texts.find(({ id }) => id === row.id)
    const over = row.not_after !== null && row.not_after <= now
    return {
      id: row.id,
      version: row.version,
      institution: row.institution,
      channel: row.channel,
      to: maskRecipient(row.channel, row.recipient),
      kind: row.kind,
      origin: row.origin_kind && row.origin_id ? { kind: row.origin_kind, id: row.origin_id } : null,
      state: row.state,
      tries: row.tries,
      nextAt: row.next_at?.toISOString() ?? null,
      notAfter: row.not_after?.toISOString() ?? null,
      reason: row.reason,
      createdAt: row.created_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? null,
      text: text?.body ?? null,
      link: text?.link ?? null,
      again: admin && !over && canOutbox('again', row.state) === true,
      cancel: admin && canOutbox('cancel', row.state) === true,
    }
  })
}

export async function outboxOverview(
  { providers, ai, development, clock }: MessagesDeps,
  read: Read,
  who: StaffActor,
): Promise<EndpointReply<typeof getOutboxOverview>> {
  const since = new Date(clock.now().getTime() - 24 * 3_600_000)
  const totals = await read(sql<{
    channel: OutboxChannel
    hour: string
    sent: number
    failed: number
    waiting: number
  }>`
    select m.channel, to_char(date_trunc('hour', m.created_at at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as hour,
      count(*) filter (where m.state in ('sent', 'delivered'))::int as sent, count(*) filter (where m.state = 'failed')::int as failed,
      count(*) filter (where m.state in ('queued', 'sending', 'retrying'))::int as waiting
    from outbox_message m where ${reach(who)} and m.created_at > ${since} group by 1, 2 order by 2 desc, 1`)
  const kinds = providerKinds.map((kind) => ({ kind, name: (kind === 'ai' ? ai : providers[kind])?.name ?? null }))
  return { development, channels: outboxChannels.filter((channel) => providers[channel]), providers: kinds, totals }
}

/** Again, or not at all. Support staff look on; an administrator acts. */
export async function actOnMessage(
  deps: MessagesDeps,
  read: Read,
  who: StaffActor,
  id: string,
  body: EndpointParsed<typeof putOutboxMessage>['body'],
): Promise<EndpointReply<typeof putOutboxMessage>> {
  if (who.doctortype !== 'admin') throw new AppError('FORBIDDEN')
  const one = () => read(sql<Row>`select ${columns(who)} from outbox_message m where m.id = ${id} and ${reach(who)}`)
  const [known] = await one()
  if (!known) throw new AppError('NOT_FOUND')
  const { db, clock, timers, providers } = deps
  const stale = await db.system.tx(async (tx) => {
    const message = await tx.one(locked(id))
    if (message.version !== body.version) return true
    const at = clock.now()
    if (body.action === 'cancel') {
      await step(tx, message, { action: 'cancel', at, mid: who.mid, wipe: message.secret && !deps.development })
      return false
    }
    if (!providers[message.channel]) throw new AppError('PROVIDER_MISSING')
    const over = message.not_after !== null && message.not_after <= at
    // What is over is not sent late, and what was wiped not at all.
    if (over || message.body === null) throw new AppError('OUTBOX_ILLEGAL_STEP')
    await step(tx, message, { action: 'again', at, mid: who.mid, tries: 0, nextAt: at })
    await timers.set(tx, SEND_TIMER, id, at)
    return false
  })
  const [message] = await shown(deps, who, await one())
  if (!message) throw new AppError('NOT_FOUND')
  if (stale) throw new AppError('VERSION_STALE', { data: message })
  return message
}
