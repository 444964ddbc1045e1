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
const classColumns = ['class', 'name_en', 'name_zh_tw', 'members', 'names'] as const
const combinationColumns = ['brand', 'ingredients'] as const
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
    rows.map(([name = '', nameZhTw = '', atc = '', names = '']) => [
      name,
      { name, nameZhTw, atc: parts(atc), names: parts(names) },
    ]),
  )
  const classes = new Map<string, DrugClass>(
    seedRows('safety/drug-classes.tsv', classColumns).map(
      ([code = '', nameEn = '', nameZhTw = '', members = '', names = '']) => [
        code,
        { code, nameEn, nameZhTw, members: classMembers(members, ingredients), names: parts(names) },
      ],
    ),
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
  const brands = brandsBy(words)
  const ofBrand = brandFinder(brands)
  const byAtc = new Map<string, string[]>()
  for (const { name, atc } of ingredients.values())
    for (const code of atc) byAtc.set(code, [...(byAtc.get(code) ?? []), name])
  const made = new Map<string, Composition>()
  return {
    tables: { ingredients, classes, rules, brands },
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
 * Brands with their ingredients, by the shipped terms of the drug search and the list of combinations: an ingredient that is
 * searched by its name leads to its brands, and a brand to its ingredient; what leads to several ingredients, or to a name of
 * several, has them all. Lay words ('diuretic', 'BZD') lead to an example of theirs, and are no brand.
 */
function brandsBy(ingredients: Vocabulary<string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const add = (brand: string, more: readonly string[]) =>
    found.set(brand, [...new Set([...(found.get(brand) ?? []), ...more])])
  for (const [term = '', , kind, target = ''] of seedRows('synonyms.tsv', synonymColumns)) {
    if (kind !== 'drug') continue
    const searched = ingredients.only(term)
    const meant = ingredients.only(target)
    if (searched.length && !meant.length && /^(?:\p{Script=Han}{2,}|[A-Z][a-z]{3,})$/u.test(target))
      add(target, searched)
    else if (meant.length && !searched.length && /^[A-Z][a-z]{4,}$/.test(term)) add(term, meant)
  }
  for (const [brand = '', made = ''] of seedRows('safety/combinations.tsv', combinationColumns))
    found.set(brand, parts(made))
  return found
}

/** The ingredients of a drug by the brand that its names say. */
function brandFinder(brands: ReadonlyMap<string, readonly string[]>): (drug: DrugNames) => readonly string[] {
  const all = [...brands]
  const latin = new Vocabulary(all.filter(([name]) => !written.test(name)))
  const han = all.filter(([name]) => written.test(name))
  return ({ nameEn, nameZhTw }) => {
    const found = latin.in(nameEn)
    const hits = found.length ? found : han.flatMap(([name, made]) => (nameZhTw.includes(name) ? [made] : []))
    return [...new Set(hits.flat())]
  }
}
const written = /\p{Script=Han}/u
