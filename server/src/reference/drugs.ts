import { Near, slipsIn, wordsIn } from './edit.ts'
import { normalise } from './fold.ts'
import { Best, han, queryTokens } from './select.ts'
import { type Synonyms, termKey } from './synonyms.ts'
import { shippedSynonyms } from './terms.ts'
import { WordIndex } from './words.ts'

export interface DrugEntry {
  code: string
  nameEn: string
  nameZhTw: string
  generic: string | null
  strength: string | null
  unit: string
  form: string | null
  formZhTw: string | null
  route: string | null
  atc: string | null
  origin: string
}
/** `via`: the term by which the drug was found, where its own names do not say what was typed. */
export interface DrugFound extends DrugEntry {
  via: string | null
}
export interface DrugPreferences {
  /** An institution's own terms. */
  terms?: Synonyms | undefined
  /** How often the asker has chosen a code. */
  chosen?: ReadonlyMap<string, number> | undefined
}
export interface DrugIndex {
  size: number
  /** At most `limit`, the best first. A number asks for a strength: `amlo 5`. Slips of the finger are forgiven. */
  search(query: string, limit?: number, by?: DrugPreferences): DrugFound[]
  get(code: string): DrugEntry | undefined
}

const MAX_WORDS = 8
const PHRASE_MAX = 4
const BEGUN_MOST = 8
const CHOSEN = 5_000
/** Found by another name: after those that are called so. */
const BY_TERM = 120
const amount = /^\d+(\.\d+)?(mg|mcg|ug|g|ml|iu|%)?$/
const wordsOf = (text: string) => normalise(text).match(/[a-z0-9.%]+/g) ?? []
const empty = (text: string | undefined) => (text ? text : null)

/** `rows` as in `drugColumns`. */
export function drugIndex(
  rows: readonly (readonly string[])[],
  shipped: Synonyms = shippedSynonyms('drug'),
): DrugIndex {
  const entries = rows.map(
    ([
      code = '',
      nameEn = '',
      nameZhTw = '',
      generic,
      strength,
      unit = '',
      form,
      formZhTw,
      route,
      atc,
      origin = '',
    ]): DrugEntry => ({
      code,
      nameEn,
      nameZhTw,
      generic: empty(generic),
      strength: empty(strength),
      unit,
      form: empty(form),
      formZhTw: empty(formZhTw),
      route: empty(route),
      atc: empty(atc),
      origin,
    }),
  )
  const byCode = new Map(entries.map((entry) => [normalise(entry.code), entry]))
  const words = WordIndex.of(
    entries.map((entry) => [
      ...new Set([entry.nameEn, entry.generic ?? '', entry.code, entry.atc ?? ''].flatMap(wordsOf)),
    ]),
  )
  const chinese = entries.map((entry) =>
    normalise(`${entry.code} ${entry.nameZhTw} ${entry.formZhTw ?? ''}`).replace(/\s+/g, ''),
  )
  const names = entries.map((entry) => normalise(entry.nameEn))
  const generics = entries.map((entry) => normalise(entry.generic ?? ''))
  const strengths = entries.map((entry) => normalise(entry.strength ?? '').replace(/\s+/g, ''))

  const near = new Near(wordsIn(words.vocabulary))

  function literal(token: string, into: Map<number, string | null>): void {
    const add = (row: number) => void into.set(row, null)
    if (amount.test(token)) {
      strengths.forEach((strength, row) => {
        if (strength.startsWith(token)) add(row)
      })
    }
    if (han.test(token)) {
      chinese.forEach((name, row) => {
        if (name.includes(token)) add(row)
      })
      return
    }
    // A single letter narrows by the beginning of the name, as one starts to type it.
    if (token.length === 1) {
      names.forEach((name, row) => {
        if (name.startsWith(token)) add(row)
      })
    }
    words.each(words.range(token), add)
  }

  /** Rows that hold all words of a name. */
  function named(name: string): number[] {
    const [first = new Map(), ...others] = normalise(name)
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => {
        const found = new Map<number, string | null>()
        literal(word, found)
        return found
      })
    return [...first.keys()].filter((row) => others.every((found) => found.has(row)))
  }

  function nearly(token: string, into: Map<number, string | null>, books: readonly Synonyms[]): void {
    for (const at of near.find(token, slipsIn(token.length), true))
      words.each([at, at + 1], (row) => void into.set(row, null))
    if (into.size) return
    for (const book of books)
      for (const { term, target } of book.nearly(token)) for (const row of named(target)) into.set(row, term)
  }

  type Unit = ReadonlyMap<number, string | null>
  /** What was typed, part by part: terms as long as they go, else words. */
  function units(tokens: readonly string[], books: readonly Synonyms[]): Unit[] {
    const all: Unit[] = []
    for (let at = 0; at < tokens.length; ) {
      let length = Math.min(PHRASE_MAX, tokens.length - at)
      let terms = books.flatMap((book) => book.exact(termKey(tokens.slice(at, at + length).join(' '))))
      while (!terms.length && length > 1) {
        length -= 1
        const key = termKey(tokens.slice(at, at + length).join(' '))
        terms = books.flatMap((book) => book.exact(key))
      }
      const found = new Map<number, string | null>()
      for (const { term, target } of terms) for (const row of named(target)) found.set(row, term)
      const own = tokens.slice(at, at + length)
      if (own.length === 1) literal(own[0] ?? '', found)
      else for (const row of named(own.join(' '))) found.set(row, null)
      if (!found.size && own.length === 1) begun(own[0] ?? '', found, books)
      if (!found.size && own.length === 1) nearly(own[0] ?? '', found, books)
      all.push(found)
      at += length
    }
    return all
  }
  function begun(token: string, into: Map<number, string | null>, books: readonly Synonyms[]): void {
    if (token.length < (han.test(token) ? 2 : 3)) return
    for (const book of books)
      for (const { synonyms } of book.begun(token, BEGUN_MOST))
        for (const { term, target } of synonyms) for (const row of named(target)) into.set(row, term)
  }

  function rank(row: number, tokens: readonly string[]): number {
    const entry = entries[row]
    const [first = ''] = tokens
    const exactStrength = tokens.some(
      (token) => amount.test(token) && (strengths[row] === token || strengths[row]?.replace(/[a-z%]+$/, '') === token),
    )
    const begins = names[row]?.startsWith(first) || generics[row]?.startsWith(first) || chinese[row]?.includes(first)
    return (exactStrength ? -200 : 0) + (begins ? -50 : 0) + (entry?.atc ? -30 : 0) + (names[row]?.length ?? 0)
  }

  /** Rows of all parts; where there are none, of the most of those parts that say anything, the earlier ones first. */
  function together(parts: readonly Unit[]): Map<number, number> {
    const lacks = new Map<number, number>()
    parts.forEach((found, nth) => {
      for (const row of found.keys()) lacks.set(row, (lacks.get(row) ?? 0) + (nth === 0 ? 3 : 2))
    })
    const most = Math.max(0, ...lacks.values())
    for (const [row, held] of lacks) if (held < most) lacks.delete(row)
    return lacks
  }

  return {
    size: entries.length,
    get: (code) => byCode.get(normalise(code)),
    search(query, limit = 20, { terms, chosen } = {}) {
      const exact = byCode.get(normalise(query).trim())
      if (exact) return [{ ...exact, via: null }].slice(0, limit)
      const tokens = queryTokens(query, normalise).slice(0, MAX_WORDS)
      if (!tokens.length) return []
      const parts = units(tokens, terms ? [terms, shipped] : [shipped])
      const best = new Best(limit)
      for (const row of together(parts).keys()) {
        const times = chosen?.get(entries[row]?.code ?? '')
        const other = parts.some((found) => typeof found.get(row) === 'string')
        best.offer(
          row,
          rank(row, tokens) + (other ? BY_TERM : 0) - (times === undefined ? 0 : CHOSEN + Math.min(times, 1_000)),
        )
      }
      return best.rows.flatMap((row) => {
        const entry = entries[row]
        const via = parts.map((found) => found.get(row)).find((term) => typeof term === 'string') ?? null
        return entry ? [{ ...entry, via }] : []
      })
    },
  }
}
