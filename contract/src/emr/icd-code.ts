import { toHalfWidth } from '../core/text.ts'

/** A category (`I10`, `C7A`), then what stands below it: four places at most, the first a figure or a placeholder. */
const CODE = /^([a-z]\d[0-9ab])(?:([\s.-]*)([0-9x][0-9a-z]{0,3}))?[\s.-]*$/

export interface TypedCode {
  /** Lower case, without its point. */
  bare: string
  /** A point says that nothing but a code is meant; `b12` may be a word. */
  pointed: boolean
}
/** What was typed as an ICD-10 code, by its form alone: whether an edition has it is another question. */
export function typedCode(text: string): TypedCode | null {
  const [, category, mark = '', below = ''] = CODE.exec(toHalfWidth(text).trim().toLowerCase()) ?? []
  return category ? { bare: category + below, pointed: mark.includes('.') } : null
}
