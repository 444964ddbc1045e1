import { sql, type Tx } from '../platform/db/index.ts'
import { resolveItem } from '../emr/resolve.ts'
import { reference } from '../reference/catalogue.ts'
import { insertRows } from './rows.ts'

interface DemoSet {
  owner: string
  name: string
  code: string
  shared?: true
  /** [what the drug is found by, dose, frequency, days] */
  drugs: [string, number, string, number][]
}
const sets: readonly DemoSet[] = [
  {
    owner: 'dr.lin',
    name: '高血壓＋糖尿病',
    code: 'htdm',
    drugs: [
      ['amlodipine', 1, 'QD', 28],
      ['metformin', 1, 'BID', 28],
    ],
  },
  {
    owner: 'dr.lin',
    name: '感冒症狀三天',
    code: 'uri',
    shared: true,
    drugs: [['acetaminophen', 1, 'QID', 3]],
  },
  { owner: 'dr.wang', name: '頭暈一週', code: 'dizzy', shared: true, drugs: [['betahistine', 1, 'TID', 7]] },
]

/** Prescription sets of the demo's doctors, once. A drug that the list has not is left out. */
export async function seedSets(tx: Tx, mids: Record<string, number>, now: Date): Promise<void> {
  const { there } = await tx.one(sql<{ there: boolean }>`select exists (select 1 from prescription_set) as there`)
  if (there) return
  const rows = sets.map(({ owner, name, code, shared = false, drugs }) => ({
    partner_id: 1,
    owner_mid: mids[owner] ?? 0,
    name,
    code,
    name_key: name.normalize('NFKC').toLowerCase(),
    code_key: code,
    shared,
    lines: drugs.flatMap(([generic, dose, frequency, days]) => {
      const found = reference
        .drugs()
        .search(generic, 10)
        .find(({ unit }) => unit === 'TAB' || unit === 'CAP')
      if (!found) return []
      const { dailyDose: _daily, ...line } = resolveItem({ code: found.code, dose, frequency, days, notes: '' })
      return [line]
    }),
    version: 1,
    updated_at: now,
  }))
  await insertRows(
    tx,
    'prescription_set',
    rows.filter(({ lines }) => lines.length > 0),
  )
}
