import { randomUUID } from 'node:crypto'
import { type Locale, locale } from '@teleward/contract/core/scalars.ts'
import { issueChatLink } from '../chat/link.ts'
import { write } from '../chat/service.ts'
import { linksOf, tellThose } from '../chat/tell.ts'
import { sql, type Tx } from '../platform/db/index.ts'

const words: Record<Locale, (link: string) => string> = {
  'zh-TW': (link) => `閱讀與回覆：${link}`,
  'zh-CN': (link) => `阅读与回复：${link}`,
  en: (link) => `Read and answer: ${link}`,
}

export interface Sending {
  now: Date
  linkAddress(token: string): string
}

interface Said {
  partnerId: number
  unitId: number
  pid: number
  /** Whose words they are. */
  author: { mid: number; name: string }
  language: string | null
  /** An earlier try has written it already. */
  said: boolean
  text: string
}
interface Place {
  id: number
  kind: 'patient'
  partnerId: number
  unitId: number
  pid: number
  low: null
  high: null
}

/** Their conversation with the unit, opened where there is none. */
async function placeOf(tx: Tx, { partnerId, unitId, pid, author }: Said, now: Date): Promise<Place> {
  const find = sql<{
    id: number
  }>`select c.id from chat_conversation c where c.kind = 'patient' and c.partner_id = ${partnerId}
    and c.unit_id = ${unitId} and c.pid = ${pid} order by c.last_at desc nulls last, c.id desc limit 1`
  const found =
    (await tx.maybe(find)) ??
    (await tx.maybe(sql<{
      id: number
    }>`insert into chat_conversation (kind, partner_id, unit_id, pid, first_pid, created_by, created_at)
      values ('patient', ${partnerId}, ${unitId}, ${pid}, ${pid}, ${author.mid}, ${now}) on conflict do nothing returning id`)) ??
    // Somebody else has opened it this moment.
    (await tx.one(find))
  return { id: found.id, kind: 'patient', partnerId, unitId, pid, low: null, high: null }
}

/**
 * A notice stands in the patient's conversation, once, whatever way it goes besides: there it is read, and seen to be. Answers where,
 * if it is said now. Who has no living link to it gets one, to go along with the message.
 */
export async function inConversation(
  tx: Tx,
  said: Said,
  { now, linkAddress }: Sending,
): Promise<{ stands: { id: number; seq: number } | null; link: { address: string; words: string } | null }> {
  const place = await placeOf(tx, said, now)
  const pages = await linksOf(tx.many, place, now)
  let stands: { id: number; seq: number } | null = null
  if (!said.said) {
    const message = { clientId: randomUUID(), textContent: said.text, author: said.author.mid, now }
    const { seq, version } = await write(tx, place, message)
    stands = { id: place.id, seq }
    await tellThose(tx, place, { to: pages, seq, version, from: said.author, type: 'text' }, now)
  }
  if (pages.length) return { stands, link: null }
  const { token } = await issueChatLink(tx, place, now)
  const address = linkAddress(token)
  const spoken = locale.safeParse(said.language)
  return { stands, link: { address, words: words[spoken.success ? spoken.data : 'zh-TW'](address) } }
}
