import { type ChatKind, chatTabs } from '@teleward/contract/chat/rules.ts'
import { unreadIn } from '../chat/service.ts'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { isAppError } from '../platform/errors.ts'
import { type Browser, type Person, push, wants } from './browsers.ts'

interface Candidate extends Browser, Person {
  sid: string
  partnerId: number
  kind: ChatKind
  lastSeq: number
}

/**
 * Wakes who has not read the words of a conversation yet and wants to be woken by them. There is no entry of the bell to lead
 * to them: what travels is the conversation's number and its tab. Whose words they are to read is asked by the rights of each
 * session, as when the person asks.
 */
export async function wakeForWords({ db, http }: Pick<Deps, 'db' | 'http'>, id: number, now: Date): Promise<void> {
  const candidates = await db.system.read(sql<Candidate>`
    select b.id, b.endpoint, b.p256dh, b.auth, b.sid, p.data as preferences, h.time_zone as zone, c.partner_id as "partnerId", c.kind,
      c.last_seq as "lastSeq"
    from chat_conversation c join partner h on h.id = c.partner_id cross join push_subscription b
      join session s on s.sid = b.sid and s.mid = b.mid and s.partner_id = c.partner_id and s.ended_at is null and s.expires_at > ${now}
      left join preference p on p.mid = b.mid
    where c.id = ${id} and case c.kind
      when 'patient' then exists (select 1 from staff_unit su where su.mid = b.mid and su.unit_id = c.unit_id)
      when 'staff' then b.mid in (c.low_mid, c.high_mid)
      else exists (select 1 from chat_participant g where g.conversation_id = c.id and g.mid = b.mid and g.left_at is null) end`)
  const waits = async ({ sid }: Candidate): Promise<boolean> => {
    try {
      const who = await http.authenticate.session(sid)
      return (await unreadIn((query) => db.read(scopeOf(who), query), who, id)) > 0
    } catch (error) {
      // The session has ended meanwhile, or lost its ground.
      if (isAppError(error)) return false
      throw error
    }
  }
  const woken: Candidate[] = []
  for (const one of candidates) if (wants(one, 'msg', null, now) && (await waits(one))) woken.push(one)
  const [first] = woken
  if (!first) return
  const { partnerId, kind, lastSeq } = first
  const says = { id: String(id), kind: 'msg' as const, tab: chatTabs.indexOf(kind) }
  await db.system.tx(async (tx) => {
    for (const browser of woken)
      await push(tx, browser, {
        partnerId,
        says,
        key: `words-${id}-${lastSeq}`,
        origin: { kind: 'conversation', id },
        at: now,
      })
  })
}
