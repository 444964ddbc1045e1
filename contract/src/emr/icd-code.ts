import { toHalfWidth } from '../core/text.ts'

/** A category (`I10`, `C7A`), then what stands below it: four places at most, the first a figure or a placeholder. */
const CODE = /^([a-z]\d[0-9ab])(?:([\s.-]*)([0-9x][0-9a-z]{0,3}))?[\s.-]*$/

export interface TypedCode {
  /** Lower case, without its point. */
  bare: string
  /** A point says that nothing but a code is meant; `b12` may be a word. */
  pointed: boolean
}
const plain = (text: string) => toHalfWidth(text).trim().toLowerCase()
/** What was typed as an ICD-10 code, by its form alone: whether an edition has it is another question. */
export function typedCode(text: string): TypedCode | null {
  const [, category, mark = '', below = ''] = CODE.exec(plain(text)) ?? []
  return category ? { bare: category + below, pointed: mark.includes('.') } : null
}

/** All of what was typed is codes: one, a range, several, or one of ICD-9, which this edition has none of. */
export type TypedAs =
  | { as: 'code'; code: TypedCode }
  | { as: 'range'; from: string; to: string }
  | { as: 'several'; codes: string[] }
  | { as: 'old'; text: string }

/** The name of the list, before a code of it: `ICD-10-CM: I10`. */
const LIST = /^icd[\s-]*(?:9|10)?(?:[\s-]*cm)?[\s:]+(?=\S)/
/** Three figures are a code of ICD-9, with a point or none; so is `E849.0`. No code of ICD-10 begins with a figure. */
const OLD = /^(?:\d{3}(?:\.\d{1,2})?|e\d{3}\.\d)$/
const BETWEEN = /\s*(?:[-~–—～至到]|\bto\b)\s*/
const APART = /\s*(?:[,、;/，；]|\band\b|\s)\s*/
/** Without the list's name, where a code follows it. */
export function withoutList(text: string): string {
  const rest = plain(text).replace(LIST, '')
  const [first = ''] = rest.split(/\s/)
  return rest !== plain(text) && (typedCode(first) || OLD.test(first)) ? rest : text
}
export function typedAs(text: string): TypedAs | null {
  const whole = plain(text)
  const said = whole.replace(LIST, '')
  if (OLD.test(said)) return { as: 'old', text: said.toUpperCase() }
  // A comma for a point, as a keyboard of figures has it.
  const one = typedCode(said.replace(/^([a-z]\d[0-9ab]),(?=\d{1,3}[a-z]?$)/, '$1.'))
  if (one) return { as: 'code', code: said === whole ? one : { ...one, pointed: true } }
  const [from, to, more] = said.split(BETWEEN).map(typedCode)
  if (from && to && more === undefined) return { as: 'range', from: from.bare, to: to.bare }
  const codes = said.split(APART).filter(Boolean).map(typedCode)
  const all = codes.flatMap((code) => code?.bare ?? [])
  return all.length > 1 && all.length === codes.length ? { as: 'several', codes: all } : null
}
/** A word beside others that is a code of ICD-9: no title has its figures. */
export const isOldCode = (word: string): boolean => /^\d{3}\.\d{1,2}$/.test(plain(word))
