import { hanForms } from './han-forms.ts'

const usual = new Map(hanForms.flatMap(([first = '', ...others]) => others.map((other) => [other, first] as const)))
const variants = new RegExp(`[${[...usual.keys()].join('')}]`, 'gu')

// Letters that are no letter with a mark to Unicode, and are typed as the one they look like; the sigma at the end of a word.
const letters: Readonly<Record<string, string>> = { đ: 'd', ð: 'd', ø: 'o', ł: 'l', ħ: 'h', ı: 'i', ς: 'σ' }
const pairs: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe' }
const letter = /[đðøłħıςßæœ]/g

// As code points, for the database's expression is the same: marks over and under letters, blanks, and what stands between the
// parts of a name, an id or a phone or has no width at all.
const MARKS = /[\u0300-\u036f]/g
const BETWEEN =
  /[\t-\r '\u0060,.\-\u0085\u00ad\u00b7\u1680\u200b-\u2015\u2018\u2019\u2022\u2027-\u202e\u2060-\u2064\u2066-\u2069\u2212\u30fb\ufeff]/g

/**
 * What names, numbers and phones are compared by wherever somebody is looked for: in one width and case, without accents, blanks,
 * hyphens and dots, each Han character in its usual form. Of two texts with the same key a person says that they are the same.
 * The database's `search_key` comes to the same for every text.
 */
export const searchKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(BETWEEN, '')
    .replace(letter, (one) => letters[one] ?? pairs[one] ?? one)
    .normalize('NFC')
    .replace(variants, (one) => usual.get(one) ?? one)
