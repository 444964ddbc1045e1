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

/** Made up, with codes that nobody has. */
const institutions = [
  ['示範醫學中心', '0000000001', '02-0000-0001', '臺北市示範路 1 號'],
  ['示範復健診所', '0000000002', '02-0000-0002', '新北市示範路 2 號'],
] as const

/** A letter to Dr Lin and one of hers, once: about the patient of each sender's last finished visit. */
export async function seedReferrals(tx: Tx, mids: Record<string, number>, now: Date): Promise<void> {
  const { there } = await tx.one(sql<{ there: boolean }>`select exists (select 1 from referral) as there`)
  if (there) return
  for (const [name, code, phone, address] of institutions)
    await tx.run(sql`insert into outside_institution (id, partner_id, name, code, phone, address, made_by, made_at)
      select gen_random_uuid(), su.partner_id, ${name}, ${code}, ${phone}, ${address}, su.mid, ${now}::timestamptz
      from staff_unit su where su.mid = ${mids['dr.lin'] ?? 0} limit 1`)
  for (const { from, unit, to, urgency, reason } of letters)
    await tx.run(sql`
      insert into referral (id, partner_id, unit_id, pid, qid, from_mid, to_unit, to_mid, urgency, reason, patient_name, patient_gender,
        patient_birthday, due_at, created_at, updated_at)
      select gen_random_uuid(), a.partner_id, a.unit_id, a.pid, a.qid, a.did, ${to.unit}, ${to.account ? (mids[to.account] ?? null) : null}::int,
        ${urgency}, ${reason}, m.name, m.gender, m.birthday, ${now}::timestamptz + ${urgency === 'urgent' ? sql`interval '-1 day'` : sql`interval '5 days'`},
        ${now}::timestamptz - interval '2 days', ${now}::timestamptz - interval '2 days'
      from appointment a join member m on m.pid = a.pid
      where a.did = ${mids[from] ?? 0} and a.unit_id = ${unit} and a.status = 'finished' order by a.start_at desc limit 1`)
}
