import { createHash } from 'node:crypto'
import { chatMessageSent, chatRead, chatRecalled } from '@teleward/contract/chat/events.ts'
import { recallRefusal, TEXT_MAX, textRefusal } from '@teleward/contract/chat/rules.ts'
import type {
  ChatHead,
  ChatMessage,
  ChatPage,
  GroupContact,
  PatientContact,
  StaffContact,
} from '@teleward/contract/chat/schema.ts'
import { startOfDay } from '@teleward/contract/core/zone.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type { StaffActor } from '../platform/actor.ts'
import { reachesRow, type Runner, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Who } from './reach.ts'
import * as repo from './repo.ts'
import { linksOf, takingPart } from './tell.ts'

type Read = Runner['many']
type Of = repo.Conversation

/** The conversation, for whoever takes part. CHAT_REMOVED: in that group no more. CHAT_NOT_ALLOWED: not theirs, or there is none. */
export async function reach(read: Read, who: Who, id: number, lock = false): Promise<Of> {
  // Held first and asked for afterwards: whoever was put out of a group while they waited for it is not in it any more.
  if (lock) await read(repo.hold(id))
  const [found] = await read(repo.byId(who, id))
  if (found) return found
  const [gone] = await read(repo.wasIn(who, id))
  throw new AppError(gone ? 'CHAT_REMOVED' : 'CHAT_NOT_ALLOWED')
}

/** With a member of the caller's units, opened where there is none yet. CHAT_NOT_ALLOWED: no member of theirs. */
export async function withPatient(tx: Tx, who: Who, pid: number, now: Date): Promise<Of> {
  if (who.rights['chat.patient'] !== 'y') throw new AppError('FORBIDDEN')
  const there = await tx.maybe(repo.ofMember(who, pid))
  if (there) return there
  const place = await tx.maybe(sql<{ unitId: number }>`select mu.unit_id as "unitId" from member_unit mu
    where mu.pid = ${pid} and mu.partner_id = ${who.partnerId} and mu.status = 'active' and ${reachesRow('mu')} order by mu.unit_id limit 1`)
  if (!place) throw new AppError('CHAT_NOT_ALLOWED')
  await tx.run(sql`insert into chat_conversation (kind, partner_id, unit_id, pid, first_pid, created_by, created_at)
    values ('patient', ${who.partnerId}, ${place.unitId}, ${pid}, ${pid}, ${who.mid}, ${now}) on conflict do nothing`)
  return tx.one(repo.ofMember(who, pid))
}

/** With a colleague of the institution; the two have one. */
export async function withColleague(tx: Tx, who: Who, mid: number, now: Date): Promise<Of> {
  const there = await tx.maybe(repo.ofPair(who, mid))
  if (there) return there
  if (!(await tx.maybe(repo.colleague(who, mid)))) throw new AppError('CHAT_NOT_ALLOWED')
  await tx.run(sql`insert into chat_conversation (kind, partner_id, low_mid, high_mid, created_by, created_at)
    values ('staff', ${who.partnerId}, ${Math.min(who.mid, mid)}, ${Math.max(who.mid, mid)}, ${who.mid}, ${now}) on conflict do nothing`)
  return tx.one(repo.ofPair(who, mid))
}

export async function head(read: Read, who: Who, of: Of): Promise<ChatHead> {
  const [contact] = await read(repo.oneContact(who, of))
  const row = contact?.row ?? null
  return {
    id: of.id,
    kind: of.kind,
    patient: of.kind === 'patient' ? (row as PatientContact | null) : null,
    colleague: of.kind === 'staff' ? (row as StaffContact | null) : null,
    group: of.kind === 'group' ? (row as GroupContact | null) : null,
    lastSeq: of.lastSeq,
    readSeq: of.readSeq,
  }
}

/**
 * What a key answers again for a day is kept for so long: the last words are not in it, for they may be taken back meanwhile.
 */
export const wordless = <C extends { last: unknown }>(contact: C | null): C | null =>
  contact && { ...contact, last: null }
export const keptHead = async (read: Read, who: Who, of: Of): Promise<ChatHead> => {
  const { patient, colleague, group, ...rest } = await head(read, who, of)
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
  of: Of,
  window: Window,
): Promise<ChatMessage[]> {
  const rows = async (from: number | undefined, to: number | undefined, newestFirst: boolean, limit: number) =>
    (await read(repo.messages(who, of.id, { from, to, newestFirst, limit }))).map(({ row }) => row)
  const { before, after, limit, date } = window
  if (before !== undefined) return rows(undefined, before - 1, true, limit)
  if (after !== undefined) return rows(after + 1, undefined, false, limit)
  let around = window.around
  if (date !== undefined) {
    const [first] = await read(repo.firstOfDay(of.id, startOfDay(date, who.timeZone)))
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
  of: Of,
  window: Window,
): Promise<ChatPage> {
  const messages = await cut(read, who, of, window)
  const [first, last] = [messages.at(0)?.seq, messages.at(-1)?.seq]
  return {
    conversation: await head(read, who, of),
    messages,
    older: (first ?? 1) > 1,
    newer: (last ?? of.lastSeq) < of.lastSeq,
  }
}

interface Words {
  id: number
  clientId: string
  textContent: string
  reply?: number | undefined
}
export function refuseText(text: string): void {
  const refused = textRefusal(text)
  if (refused)
    throw new AppError(refused, { data: { max: TEXT_MAX }, fields: [{ path: 'textContent', code: refused }] })
}

/**
 * The number is given under the conversation's lock: whoever sends meanwhile, from whichever process, waits for it. The
 * same client number answers the message that is there already.
 */
export async function send(tx: Tx, who: Who, now: Date, words: Words): Promise<ChatMessage> {
  refuseText(words.textContent)
  const of = await reach(tx.many, who, words.id, true)
  const twin = await tx.maybe(repo.byClientId(who, of.id, words.clientId))
  if (twin) return twin.row
  if (words.reply !== undefined && (words.reply < 1 || words.reply > of.lastSeq)) throw new AppError('NOT_FOUND')
  const { seq, version } = await write(tx, of, { ...words, author: who.mid, now })
  await place(tx, of.id, who.mid, seq, now)
  await tx.emit(chatMessageSent, await takingPart(tx.many, of, now), {
    id: of.id,
    seq,
    version,
    at: now.toISOString(),
    mid: who.mid,
  })
  return (await tx.one(repo.byClientId(who, of.id, words.clientId))).row
}

/** Under the conversation's lock. An answer of the staff is one, whoever reads it next begins behind it. */
export async function write(
  tx: Tx,
  of: Pick<Of, 'id'>,
  words: Omit<Words, 'id'> & { author: number | null; now: Date },
): Promise<{ seq: number; version: number }> {
  const { author, now } = words
  const next = await tx.one(sql<{ seq: number; version: number }>`
    update chat_conversation c set last_seq = last_seq + 1, last_at = ${now},
      answered_seq = case when kind = 'patient' and ${author !== null} then last_seq + 1 else answered_seq end
    where c.id = ${of.id} returning last_seq as seq, version`)
  await tx.run(sql`insert into chat_message (conversation_id, seq, partner_id, author_mid, client_id, body, reply_seq, sent_at)
    values (${of.id}, ${next.seq}, 0, ${author}::int, ${words.clientId}::uuid, ${words.textContent}, ${words.reply ?? null}::int, ${now})`)
  return next
}

/** How far somebody has read; never back. Answers whether it is further than before. */
export async function place(tx: Tx, id: number, mid: number | null, seq: number, now: Date): Promise<boolean> {
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
  const of = await reach(tx.many, who, ask.id)
  const seq = Math.min(ask.seq, of.lastSeq)
  if (await place(tx, of.id, who.mid, seq, now)) {
    // Whose page shows how far the caller has read: the caller's own others, and whoever wrote.
    const hears =
      of.kind === 'patient'
        ? [audience.staff(who.mid), ...(await linksOf(tx.many, of, now))]
        : await takingPart(tx.many, of, now)
    await tx.emit(chatRead, hears, { id: of.id, seq, version: of.version, at: now.toISOString(), mid: who.mid })
  }
  return Math.max(seq, of.readSeq)
}

/** Whoever asks again later finds by it what was said, if they know it already: the text itself is nowhere any more. */
const hashOf = ({ clientId, textContent }: ChatMessage) =>
  createHash('sha256').update(`${clientId}\n${textContent}`).digest('hex')

/** The text goes for good, for everybody at once; what is left is who took it back and when. */
export async function recall(
  tx: Tx,
  who: Who,
  now: Date,
  id: number,
): Promise<{ message: ChatMessage; of: Of; hash: string }> {
  const [at] = await tx.many(repo.conversationOf(who, id))
  if (!at) throw new AppError('NOT_FOUND')
  const of = await reach(tx.many, who, at.id, true)
  const { row: message } = await tx.one(repo.byMessageId(who, id))
  const refused = recallRefusal(message, now)
  if (refused) throw new AppError(refused)
  await tx.run(
    sql`update chat_message set body = '', recalled_at = ${now}, recalled_by = ${who.mid} where id = ${id} and author_mid = ${who.mid}`,
  )
  const { version } = await tx.one(
    sql<{
      version: number
    }>`update chat_conversation c set last_seq = last_seq where c.id = ${of.id} returning version`,
  )
  await tx.emit(chatRecalled, await takingPart(tx.many, of, now), {
    id: of.id,
    seq: message.seq,
    version,
    at: now.toISOString(),
  })
  return { message: (await tx.one(repo.byMessageId(who, id))).row, of, hash: hashOf(message) }
}

/** Off the caller's own list, as long as nothing new is said. A patient's stays for the colleagues. */
export async function remove(tx: Tx, who: Who, id: number): Promise<void> {
  const of = await reach(tx.many, who, id)
  await tx.run(sql`insert into chat_participant as p (conversation_id, mid, last_read_seq, hidden_seq)
    values (${of.id}, ${who.mid}, ${of.readSeq}, ${of.lastSeq})
    on conflict (conversation_id, coalesce(mid, 0)) do update set hidden_seq = excluded.hidden_seq`)
}
/** Back on it, or on it before anything was said. */
export async function keep(tx: Tx, who: Who, of: Of): Promise<void> {
  await tx.run(sql`insert into chat_participant as p (conversation_id, mid, last_read_seq) values (${of.id}, ${who.mid}, ${of.readSeq})
    on conflict (conversation_id, coalesce(mid, 0)) do update set hidden_seq = null`)
}

/** How many words of others wait, over all three kinds: what the frame and the dashboard show. */
export async function unreadWords(read: Read, who: Who): Promise<number> {
  const [unread] = await read(repo.unreadOf(who))
  return unread ? unread.patients + unread.doctors + unread.groups : 0
}
