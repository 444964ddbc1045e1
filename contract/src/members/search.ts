import { idNumber, isHealthCard, normaliseId, normaliseMobile } from '../core/identity.ts'
import { searchKey } from '../core/search-key.ts'

/** A part of a name from two characters on, of a phone from four digits on (MEMB-01). */
export const NAME_PART_MIN = 2
export const PHONE_PART_MIN = 4
const LATIN_PART = 3

/** A part of a phone as it is kept, in digits and with the 0 for Taiwan's +886; null for what is none. */
export function phonePart(text: string): string | null {
  const said = searchKey(text).replace(/[()]/g, '')
  if (!/^\+?\d+$/.test(said)) return null
  return said.replace(/^(?:\+|00)?886(?=0?9)0?/, '0').replace('+', '')
}

export interface PartSearch {
  /** What is looked up by equality: the part's rarest piece that is kept (`search_parts` of the database). */
  token: string
  /** What the whole has to hold. */
  part: string
}

/** How a part of a name or phone is found; null where it says too little. */
export function partSearch(text: string): PartSearch | null {
  const digits = phonePart(text)
  // The last four digits of a phone tell people apart better than the first.
  if (digits !== null)
    return digits.length < PHONE_PART_MIN ? null : { token: digits.slice(-PHONE_PART_MIN), part: digits }
  const part = searchKey(text)
  const characters = Array.from(part)
  if (characters.length < NAME_PART_MIN) return null
  // Three Latin letters that stand together are kept, whatever stands around them; of all else pairs.
  const latin = /^[ -~]{3}/.test(part)
  return { token: characters.slice(0, latin ? LATIN_PART : NAME_PART_MIN).join(''), part }
}

/**
 * The complete value somebody asks for: an id or residence permit with its checksum, a mobile, a health card, a name
 * or an account. Null for what is recognisably only a part of one (§5).
 */
export function wholeSearch(text: string): string | null {
  const said = text.trim()
  const id = normaliseId(said)
  if (idNumber(id)) return searchKey(id)
  const mobile = normaliseMobile(said)
  if (mobile) return mobile
  const plain = searchKey(said)
  if (/^\d+$/.test(plain)) return isHealthCard(plain) ? plain : null
  // One letter or two and up to nine digits: the beginning of an id, or one whose checksum is wrong.
  if (/^[a-z]{1,2}\d{1,9}$/.test(plain)) return null
  return Array.from(plain).length < NAME_PART_MIN ? null : plain
}
