/**
 * Chinese names for the rows of the USDA table. Its English names are a list of terms separated by commas ("APRICOTS,CND,
 * HVY SYRUP PK"): one to four of them name the food, the others are attributes. `food-terms.tsv` translates both, written
 * for this table. A name with one unknown term stays untranslated: half a name would be another food's.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseTsv } from './tsv.ts'

const LONGEST_FOOD = 5
const LONGEST_ATTRIBUTE = 3

export interface FoodTerms {
  food: ReadonlyMap<string, string>
  attribute: ReadonlyMap<string, string>
}

export function readFoodTerms(path = join(import.meta.dirname, 'food-terms.tsv')): FoodTerms {
  const food = new Map<string, string>()
  const attribute = new Map<string, string>()
  for (const { kind, english = '', zh_tw: chinese = '' } of parseTsv(readFileSync(path, 'utf8'))) {
    const terms = kind === 'food' ? food : attribute
    if (!english || !chinese || terms.has(english)) throw new Error(`a food term without words, or twice: ${english}`)
    terms.set(english, chinese)
  }
  return { food, attribute }
}

/** The terms of an English name, in capitals; a comma inside brackets separates nothing. */
export function termsOf(english: string): string[] {
  const terms = ['']
  let depth = 0
  for (const letter of english) {
    if (letter === '(') depth += 1
    if (letter === ')') depth = Math.max(0, depth - 1)
    if (letter === ',' && depth === 0) terms.push('')
    else terms[terms.length - 1] += letter
  }
  return terms.map((term) => term.replace(/\s+/g, ' ').trim().toUpperCase()).filter(Boolean)
}

/** The longest run of terms from `from` on that the map knows, at most `most` long. */
function longest(terms: readonly string[], from: number, most: number, known: ReadonlyMap<string, string>) {
  for (let count = Math.min(most, terms.length - from); count > 0; count -= 1) {
    const chinese = known.get(terms.slice(from, from + count).join(','))
    if (chinese !== undefined) return { count, chinese }
  }
  return null
}

/** "APRICOTS,CND,HVY SYRUP PK" → 杏桃（罐頭、濃糖漿）; an empty string when a term is unknown. */
export function chineseName(english: string, { food, attribute }: FoodTerms): string {
  const terms = termsOf(english)
  const head = longest(terms, 0, LONGEST_FOOD, food)
  if (!head) return ''
  const attributes = new Set<string>()
  for (let at = head.count; at < terms.length; ) {
    const next = longest(terms, at, LONGEST_ATTRIBUTE, attribute)
    if (!next) return ''
    for (const one of next.chinese.split('、')) attributes.add(one)
    at += next.count
  }
  return attributes.size ? `${head.chinese}（${[...attributes].join('、')}）` : head.chinese
}
