/** How often a drug is taken, read from its NHI code. */
export interface Frequency {
  code: string
  nameEn: string
  /** Null where it is only as needed, or where the code alone does not say. */
  timesPerDay: number | null
  asNeeded: boolean
  /** A single dose, however many days are written. */
  once: boolean
}

type Base = readonly [nameEn: string, timesPerDay: number | null]

const fixed: Readonly<Record<string, Base>> = {
  QD: ['once a day', 1],
  QDAM: ['once a day in the morning', 1],
  QDPM: ['once a day in the afternoon', 1],
  QDHS: ['once a day at bedtime', 1],
  QAM: ['every morning', 1],
  QPM: ['every afternoon', 1],
  QN: ['every night', 1],
  HS: ['at bedtime', 1],
  BID: ['twice a day', 2],
  'QAM&HS': ['in the morning and at bedtime', 2],
  'QPM&HS': ['in the afternoon and at bedtime', 2],
  'QAM&PM': ['in the morning and in the afternoon', 2],
  TID: ['three times a day', 3],
  'BID&HS': ['twice a day and at bedtime', 3],
  QID: ['four times a day', 4],
  'TID&HS': ['three times a day and at bedtime', 4],
  QOD: ['every other day', 1 / 2],
  QW: ['once a week', 1 / 7],
  BIW: ['twice a week', 2 / 7],
  TIW: ['three times a week', 3 / 7],
  ASORDER: ['as directed by the physician', null],
  AC: ['before meals', null],
  PC: ['after meals', null],
}

const weekdays = ['', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const count = (n: number, unit: string) => (n === 1 ? unit : `${n} ${unit}s`)
// 31 rather than 30: a month's supply of 30 or 31 days must not come to two of a monthly drug.
const MONTH = 31

interface Pattern {
  form: RegExp
  read: (first: number, second: number) => Base | null
}
const patterns: readonly Pattern[] = [
  { form: /^Q(\d{1,2})H$/, read: (hours) => [`every ${count(hours, 'hour')}`, 24 / hours] },
  { form: /^Q(\d{1,2})MN$/, read: (minutes) => [`every ${count(minutes, 'minute')}`, 1440 / minutes] },
  { form: /^Q(\d{1,2})D$/, read: (days) => [`every ${count(days, 'day')}`, 1 / days] },
  { form: /^Q(\d{1,2})W$/, read: (weeks) => [`every ${count(weeks, 'week')}`, 1 / (7 * weeks)] },
  { form: /^Q(\d{1,2})M$/, read: (months) => [`every ${count(months, 'month')}`, 1 / (MONTH * months)] },
  {
    form: /^(\d{1,2})W(\d{1,2})D$/,
    read: (weeks, days) =>
      days > weeks * 7 ? null : [`${count(days, 'day')} in every ${count(weeks, 'week')}`, days / (7 * weeks)],
  },
  {
    form: /^MCD(\d{1,2})D(\d{1,2})$/,
    read: (from, to) => (from > to ? null : [`days ${from} to ${to} of the menstrual cycle`, null]),
  },
  { form: /^AC(\d{1,2})H$/, read: (hours) => [`${count(hours, 'hour')} before meals`, null] },
  { form: /^AC(\d{1,2})M$/, read: (minutes) => [`${count(minutes, 'minute')} before meals`, null] },
  { form: /^PC(\d{1,2})H$/, read: (hours) => [`${count(hours, 'hour')} after meals`, null] },
  { form: /^PC(\d{1,2})M$/, read: (minutes) => [`${count(minutes, 'minute')} after meals`, null] },
]

function onWeekdays(list: string): Base | null {
  const days = list.split(',').map(Number)
  const rising = days.every((day, at) => at === 0 || day > (days[at - 1] ?? 0))
  return rising ? [`every week on ${days.map((day) => weekdays[day]).join(', ')}`, days.length / 7] : null
}

function base(code: string): Base | null {
  if (Object.hasOwn(fixed, code)) return fixed[code] ?? null
  const listed = /^QW\(([1-7](?:,[1-7])*)\)$/.exec(code)?.[1]
  if (listed) return onWeekdays(listed)
  for (const { form, read } of patterns) {
    const match = form.exec(code)
    if (!match) continue
    const [first, second = 1] = match
      .slice(1)
      .filter((part) => part !== undefined)
      .map(Number)
    return first && second ? read(first, second) : null
  }
  return null
}

/** Null for what is no code of this kind. Upper case, as in the table. */
export function frequency(code: string): Frequency | null {
  if (code === 'STAT' || code === 'ONCE') {
    return {
      code,
      nameEn: code === 'STAT' ? 'immediately, one dose' : 'one dose',
      timesPerDay: 1,
      asNeeded: false,
      once: true,
    }
  }
  if (code === 'PRN') return { code, nameEn: 'as needed', timesPerDay: null, asNeeded: true, once: false }
  if (code.endsWith('PRN')) {
    const rest = base(code.slice(0, -3))
    return rest && { code, nameEn: `as needed, ${rest[0]}`, timesPerDay: null, asNeeded: true, once: false }
  }
  const whole = base(code)
  if (whole) return { code, nameEn: whole[0], timesPerDay: whole[1], asNeeded: false, once: false }
  // Hospitals write the meal behind the code: TIDPC, BIDAC.
  const meal = /^(QD|BID|TID|QID|QAM|QPM)(AC|PC)$/.exec(code)
  const daily = meal?.[1] ? base(meal[1]) : null
  if (!daily) return null
  return {
    code,
    nameEn: `${daily[0]} ${meal?.[2] === 'AC' ? 'before' : 'after'} meals`,
    timesPerDay: daily[1],
    asNeeded: false,
    once: false,
  }
}

/** Whether a drug is taken each day: only then a figure a day says how much is taken on a day. */
export const isDaily = (code: string): boolean => (frequency(code.trim())?.timesPerDay ?? 0) >= 1
