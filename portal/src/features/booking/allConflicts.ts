import type { Conflict } from '@teleward/contract/appointments/booking.ts'
import type { ApiError } from '../../api/errors.ts'

/** Faults of the server's answer as conflicts; none where it is no answer about a wish. */
export const conflictsIn = (error: Pick<ApiError, 'fields'>): Conflict[] =>
  error.fields.flatMap(({ path, code }) => (code ? [{ path, code: code as Conflict['code'] }] : []))

/**
 * What this page and the server hold against a wish, in one list and each once (APPT-14). The server knows of what others
 * have booked, the page of what it has shown; both ask the same `conflictsOf`.
 */
export function allConflicts(here: readonly Conflict[], there: readonly Conflict[]): Conflict[] {
  const known = new Set(there.map(({ path, code }) => `${path} ${code}`))
  return [...there, ...here.filter(({ path, code }) => !known.has(`${path} ${code}`))]
}
