import type { VersionContent } from '@teleward/contract/emr/schema.ts'
import { canSeeNote } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
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

/** What was signed long ago counts for less: half of it after so many days. */
const HALF_LIFE_DAYS = 90
/** More than any count that is kept: what one has signed for the patient before comes before what one signs for others. */
export const WITH_PATIENT = 1_000

/** What the asker signs: how often, the last months counting for most. From 1 up, and below `WITH_PATIENT`. */
export async function choices(
  read: Read,
  who: StaffActor,
  kind: 'icd' | 'drug',
  now: Date,
): Promise<Map<string, number>> {
  const rows = await read(sql<{ code: string; times: number; lastAt: Date }>`
    select code, times, last_at as "lastAt" from staff_choice
    where mid = ${who.mid} and partner_id = ${who.partnerId} and kind = ${kind}
    order by last_at desc limit ${MOST}`)
  return new Map(rows.map(({ code, times, lastAt }) => [code, weightOf(times, now.getTime() - lastAt.getTime())]))
}
export function weightOf(times: number, ageMs: number): number {
  const halves = Math.max(0, ageMs) / 86_400_000 / HALF_LIFE_DAYS
  return Math.max(1, Math.min(WITH_PATIENT - 2 * PATIENT_MOST, Math.round(times * 10 * 0.5 ** halves)))
}

const PATIENT_MOST = 50
/** What the asker has signed for the patient, the last first: of notes that are the asker's own, which one always reads. */
export async function codesWith(read: Read, who: StaffActor, pid: number): Promise<string[]> {
  const rows = await read(sql<{ code: string }>`
    select d.code from note n join diagnosis d on d.note_id = n.id
    where n.pid = ${pid} and n.author_mid = ${who.mid} and n.state in ('signed', 'amended') and ${canSeeNote('n')}
    group by d.code order by max(n.signed_at) desc, min(d.sort), d.code limit ${PATIENT_MOST}`)
  return rows.map(({ code }) => code)
}
