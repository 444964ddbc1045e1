import type { VersionContent } from '@teleward/contract/emr/schema.ts'
import type { Read } from '../members/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'

/** As many as one has in use; what was signed longest ago is not looked at. */
const MOST = 300

/** Counts what is signed for who signs it, in the transaction of the signature. */
export async function countChoices(tx: Tx, who: StaffActor, now: Date, content: VersionContent): Promise<void> {
  const chosen = [
    ...content.diagnoses.map(({ code }) => `icd ${code}`),
    ...content.prescription.map(({ code }) => `drug ${code}`),
  ]
  if (!chosen.length) return
  // In order, so that two signatures of one person at once do not wait for each other in a circle.
  await tx.run(sql`
    insert into staff_choice as c (mid, partner_id, kind, code, times, last_at)
    select ${who.mid}, ${who.partnerId}, split_part(k, ' ', 1), substr(k, strpos(k, ' ') + 1), 1, ${now.toISOString()}::timestamptz
    from (select distinct k from unnest(${chosen}::text[]) as k order by k) as chosen
    on conflict (mid, partner_id, kind, code) do update set times = c.times + 1, last_at = greatest(c.last_at, excluded.last_at)`)
}

/** How often the asker has signed each code, newest first. */
export async function choices(read: Read, who: StaffActor, kind: 'icd' | 'drug'): Promise<Map<string, number>> {
  const rows = await read(sql<{ code: string; times: number }>`
    select code, times from staff_choice where mid = ${who.mid} and partner_id = ${who.partnerId} and kind = ${kind}
    order by last_at desc limit ${MOST}`)
  return new Map(rows.map(({ code, times }) => [code, times]))
}
