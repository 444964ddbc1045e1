import { parseDay } from '@teleward/contract/core/dates.ts'
import { toHalfWidth } from '@teleward/contract/core/text.ts'

export type Era = 'western' | 'roc'

const REPUBLIC = /^(?:民國|民国|roc)/i
const pad = (text: string | undefined) => (text ?? '').padStart(2, '0')

/** Zeros behind a day, as exports of a column of moments write them: with seconds, a zone, 上午 or AM. */
const MIDNIGHT =
  /[ T](?:(?:(?:上午|凌晨|AM ) ?)?0{1,2}:00(?::00(?:\.0{1,7})?)?(?: ?AM)?|(?:上午|凌晨|AM ) ?12:00(?::00)?|12:00(?::00)? ?AM)(?:Z|[+-]\d\d:?\d\d)?$/i
/** The day of the week behind a day: 星期日, 週日, (日), Sunday. */
const WEEKDAY =
  /(?:[ ,(]{0,3}(?:星期|週|周|禮拜|礼拜)([日天一二三四五六])\)?| ?\(([日一二三四五六])\)|[ ,(]{1,3}(sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?\)?)$/i
const WEEK: readonly string[] = ['日天sun', '一mon', '二tue', '三wed', '四thu', '五fri', '六sat']

/** Year, month and day of a text without midnight and day of the week; undefined where it has other parts. */
function partsOf(halved: string) {
  const said = halved
    .replace(/\s/g, '')
    .replace(/^(?:民國|民国|roc|西元|公元)/i, '')
    .replace(/[年月./]/g, '-')
    .replace(/日$/, '')
  return (
    /^(\d{1,4})-(\d{1,2})-(\d{1,2})$/.exec(said) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(said) ??
    /^(\d{2,3})(\d{2})(\d{2})$/.exec(said) ??
    undefined
  )
}
const bare = (text: string) => toHalfWidth(text).replace(/\s+/g, ' ').trim().replace(MIDNIGHT, '').trimEnd()

/**
 * 1996-03-07, 1996/3/7, 19960307, and the years of the Republic: 民國 85/3/7, 85.3.7, 0850307. A column that says which
 * years it counts is believed: no two-digit year under 'western', and `01000307` under 'roc' is the hundredth. A year of
 * four digits that begins with none is a western one wherever it stands: a cell of Excel's own days is read as such.
 * Midnight and the day of the week may follow, where the week has it so.
 * Null where it says no day of the calendar: no thirteenth month, no thirtieth of February.
 */
export function dayOf(text: string, era?: Era): string | null {
  const timeless = bare(text)
  const weekday = WEEKDAY.exec(timeless)?.slice(1).find(Boolean)?.toLowerCase()
  const halved = timeless.replace(WEEKDAY, '')
  const republic = REPUBLIC.test(halved)
  const parts = partsOf(halved)
  if (!parts) return null
  const year = Number(parts[1])
  const ofRepublic = (parts[1] ?? '').length < 4 || (year < 1000 && era === 'roc')
  if (ofRepublic && era === 'western' && !republic) return null
  const day = `${String(ofRepublic ? year + 1911 : year).padStart(4, '0')}-${pad(parts[2])}-${pad(parts[3])}`
  if (!parseDay(day)) return null
  return weekday && !WEEK[new Date(`${day}T00:00:00Z`).getUTCDay()]?.includes(weekday) ? null : day
}

/** Which years a text counts by itself: the Republic's own word, or a year of three or four digits; else undefined. */
export function eraSaid(text: string): Era | undefined {
  const halved = bare(text).replace(WEEKDAY, '')
  if (REPUBLIC.test(halved)) return 'roc'
  const year = partsOf(halved)?.[1]?.length
  return year === 4 ? 'western' : year === 3 ? 'roc' : undefined
}

/** Which years a column of birthdays counts, by its title. */
export const eraOfTitle = (title: string): Era | undefined =>
  /民國|民国|roc|minguo/i.test(title)
    ? 'roc'
    : /西元|公元|西曆|西历|gregorian|western|\bad\b|yyyy/i.test(title)
      ? 'western'
      : undefined
