import type { Moment } from '@teleward/contract/appointments/rules.ts'
import type { Appointment } from '@teleward/contract/appointments/schema.ts'

/** Who comes next: in an emergency first, then who waits longest. */
export function nextOf(rows: readonly Appointment[], { today }: Moment): Appointment | undefined {
  const waiting = rows.filter((row) => row.status === 'checkedIn' && !row.inConsultation && row.date === today)
  const since = (row: Appointment) => Date.parse(row.checkedInAt ?? row.startAt)
  return waiting.find(({ slot }) => slot === 'emergency') ?? waiting.toSorted((a, b) => since(a) - since(b))[0]
}

/** Entries of different people with one name in the list: they are marked, so that nobody takes one for the other. */
export function namesakes(rows: readonly Appointment[]): ReadonlySet<number> {
  const byName = new Map<string, Appointment[]>()
  for (const row of rows) byName.set(row.patient.name, [...(byName.get(row.patient.name) ?? []), row])
  const same = [...byName.values()].filter((group) => new Set(group.map(({ pid }) => pid)).size > 1)
  return new Set(same.flat().map(({ qid }) => qid))
}
