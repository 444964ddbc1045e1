import { searchKey } from '@teleward/contract/core/search-key.ts'
import type { Item } from '@teleward/contract/careevents/items.ts'
import type { EventPerson, EventValue, Participant } from '@teleward/contract/careevents/schema.ts'
import type { StationWork } from './queue.ts'

/** Somebody at an event as a station shows them: what the server has, and what still waits here. */
export interface Row {
  key: string
  pid: number | null
  /** The entry that joins them, where it waits. */
  joining: string | null
  number: number | null
  name: string
  person: EventPerson | null
  /** By item, newest first: what stands, and what was entered here and is on its way. */
  values: Map<Item, { value: number; waiting: boolean; row: EventValue | null }[]>
  waiting: number
}

const valuesOf = (participant: Participant): Row['values'] => {
  const all: Row['values'] = new Map()
  for (const row of participant.values)
    all.set(row.item, [...(all.get(row.item) ?? []), { value: row.value, waiting: false, row }])
  return all
}

/** Whoever joined, and whoever joined here without a line; entries that wait stand where they will stand. */
export function rowsOf(participants: readonly Participant[], work: readonly StationWork[], eventid: number): Row[] {
  const own = work.filter((one) => one.eventid === eventid)
  const rows: Row[] = participants.map((one) => ({
    key: String(one.person.pid),
    pid: one.person.pid,
    joining: null,
    number: one.number,
    name: one.person.name,
    person: one.person,
    values: valuesOf(one),
    waiting: 0,
  }))
  for (const one of own)
    if (one.what === 'join' && !rows.some(({ pid }) => pid !== null && pid === one.join.pid))
      rows.push({
        key: one.clientId,
        pid: one.join.pid ?? null,
        joining: one.clientId,
        number: one.join.number ?? null,
        name: one.name,
        person: null,
        values: new Map(),
        waiting: 1,
      })
  for (const one of own) {
    if (one.what !== 'measure') continue
    const row = rows.find(({ pid, joining }) =>
      one.pid === null ? joining !== null && joining === one.joining : pid === one.pid,
    )
    if (!row) continue
    row.waiting += 1
    for (const { item, value, replaces } of one.entries) {
      const left = (row.values.get(item) ?? []).filter(
        (known) => known.row === null || !replaces.includes(known.row.id),
      )
      row.values.set(item, value === null ? left : [{ value, waiting: true, row: null }, ...left])
    }
  }
  return rows
}

/** Whom a station looks for by a number, a name or a member number. */
export const found = (rows: readonly Row[], typed: string): Row[] => {
  if (!typed.trim()) return [...rows]
  const part = searchKey(typed)
  if (!part) return []
  return rows.filter(
    ({ number, name, person }) =>
      String(number ?? '') === part ||
      searchKey(name).includes(part) ||
      searchKey(person?.nameEn ?? '').includes(part) ||
      searchKey(person?.memberNo ?? '') === part,
  )
}
