import { isCurrent, waitsSinceLong } from '@teleward/contract/appointments/current.ts'
import type { Moment } from '@teleward/contract/appointments/rules.ts'
import type { Appointment } from '@teleward/contract/appointments/schema.ts'

/** Who comes next: in an emergency first, then who waits longest; last of all whoever has been forgotten for more than a day. */
export function nextOf(rows: readonly Appointment[], at: Moment): Appointment | undefined {
  const waiting = rows.filter((row) => row.status === 'checkedIn' && !row.inConsultation && isCurrent(row, at))
  const since = (row: Appointment) => Date.parse(row.checkedInAt ?? row.startAt)
  const forgotten = (row: Appointment) => Number(waitsSinceLong(row, at.now))
  const inTurn = waiting.toSorted((a, b) => forgotten(a) - forgotten(b) || since(a) - since(b))
  return inTurn.find(({ slot }) => slot === 'emergency') ?? inTurn[0]
}

/** Entries of different people with one name in the list: they are marked, so that nobody takes one for the other. */
export function namesakes(rows: readonly Appointment[]): ReadonlySet<number> {
  const byName = new Map<string, Appointment[]>()
  for (const row of rows) byName.set(row.patient.name, [...(byName.get(row.patient.name) ?? []), row])
  const same = [...byName.values()].filter((group) => new Set(group.map(({ pid }) => pid)).size > 1)
  return new Set(same.flat().map(({ qid }) => qid))
}
