import { toHalfWidth } from './text.ts'

export type IdKind = 'national_id' | 'arc_new' | 'arc_old'
export interface IdNumber {
  kind: IdKind
  sex: 'male' | 'female'
}

// Each letter stands for two digits, not in the order of the alphabet: I, O, W and Z came later.
const letters: Readonly<Record<string, number>> = {
  A: 10,
  B: 11,
  C: 12,
  D: 13,
  E: 14,
  F: 15,
  G: 16,
  H: 17,
  I: 34,
  J: 18,
  K: 19,
  L: 20,
  M: 21,
  N: 22,
  O: 35,
  P: 23,
  Q: 24,
  R: 25,
  S: 26,
  T: 27,
  U: 28,
  V: 29,
  W: 32,
  X: 30,
  Y: 31,
  Z: 33,
}
const weights = [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]

function checksumHolds(value: string): boolean {
  const first = letters[value.charAt(0)] ?? 0
  // In the old residence permit the second character is a letter that counts by its unit digit.
  const second = letters[value.charAt(1)]
  const digits = [
    Math.floor(first / 10),
    first % 10,
    second === undefined ? Number(value.charAt(1)) : second % 10,
    ...Array.from(value.slice(2), Number),
  ]
  return digits.reduce((sum, digit, at) => sum + digit * (weights[at] ?? 0), 0) % 10 === 0
}

const kinds: readonly [RegExp, IdKind][] = [
  [/^[A-Z][12]\d{8}$/, 'national_id'],
  [/^[A-Z][89]\d{8}$/, 'arc_new'],
  [/^[A-Z][A-D]\d{8}$/, 'arc_old'],
]

/** National id, or residence permit of either form, already normalised; null where form or checksum is wrong. */
export function idNumber(value: string): IdNumber | null {
  const kind = kinds.find(([form]) => form.test(value))?.[1]
  if (!kind || !checksumHolds(value)) return null
  return { kind, sex: '18AC'.includes(value.charAt(1)) ? 'male' : 'female' }
}

// Dashes of every kind, the minus sign and the long-vowel mark, which input methods give for a hyphen; and the marks without a
// width that address books put around a number.
const BETWEEN = '\\s\\p{Cf}\\-‐-―−ー'
const ofId = new RegExp(`[${BETWEEN}]`, 'gu')
const ofPhone = new RegExp(`[${BETWEEN}().]`, 'gu')

/** What a person may type for an id: lower case, full width, spaces, hyphens. Says nothing about validity. */
export function normaliseId(text: string): string {
  return toHalfWidth(text).replace(ofId, '').toUpperCase()
}

export const isMobile = (value: string): boolean => /^09\d{8}$/.test(value)

/** A Taiwanese mobile number as people write it (+886, spaces, hyphens, full width) → `09…`, or null. */
export function normaliseMobile(text: string): string | null {
  const bare = toHalfWidth(text).replace(ofPhone, '')
  const local = bare.replace(/^(?:\+|00)?886(?:0)?(?=9\d{8}$)/, '0')
  return isMobile(local) ? local : null
}

/** Landlines by their area code: 02 and Taichung's 04 have ten digits, 0800 and the like too, the others nine or ten. */
const LANDLINE = /^0(?:2\d{8}|[3-8]\d{7,8})$/
const EXTENSION = /(?:#|ext\.?|x|轉|转|分機|分机)(\d{1,6})$/i

/**
 * A phone somebody is rung at, as people write it → a mobile or a landline with its area code in digits (`0227123456#12`
 * with an extension), another country's as `+…`; null where it is none.
 */
export function normalisePhone(text: string): string | null {
  const mobile = normaliseMobile(text)
  if (mobile !== null) return mobile
  const bare = toHalfWidth(text).replace(/[\s\-‐-―().]/g, '')
  const inner = EXTENSION.exec(bare)?.[1]
  const number = bare.replace(EXTENSION, '').replace(/^00(?=[1-9])/, '+')
  const local = number.replace(/^\+?886(?:0)?(?=[2-8]\d{7,8}$)/, '0')
  if (LANDLINE.test(local)) return inner === undefined ? local : `${local}#${inner}`
  return /^\+(?!886)[1-9]\d{6,14}$/.test(local) ? local : null
}

/** One address and nothing beside it: no name, no scheme, no second one. */
const ADDRESS = /^[^\s@:<>(),;"\\]+@[^\s@:<>(),;"\\]+\.[^\s@:<>(),;"\\]+$/

/**
 * An e-mail address as people type and copy it (full width, 。 for a dot, `mailto:` of a link, marks without a width) → the
 * address, in the letters it was written with; null where it is none.
 */
export function normaliseEmail(text: string): string | null {
  const bare = toHalfWidth(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/[。｡]/g, '.')
    .trim()
  const address = /^mailto:/i.test(bare) ? bare.slice('mailto:'.length).replace(/\?.*$/, '') : bare
  return ADDRESS.test(address) ? address : null
}

/** Card number of the national health insurance: twelve digits, no checksum. */
export const isHealthCard = (value: string): boolean => /^\d{12}$/.test(value)

export function normaliseHealthCard(text: string): string | null {
  const bare = toHalfWidth(text).replace(ofId, '')
  return isHealthCard(bare) ? bare : null
}
