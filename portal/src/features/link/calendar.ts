import type { LinkView } from '@teleward/contract/links/schema.ts'

const stamp = (instant: string | number) => `${new Date(instant).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`
// RFC 5545, 3.3.11: what would end a value is written out.
const plain = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\s+/g, ' ')

/** The visit for the patient's own calendar: where and when, and nothing of why. */
export function calendarText(view: LinkView, visit: NonNullable<LinkView['visit']>): string {
  const start = Date.parse(visit.startAt)
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Teleward//EN',
    'BEGIN:VEVENT',
    `UID:${stamp(start)}-${view.institution.phone?.replace(/\D/g, '') ?? '0'}@teleward`,
    `DTSTAMP:${stamp(view.now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + visit.durationMinutes * 60_000)}`,
    `SUMMARY:${plain(`${view.institution.name} ${visit.doctorName}`)}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}
export const calendarOf = (view: LinkView, visit: NonNullable<LinkView['visit']>) =>
  `data:text/calendar;charset=utf-8,${encodeURIComponent(calendarText(view, visit))}`
