/**
 * Where the demo institutions and the browsers of the journeys lie: wherever it is late morning now. So a run at night,
 * or over midnight, meets the same half-worked day as any other.
 */
function lateMorning(now: Date): string {
  const east = 11 - now.getUTCHours()
  // Named the other way round: Etc/GMT-8 is eight hours ahead of Greenwich.
  return east === 0 ? 'Etc/GMT' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}

// The first process decides, those that it starts inherit it: a run that passes a full hour stays where it is.
process.env.E2E_TIME_ZONE ??= lateMorning(new Date())
export const timezoneId = process.env.E2E_TIME_ZONE
/** The day it is there, which is neither Greenwich's nor Taipei's at every hour of a run. */
export const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: timezoneId }).format(new Date())
export const zone = { locale: 'zh-TW', timezoneId } as const
