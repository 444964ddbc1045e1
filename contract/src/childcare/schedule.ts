import { addDays } from '../core/zone.ts'

/**
 * Taiwan's schedule of childhood vaccinations, preventive visits and fluoride varnish, as tables. The due months are those of
 * the public schedules of Taiwan CDC and HPA as of `SCHEDULE_OF`; the least ages and intervals are those of their notes and of
 * the best-practice guidance of ACIP (`docs/requirements/own-decisions.md`). Neither was checked against the table of the day.
 */
export const SCHEDULE_OF = '2024-01'

/** Calendar months and days after a day. */
export interface Span {
  months?: number
  days?: number
}

/** The same day of the month so many months on; the last one of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  const at = year * 12 + month - 1 + months
  const first = `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}-01`
  const last = new Date(Date.UTC(Math.floor(at / 12), (at % 12) + 1, 0)).getUTCDate()
  return addDays(first, Math.min(dayOfMonth, last) - 1)
}
export const after = (day: string, { months = 0, days = 0 }: Span) => addDays(addMonths(day, months), days)

export const vaccines = [
  'HepB',
  'HBIG',
  'DTaP-Hib-IPV',
  'PCV13',
  'BCG',
  'Influenza',
  'MMR',
  'Varicella',
  'HepA',
  'JE',
  'DTaP-IPV',
] as const
export type Vaccine = (typeof vaccines)[number]
/** Two of these are given on one day, or 28 days apart. */
export const liveVaccines: readonly Vaccine[] = ['BCG', 'MMR', 'Varicella', 'JE']
export const LIVE_APART = 28
/** An age or interval that falls short by so many days still counts; not between two live vaccines. */
export const GRACE_DAYS = 4

export interface ScheduledDose {
  vaccine: Vaccine
  dose: number
  /** From this age on. */
  dueMonth: number
  /** How long after it is due it is late; `school`: when the child enters school. */
  late: Span | 'school'
  minAge: Span
  /** Least time since the dose before, and since the first one. */
  interval?: Span
  sinceFirst?: Span
}
const MONTH: Span = { months: 1 }
const AT_BIRTH: Span = { days: 2 }
const FOUR_WEEKS: Span = { days: 28 }
const EIGHT_WEEKS: Span = { days: 56 }
const HALF_YEAR: Span = { months: 6 }
const YEAR: Span = { months: 12 }
/** The schedule's own windows: 5 to 8 months, 12 to 15, 18 to 21. */
const WINDOW: Span = { months: 4 }
const dose = (
  vaccine: Vaccine,
  n: number,
  dueMonth: number,
  late: Span | 'school',
  minAge: Span,
  more: Pick<ScheduledDose, 'interval' | 'sinceFirst'> = {},
): ScheduledDose => ({ vaccine, dose: n, dueMonth, late, minAge, ...more })

export const scheduledDoses: readonly ScheduledDose[] = [
  dose('HepB', 1, 0, AT_BIRTH, {}),
  dose('HBIG', 1, 0, AT_BIRTH, {}),
  dose('HepB', 2, 1, MONTH, FOUR_WEEKS, { interval: FOUR_WEEKS }),
  dose('DTaP-Hib-IPV', 1, 2, MONTH, { days: 42 }),
  dose('PCV13', 1, 2, MONTH, { days: 42 }),
  dose('DTaP-Hib-IPV', 2, 4, MONTH, { days: 70 }, { interval: FOUR_WEEKS }),
  dose('PCV13', 2, 4, MONTH, { days: 98 }, { interval: EIGHT_WEEKS }),
  dose('BCG', 1, 5, WINDOW, {}),
  dose('HepB', 3, 6, MONTH, { days: 168 }, { interval: EIGHT_WEEKS, sinceFirst: { days: 112 } }),
  dose('DTaP-Hib-IPV', 3, 6, MONTH, { days: 98 }, { interval: FOUR_WEEKS }),
  dose('Influenza', 1, 6, MONTH, HALF_YEAR),
  dose('MMR', 1, 12, MONTH, YEAR),
  dose('Varicella', 1, 12, MONTH, YEAR),
  dose('PCV13', 3, 12, WINDOW, YEAR, { interval: EIGHT_WEEKS }),
  dose('HepA', 1, 12, WINDOW, YEAR),
  dose('JE', 1, 15, MONTH, YEAR),
  dose('DTaP-Hib-IPV', 4, 18, MONTH, YEAR, { interval: HALF_YEAR }),
  dose('HepA', 2, 18, WINDOW, { months: 18 }, { interval: HALF_YEAR }),
  dose('JE', 2, 27, MONTH, { months: 24 }, { interval: YEAR }),
  dose('DTaP-IPV', 1, 60, 'school', { months: 48 }),
  dose('MMR', 2, 60, 'school', { months: 13 }, { interval: FOUR_WEEKS }),
]
/** The booster before school: six months after the last dose of the five-in-one; none is needed after one from this age on. */
export const BOOSTER_AFTER: Span = HALF_YEAR
export const BOOSTER_SPARED_MONTH = 48

/** Of pneumococcal vaccine fewer are needed, the later the first is given. */
export const pcvNeeded = (firstMonth: number) => (firstMonth >= 24 ? 1 : firstMonth >= 12 ? 2 : 3)

/** Of a season, from October to March: one, and in the first season two. */
export const FLU_FROM_MONTH = 10
export const FLU_MONTHS = 6
export const fluSeason = (day: string): number => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return month >= FLU_FROM_MONTH ? year : year - 1
}
export const seasonStart = (season: number) => `${season}-${FLU_FROM_MONTH}-01`

/** First of September of the year in which a child who is six by then enters school. */
export function schoolEntry(birthday: string): string {
  const six = addMonths(birthday, 72)
  const september = `${six.slice(0, 4)}-09-01`
  return six <= september ? september : `${Number(six.slice(0, 4)) + 1}-09-01`
}

export interface Window {
  visit: number
  fromMonth: number
  /** Before this age. */
  untilMonth: number
}
export const preventiveVisits: readonly Window[] = [
  { visit: 1, fromMonth: 0, untilMonth: 2 },
  { visit: 2, fromMonth: 2, untilMonth: 4 },
  { visit: 3, fromMonth: 4, untilMonth: 10 },
  { visit: 4, fromMonth: 10, untilMonth: 18 },
  { visit: 5, fromMonth: 18, untilMonth: 24 },
  { visit: 6, fromMonth: 24, untilMonth: 36 },
  { visit: 7, fromMonth: 36, untilMonth: 84 },
]

export const fluorideGroups = ['general', 'vulnerable'] as const
export type FluorideGroup = (typeof fluorideGroups)[number]
/** Months between two, and the age from which none is paid for. The first is due with the first teeth. */
export const fluoride: Readonly<Record<FluorideGroup, { untilMonth: number; every: number }>> = {
  general: { untilMonth: 72, every: 6 },
  vulnerable: { untilMonth: 144, every: 3 },
}
export const FIRST_TEETH_MONTH = 6

/** The colours of the infant stool card, 1 to 9: the first six are those of a blocked bile duct. */
export const STOOL_COLOURS = 9
export const stoolVerdict = (colour: number): 'abnormal' | 'normal' => (colour <= 6 ? 'abnormal' : 'normal')
/** Asked for until this age; an operation helps most before the second month is over. */
export const STOOL_UNTIL_MONTH = 4

/** Whose care this is: below this age. Catch-up is counted until then. */
export const CHILD_UNTIL_MONTH = 144
