/** Words of a name by which something of the tables is known. */
export class Vocabulary<T> {
  private readonly byFirst = new Map<string, { words: readonly string[]; means: T }[]>()
  constructor(terms: Iterable<readonly [term: string, means: T]>) {
    for (const [term, means] of terms) {
      const words = tokensOf(term)
      const first = words[0]
      if (first === undefined) continue
      const list = this.byFirst.get(first) ?? []
      list.push({ words, means })
      this.byFirst.set(first, list)
    }
    // Of two that begin alike the longer is meant: `mefenamic acid` before anything called `mefenamic`.
    for (const list of this.byFirst.values()) list.sort((a, b) => b.words.length - a.words.length)
  }
  /** What a text names, in its order, each once. */
  in(text: string): T[] {
    const words = tokensOf(text)
    const found = new Set<T>()
    for (let at = 0; at < words.length; ) {
      const hit = this.hit(words, at)
      if (hit) found.add(hit.means)
      at += hit?.words.length ?? 1
    }
    return [...found]
  }
  /** What a text names that says nothing else; empty where a word of it is left over. */
  only(text: string): T[] {
    const words = tokensOf(text)
    const found = new Set<T>()
    for (let at = 0; at < words.length; ) {
      const hit = this.hit(words, at)
      if (!hit) return []
      found.add(hit.means)
      at += hit.words.length
    }
    return [...found]
  }
  private hit(words: readonly string[], at: number) {
    return this.byFirst.get(words[at] ?? '')?.find((one) => one.words.every((word, n) => words[at + n] === word))
  }
}
/** Words of letters; a Chinese name is one of its own, and found within what stands around it only by `hanIn`. */
export const tokensOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[a-z][a-z0-9]*|[\p{Script=Han}]+/gu) ?? []

export interface DrugNames {
  nameEn: string
  nameZhTw: string
  generic: string | null
  strength: string | null
  unit: string
  atc: string | null
}
export interface Composition {
  /** In the order in which the names say them; `null`: not known. */
  ingredients: readonly string[] | null
  /** Its names speak of more than was recognised. */
  partial: boolean
  /** Milligrams in one unit, of each ingredient; `null`: not said so. */
  mg: readonly (number | null)[]
}

const several = /\s*(?:[/+&,;、]|\band\b|\bwith\b)\s*/i
const salts =
  /\b(hydrochloride|hcl|sodium|potassium|sulfate|maleate|mesylate|mesilate|besylate|tartrate|succinate|citrate|hydrobromide|acetate|phosphate|fumarate|dihydrate|trihydrate|monohydrate|hemihydrate|tablets?|capsules?)\b/gi
const counted = new Set(['TAB', 'CAP', 'SUPP', 'PKG'])

const toMg: Record<string, number> = { g: 1000, gm: 1000, mg: 1, mcg: 0.001, ug: 0.001, μg: 0.001 }
/** `500mg`, `5mg/160mg`, `5/160mg`: one figure for each; null where it is of a volume, of units or of a part. */
export function strengthsOf(text: string | null): number[] | null {
  if (!text || /%|iu|ml|dose|unit/i.test(text)) return null
  const parts = text.split(/[/+]/).map((part) => /^\s*(\d[\d,]*(?:\.\d+)?)\s*([a-zμ]*)\s*$/i.exec(part))
  const last = parts.at(-1)?.[2]?.toLowerCase() ?? ''
  const figures = parts.map((part) => {
    const unit = toMg[(part?.[2] || last).toLowerCase()]
    return part?.[1] && unit ? Number(part[1].replaceAll(',', '')) * unit : null
  })
  const whole = figures.filter((figure) => figure !== null)
  return whole.length === figures.length ? whole : null
}

/** What says which ingredients a drug has, each asked where the ones before it say nothing. */
export interface Namings {
  words: Vocabulary<string>
  ofAtc(atc: string): readonly string[]
  ofBrand(drug: DrugNames): readonly string[]
}
/** Names that promise more than the one ingredient they are known for. */
const moreInIt = /^co-(?=[a-z])|\b(?:cold|flu|sinus|cough|extra|plus|duo|hct|compound|complex)\b|複方|綜合|感冒/i
const together = /[a-z]{4,}\s*[/+]\s*[a-z]{4,}/i

/**
 * Which ingredients a drug has: by the words of its names, else by its ATC code, by its brand, by what its generic name says
 * as it stands. A brand that is not known says nothing, and then nothing is known.
 */
export function compositionOf(drug: DrugNames, namings: Namings): Composition {
  const generic = drug.generic?.trim() ?? ''
  const byWords = namings.words.in(generic)
  const named = byWords.length ? byWords : namings.words.in(drug.nameEn)
  const coded = named.length || !drug.atc ? [] : namings.ofAtc(drug.atc)
  const branded = named.length || coded.length || generic ? [] : namings.ofBrand(drug)
  const plain = generic.replace(salts, '').replace(/\s+/g, ' ').trim().toLowerCase()
  const asItStands = named.length || coded.length || plain.length < 5 || several.test(plain) ? [] : [plain]
  const ingredients = [named, coded, branded, asItStands].find((one) => one.length > 0) ?? []
  const strengths = strengthsOf(drug.strength)
  const spoken = Math.max(
    generic.split(several).filter((part) => /[a-z]{4}/i.test(part)).length,
    strengths?.length ?? 0,
    together.test(drug.nameEn) || moreInIt.test(drug.nameEn) || moreInIt.test(drug.nameZhTw) ? 2 : 0,
  )
  const aligned = strengths?.length === ingredients.length && counted.has(drug.unit.toUpperCase())
  return {
    ingredients: ingredients.length ? ingredients : null,
    partial: ingredients.length > 0 && spoken > ingredients.length,
    mg: ingredients.map((_, at) => (aligned ? (strengths?.[at] ?? null) : null)),
  }
}
