const DAY_MS = 86_400_000
/** Days from the thirtieth of December 1899, from which sheets count since March 1900, to 1970. */
const EPOCH = 25_569
/** Between the two ways to count: from 1900, and from 1904. */
const SINCE_1904 = 1462
/** Lotus took 1900 for a leap year, and Excel counts that day to this day: before it everything is one less. */
const NO_SUCH_DAY = 60
/** 31 December 9999. */
const LAST = 2_958_465

/** The number of a moment as Excel's calendar from 1900 counts, read as it stands in UTC; null for what it has not. */
export function serialOf(at: Date): number | null {
  const days = at.getTime() / DAY_MS + EPOCH
  const number = days <= NO_SUCH_DAY ? days - 1 : days
  return number >= 1 && number < LAST + 1 ? number : null
}

/** The day that Excel shows for a number, as `YYYY-MM-DD`; undefined where it shows none. */
export function dayOfSerial(number: number, since1904: boolean): string | undefined {
  // To the millisecond first: what is computed falls short of midnight by less.
  const days = Math.floor(Math.round(number * DAY_MS) / DAY_MS)
  const count = since1904 && days >= 0 ? days + SINCE_1904 : days
  if (!(count >= 1 && count <= LAST) || count === NO_SUCH_DAY) return undefined
  return new Date((count - EPOCH + (count < NO_SUCH_DAY ? 1 : 0)) * DAY_MS).toISOString().slice(0, 10)
}
