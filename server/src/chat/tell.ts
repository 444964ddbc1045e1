import { audience } from '@teleward/contract/core/event.ts'
import { type Compilable, sql } from '../platform/db/index.ts'

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

/** Who takes part: the unit and the patient's own pages, the two, or the people of the group. */
export async function takingPart(read: Read, of: Of, now: Date): Promise<string[]> {
  if (of.kind === 'patient')
    return [...(of.unitId === null ? [] : [audience.unit(of.unitId)]), ...(await linksOf(read, of, now))]
  if (of.kind === 'staff') return [of.low, of.high].flatMap((mid) => (mid === null ? [] : [audience.staff(mid)]))
  const people = await read(sql<{ mid: number }>`select p.mid from chat_participant p
    where p.conversation_id = ${of.id} and p.mid is not null and p.left_at is null`)
  return people.map(({ mid }) => audience.staff(mid))
}
