import { slotOrder } from '@teleward/contract/appointments/rules.ts'
import type { Appointment, Slot } from '@teleward/contract/appointments/schema.ts'

export interface Group {
  key: string
  kind: 'slot' | 'date' | null
  slot?: Slot
  date?: string
  rows: Appointment[]
}

/** Rows as the server ordered them, cut where the part of the day, or the day, changes. `null`: one group, no head. */
export function groupsOf(rows: readonly Appointment[], by: 'slot' | 'date' | null): Group[] {
  if (by === null) return [{ key: 'all', kind: null, rows: [...rows] }]
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const key = by === 'slot' ? row.slot : row.date
    const group = groups.get(key) ?? { key, kind: by, [by]: key, rows: [] }
    group.rows.push(row)
    groups.set(key, group)
  }
  const all = [...groups.values()]
  // A row that moved while a page was read may come out of order; the parts of the day never do.
  return by === 'slot'
    ? all.toSorted(
        (a, b) => slotOrder.indexOf(a.rows[0]?.slot ?? 'other') - slotOrder.indexOf(b.rows[0]?.slot ?? 'other'),
      )
    : all
}

/** Entries of different people with one name in the list: they are marked, so that nobody takes one for the other. */
export function namesakes(rows: readonly Appointment[]): ReadonlySet<number> {
  const byName = new Map<string, Appointment[]>()
  for (const row of rows) byName.set(row.patient.name, [...(byName.get(row.patient.name) ?? []), row])
  const marked = [...byName.values()].filter((same) => new Set(same.map(({ pid }) => pid)).size > 1)
  return new Set(marked.flat().map(({ qid }) => qid))
}
