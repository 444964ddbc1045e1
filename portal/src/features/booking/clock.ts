import { localTime } from '@teleward/contract/core/dates.ts'
import { currentTimeZone } from '../../ui/format.ts'

/** `HH:MM` of an instant by the institution's clock: what the wire calls a time. */
export function clockOf(at: string): string {
  const { hour, minute } = localTime(new Date(at), currentTimeZone())
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
