import { localDay, localTime, weekday } from '@teleward/contract/core/zone.ts'
import { type BusinessCalendar, minutesOf } from '@teleward/contract/core/business-hours.ts'
import type { InstitutionContact } from '@teleward/contract/institution/schema.ts'
import type { Read } from '../admin/scope.ts'
import { settingsOf } from '../partners/settings.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'

const NEXT_HOLIDAYS = 5

function isOpen({ hours, holidays, zone }: BusinessCalendar, now: Date): boolean | null {
  if (!hours) return null
  const today = localDay(now, zone)
  const { hour, minute } = localTime(now, zone)
  const at = hour * 60 + minute
  return (
    !holidays.includes(today) &&
    hours.some((one) => one.weekday === weekday(today) && at >= minutesOf(one.from) && at < minutesOf(one.to))
  )
}

/** How the caller's institution is reached, and whether somebody is there now. */
export async function contactOf(read: Read, who: StaffActor, now: Date): Promise<InstitutionContact> {
  const [house] = await read(
    sql<{
      name: string
      nameEn: string | null
      phone: string | null
      timeZone: string
      settings: unknown
    }>`select p.name, p.name_en as "nameEn", p.phone, p.time_zone as "timeZone", p.settings from partner p where p.id = ${who.partnerId}`,
  )
  if (!house) throw new Error('nobody is of no institution')
  const { settings, ...face } = house
  const { businessHours, holidays, feedbackEmail } = settingsOf(settings)
  const today = localDay(now, face.timeZone)
  const calendar = { hours: businessHours, holidays: holidays.map(({ date }) => date), zone: face.timeZone }
  return {
    ...face,
    hours: businessHours,
    holidays: holidays
      .filter(({ date }) => date >= today)
      .toSorted((a, b) => a.date.localeCompare(b.date))
      .slice(0, NEXT_HOLIDAYS),
    open: isOpen(calendar, now),
    mailed: feedbackEmail !== null,
  }
}
