import { randomUUID } from 'node:crypto'
import { allergiesOf } from '@teleward/contract/members/allergies.ts'
import type { RxState, RxStep } from '@teleward/contract/emr/rx-schema.ts'
import { contentOf, insert } from '../emr/rx-repo.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { insertRows } from './rows.ts'

const weekdays = { days: [1, 2, 3, 4, 5], from: '09:00', to: '21:00' }
const pharmacies = [
  {
    at_unit: 2,
    name: '示範安心藥局',
    city: '臺北市',
    address: '內湖區示範路一段 10 號',
    phone: '02-2790-0001',
    hours: [weekdays, { days: [6], from: '09:00', to: '17:00' }],
  },
  {
    at_unit: 2,
    name: '示範日夜藥局',
    city: '臺北市',
    address: '內湖區示範路二段 88 號',
    phone: '02-2790-0002',
    hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }],
  },
  { at_unit: 3, name: '示範河岸藥局', city: '新北市', address: '新店區示範街 6 號', phone: null, hours: null },
] as const

/** How far the demo's prescriptions have come, the last one signed first. */
const states: readonly { state: RxState; action?: string; text?: string; hours: number }[] = [
  { state: 'sent', hours: 1 },
  { state: 'received', action: 'take', hours: 3 },
  { state: 'returned', action: 'return', text: '病人同時在用他院的同類藥，請確認是否續用。', hours: 5 },
  { state: 'sent', hours: 30 },
]

/** Pharmacies of the institution, and some prescriptions of dr.lin on their way, once. All of them are invented. */
export async function seedPharmacies(tx: Tx, mids: Record<string, number>, now: Date): Promise<void> {
  const { there } = await tx.one(sql<{ there: boolean }>`select exists (select 1 from pharmacy) as there`)
  if (there) return
  const rows = pharmacies.map((row) => ({ partner_id: 1, ...row, status: 'active' }))
  const [first] = await insertRows(tx, 'pharmacy', rows, 'id')
  const [lin, wu] = [mids['dr.lin'] ?? 0, mids['pharm.wu'] ?? 0]
  const person = (mid: number) =>
    tx.one(sql<RxStep['by']>`select s.mid, s.name, s.name_en as "nameEn" from staff s where s.mid = ${mid}`)
  const [prescriber, pharmacist] = [await person(lin), await person(wu)]
  const notes = await tx.many(sql<{ id: string; pid: number; qid: number; unit: number }>`
    select n.id, n.pid, n.qid, n.unit_id as unit from note n
    where n.author_mid = ${lin} and n.state = 'signed' and n.signed_at < ${new Date(now.getTime() - 36 * 3_600_000)} and exists (select 1 from prescription_line l where l.note_id = n.id)
    order by n.signed_at desc, n.id limit ${states.length}`)
  for (const [at, note] of notes.entries()) {
    const { state, action, text = '', hours } = states[at] ?? { state: 'sent', hours: 1 }
    const when = new Date(now.getTime() - hours * 3_600_000)
    const { content } = await tx.one(contentOf(note.id))
    const id = randomUUID()
    const send = { at: when.toISOString(), action: 'send', by: prescriber, text: '' }
    const sent = { id, partnerId: 1, unitId: note.unit, pid: note.pid, qid: note.qid, noteId: note.id, authorMid: lin }
    const rest = { pharmacyId: Number(first), toUnit: 2, refill: null, step: send, replaces: null }
    const entries = await tx.many(sql<{ note: string; severity: string | null }>`
      select h.note, h.severity from member_history h
      where h.pid = ${note.pid} and h.kind = 'sensitive_matters' and h.withdrawn_at is null order by h.id`)
    const { status, known } = allergiesOf(entries)
    const allergies = { status, names: known.map((one) => one.note) }
    await tx.run(insert({ ...sent, ...rest, content: { ...content, allergies } }, when))
    if (!action) continue
    const later = new Date(when.getTime() + 600_000)
    const step = { at: later.toISOString(), action, by: pharmacist, text }
    await tx.run(sql`update prescription_sending set state = ${state}, steps = steps || ${json([step])}, version = 2, state_at = ${later}
      where id = ${id}::uuid`)
  }
}
