import { idNumber, isHealthCard, normaliseId, normaliseMobile } from '../core/identity.ts'

/** As the database keeps what is searched for (`search_text`): lower case, half width, no blanks, hyphens or dots. */
export const searchText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s·・.,'’‐-―-]/g, '')
    .toLowerCase()

/** A part of a name from two characters on, of a phone from four digits on (MEMB-01). */
export const NAME_PART_MIN = 2
export const PHONE_PART_MIN = 4

export interface PartSearch {
  /** What is looked up by equality: the part's rarest piece that is kept. */
  token: string
  /** What the whole has to hold. */
  part: string
}

/** How a part of a name or phone is found; null where it says too little. */
export function partSearch(text: string): PartSearch | null {
  const part = searchText(text)
  if (/^\+?\d+$/.test(part)) {
    const digits = part.replace(/^\+?886(?=9)/, '0').replace('+', '')
    // The last four digits of a phone tell people apart better than the first.
    return digits.length < PHONE_PART_MIN ? null : { token: digits.slice(-PHONE_PART_MIN), part: digits }
  }
  const characters = Array.from(part)
  if (characters.length < NAME_PART_MIN) return null
  const latin = /^[ -~]*$/.test(part)
  return { token: characters.slice(0, latin ? 3 : NAME_PART_MIN).join(''), part }
}

/**
 * The complete value somebody asks for: an id or residence permit with its checksum, a mobile, a health card, a name
 * or an account. Null for what is recognisably only a part of one (§5).
 */
export function wholeSearch(text: string): string | null {
  const said = text.trim()
  const id = normaliseId(said)
  if (idNumber(id)) return searchText(id)
  const mobile = normaliseMobile(said)
  if (mobile) return mobile
  const plain = searchText(said)
  if (/^\d+$/.test(plain)) return isHealthCard(plain) ? plain : null
  // One letter or two and up to nine digits: the beginning of an id, or one whose checksum is wrong.
  if (/^[a-z]{1,2}\d{1,9}$/.test(plain)) return null
  return Array.from(plain).length < NAME_PART_MIN ? null : plain
}
