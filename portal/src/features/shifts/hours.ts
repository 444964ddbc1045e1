import type { ShiftSite } from '@teleward/contract/shifts/schema.ts'

/** A session as its form holds it. */
export interface Hours {
  start: string
  end: string
  capacity: number
  slotMinutes: number
  site: ShiftSite
}
export const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** What is wrong with hours, at the field it is about. */
export interface HoursError {
  field: 'hours' | 'capacity' | 'slot'
  text: string
}
