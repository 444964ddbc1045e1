import { createHash, randomUUID } from 'node:crypto'
import { sql, type Tx } from '../platform/db/index.ts'
import { longTerm, type Visit, visits } from './clinic.ts'
import type { DemoAppointment } from './days.ts'
import { insertRows } from './rows.ts'

export interface Drug {
  code: string
  name: string
  name_zh_tw: string | null
  unit: string
  route: string
}
export interface Reference {
  icd: Map<string, { name_en: string; name_zh_tw: string }>
  drugs: Map<string, Drug>
}

/** The demo's diagnoses and drugs as the shipped tables have them. */
export async function reference(tx: Tx): Promise<Reference> {
  const codes = [...new Set([...visits, longTerm].flatMap((visit) => visit.icd))]
  const icd = await tx.many(sql<{ code: string; name_en: string; name_zh_tw: string }>`
    select code, name_en, name_zh_tw from icd10 where code in (${sql.join(codes)})`)
  const generics = [...new Set([...visits, longTerm].flatMap((visit) => visit.drugs.map(([name]) => name)))]
  const drugs = new Map<string, Drug>()
  for (const generic of generics) {
    const drug = await tx.maybe(sql<Drug>`
      select code, name_en as name, name_zh_tw, unit, route from drug
      where generic ilike ${`${generic}%`} or name_en ilike ${`%${generic}%`}
      order by (strength is null), char_length(coalesce(generic, name_en)), code limit 1`)
    if (drug) drugs.set(generic, drug)
  }
  return { icd: new Map(icd.map((row) => [row.code, row])), drugs }
}

const perDay: Record<string, number> = { QD: 1, BID: 2, TID: 3, QID: 4, HS: 1, QDAC: 1 }

/** Signed notes for finished visits: text, diagnoses, prescription lines, and the version that was signed. */
export async function seedNotes(
  tx: Tx,
  finished: (DemoAppointment & { qid: number })[],
  ref: Reference,
): Promise<void> {
  const notes: object[] = []
  const versions: object[] = []
  const diagnoses: object[] = []
  const lines: object[] = []
  for (const entry of finished) {
    const visit: Visit = visits.find((candidate) => candidate.problem === entry.consult_problem) ?? longTerm
    const id = randomUUID()
    const owner = {
      note_id: id,
      partner_id: entry.partner_id,
      unit_id: entry.unit_id,
      pid: entry.pid,
      author_mid: entry.did,
    }
    const dx = visit.icd.flatMap((code, sort) => {
      const names = ref.icd.get(code)
      return names ? [{ id: randomUUID(), ...owner, code, ...names, remarks: '', sort }] : []
    })
    const rx = visit.drugs.flatMap(([generic, dose, frequency, days], sort) => {
      const drug = ref.drugs.get(generic)
      const times = perDay[frequency] ?? 1
      return drug
        ? [
            {
              id: randomUUID(),
              ...owner,
              ...drug,
              dose,
              frequency,
              route: 'PO',
              days,
              total: dose * times * days,
              daily_dose: dose * times,
              notes: '',
              sort,
            },
          ]
        : []
    })
    const at = entry.finished_at ?? entry.start_at
    const text = { s: visit.s, o: visit.o, a: visit.a, p: visit.p, memo: visit.memo }
    const content = {
      ...text,
      diagnoses: dx.map(({ code, name_en, name_zh_tw, remarks }) => ({
        code,
        nameEn: name_en,
        nameZhTw: name_zh_tw,
        remarks,
      })),
      prescription: rx.map(({ code, name, unit, dose, frequency, route, days, total }) => ({
        code,
        name,
        unit,
        dose,
        frequency,
        route,
        days,
        total,
      })),
    }
    const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex')
    notes.push({
      id,
      partner_id: entry.partner_id,
      unit_id: entry.unit_id,
      pid: entry.pid,
      qid: entry.qid,
      author_mid: entry.did,
      state: 'signed',
      ...text,
      version: 1,
      signed_at: at,
      signed_by: entry.did,
      hash,
      late: false,
      created_at: entry.start_at,
      updated_at: at,
    })
    versions.push({
      note_id: id,
      version: 1,
      partner_id: entry.partner_id,
      unit_id: entry.unit_id,
      pid: entry.pid,
      author_mid: entry.did,
      kind: 'sign',
      content,
      hash,
      saved_by: entry.did,
      at,
    })
    diagnoses.push(...dx)
    lines.push(...rx)
  }
  await insertRows(tx, 'note', notes)
  await insertRows(tx, 'note_version', versions)
  await insertRows(tx, 'diagnosis', diagnoses)
  await insertRows(tx, 'prescription_line', lines)
}
