import { randomUUID } from 'node:crypto'
import type { OutboxChannel } from '@teleward/contract/outbox/rules.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { postponedUntil } from './quiet.ts'

export const SEND_TIMER = 'outbox.send'

export interface OutboxTexts {
  /** Of an e-mail. */
  subject?: string
  /** Whole, in the language of whoever gets it, the link included. */
  text: string
  /** The link by itself, for the button of the development outbox. */
  link?: string
}
export interface OutgoingMessage {
  /** Named beforehand by what the message carries; by itself unless told. */
  id?: string
  partnerId: number
  /** The unit it is about: only its people see it. Without it the institution's own. */
  unitId?: number | null
  channel: OutboxChannel
  to: string
  /** `code` and `link` are secret: shown to nobody outside development, and gone once they cannot be sent any more. */
  kind: string
  texts: OutboxTexts
  /** Names the act that writes it: the same act writes one message, however often it is tried. */
  key: string
  /** Not sent later than this. */
  notAfter?: Date | null
  /** To a patient, neither urgent nor just asked for: the institution's quiet hours hold it back. */
  waits?: boolean
  /** What shows it when it failed: an appointment, a code, a notice. */
  origin?: { kind: string; id: string | number } | null
  /** The current time, by the clock of the caller. */
  at: Date
}

const isSecret = (kind: string) => kind === 'code' || kind === 'link'

/**
 * Leaves a message with the business transaction: it is sent if that commits and only then, by one worker of whichever
 * process. Works under the application's role and the system's; the institution has to be the caller's own. Answers until
 * when quiet hours hold it back.
 */
export async function queueMessage(tx: Tx, message: OutgoingMessage): Promise<Date | null> {
  const { texts, origin, at, waits = false, notAfter = null, id = randomUUID() } = message
  const postponed = await postponedUntil(tx, { partnerId: message.partnerId, waits, notAfter }, at)
  const due = postponed ?? at
  // No conflict target: the application's role may not read what is there.
  const written = await tx.run(sql`
    insert into outbox_message (id, partner_id, for_unit, channel, recipient, kind, origin_kind, origin_id, secret, subject, body, link,
      dedupe, next_at, not_after, waits, created_at, updated_at)
    values (${id}, ${message.partnerId}, ${message.unitId ?? null}, ${message.channel}, ${message.to}, ${message.kind},
      ${origin?.kind ?? null}, ${origin ? String(origin.id) : null}, ${isSecret(message.kind)}, ${texts.subject ?? null}, ${texts.text},
      ${texts.link ?? null}, ${message.key}, ${due}, ${notAfter}, ${waits}, ${at}, ${at})
    on conflict do nothing`)
  if (!written) return postponed
  // The alarm is what makes one worker send it; one that was set and died with its process rings again.
  await tx.run(sql`insert into timer (kind, key, due_at) values (${SEND_TIMER}, ${id}, ${due}) on conflict do nothing`)
  return postponed
}
