import { canSeeRow } from '../access/visible.ts'
import { createHash } from 'node:crypto'
import { chatRead, chatRecalled } from '@teleward/contract/chat/events.ts'
import {
  type AttachmentKind,
  MESSAGES_A_MINUTE,
  recallRefusal,
  TEXT_MAX,
  textRefusal,
} from '@teleward/contract/chat/rules.ts'
import type { ChatHead, ChatPage, GroupContact, PatientContact, StaffContact } from '@teleward/contract/chat/schema.ts'
import { startOfDay } from '@teleward/contract/core/zone.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Runner, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Signer } from '../storage/tickets.ts'
import { type MessageRow, shown } from './attached.ts'
import type { Who } from './reach.ts'
import * as repo from './repo.ts'
import { linksOf, takingPart, tellSent } from './tell.ts'

type Read = Runner['many']
type Conversation = repo.Conversation

/** The conversation, for whoever takes part. CHAT_REMOVED: in that group no more. CHAT_NOT_ALLOWED: not theirs, or there is none. */
export async function requireConversation(read: Read, who: Who, id: number, lock = false): Promise<Conversation> {
  // Held first and asked for afterwards: whoever was put out of a group while they waited for it is not in it any more.
  if (lock) await read(repo.lockForUpdate(id))
  const [found] = await read(repo.byId(who, id))
  if (found) return found
  const [gone] = await read(repo.wasIn(who, id))
  throw new AppError(gone ? 'CHAT_REMOVED' : 'CHAT_NOT_ALLOWED')
}

/**
 * With a member of the caller's units, of the one that is asked for, opened where there is none yet. CHAT_NOT_ALLOWED: no
 * member of theirs.
 */
export async function withPatient(
  tx: Tx,
  who: Who,
  pid: number,
  now: Date,
  unit: number | null = null,
): Promise<Conversation> {
  if (who.rights['chat.patient'] !== 'y') throw new AppError('FORBIDDEN')
  const there = await tx.maybe(repo.ofMember(who, pid, unit))
  if (there) return there
  const place = await tx.maybe(sql<{ unitId: number }>`select mu.unit_id as "unitId" from member_unit mu
    where mu.pid = ${pid} and mu.partner_id = ${who.partnerId} and mu.status = 'active' and (${unit}::int is null or mu.unit_id = ${unit}::int)
      and ${canSeeRow('mu')} order by mu.unit_id limit 1`)
  if (!place) throw new AppError('CHAT_NOT_ALLOWED')
  await tx.run(sql`insert into chat_conversation (kind, partner_id, unit_id, pid, first_pid, created_by, created_at)
    values ('patient', ${who.partnerId}, ${place.unitId}, ${pid}, ${pid}, ${who.mid}, ${now}) on conflict do nothing`)
  return tx.one(repo.ofMember(who, pid, unit))
}

/** With a colleague of the institution; the two have one. */
export async function withColleague(tx: Tx, who: Who, mid: number, now: Date): Promise<Conversation> {
  const there = await tx.maybe(repo.ofPair(who, mid))
  if (there) return there
  if (!(await tx.maybe(repo.colleague(who, mid)))) throw new AppError('CHAT_NOT_ALLOWED')
  await tx.run(sql`insert into chat_conversation (kind, partner_id, low_mid, high_mid, created_by, created_at)
    values ('staff', ${who.partnerId}, ${Math.min(who.mid, mid)}, ${Math.max(who.mid, mid)}, ${who.mid}, ${now}) on conflict do nothing`)
  return tx.one(repo.ofPair(who, mid))
}

export async function head(read: Read, who: Who, conversation: Conversation): Promise<ChatHead> {
  const [contact] = await read(repo.oneContact(who, conversation))
  const row = contact?.row ?? null
  return {
    id: conversation.id,
    kind: conversation.kind,
    patient: conversation.kind === 'patient' ? (row as PatientContact | null) : null,
    colleague: conversation.kind === 'staff' ? (row as StaffContact | null) : null,
    group: conversation.kind === 'group' ? (row as GroupContact | null) : null,
    lastSeq: conversation.lastSeq,
    readSeq: conversation.readSeq,
  }
}

/**
 * What a key answers again for a day is kept for so long: the last words are not in it, for they may be taken back meanwhile.
 */
export const wordless = <C extends { last: unknown }>(contact: C | null): C | null =>
  contact && { ...contact, last: null }
export const keptHead = async (read: Read, who: Who, conversation: Conversation): Promise<ChatHead> => {
  const { patient, colleague, group, ...rest } = await head(read, who, conversation)
  return { ...rest, patient: wordless(patient), colleague: wordless(colleague), group: wordless(group) }
}

export interface Window {
  before?: number | undefined
  after?: number | undefined
  around?: number | undefined
  date?: string | undefined
  limit: number
}
/** Each by the index of the numbers, however long the conversation is. */
async function cut(
  read: Read,
  who: Who & Pick<StaffActor, 'timeZone'>,
  conversation: Conversation,
  window: Window,
): Promise<MessageRow[]> {
  const rows = async (from: number | undefined, to: number | undefined, newestFirst: boolean, limit: number) =>
    (await read(repo.messages(who, conversation.id, { from, to, newestFirst, limit }))).map(({ row }) => row)
  const { before, after, limit, date } = window
  if (before !== undefined) return rows(undefined, before - 1, true, limit)
  if (after !== undefined) return rows(after + 1, undefined, false, limit)
  let around = window.around
  if (date !== undefined) {
    const [first] = await read(repo.firstOfDay(conversation.id, startOfDay(date, who.timeZone)))
    around = first?.seq
    if (around !== undefined) return rows(around, undefined, false, limit)
  }
  if (around === undefined) return rows(undefined, undefined, true, limit)
  const half = Math.floor(limit / 2)
  return [...(await rows(undefined, around, true, half)), ...(await rows(around + 1, undefined, false, limit - half))]
}

export async function pageOf(
  read: Read,
  who: Who & Pick<StaffActor, 'timeZone'>,
  conversation: Conversation,
  window: Window,
  signer: Signer,
): Promise<ChatPage> {
  const messages = (await cut(read, who, conversation, window)).map((row) => shown(signer, row))
  const [first, last] = [messages.at(0)?.seq, messages.at(-1)?.seq]
  return {
    conversation: await head(read, who, conversation),
    messages,
    older: (first ?? 1) > 1,
    newer: (last ?? conversation.lastSeq) < conversation.lastSeq,
  }
}

interface MessageInput {
  id: number
  clientId: string
  textContent: string
  reply?: number | undefined
  attachment?: string | undefined
}
export function refuseText(text: string, attached: boolean): void {
  const refused = textRefusal(text, attached)
  if (refused)
    throw new AppError(refused, { data: { max: TEXT_MAX }, fields: [{ path: 'textContent', code: refused }] })
}

/**
 * The number is given under the conversation's lock: whoever sends meanwhile, from whichever process, waits for it. The
 * same client number answers the message that is there already.
 */
export async function send(tx: Tx, who: Who, now: Date, message: MessageInput): Promise<MessageRow> {
  refuseText(message.textContent, message.attachment !== undefined)
  const conversation = await requireConversation(tx.many, who, message.id, true)
  const twin = await tx.maybe(repo.byClientId(who, conversation.id, message.clientId))
  if (twin) return twin.row
  if (message.reply !== undefined && (message.reply < 1 || message.reply > conversation.lastSeq))
    throw new AppError('NOT_FOUND')
  await refuseFlood(tx, conversation.id, who.mid, now)
  await requireAttachment(tx, conversation.id, who.mid, message.attachment)
  const { seq, version } = await write(tx, conversation, { ...message, author: who.mid, now })
  await markReadUpTo(tx, conversation.id, who.mid, seq, now)
  const { row } = await tx.one(repo.byClientId(who, conversation.id, message.clientId))
  await tellSent(tx, conversation, { seq, version, from: row.from, type: row.attachment?.kind ?? 'text' }, now)
  return row
}

/** RATE_LIMITED. Under the conversation's lock, so that several at once are counted; pages wait and send it again. */
export async function refuseFlood(tx: Tx, conversation: number, mid: number | null, now: Date): Promise<void> {
  const said = await tx.one(sql<{ n: number }>`select count(*)::int as n from chat_message m
    where m.conversation_id = ${conversation} and m.sent_at > ${new Date(now.getTime() - 60_000)} and m.author_mid is not distinct from ${mid}::int`)
  if (said.n >= MESSAGES_A_MINUTE) throw new AppError('RATE_LIMITED', { headers: { 'retry-after': '60' } })
}

/** NOT_FOUND: none of one's own that has come whole, for this conversation. The table itself lets no other hang on a message. */
export async function requireAttachment(
  tx: Tx,
  conversation: number,
  mid: number | null,
  id: string | undefined,
): Promise<AttachmentKind | null> {
  if (id === undefined) return null
  const ready = await tx.maybe(sql<{ kind: AttachmentKind }>`select a.kind from chat_attachment a
    where a.id = ${id}::uuid and a.conversation_id = ${conversation} and a.author_mid is not distinct from ${mid}::int and a.state = 'ready'`)
  if (!ready) throw new AppError('NOT_FOUND')
  return ready.kind
}

/** Under the conversation's lock. An answer of the staff is one, whoever reads it next begins behind it. */
export async function write(
  tx: Tx,
  conversation: Pick<Conversation, 'id'>,
  message: Omit<MessageInput, 'id'> & { author: number | null; now: Date },
): Promise<{ seq: number; version: number }> {
  const { author, now } = message
  // Blanks beside a picture are no words.
  const words = message.attachment && message.textContent.trim() === '' ? '' : message.textContent
  const next = await tx.one(sql<{ seq: number; version: number }>`
    update chat_conversation c set last_seq = last_seq + 1, last_at = ${now},
      answered_seq = case when kind = 'patient' and ${author !== null} then last_seq + 1 else answered_seq end
    where c.id = ${conversation.id} returning last_seq as seq, version`)
  await tx.run(sql`insert into chat_message (conversation_id, seq, partner_id, author_mid, client_id, body, reply_seq, attachment_id, sent_at)
    values (${conversation.id}, ${next.seq}, 0, ${author}::int, ${message.clientId}::uuid, ${words}, ${message.reply ?? null}::int,
      ${message.attachment ?? null}::uuid, ${now})`)
  return next
}

/** How far somebody has read; never back. Answers whether it is further than before. */
export async function markReadUpTo(tx: Tx, id: number, mid: number | null, seq: number, now: Date): Promise<boolean> {
  const moved = await tx.maybe(sql<{ moved: boolean }>`
    with was as (select last_read_seq from chat_participant where conversation_id = ${id} and mid is not distinct from ${mid}::int)
    insert into chat_participant as p (conversation_id, mid, last_read_seq, seen_at) values (${id}, ${mid}::int, ${seq}, ${now})
    on conflict (conversation_id, coalesce(mid, 0)) do update
      set last_read_seq = greatest(p.last_read_seq, excluded.last_read_seq), seen_at = excluded.seen_at
    returning p.last_read_seq > coalesce((select last_read_seq from was), 0) as moved`)
  return moved?.moved === true
}

/** CHAT_NOT_ALLOWED, CHAT_REMOVED. Further than the last message nobody has read. */
export async function read(tx: Tx, who: Who, now: Date, ask: { id: number; seq: number }): Promise<number> {
  const conversation = await requireConversation(tx.many, who, ask.id)
  const seq = Math.min(ask.seq, conversation.lastSeq)
  if (await markReadUpTo(tx, conversation.id, who.mid, seq, now)) {
    // Whose page shows how far the caller has read: the caller's own others, and whoever wrote.
    const hears =
      conversation.kind === 'patient'
        ? [audience.staff(who.mid), ...(await linksOf(tx.many, conversation, now))]
        : await takingPart(tx.many, conversation, now)
    await tx.emit(chatRead, hears, {
      id: conversation.id,
      seq,
      version: conversation.version,
      at: now.toISOString(),
      mid: who.mid,
    })
  }
  return Math.max(seq, conversation.readSeq)
}

/** Whoever asks again later finds by it what was said, if they know it already: the text itself is nowhere any more. */
const hashOf = ({ clientId, textContent }: MessageRow) =>
  createHash('sha256').update(`${clientId}\n${textContent}`).digest('hex')

/** The text goes for good, for everybody at once; what is left is who took it back and when. */
export async function recall(
  tx: Tx,
  who: Who,
  now: Date,
  id: number,
): Promise<{ message: MessageRow; of: Conversation; hash: string; attachment: string | null }> {
  const [at] = await tx.many(repo.conversationOf(who, id))
  if (!at) throw new AppError('NOT_FOUND')
  const conversation = await requireConversation(tx.many, who, at.id, true)
  const { row: message } = await tx.one(repo.byMessageId(who, id))
  const refused = recallRefusal(message, now)
  if (refused) throw new AppError(refused)
  await tx.run(
    sql`update chat_message set body = '', attachment_id = null, recalled_at = ${now}, recalled_by = ${who.mid} where id = ${id} and author_mid = ${who.mid}`,
  )
  const { version } = await tx.one(
    sql<{
      version: number
    }>`update chat_conversation c set last_seq = last_seq where c.id = ${conversation.id} returning version`,
  )
  await tx.emit(chatRecalled, await takingPart(tx.many, conversation, now), {
    id: conversation.id,
    seq: message.seq,
    version,
    at: now.toISOString(),
  })
  return {
    message: (await tx.one(repo.byMessageId(who, id))).row,
    of: conversation,
    hash: hashOf(message),
    attachment: message.attachment?.id ?? null,
  }
}

/** Off the caller's own list, as long as nothing new is said. A patient's stays for the colleagues. */
export async function remove(tx: Tx, who: Who, id: number): Promise<void> {
  const conversation = await requireConversation(tx.many, who, id)
  await tx.run(sql`insert into chat_participant as p (conversation_id, mid, last_read_seq, hidden_seq)
    values (${conversation.id}, ${who.mid}, ${conversation.readSeq}, ${conversation.lastSeq})
    on conflict (conversation_id, coalesce(mid, 0)) do update set hidden_seq = excluded.hidden_seq`)
}
/** Back on it, or on it before anything was said. */
export async function showInList(tx: Tx, who: Who, conversation: Conversation): Promise<void> {
  await tx.run(sql`insert into chat_participant as p (conversation_id, mid, last_read_seq) values (${conversation.id}, ${who.mid}, ${conversation.readSeq})
    on conflict (conversation_id, coalesce(mid, 0)) do update set hidden_seq = null`)
}

/** How many words of others wait, over all three kinds: what the frame and the dashboard show. */
export async function unreadCount(read: Read, who: Who): Promise<number> {
  const [unread] = await read(repo.unreadOf(who))
  return unread ? unread.patients + unread.doctors + unread.groups : 0
}

/** The same of one conversation; of one that is not the caller's none. */
export async function unreadIn(read: Read, who: Who, id: number): Promise<number> {
  return (await read(repo.unreadIn(who, id)))[0]?.n ?? 0
}
