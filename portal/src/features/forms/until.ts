import { addDays, startOfDay } from '@teleward/contract/core/zone.ts'

/** The last minute of a day by the institution's clock, whatever the machine's own says. */
export const lastMinuteOf = (day: string, zone: string): Date =>
  new Date(startOfDay(addDays(day, 1), zone).getTime() - 60_000)
