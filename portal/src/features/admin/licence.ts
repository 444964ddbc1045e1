import { isoDay } from '../../ui/format.ts'

const DAY_MS = 86_400_000
/** How long a licence still holds, by the institution's day: its last day is a day on which it does. */
export function licenceStanding(
  until: string,
  soonDays: number,
  today: string = isoDay(),
): { state: 'over' | 'soon' | 'fine'; days: number } {
  const days = Math.round((Date.parse(until) - Date.parse(today)) / DAY_MS)
  return { state: days < 0 ? 'over' : days <= soonDays ? 'soon' : 'fine', days }
}
