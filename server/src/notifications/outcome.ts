import { audience } from '@teleward/contract/core/event.ts'
import { noticeChanged } from '@teleward/contract/notices/events.ts'
import type { OutboxState } from '@teleward/contract/outbox/rules.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { notify } from './notify.ts'

const STATES: Readonly<Record<OutboxState, 'sending' | 'sent' | 'failed'>> = {
  queued: 'sending',
  sending: 'sending',
  retrying: 'sending',
  sent: 'sent',
  delivered: 'sent',
  failed: 'failed',
  cancelled: 'failed',
}
interface Outcome {
  messageId: string
  state: OutboxState
  reason: string | null
  at: Date
}
/** A message that carries a notice to a patient has taken a step: so stands the recipient, with the provider's reason. */
export async function noticeStep(tx: Tx, { messageId, state, reason, at }: Outcome): Promise<void> {
  const next = STATES[state]
  const changed = await tx.maybe(sql<{ noticeId: string }>`
    update notice_recipient r set state = ${next}, reason = ${next === 'failed' ? (reason ?? 'SEND_FAILED') : null}::text,
      sent_at = case when ${next === 'sent'} then ${at}::timestamptz else r.sent_at end
    where r.message_id = ${messageId}::uuid and r.state not in (${next}, 'read') returning r.notice_id as "noticeId"`)
  if (!changed || next === 'sending') return
  if (next === 'failed') await tellAuthor(tx, changed.noticeId, at)
  await tellSenders(tx, changed.noticeId, at)
}

/** Once for a sending, whatever number it did not reach: the list says whom and why. */
export async function tellAuthor(tx: Tx, id: string, at: Date): Promise<void> {
  const notice = await tx.one(sql<{ partnerId: number; author: number; takenAt: Date }>`
    select n.partner_id as "partnerId", n.author_mid as author, n.taken_at as "takenAt" from notice n where n.id = ${id}::uuid`)
  await notify(tx, {
    partnerId: notice.partnerId,
    mid: notice.author,
    kind: 'noti',
    what: 'notice.failed',
    subject: { kind: 'notice', id },
    link: { screen: 'schedule', search: { open: id } },
    once: notice.takenAt.toISOString(),
    at,
  })
}

export async function tellSenders(tx: Tx, id: string, at: Date): Promise<void> {
  const { unit } = await tx.one(sql<{ unit: number }>`select at_unit as unit from notice where id = ${id}::uuid`)
  await tellUnit(tx, unit, id, at)
}
/** To those of the unit that sends it. */
export const tellUnit = (tx: Tx, unit: number, id: string, at: Date) =>
  tx.emit(noticeChanged, [audience.unit(unit)], { id, at: at.toISOString() })

/** Its push service knows it no more: the browser was uninstalled, or took its leave back. */
export const browserGone = (tx: Tx, recipient: string) =>
  tx.run(sql`delete from push_subscription where endpoint = ${recipient}::jsonb ->> 'endpoint'`)
