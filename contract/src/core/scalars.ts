import { z } from 'zod'
import { cleanLine, cleanText } from './clean-text.ts'
import { saysSomething } from './text.ts'

/**
 * A number, or text that is one, as in paths and queries. `null` and `true` are none: they would become 0 and 1. It has one
 * spelling, so that what names a thing in an address names it alike in a log: neither `0x6` nor ` 6` is 6.
 */
export const numeric = <T extends z.ZodType<number>>(number: T) =>
  z.preprocess((value) => (typeof value === 'string' && /\S/.test(value) ? written(value) : value), number)
const written = (text: string) => (String(Number(text)) === text ? Number(text) : Number.NaN)
/** Ids of the wire: positive 32-bit integers. */
export const id = numeric(z.number().int().min(1).max(2_147_483_647))
/** Partner 0 is the operator. */
export const partnerId = numeric(z.number().int().min(0).max(2_147_483_647))
export const uuid = z.uuid()
// Years 1600 to 9899: the day before and after, and where a day begins in any zone, have a year of four digits as well.
const CENTURY = '(?:1[6-9]|[2-8][0-9]|9[0-8])'
const LEAP = `(?:${CENTURY}(?:0[48]|[2468][048]|[13579][26])|(?:16|[2468][048]|[3579][26])00)`
const DAY =
  `(?:${LEAP}-02-29|${CENTURY}[0-9]{2}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])` +
  '|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8])))'
const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]+)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])'
// Zod takes a pattern of one's own here, which its types leave out.
const within = (pattern: string): object => ({ pattern: new RegExp(`^${pattern}$`) })
/** `YYYY-MM-DD`, a day of the calendar. */
export const date = z.iso.date(within(DAY))
/** ISO 8601 with offset. */
export const instant = z.iso.datetime({ offset: true, ...within(`${DAY}T${TIME}`) })
/**
 * Control characters. Patterns of the contract stand in the API's description, where validators of other languages read
 * them: they are spelled as ranges, since few know `\p{Cc}`, and nothing looks ahead or behind.
 */
export const CONTROL = '\\u0000-\\u001f\\u007f-\\u009f'
/**
 * One line of text, cleaned (`clean-text.ts`) and trimmed. What is parsed is what is stored; the length is that of the clean
 * text.
 */
export const singleLine = (max: number) => z.string().overwrite(cleanLine).trim().max(max)
/** Free text of several lines, cleaned. */
export const prose = (max: number) => z.string().overwrite(cleanText).max(max)
/**
 * Why something is done, or what was done, where that is asked for: text without a letter or a figure is none, so that whoever asks
 * for it refuses a full stop as it refuses nothing.
 */
export const reason = (text: z.ZodString) => text.overwrite((said) => (saysSomething(said) ? said : ''))
/**
 * A field that has to be there, whose absence the service refuses with a code of its own: a caller may leave it out, and the
 * API's description says that it may not.
 */
export const asked = <T extends z.ZodType>(schema: T): T => schema.meta({ asked: true })
export const version = z.number().int().min(1)
export const deviceType = numeric(z.number().int().min(1).max(9))
export const locale = z.enum(['zh-TW', 'zh-CN', 'en'])
export type Locale = z.output<typeof locale>
