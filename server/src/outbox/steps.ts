import { outboxChanged } from '@teleward/contract/outbox/events.ts'
import { canOutbox, type OutboxAction, outboxTransitions, type OutboxState } from '@teleward/contract/outbox/rules.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { OPERATOR } from '../admin/scope.ts'
import { browserGone, noticeStep } from '../notifications/outcome.ts'
import { tellSending } from '../visit-links/links.ts'
import { type Compilable, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

export interface Message {
  id: string
  partner_id: number
  for_unit: number | null
  channel: 'sms' | 'line' | 'wechat' | 'email' | 'push' | 'webhook'
  recipient: string
  kind: string
  secret: boolean
  subject: string | null
  body: string | null
  link: string | null
  state: OutboxState
  tries: number
  not_after: Date | null
  waits: boolean
  sending_since: Date | null
  version: number
}
const columns = sql.raw(
  'id, partner_id, for_unit, channel, recipient, kind, secret, subject, body, link, state, tries, not_after, waits, sending_since, version',
)
/** A message under its lock. */
export const locked = (id: string): Compilable<Message> =>
  sql<Message>`select ${columns} from outbox_message where id = ${id} for update`

export interface Step {
  action: OutboxAction
  at: Date
  mid?: number
  reason?: string | null
  tries?: number
  nextAt?: Date | null
  providerId?: string | null
  provider?: string | null
  /** The text is not needed any more, and nobody's to read. */
  wipe?: boolean
}

/** One step of the machine, with its line in the message's history; tells those who read the outbox. */
export async function step(tx: Tx, message: Message, given: Step): Promise<Message> {
  if (canOutbox(given.action, message.state) !== true) throw new AppError('OUTBOX_ILLEGAL_STEP')
  const to = outboxTransitions[given.action].to
  const { at } = given
  const kept = given.wipe ? sql`null` : undefined
  const next = await tx.one(sql<Message>`
    update outbox_message set state = ${to}, version = version + 1, updated_at = ${at},
      tries = ${given.tries ?? message.tries}, next_at = ${given.nextAt ?? null}, reason = ${given.reason ?? null},
      sending_since = ${to === 'sending' ? at : null},
      sent_at = case when ${to === 'sent'} then ${at}::timestamptz else sent_at end,
      provider = coalesce(${given.provider ?? null}, provider), provider_id = coalesce(${given.providerId ?? null}, provider_id),
      body = ${kept ?? sql`body`}, link = ${kept ?? sql`link`}, subject = ${kept ?? sql`subject`}
    where id = ${message.id} returning ${columns}`)
  await tx.run(sql`insert into outbox_event (message_id, from_state, to_state, mid, reason, at)
    values (${message.id}, ${message.state}, ${to}, ${given.mid ?? null}, ${given.reason ?? null}, ${at})`)
  if (message.kind === 'link') await tellSending(tx, message.id, at)
  // A notice with the link to where it is read is secret as a link.
  if (message.kind === 'notice' || message.kind === 'link')
    await noticeStep(tx, { messageId: message.id, state: to, reason: given.reason ?? null, at })
  if (message.channel === 'push' && given.reason === 'NO_CHANNEL') await browserGone(tx, message.recipient)
  const readers = await tx.many(readersOf(message))
  if (readers.length)
    await tx.emit(
      outboxChanged,
      readers.map(({ mid }) => audience.staff(mid)),
      { id: message.id, version: next.version, at: at.toISOString() },
    )
  return next
}

/** Whom the list shows it: the operator's as long as nobody administers the institution (`messages.ts`). */
const readersOf = ({ partner_id, for_unit }: Message) => sql<{ mid: number }>`
  select sp.mid from staff_partner sp where sp.partner_id = ${partner_id} and sp.status = 'active' and sp.review = 'onBoard'
    and (sp.doctortype in ('admin', 'customer_service') or 'outbox.read' = any (sp.privileges))
    and (${for_unit}::int is null or exists (select 1 from staff_unit su where su.mid = sp.mid and su.unit_id = ${for_unit}::int))
  union select op.mid from staff_partner op where op.partner_id = ${OPERATOR} and op.status = 'active' and op.review = 'onBoard'
    and op.doctortype = 'admin' and ${for_unit}::int is null and not institution_administered(${partner_id})`
