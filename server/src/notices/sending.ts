import { randomUUID } from 'node:crypto'
import { type NoticeChannel, withName } from '@teleward/contract/notices/rules.ts'
import type { PatientWay } from '@teleward/contract/notices/schema.ts'
import { notify } from '../notifications/service.ts'
import { tellAuthor, tellUnit } from '../notifications/outcome.ts'
import { queueMessage } from '../outbox/queue.ts'
import { locked as messageLocked, step } from '../outbox/steps.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { addressBy, channelOf } from './recipients.ts'
import { inConversation, type Sending } from './to-patient.ts'
import { DUE } from './service.ts'

/** So soon it is taken again after the death of the process that had it: well within the five seconds of its hour. */
export const LEASE_MS = 2000

interface Taken {
  id: string
  partnerId: number
  /** The author's. */
  unitId: number
  author: number
  authorName: string
  content: string
  channels: NoticeChannel[]
  institution: string
}
interface Waiting {
  id: number
  mid: number | null
  pid: number | null
  name: string
  /** Of the institution still, and on board; or an active member still. */
  reachable: boolean
  channel: PatientWay | null
  to: string | null
  /** Whose member the patient is. */
  ofUnit: number | null
  language: string | null
  conversation: number | null
  tries: number
  messageId: string | null
}

export function runNotices({
  db,
  clock,
  timers,
  linkAddress,
}: Pick<Deps, 'db' | 'clock' | 'timers'> & Pick<Sending, 'linkAddress'>): void {
  timers.on(
    DUE,
    async ({ key }) => {
      const early = await db.system.tx((tx) => sendDue(tx, key, { now: clock.now(), linkAddress }))
      // The hour was moved, or the clock was set back: it waits on.
      if (early) await db.system.tx((tx) => timers.set(tx, DUE, key, early))
    },
    { lease: LEASE_MS },
  )
}

/**
 * Taken and handed over in one transaction, under the row's lock: whichever process comes, whatever dies in between, it is
 * sent once. Answers until when it waits, if its hour has not come.
 */
export async function sendDue(tx: Tx, id: string, sending: Sending): Promise<Date | null> {
  const { now } = sending
  const notice = await taken(tx, sql`n.id = ${id}::uuid and n.state = 'waiting' and n.send_at <= ${now}`, now, true)
  if (notice) {
    await handOver(tx, notice, sending)
    return null
  }
  const later = await tx.maybe(
    sql<{ sendAt: Date }>`select n.send_at as "sendAt" from notice n where n.id = ${id}::uuid and n.state = 'waiting'`,
  )
  return later?.sendAt ?? null
}

/** Under its lock from here on. */
const taken = (tx: Tx, which: ReturnType<typeof sql>, now: Date, first: boolean) =>
  tx.maybe(sql<Taken>`
    update notice n set taken_at = ${now} ${first ? sql`, state = 'sending', version = n.version + 1, updated_at = ${now}` : sql``}
    from partner p, staff s where p.id = n.partner_id and s.mid = n.author_mid and ${which}
    returning n.id, n.partner_id as "partnerId", n.at_unit as "unitId", n.author_mid as author, s.name as "authorName", n.content, n.channels,
      p.name as institution`)

/** To each who waits: an entry of the bell for colleagues, a message of the outbox for patients. */
async function handOver(tx: Tx, notice: Taken, sending: Sending): Promise<void> {
  const { now } = sending
  const { id } = notice
  const waiting = await tx.many(sql<Waiting>`
    select r.id, r.mid, r.to_pid as pid, coalesce(s.name, m.name) as name, r.tries, r.message_id as "messageId",
      case when r.mid is not null then coalesce(s.status = 'active' and sp.status = 'active' and sp.review = 'onBoard', false)
        else exists (select 1 from member_unit mu where mu.pid = r.to_pid and mu.unit_id = r.of_unit and mu.status = 'active') end as reachable,
      w.channel, ${addressBy(sql`w.channel`, sql`r.partner_id`)} as "to", r.of_unit as "ofUnit", m.language, r.conversation_id as conversation
    from notice_recipient r left join staff s on s.mid = r.mid left join staff_partner sp on sp.mid = r.mid and sp.partner_id = r.partner_id
      left join member m on m.pid = r.to_pid left join lateral (select ${channelOf(notice.channels, { partner: sql`r.partner_id`, unit: sql`r.of_unit`, now })} as channel) w on r.to_pid is not null
    where r.notice_id = ${id}::uuid and r.state = 'waiting' order by r.id`)
  let failed = false
  for (const one of waiting) if (!(await deliver(tx, notice, one, sending))) failed = true
  await tx.run(sql`update notice set state = 'sent', version = version + 1, updated_at = ${now} where id = ${id}::uuid`)
  if (failed) await tellAuthor(tx, id, now)
  await tellUnit(tx, notice.unitId, id, now)
}

async function deliver(tx: Tx, notice: Taken, one: Waiting, sending: Sending): Promise<boolean> {
  const { now } = sending
  const fail = async (reason: string) => {
    await tx.run(
      sql`update notice_recipient set state = 'failed', reason = ${reason}, tries = tries + 1 where id = ${one.id}`,
    )
    return false
  }
  if (one.mid !== null) {
    if (!one.reachable) return fail('ACCOUNT_CLOSED')
    await tx.run(
      sql`update notice_recipient set state = 'sent', reason = null, tries = tries + 1, sent_at = ${now} where id = ${one.id}`,
    )
    await notify(tx, {
      partnerId: notice.partnerId,
      mid: one.mid,
      kind: 'schedule',
      what: 'notice.arrived',
      subject: { kind: 'notice', id: notice.id },
      link: { screen: 'schedule', search: { open: notice.id } },
      // Who wrote to a group they are in gets it as the others do.
      from: one.mid === notice.author ? null : notice.author,
      once: 'sent',
      at: now,
    })
    return true
  }
  if (!one.reachable) return fail('MEMBER_DISABLED')
  if (one.pid === null || one.ofUnit === null || one.channel === null) return fail('NO_CHANNEL')
  const text = withName(notice.content, one.name)
  const place = {
    partnerId: notice.partnerId,
    unitId: one.ofUnit,
    pid: one.pid,
    author: { mid: notice.author, name: notice.authorName },
    language: one.language,
  }
  const { stands, link } = await inConversation(tx, { ...place, said: one.conversation !== null, text }, sending)
  const there = stands ? sql`, conversation_id = ${stands.id}, chat_seq = ${stands.seq}` : sql``
  if (one.channel === 'portal' || one.to === null) {
    await tx.run(sql`update notice_recipient set state = 'sent', reason = null, channel = 'portal', message_id = null, tries = tries + 1,
      sent_at = ${now} ${there} where id = ${one.id}`)
    return true
  }
  const messageId = randomUUID()
  await tx.run(sql`update notice_recipient set state = 'sending', reason = null, channel = ${one.channel}, message_id = ${messageId}::uuid,
    tries = tries + 1 ${there} where id = ${one.id}`)
  const words = [
    one.channel === 'email' ? text : `【${notice.institution}】${text}`,
    ...(link ? [link.words] : []),
  ].join('\n')
  await queueMessage(tx, {
    id: messageId,
    partnerId: notice.partnerId,
    unitId: notice.unitId,
    channel: one.channel,
    to: one.to,
    kind: link ? 'link' : 'notice',
    texts: {
      ...(one.channel === 'email' ? { subject: notice.institution } : {}),
      text: words,
      ...(link ? { link: link.address } : {}),
    },
    key: `notice:${one.id}:${one.tries}`,
    origin: { kind: 'notice', id: notice.id },
    waits: true,
    at: now,
  })
  return true
}

/** To whom it failed, once more: what had been tried before is given up, so that nobody gets it twice. */
export async function sendAgain(tx: Tx, id: string, sending: Sending): Promise<void> {
  const { now } = sending
  const notice = await tx.maybe(
    sql<{ state: string }>`select n.state from notice n where n.id = ${id}::uuid for update`,
  )
  if (notice?.state !== 'sent') return
  const failed = await tx.many(sql<{ messageId: string | null }>`
    select r.message_id as "messageId" from notice_recipient r where r.notice_id = ${id}::uuid and r.state = 'failed' for update`)
  await tx.run(sql`update notice_recipient set state = 'waiting', reason = null, message_id = null
    where notice_id = ${id}::uuid and state = 'failed'`)
  for (const { messageId } of failed) {
    const message = messageId === null ? undefined : await tx.maybe(messageLocked(messageId))
    if (message?.state === 'failed') await step(tx, message, { action: 'cancel', at: now, reason: 'OVER' })
  }
  const again = await taken(tx, sql`n.id = ${id}::uuid`, now, false)
  if (again) await handOver(tx, again, sending)
}
