/** Without a day of the run's own (`TEST_DATE=now`): wherever it is late morning, so that a run at night meets a half-worked day, too. */
function lateMorning(now: Date): string {
  const east = 11 - now.getUTCHours()
  // Named the other way round: Etc/GMT-8 is eight hours ahead of Greenwich.
  return east === 0 ? 'Etc/GMT' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}

/**
 * Where the demo institutions and the browsers of the journeys lie: in Taipei, whose morning the run's day begins with
 * (`scripts/lib/day.mjs`). The first process decides, those that it starts inherit it.
 */
process.env.E2E_TIME_ZONE ??= Number(process.env.TEST_SHIFT_MS) ? 'Asia/Taipei' : lateMorning(new Date())
export const timezoneId = process.env.E2E_TIME_ZONE
/** The day it is there, which is neither Greenwich's nor Taipei's at every hour of a run. */
export const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: timezoneId }).format(new Date())
export const zone = { locale: 'zh-TW', timezoneId } as const
