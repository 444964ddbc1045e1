import { chatMessageSent } from '@teleward/contract/chat/events.ts'
import { chatTabs, type MessageType } from '@teleward/contract/chat/rules.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { type Compilable, sql, type Tx } from '../platform/db/index.ts'

/** Wakes the browsers of whom words of a conversation wait for; its key is the conversation. */
export const WORDS_TIMER = 'chat.push'
/** So long somebody has to read what came before it wakes a browser; what is said meanwhile wakes no second time. */
export const WORDS_WAIT_MS = 5000

type Read = <T>(query: Compilable<T>) => Promise<T[]>
interface Of {
  id: number
  kind: 'patient' | 'staff' | 'group'
  unitId: number | null
  pid: number | null
  low: number | null
  high: number | null
}

/** The patient's open pages of this conversation, as far as their links live. */
export async function linksOf(read: Read, { pid, unitId }: Pick<Of, 'pid' | 'unitId'>, now: Date): Promise<string[]> {
  const found = await read(sql<{ id: string }>`select l.link_id as id from video_link l
    where l.kind = 'chat' and l.pid = ${pid} and l.unit_id = ${unitId} and l.browser_hash is not null and l.expires_at > ${now}
      and l.state not in ('dead', 'expired')`)
  return found.map(({ id }) => audience.link(id))
}

const withPages = ({ unitId }: Pick<Of, 'unitId'>, pages: string[]) => [
  ...(unitId === null ? [] : [audience.unit(unitId)]),
  ...pages,
]

/** Who takes part: the unit and the patient's own pages, the two, or the people of the group. */
export async function takingPart(read: Read, conversation: Of, now: Date): Promise<string[]> {
  if (conversation.kind === 'patient') return withPages(conversation, await linksOf(read, conversation, now))
  if (conversation.kind === 'staff')
    return [conversation.low, conversation.high].flatMap((mid) => (mid === null ? [] : [audience.staff(mid)]))
  const people = await read(sql<{ mid: number }>`select p.mid from chat_participant p
    where p.conversation_id = ${conversation.id} and p.mid is not null and p.left_at is null`)
  return people.map(({ mid }) => audience.staff(mid))
}

interface Sent {
  seq: number
  version: number
  /** Of the staff; `null`: the patient. */
  from: { mid: number; name: string } | null
  type: MessageType
}
/** To whoever takes part: that there is a message, who wrote it and where it stands, and none of its words. */
export const tellSent = async (tx: Tx, conversation: Of, sent: Sent, now: Date): Promise<void> =>
  emitSent(tx, conversation, await takingPart(tx.many, conversation, now), sent, now)

/** The same of a conversation with a patient, by whoever has looked for the patient's open pages already. */
export const tellThose = (
  tx: Tx,
  conversation: Of,
  { to, ...sent }: Sent & { to: string[] },
  now: Date,
): Promise<void> => emitSent(tx, conversation, withPages(conversation, to), sent, now)

async function emitSent(tx: Tx, conversation: Of, hears: string[], { from, ...sent }: Sent, now: Date): Promise<void> {
  const at = now.toISOString()
  await tx.emit(chatMessageSent, hears, {
    id: conversation.id,
    ...sent,
    at,
    mid: from?.mid ?? null,
    from_mid: from?.mid ?? null,
    name: from?.name ?? '',
    msg_txt: null,
    msg_group_id: conversation.kind === 'group' ? conversation.id : null,
    to_mid_type: chatTabs.indexOf(conversation.kind),
    date_time: at,
  })
  // An answer to a patient waits for nobody of the staff, as it is counted unread for none of them.
  if (conversation.kind !== 'patient' || from === null) await wakeLater(tx, conversation.id, now)
}

/**
 * One alarm a conversation, for the first of its words. While that one is worked on its time is the end of a lease, which is
 * later: a word that comes then sets it anew.
 */
const wakeLater = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`insert into timer (kind, key, due_at) values (${WORDS_TIMER}, ${String(id)}, ${new Date(now.getTime() + WORDS_WAIT_MS)})
    on conflict (kind, key) do update set due_at = least(timer.due_at, excluded.due_at)`)
