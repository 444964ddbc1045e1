import { sql, type Tx } from '../platform/db/index.ts'

interface Letter {
  from: string
  unit: number
  to: { unit: number; account?: string }
  urgency: 'routine' | 'urgent'
  reason: string
}
const letters: readonly Letter[] = [
  {
    from: 'dr.wang',
    unit: 2,
    to: { unit: 2, account: 'dr.lin' },
    urgency: 'urgent',
    reason: '血壓控制不佳，合併頭暈，請協助評估用藥並安排追蹤。',
  },
  {
    from: 'dr.lin',
    unit: 2,
    to: { unit: 3 },
    urgency: 'routine',
    reason: '膝關節疼痛持續三個月，請評估是否需要進一步處置。',
  },
]

/** A letter to Dr Lin and one of hers, once: about the patient of each sender's last finished visit. */
export async function plantReferrals(tx: Tx, mids: Record<string, number>, now: Date): Promise<void> {
  const { there } = await tx.one(sql<{ there: boolean }>`select exists (select 1 from referral) as there`)
  if (there) return
  for (const { from, unit, to, urgency, reason } of letters)
    await tx.run(sql`
      insert into referral (id, partner_id, unit_id, pid, qid, from_mid, to_unit, to_mid, urgency, reason, patient_name, patient_gender,
        patient_birthday, created_at, updated_at)
      select gen_random_uuid(), a.partner_id, a.unit_id, a.pid, a.qid, a.did, ${to.unit}, ${to.account ? (mids[to.account] ?? null) : null}::int,
        ${urgency}, ${reason}, m.name, m.gender, m.birthday, ${now}::timestamptz - interval '2 days', ${now}::timestamptz - interval '2 days'
      from appointment a join member m on m.pid = a.pid
      where a.did = ${mids[from] ?? 0} and a.unit_id = ${unit} and a.status = 'finished' order by a.start_at desc limit 1`)
}
