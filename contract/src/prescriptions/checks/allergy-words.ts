import { Vocabulary, tokensOf } from './ingredients.ts'
import { knowsSubstance, type SafetyTables } from './tables.ts'

export interface AllergyFact {
  id: number
  note: string
  ename: string | null
  substance: string | null
}

const textOf = ({ note, ename }: AllergyFact) => `${note} ${ename ?? ''}`.normalize('NFKC').toLowerCase()

/** What people write, and what it means: substances of the tables, several of a brand that has several. */
interface Words {
  latin: Vocabulary<readonly string[]>
  /** Single words that are long enough to be known with a slip. */
  long: readonly (readonly [word: string, means: readonly string[]])[]
  han: readonly (readonly [name: string, means: readonly string[]])[]
}
const written = /\p{Script=Han}/u
/** Shorter words with a slip are other words. */
const LONG = 7

const made = new WeakMap<SafetyTables, Words>()
function wordsFor(tables: SafetyTables): Words {
  const known = made.get(tables)
  if (known) return known
  const named = new Map<string, Set<string>>()
  const add = (name: string, ...means: string[]) => {
    const key = name.trim().toLowerCase()
    if (key) named.set(key, new Set([...(named.get(key) ?? []), ...means]))
  }
  for (const { name, nameZhTw, names } of tables.ingredients.values())
    for (const one of [name, nameZhTw, ...(names ?? [])]) add(one, `ingredient:${name}`)
  for (const [brand, ingredients] of tables.brands ?? [])
    if (!named.has(brand.toLowerCase())) add(brand, ...ingredients.map((one) => `ingredient:${one}`))
  // A name of a class means the whole of it, whatever brand or example it leads to besides.
  for (const { code, nameEn, nameZhTw, names } of tables.classes.values())
    for (const one of [nameEn, nameZhTw, code, code.replace(/s$/, ''), ...(names ?? [])])
      named.set(one.trim().toLowerCase(), new Set([`class:${code}`]))
  const all = [...named].map(([name, means]) => [name, [...means]] as const).filter(([name]) => name)
  const latin = all.filter(([name]) => !written.test(name))
  const words: Words = {
    latin: new Vocabulary(latin),
    long: latin.filter(([name]) => name.length >= LONG && /^[a-z]+$/.test(name)),
    han: all.filter(([name]) => written.test(name)),
  }
  made.set(tables, words)
  return words
}

/** One letter more, less, other, or two that changed places. */
function isSlip(one: string, other: string): boolean {
  const [a, b] = one.length <= other.length ? [one, other] : [other, one]
  if (b.length - a.length > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  if (a.length < b.length) return a.slice(at) === b.slice(at + 1)
  if (a.slice(at + 1) === b.slice(at + 1)) return true
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

/**
 * What an allergy is to, as the tables call it: its code, else what its words name in either language: an ingredient, a class,
 * a brand. A long word that is one slip away from a single name of them is that name.
 */
export function substancesOf(fact: AllergyFact, tables: SafetyTables): string[] {
  if (fact.substance && knowsSubstance(tables, fact.substance)) return [fact.substance]
  const text = textOf(fact)
  const { latin, long, han } = wordsFor(tables)
  const hits = han.filter(([name]) => text.includes(name))
  // Within a longer name a shorter one is a part of it, and no substance besides.
  const longest = hits.filter(([name]) => !hits.some(([other]) => other !== name && other.includes(name)))
  const found = [...latin.in(text).flat(), ...longest.flatMap(([, means]) => means)]
  if (!found.length)
    for (const word of tokensOf(text).filter((one) => one.length >= LONG)) {
      const near = long.filter(([name]) => isSlip(name, word))
      if (new Set(near.map(([, means]) => means.join())).size === 1) found.push(...(near[0]?.[1] ?? []))
    }
  return [...new Set(found)]
}

const maker = /["“”〝〞'‘’]+[^"“”〝〞'‘’]*["“”〝〞'‘’]+/g
/** Where the brand ends and the form or the strength begins. */
const form =
  /(?:膜衣|糖衣|腸溶|持續|緩釋|口服|口溶|咀嚼|舌下|發泡|軟膠囊|膠囊|複方|錠|片|顆粒|散|液|[^\p{Script=Han}]).*$/u
const aside = /(?:過敏|过敏|嚴重|藥物|药物)+/g
/** First words of products that say nothing of a brand. */
const plain: ReadonlySet<string> = new Set(
  'cold cough pain iron acid anti vitamin calcium folic sodium milk fish with'.split(' '),
)

/** Does an allergy's text name the product itself? So a brand is known again whatever it is made of. */
export function namesProduct(fact: AllergyFact, drug: { name: string; nameZhTw: string | null }): boolean {
  const text = textOf(fact)
  const [first = ''] = tokensOf(drug.name.replace(maker, ' '))
  if (first.length >= 4 && !plain.has(first) && !written.test(first) && tokensOf(text).includes(first)) return true
  const brand = (drug.nameZhTw ?? '').normalize('NFKC').replace(maker, '').trim().replace(form, '')
  if (brand.length < 2) return false
  const said = tokensOf(text.replace(aside, ' ')).filter((word) => written.test(word) && word.length >= 2)
  return said.some((word) => word.includes(brand) || brand.startsWith(word))
}
