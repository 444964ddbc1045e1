import type { NotePlace } from '@teleward/contract/emr/events.ts'
import { PRESENCE_GONE_MS } from '@teleward/contract/emr/rules.ts'

export type Where = NotePlace
export interface Present {
  mid: number
  name: string
  nameEn: string | null
  part: Where
}
/** By page of somebody: a person may have the note open in two windows. */
export type Lines = ReadonlyMap<string, Present & { at: number }>
export const nobody: Lines = new Map()

/** Each person once: where they write, if they write in one of their windows. */
export function peopleOf(lines: Lines, now: number): Present[] {
  const people = new Map<number, Present>()
  for (const { at, ...one } of lines.values())
    if (now - at < PRESENCE_GONE_MS && (one.part !== null || !people.has(one.mid))) people.set(one.mid, one)
  return [...people.values()]
}
