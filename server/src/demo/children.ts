import { localDay } from '@teleward/contract/core/dates.ts'
import { valueAt } from '@teleward/contract/childcare/growth.ts'
import { addMonths, preventiveVisits, scheduledDoses } from '@teleward/contract/childcare/schedule.ts'
import { addDays, daysBetween } from '@teleward/contract/core/zone.ts'
import { randomUUID } from 'node:crypto'
import { lmsAt, type Sex } from '../childcare/tables.ts'
import { sql, type Tx } from '../platform/db/index.ts'

const UNIT = 2
const MOST = 24
interface Child {
  pid: number
  birthday: string
  gender: Sex
}

/** What a child's booklet would hold: most are up to date, some have missed the last months, one dose came too soon. */
export async function seedChildren(tx: Tx, mids: Record<string, number>, now: Date): Promise<void> {
  if (await tx.maybe(sql`select 1 as there from child_record limit 1`)) return
  const today = localDay(now, 'Asia/Taipei')
  const children = await tx.many(sql<Child>`
    select m.pid, m.birthday::text as birthday, m.gender from member m join member_unit mu on mu.pid = m.pid and mu.unit_id = ${UNIT}
    where mu.status = 'active' and m.gender in ('male', 'female') and m.birthday > ${addMonths(today, -144)}::date order by m.birthday desc, m.pid limit ${MOST}`)
  const nurse = mids['nurse.chen'] ?? mids['dr.lin'] ?? 0
  const rows: Row[] = []
  const facts: Row[] = []
  for (const [at, child] of children.entries()) {
    // Every third has not been seen for a while.
    const until = at % 3 === 2 ? addMonths(today, -20) : today
    const whose = { partner_id: 1, unit_id: UNIT, pid: child.pid, mid: nurse }
    for (const row of [...dosesOf(child, until), ...visitsOf(child, until, at)])
      rows.push({ ...row, ...whose, id: randomUUID(), born_then: child.birthday, entered_at: now })
    facts.push({
      ...whose,
      gestation_days: at % 5 === 1 ? 245 : 277,
      hbv_mother: at % 4 === 3 ? null : false,
      fluoride_group: at % 6 === 4 ? 'vulnerable' : 'general',
      multiple: false,
      at: now,
    })
  }
  if (rows.length === 0) return
  await put(tx, rows)
  await tx.run(sql`
    insert into child_fact (partner_id, unit_id, pid, gestation_days, hbv_mother, fluoride_group, multiple, mid, at)
    select partner_id, unit_id, pid, gestation_days, hbv_mother, fluoride_group, multiple, mid, at
    from jsonb_populate_recordset(null::child_fact, ${JSON.stringify(facts)}::jsonb)`)
}

type Row = Record<string, unknown>
/** All rows by one statement: a demo starts with them. */
async function put(tx: Tx, rows: readonly Row[]): Promise<void> {
  const columns = sql.join([...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => sql.ref(name)))
  await tx.run(sql`insert into child_record (${columns})
    select ${columns} from jsonb_populate_recordset(null::child_record, ${JSON.stringify(rows)}::jsonb)`)
}

function dosesOf(child: Child, until: string): Row[] {
  const rows: Row[] = []
  for (const { vaccine, dose, dueMonth } of scheduledDoses) {
    if (vaccine === 'HBIG' || vaccine === 'Influenza') continue
    const on = addDays(addMonths(child.birthday, dueMonth), dueMonth === 0 ? 0 : 3)
    if (on > until) continue
    rows.push({
      kind: 'vaccination',
      on_day: on,
      vaccine,
      dose,
      lot: `${vaccine.slice(0, 2).toUpperCase()}${on.slice(2, 4)}${String(dose).padStart(2, '0')}`,
      place: '內湖診所',
      note: '',
      version: 1,
      history: [],
    })
  }
  return rows
}

const round = (value: number, digits: number) => Number(value.toFixed(digits))
function visitsOf(child: Child, until: string, at: number): Row[] {
  const rows: Row[] = []
  /** Each child keeps to its own line, between the 7th and the 93rd percentile. */
  const line = ((at * 7) % 31) / 10 - 1.5
  const of = (curve: 'weight' | 'length' | 'head', days: number) => {
    const lms = lmsAt(child.gender, curve, days)
    return lms ? valueAt(lms, line) : null
  }
  for (const { visit, fromMonth } of preventiveVisits) {
    const on = addDays(addMonths(child.birthday, fromMonth), 20)
    if (on > until) continue
    const days = daysBetween(child.birthday, on)
    const [weight, length, head] = [of('weight', days), of('length', days), of('head', days)]
    rows.push({
      kind: 'preventive',
      on_day: on,
      visit,
      weight_kg: weight === null ? null : round(weight, 2),
      length_cm: length === null ? null : round(length, 1),
      head_cm: head === null ? null : round(head, 1),
      place: '內湖診所',
      note: '',
      version: 1,
      history: [],
    })
  }
  const first = addMonths(child.birthday, 1)
  if (first <= until) rows.push({ kind: 'biliary', on_day: first, colour: 8, note: '', version: 1, history: [] })
  for (let on = addMonths(child.birthday, 8); on <= until && on < addMonths(child.birthday, 72); on = addMonths(on, 7))
    rows.push({ kind: 'fluoride', on_day: on, place: '內湖診所', note: '', version: 1, history: [] })
  return rows
}
