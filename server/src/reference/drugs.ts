import { Near, slipsIn, wordsIn } from './edit.ts'
import { normalise } from './fold.ts'
import { Best, han, queryTokens } from './select.ts'
import { type Synonym, type Synonyms, termKey } from './synonyms.ts'
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
/**
 * `via`: the term by which the drug was found, where its own names do not say what was typed. `similar`: the drug is a guess, by a
 * slip or two, without a word that was typed, or with an ingredient besides; another one may be meant.
 */
export interface DrugFound extends DrugEntry {
  via: string | null
  similar: boolean
}
/** Why a row is there. */
interface Reason {
  via: string | null
  similar: boolean
  /** By a term of the institution, typed whole. */
  own: boolean
  /** By its own name, and a term that was typed whole stands for it, too. */
  meant: boolean
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
/** Found by another name: after those that are called so, but where the institution says that it is meant. */
const BY_TERM = 120
const OWN_TERM = -1_000
const itself: Reason = { via: null, similar: false, own: false, meant: false }
const guessed: Reason = { ...itself, similar: true }
/** The term comes before what only begins with its letters: ASA is aspirin, and not Asaid. */
const BEGINS_LIKE_A_TERM = 200
/** What has more in it than what was typed comes after what is that alone. */
const COMBINED = 100
const several = /\d(mg|mcg|ug|g)?\/\d/
const moreInIt = /^co-?(?=[a-z]{4})|\b(cold|flu|sinus|allergy|cough|extra|plus|duo|hct)\b/g
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
  const rowOf = new Map(entries.map((entry, row) => [normalise(entry.code), row]))

  function literal(token: string, into: Map<number, Reason>): void {
    const add = (row: number) => void into.set(row, itself)
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

  /** The drug of a code, else rows that hold all words of a name. */
  function named(name: string): number[] {
    const row = rowOf.get(normalise(name))
    if (row !== undefined) return [row]
    const [first = new Map(), ...others] = normalise(name)
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => {
        const found = new Map<number, Reason>()
        literal(word, found)
        return found
      })
    return [...first.keys()].filter((row) => others.every((found) => found.has(row)))
  }
  /** What terms stand for; what is there by its own name stays so. */
  function stand(terms: readonly Synonym[], into: Map<number, Reason>, { own = false, similar = false } = {}): void {
    for (const { term, target } of terms) {
      const code = rowOf.has(normalise(target))
      for (const row of named(target)) {
        // A brand of one ingredient stands for no tablet that has another one in it besides.
        const more = !code && several.test(strengths[row] ?? '') && !/[\s/+]/.test(target.trim())
        if (!into.has(row)) into.set(row, { ...itself, via: term, similar: similar || more, own })
      }
    }
  }

  function nearly(token: string, into: Map<number, Reason>, { own, shipped: book }: Books): void {
    for (const at of near.find(token, slipsIn(token.length), true))
      words.each([at, at + 1], (row) => void into.set(row, guessed))
    if (into.size) return
    if (own) stand(own.nearly(token), into, { similar: true })
    stand(book.nearly(token), into, { similar: true })
  }

  interface Unit {
    found: ReadonlyMap<number, Reason>
    /** A strength, which narrows and names nothing. */
    amount: boolean
  }
  interface Books {
    own: Synonyms | undefined
    shipped: Synonyms
  }
  /** What was typed, part by part: terms as long as they go, else words. */
  function units(tokens: readonly string[], books: Books): Unit[] {
    const all: Unit[] = []
    for (let at = 0; at < tokens.length; ) {
      const most = Math.min(PHRASE_MAX, tokens.length - at)
      const keyOf = (length: number) => termKey(tokens.slice(at, at + length).join(' '))
      const known = (length: number) =>
        books.own?.exact(keyOf(length)).length || books.shipped.exact(keyOf(length)).length
      let length = most
      while (length > 1 && !known(length)) length -= 1
      const found = new Map<number, Reason>()
      const typed = tokens.slice(at, at + length)
      if (books.own) stand(books.own.exact(keyOf(length)), found, { own: true })
      const mine = new Map(found)
      stand(books.shipped.exact(keyOf(length)), found)
      const termed = [...found.keys()]
      if (typed.length === 1) literal(typed[0] ?? '', found)
      else for (const row of named(typed.join(' '))) found.set(row, itself)
      for (const row of termed) if (found.get(row) === itself) found.set(row, { ...itself, meant: true })
      for (const [row, reason] of mine) found.set(row, reason)
      if (!found.size && typed.length === 1) begun(typed[0] ?? '', found, books)
      if (!found.size && typed.length === 1) nearly(typed[0] ?? '', found, books)
      all.push({ found, amount: typed.every((token) => amount.test(token)) })
      at += length
    }
    return all
  }
  const longEnough = (text: string) => text.length >= (han.test(text) ? 2 : 3)
  function begun(token: string, into: Map<number, Reason>, { own, shipped: book }: Books): void {
    if (!longEnough(token)) return
    if (own) for (const { synonyms } of own.begun(token, BEGUN_MOST)) stand(synonyms, into)
    for (const { synonyms } of book.begun(token, BEGUN_MOST)) stand(synonyms, into)
  }
  /** What the institution's terms say of the whole of it, or of what it is the beginning of. */
  function ownTerms(query: string, own: Synonyms): Map<number, Reason> {
    const key = termKey(query)
    const found = new Map<number, Reason>()
    const exact = own.exact(key)
    stand(exact.length ? exact : own.reordered(key), found, { own: true })
    if (longEnough(key)) for (const { synonyms } of own.begun(key, BEGUN_MOST)) stand(synonyms, found)
    return found
  }

  /** Does one of the row's names say it as a word of its own, a Chinese name as its beginning? */
  function called(row: number, token: string): boolean {
    const entry = entries[row]
    if (!entry) return false
    if (han.test(token))
      return normalise(entry.nameZhTw)
        .replace(/^(["“”'][^"“”']*["“”'])?\s*/, '')
        .startsWith(token)
    return wordsOf(`${entry.nameEn} ${entry.generic ?? ''}`).some((word) => word === token)
  }
  /** Has it more in it than was typed: one strength or none, no word for the rest? */
  function combined(row: number, tokens: readonly string[]): boolean {
    const query = tokens.join(' ')
    if (several.test(strengths[row] ?? '') && tokens.filter((token) => amount.test(token)).length < 2) return true
    return [...(names[row] ?? '').matchAll(moreInIt)].some(([word]) => !query.includes(word))
  }

  function rank(row: number, tokens: readonly string[], { via, meant }: Reason, isTerm: boolean): number {
    const entry = entries[row]
    const [first = ''] = tokens
    const aside =
      (isTerm && via === null && !meant && !called(row, first) ? BEGINS_LIKE_A_TERM : 0) +
      (combined(row, tokens) ? COMBINED : 0)
    const exactStrength = tokens.some(
      (token) => amount.test(token) && (strengths[row] === token || strengths[row]?.replace(/[a-z%]+$/, '') === token),
    )
    const begins = names[row]?.startsWith(first) || generics[row]?.startsWith(first) || chinese[row]?.includes(first)
    return (exactStrength ? -200 : 0) + (begins ? -50 : 0) + (entry?.atc ? -30 : 0) + (names[row]?.length ?? 0) + aside
  }

  /** Rows of all parts; where there are none, of the most of those parts that say anything, the earlier ones first. */
  function together(parts: readonly Unit[]): { rows: Map<number, number>; lacking: boolean } {
    const lacks = new Map<number, number>()
    // Where the name is unknown its strength says nothing: `eltroxin 50` is not whatever has 50 mg.
    if (parts.some((part) => !part.amount) && parts.every((part) => part.amount || !part.found.size))
      return { rows: lacks, lacking: true }
    parts.forEach(({ found }, nth) => {
      for (const row of found.keys()) lacks.set(row, (lacks.get(row) ?? 0) + (nth === 0 ? 3 : 2))
    })
    const most = Math.max(0, ...lacks.values())
    for (const [row, held] of lacks) if (held < most) lacks.delete(row)
    return { rows: lacks, lacking: most < 1 + 2 * parts.length }
  }

  return {
    size: entries.length,
    get: (code) => byCode.get(normalise(code)),
    search(query, limit = 20, { terms, chosen } = {}) {
      const exact = byCode.get(normalise(query).trim())
      if (exact) return [{ ...exact, via: null, similar: false }].slice(0, limit)
      const tokens = queryTokens(query, normalise).slice(0, MAX_WORDS)
      if (!tokens.length) return []
      const own = terms ? ownTerms(query, terms) : new Map<number, Reason>()
      const parts = units(tokens, { own: terms, shipped })
      const { rows, lacking } = together(parts)
      const whole = new Map<number, Reason>()
      for (const row of rows.keys()) whole.set(row, summed(parts.flatMap(({ found }) => found.get(row) ?? [])))
      // What the institution calls so is meant; what it only begins like gives way to the drug's own name, not to a guess.
      for (const [row, reason] of own) if (reason.own || (whole.get(row)?.similar ?? true)) whole.set(row, reason)
      const best = new Best(limit)
      const [first = ''] = tokens
      const isTerm = shipped.exact(termKey(first)).length > 0
      for (const [row, reason] of whole) {
        const times = chosen?.get(entries[row]?.code ?? '')
        const term = reason.own ? OWN_TERM : reason.via === null ? 0 : BY_TERM
        best.offer(
          row,
          rank(row, tokens, reason, isTerm) + term - (times === undefined ? 0 : CHOSEN + Math.min(times, 1_000)),
        )
      }
      return best.rows.flatMap((row) => {
        const entry = entries[row]
        const { via, similar, own: ours } = whole.get(row) ?? itself
        // What lacks a word that was typed may be another drug: it is a guess, but where the institution's own term is meant.
        return entry ? [{ ...entry, via, similar: similar || (lacking && !ours) }] : []
      })
    },
  }
}

/** Of all parts: the term of the first that has one, and a guess where one of them is a guess. */
const summed = (reasons: readonly Reason[]): Reason => ({
  via: reasons.find(({ via }) => via !== null)?.via ?? null,
  similar: reasons.some(({ similar }) => similar),
  own: reasons.some(({ own }) => own),
  meant: reasons.some(({ meant }) => meant),
})
