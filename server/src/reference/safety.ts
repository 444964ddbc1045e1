import {
  compositionOf,
  type Composition,
  type DrugNames,
  Vocabulary,
} from '@teleward/contract/prescriptions/checks/ingredients.ts'
import { readRule, ruleColumns } from '@teleward/contract/prescriptions/checks/read.ts'
import {
  classMembers,
  type DrugClass,
  type DrugRule,
  type Ingredient,
  knowsSubstance,
  type SafetyTables,
} from '@teleward/contract/prescriptions/checks/tables.ts'
import type { DrugEntry } from './drugs.ts'
import { seedRows, synonymColumns } from './seeds.ts'

const ingredientColumns = ['ingredient', 'name_zh_tw', 'atc', 'names'] as const
const classColumns = ['class', 'name_en', 'name_zh_tw', 'members'] as const
const sourceColumns = ['id', 'title', 'url'] as const
const parts = (text: string) => text.split('|').filter(Boolean)

export interface Safety {
  tables: SafetyTables
  /** What a drug is made of, as far as its names and code say. */
  of(drug: DrugEntry): Composition
}

/** The shipped tables of the drug check. Each row of the rules names its source; a row that does not is no rule. */
export function shippedSafety(): Safety {
  const rows = seedRows('safety/ingredients.tsv', ingredientColumns)
  const ingredients = new Map<string, Ingredient>(
    rows.map(([name = '', nameZhTw = '', atc = '']) => [name, { name, nameZhTw, atc: parts(atc) }]),
  )
  const classes = new Map<string, DrugClass>(
    seedRows('safety/drug-classes.tsv', classColumns).map(([code = '', nameEn = '', nameZhTw = '', members = '']) => [
      code,
      { code, nameEn, nameZhTw, members: classMembers(members, ingredients) },
    ]),
  )
  const sources = new Map(
    seedRows('safety/drug-rule-sources.tsv', sourceColumns).map(([id = '', title = '', url = '']) => [
      id,
      { title, url: url || null },
    ]),
  )
  const known = (name: string) => knowsSubstance({ ingredients, classes, rules: [] }, name)
  const rules: DrugRule[] = seedRows('safety/drug-rules.tsv', ruleColumns).map((cells, at) => {
    try {
      return readRule(cells, (id) => sources.get(id), known)
    } catch (error) {
      throw new Error(`drug-rules.tsv, line ${at + 2}`, { cause: error })
    }
  })
  const terms = rows.flatMap(([name = '', , , names = '']) =>
    [name, ...parts(names)].map((term): [string, string] => [term, name]),
  )
  const words = new Vocabulary(terms)
  const ofBrand = brands(new Map(terms))
  const byAtc = new Map<string, string[]>()
  for (const { name, atc } of ingredients.values())
    for (const code of atc) byAtc.set(code, [...(byAtc.get(code) ?? []), name])
  const made = new Map<string, Composition>()
  return {
    tables: { ingredients, classes, rules },
    of(drug) {
      let composition = made.get(drug.code)
      if (!composition) {
        composition = compositionOf(drug, { words, ofAtc: (atc) => byAtc.get(atc) ?? [], ofBrand })
        made.set(drug.code, composition)
      }
      return composition
    },
  }
}

/**
 * Brands by the shipped terms of the drug search: an ingredient that is searched by its name leads to its brands, and a brand
 * to its ingredient. Lay words ('diuretic', 'BZD') lead to an example of theirs, and are no brand.
 */
function brands(ingredients: ReadonlyMap<string, string>): (drug: DrugNames) => string[] {
  const latin: [string, string][] = []
  const han: [string, string][] = []
  for (const [term = '', , kind, target = ''] of seedRows('synonyms.tsv', synonymColumns)) {
    if (kind !== 'drug') continue
    const searched = ingredients.get(term.toLowerCase())
    const meant = ingredients.get(target.toLowerCase())
    if (searched && !meant && /^\p{Script=Han}{2,}$/u.test(target)) han.push([target, searched])
    else if (searched && !meant && /^[A-Z][a-z]{3,}$/.test(target)) latin.push([target, searched])
    else if (meant && !searched && /^[A-Z][a-z]{4,}$/.test(term)) latin.push([term, meant])
  }
  const vocabulary = new Vocabulary(latin)
  return ({ nameEn, nameZhTw }) => {
    const found = vocabulary.in(nameEn)
    return found.length ? found : [...new Set(han.filter(([name]) => nameZhTw.includes(name)).map(([, name]) => name))]
  }
}
