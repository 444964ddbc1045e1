import { randomUUID } from 'node:crypto'
import type { ChatHead, ChatMessage } from '@teleward/contract/chat/schema.ts'
import { sql } from '../../server/src/platform/db/index.ts'
import type { Answer, Person, World } from '../lib/world.ts'
import { type Contest, crowd, judge } from './contest.ts'

type Said = ChatMessage & Record<string, unknown>
interface Pair {
  id: number
  who: [Person, Person]
}
async function pair(world: World): Promise<Pair> {
  const who: [Person, Person] = [await world.person(), await world.person()]
  const { data } = await world.as<ChatHead & Record<string, unknown>>(who[0], 'POST', '/his/api/newdoctorchat', {
    mid: who[1].mid,
  })
  return { id: data.id, who }
}
const say = (world: World, who: Person, id: number, clientId: string, process: number): Promise<Answer<Said>> =>
  world.as<Said>(who, 'POST', '/his/api/savechatmsg', { id, clientId, textContent: clientId }, { process })

/** Both write at once, each word twice and through both processes: numbers without gap or double, each word once. */
const writing: Contest = {
  name: '[CHAT-08~] two write at once, each word sent twice',
  crowd: 12,
  share: 3,
  falls: ['locks'],
  async situation(world) {
    const { id, who } = await pair(world)
    const words = Array.from({ length: 6 }, () => randomUUID())
    const answers = await crowd(12, (at) =>
      say(world, who[at % 2] as Person, id, words[at % 6] as string, Math.floor(at / 6)),
    )
    const seen = judge()
    seen.among(answers, ['OK'])
    const rows = await world.rows<{ seq: number; body: string }>(
      sql`select seq, body from chat_message where conversation_id = ${id} order by seq`,
    )
    seen.holds(
      rows.every(({ seq }, at) => seq === at + 1) &&
        rows.length === 6 &&
        new Set(rows.map(({ body }) => body)).size === 6,
      () => `six words stand as ${JSON.stringify(rows.map(({ seq }) => seq))}`,
    )
    seen.holds(
      answers.every(({ data }) => rows.some(({ seq, body }) => seq === data?.seq && body === data.clientId)),
      () => 'an answer names a number that its word has not',
    )
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Taken back from several windows at once: once, and for good. */
const recalling: Contest = {
  name: '[CHAT-04~] one word taken back from six windows',
  crowd: 6,
  share: 2,
  falls: ['locks'],
  async situation(world) {
    const { id, who } = await pair(world)
    const { data } = await say(world, who[0], id, randomUUID(), 0)
    const answers = await crowd(6, (at) =>
      world.as(who[0], 'POST', '/his/api/recycleMessage', { id: data.id }, { process: at % 2 }),
    )
    const seen = judge()
    seen.one(answers, ['MESSAGE_RECALLED'])
    const [row] = await world.rows<{ body: string }>(sql`select body from chat_message where id = ${data.id}`)
    seen.holds(row?.body === '', () => 'the text is still there')
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Put out of a group while one writes in it: what is said from then on is said by those who are in it. */
const leaving: Contest = {
  name: '[CHAT-05~] put out of a group while writing in it',
  crowd: 7,
  share: 3,
  falls: ['locks'],
  async situation(world) {
    const [one, out, rest] = [await world.person(), await world.person(), await world.person()]
    const made = await world.as<{ id: number }>(one, 'POST', '/his/api/groupmembers', {
      action: 'create',
      name: '夜班',
      members: [out.mid, rest.mid],
    })
    const { id } = made.data
    const answers = await crowd<Answer<unknown>>(7, (at) =>
      at === 3
        ? world.as(one, 'POST', '/his/api/groupmembers', { action: 'remove', id, members: [out.mid] }, { process: at })
        : say(world, out, id, randomUUID(), at),
    )
    const seen = judge()
    seen.among(answers, ['OK', 'CHAT_REMOVED'])
    // Each word and each change of the group is a version of it: which came first, they say.
    const events = await world.rows<{ type: string; version: number; mid: number | null }>(sql`
      select type, (payload ->> 'version')::int as version, (payload ->> 'mid')::int as mid from event_log
      where type in ('chat.message', 'chat.group') and payload ->> 'id' = ${String(id)} order by 2`)
    const put = events.findLast(({ type }) => type === 'chat.group')?.version ?? 0
    const late = events.filter(({ type, mid, version }) => type === 'chat.message' && mid === out.mid && version > put)
    seen.holds(late.length === 0, () => `${late.length} words of who was out already`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

export const chatContests: readonly Contest[] = [writing, recalling, leaving]
