import { chatGroupChanged } from '@teleward/contract/chat/events.ts'
import { GROUP_MAX } from '@teleward/contract/chat/rules.ts'
import type { GroupContact, groupChange } from '@teleward/contract/chat/schema.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type { z } from 'zod'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Who } from './reach.ts'
import * as repo from './repo.ts'
import { requireConversation, wordless } from './service.ts'
import { takingPart } from './tell.ts'

type Wish = z.output<typeof groupChange>
const refuse = (path: string, code: 'GROUP_NAME_REQUIRED' | 'GROUP_MEMBERS_REQUIRED') =>
  new AppError(code, { fields: [{ path, code }] })

async function colleagues(tx: Tx, who: Who, mids: readonly number[]): Promise<number[]> {
  const others = [...new Set(mids)].filter((mid) => mid !== who.mid)
  for (const mid of others) if (!(await tx.maybe(repo.colleague(who, mid)))) throw new AppError('NOT_FOUND')
  return others
}
/** In from here on: what was said before can be read, and counts as read. Who is in it already stays as they were. */
async function join(tx: Tx, id: number, mid: number, lastSeq: number): Promise<void> {
  await tx.run(sql`insert into chat_participant as p (conversation_id, mid, last_read_seq) values (${id}, ${mid}, ${lastSeq})
    on conflict (conversation_id, coalesce(mid, 0)) do update set left_at = null, hidden_seq = null,
      last_read_seq = greatest(p.last_read_seq, excluded.last_read_seq) where p.left_at is not null`)
}

async function create(tx: Tx, who: Who, now: Date, { name, members }: Wish & { action: 'create' }): Promise<number> {
  if (name === '') throw refuse('name', 'GROUP_NAME_REQUIRED')
  const others = await colleagues(tx, who, members)
  if (!others.length || others.length >= GROUP_MAX) throw refuse('members', 'GROUP_MEMBERS_REQUIRED')
  const { id } = await tx.one(sql<{
    id: number
  }>`insert into chat_conversation (kind, partner_id, name, created_by, created_at)
    values ('group', ${who.partnerId}, ${name}, ${who.mid}, ${now}) returning id`)
  for (const mid of [who.mid, ...others]) await join(tx, id, mid, 0)
  return id
}

/** Whoever is in it may change it. Its people hear of it, those who are in it no more as well. */
export async function change(
  tx: Tx,
  who: Who,
  now: Date,
  wish: Wish,
): Promise<{ id: number; group: GroupContact | null }> {
  if (wish.action === 'create') {
    const id = await create(tx, who, now, wish)
    return { id, group: await tell(tx, who, now, { id, version: 1 }, []) }
  }
  const conversation = await requireConversation(tx.many, who, wish.id, true)
  if (conversation.kind !== 'group') throw new AppError('CHAT_NOT_ALLOWED')
  const before = await takingPart(tx.many, conversation, now)
  if (wish.action === 'rename' && wish.name === '') throw refuse('name', 'GROUP_NAME_REQUIRED')
  // Each change of a group is a version of it, who comes and who goes as well.
  const { version } = await tx.one(sql<{ version: number }>`
    update chat_conversation c set name = ${wish.action === 'rename' ? wish.name : conversation.name} where c.id = ${conversation.id} returning version`)
  if (wish.action === 'add') {
    const others = await colleagues(tx, who, wish.members)
    if (!others.length || before.length + others.length > GROUP_MAX) throw refuse('members', 'GROUP_MEMBERS_REQUIRED')
    for (const mid of others) await join(tx, conversation.id, mid, conversation.lastSeq)
  } else if (wish.action !== 'rename') {
    const gone = wish.action === 'leave' ? [who.mid] : wish.members.filter((mid) => mid !== who.mid)
    const left = before.filter((one) => !gone.some((mid) => audience.staff(mid) === one))
    // Whoever leaves leaves; nobody is left alone by being the last who stays.
    if (wish.action === 'remove' && (left.length < 2 || left.length === before.length))
      throw refuse('members', 'GROUP_MEMBERS_REQUIRED')
    for (const mid of gone)
      await tx.run(
        sql`update chat_participant set left_at = ${now} where conversation_id = ${conversation.id} and mid = ${mid} and left_at is null`,
      )
  }
  return { id: conversation.id, group: await tell(tx, who, now, { id: conversation.id, version }, before) }
}

async function tell(
  tx: Tx,
  who: Who,
  now: Date,
  { id, version }: { id: number; version: number },
  before: string[],
): Promise<GroupContact | null> {
  const [conversation] = await tx.many(repo.byId(who, id))
  const after = conversation ? await takingPart(tx.many, conversation, now) : []
  await tx.emit(chatGroupChanged, [...new Set([...before, ...after])], { id, version, at: now.toISOString() })
  if (!conversation) return null
  const [found] = await tx.many(repo.oneContact(who, conversation))
  return wordless((found?.row as GroupContact | undefined) ?? null)
}
