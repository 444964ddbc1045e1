import {
  isOldCode,
  type TypedAs,
  type TypedCode,
  typedAs,
  typedCode,
  withoutList,
} from '@teleward/contract/emr/icd-code.ts'
import { bareCode, type IcdEntry, type IcdParts, IcdTable, titleHash, titleKey } from './icd-parts.ts'
import { families, Reader, type Unit } from './icd-units.ts'
import { Marks } from './marks.ts'
import { normalise } from './fold.ts'
import { Best, han, queryTokens } from './select.ts'
import { type Synonyms, termKey } from './synonyms.ts'
import { shippedSynonyms } from './terms.ts'
import { type Spread, spread } from './spread.ts'

/**
 * `via`: the term by which the row was found, where its own titles do not say what was typed. `similar`: a word of it is
 * written in no title and no term, and the row is a guess by a slip or two; another diagnosis may be meant.
 */
export interface IcdFound extends IcdEntry {
  via: string | null
  similar: boolean
}
export interface Preferences {
  /** An institution's own terms: they are looked up before the shipped ones. */
  terms?: Synonyms | undefined
  /** How often the asker has chosen a code. */
  chosen?: ReadonlyMap<string, number> | undefined
}
export interface IcdIndex {
  size: number
  /** At most `limit`, the best first; what is blank gives the common ones, what holds no word or character none. */
  search(query: string, limit?: number, by?: Preferences): IcdFound[]
  get(code: string): IcdEntry | undefined
}

const pointedCode = (token: string) => {
  const code = typedCode(token)
  return code?.pointed ? code : null
}
const looksLikeCode = (token: string) =>
  /^[a-z]\d?[0-9a-z]*$/.test(token) && (token.length === 1 || /^[a-z]\d/.test(token))
/** Letters of a category. */
const CATEGORY = 3
/** Places of a code that says more than what kind of a disease it is. */
const PRECISE = 5
const EXACT_CODE = -40_000
const CODE = -20_000
const EXACT_TITLE = -8_000
const CHOSEN = -6_000
/** A term's own codes come before whatever else holds its words. */
const TERM = -4_000
/** The institution's come before the shipped ones' codes. */
const OWN_TERM = -5_000
const BEGUN_TERM = 300
const NEAR_TERM = -500
const BEGUN_MOST = 12
/** A title that was typed from its beginning, two words of it or more: before what holds the words here and there. */
const BEGUN_TITLE = -1_500
/** What a title says only that there is not comes after what there is: a bleeding ulcer is none without hemorrhage. */
const DENIED = 2_500
const DENIED_MOST = 1_500
const PARTLY = 8_000
/** So few that some who hold a part of it are welcome. */
const FEW = 5

export function icdIndex(parts: IcdParts, shipped: Synonyms = shippedSynonyms('icd')): IcdIndex {
  const table = new IcdTable(parts)
  const reader = new Reader(table)
  const marks = new Marks(table.size)
  const { english, characters } = table

  function byCode(tokens: readonly string[], ranks: Map<number, number>, limit: number): void {
    const code = bareCode(tokens.length <= 3 ? tokens.join('') : '')
    if (!looksLikeCode(code) || (tokens.length > 1 && code.length < 4)) return
    const [from, until] = table.below(code)
    const best = new Best(limit)
    for (let row = from; row < until; row += 1)
      best.offer(row, row === from && table.bareAt(row) === code ? EXACT_CODE : CODE + (table.ranks[row] ?? 0))
    best.into(ranks)
  }

  /**
   * The rows of what has the form of a code, and of no title: its figures say nothing there. Where the edition has no such
   * code, the nearest heading is a guess, as WHO's `I10.9` for `I10`. Undefined: it is a word of titles or terms (`b12`).
   */
  function asCode(code: TypedCode, limit: number, chosen: ReadonlyMap<number, number>, known: () => boolean) {
    const [from, until] = table.below(code.bare)
    const found = (row: number, similar: boolean): IcdFound => ({ ...table.entry(row), via: null, similar })
    if (from < until) {
      const best = new Best(limit)
      for (let row = from; row < until; row += 1)
        best.offer(
          row,
          row === from && table.bareAt(row) === code.bare
            ? EXACT_CODE
            : (table.ranks[row] ?? 0) - (chosen.get(row) ?? 0),
        )
      return best.rows.map((row) => found(row, false))
    }
    if (!code.pointed && known()) return undefined
    for (let length = code.bare.length - 1; length >= CATEGORY; length -= 1) {
      const row = table.row(code.bare.slice(0, length))
      if (row !== undefined) return [found(row, true)].slice(0, limit)
    }
    return []
  }

  /** The headings of a range, or what has as many places as its ends. */
  function inRange(from: string, to: string, limit: number): IcdFound[] {
    const [first] = table.below(from)
    const [, end] = table.below(to)
    const found: IcdFound[] = []
    for (let row = first; row < end && found.length < limit; row += 1)
      if (table.bareAt(row).length === from.length) found.push({ ...table.entry(row), via: null, similar: true })
    return found
  }
  /** What is codes and nothing else. Undefined: it may be words. */
  function asCodes(typed: TypedAs, limit: number, chosen: ReadonlyMap<number, number>, known: () => boolean) {
    if (typed.as === 'old') return []
    if (typed.as === 'range') return inRange(typed.from, typed.to, limit)
    if (typed.as === 'code') return asCode(typed.code, limit, chosen, known)
    // One of several is picked, and nobody knows which is meant first.
    const each = typed.codes.map((bare) => asCode({ bare, pointed: true }, 1, chosen, known)?.[0])
    return each.flatMap((row) => (row ? [{ ...row, similar: true }] : [])).slice(0, limit)
  }

  function byTitle(query: string, rank: (row: number) => number, room: number): Best {
    const best = new Best(room)
    const key = titleKey(normalise(query))
    if (key.includes(' ') && !han.test(query))
      for (const row of table.entitled(key)) best.offer(row, BEGUN_TITLE + rank(row))
    return best
  }

  /** What the whole of it stands for, then what it is the beginning of; with `near`, what is a slip away. */
  function byTerm(key: string, books: readonly Synonyms[], found: Spread, near: boolean): void {
    const [shortest, most] = han.test(key) ? [2, 4] : [3, BEGUN_MOST]
    for (const book of books) {
      const exact = book.exact(key)
      const own = exact.length ? exact : book.reordered(key)
      for (const [nth, synonym] of own.entries()) found.add(synonym, (book === shipped ? TERM : OWN_TERM) + nth * 20)
      if (key.length >= shortest && !near)
        for (const { key: term, synonyms } of book.begun(key, most))
          if (term !== key)
            for (const synonym of synonyms)
              found.add(synonym, BEGUN_TERM + Math.round(((term.length - key.length) / term.length) * 300))
      if (near && !own.length) for (const synonym of book.nearly(key)) found.add(synonym, NEAR_TERM)
    }
  }

  /** What is only denied of a row, by the words that were typed or what they stand for. */
  function denying(units: readonly Unit[]): (row: number) => boolean {
    const words = units
      .filter(({ small }) => !small)
      .map(({ text, synonyms }) => [
        text,
        ...synonyms.flatMap(({ kind, target }) => (kind === 'word' ? [termKey(target)] : [])),
      ])
    if (words.length < 2 || units.some(({ text }) => text === 'without')) return () => false
    return (row) => table.denies(row, words)
  }

  /** How well a row answers: its own rank, and how much of its title was typed. */
  function ranking(units: readonly Unit[], joined: string): (row: number) => number {
    const [first] = units
    const written = first !== undefined && han.test(first.text)
    const begins = first && !written ? table.words.range(first.text) : null
    const title = titleHash(joined)
    const targets = units.flatMap(({ synonyms }) =>
      synonyms
        .flatMap(({ kind, target }) =>
          kind === 'icd' ? target.split(' ').map((code) => table.below(bareCode(code))) : [],
        )
        .filter(([from, until], _at, all) => units.length === 1 || all.length === 1 || until - from > 1),
    )
    return (row) => {
      let value = table.ranks[row] ?? 0
      if (written) {
        value += characters.lengthOf(row)
        if (characters.startsWith(row, first.text)) value -= 12
        if (characters.lengthOf(row) === joined.length && characters.startsWith(row, joined)) value += exactTitle(row)
      } else {
        value += english.lengthOf(row)
        if (begins && table.words.begins(row, begins)) value -= 12
        if (table.titles[row] === title) value += exactTitle(row)
      }
      for (const [nth, [from, until]] of targets.entries())
        if (row >= from && row < until) {
          value -= 300 - 20 * Math.min(nth, 10)
          break
        }
      return value
    }
  }
  /** A heading that was typed out comes after the everyday codes below it, before the rare ones. */
  const exactTitle = (row: number) => (table.billable(row) ? EXACT_TITLE : -2_100)

  /** Marks the rows that hold the units, the rarest first. Answers the rows that hold them all. */
  function holding(units: readonly Unit[]): number[] {
    const weighty = units.filter(({ small }) => !small)
    const used = (weighty.length ? weighty : units)
      .map((unit, nth, all) => ({ unit, last: nth === all.length - 1, size: reader.size(unit) }))
      .sort((a, b) => a.size - b.size)
    marks.clear()
    for (let nth = 0; nth < used.length; nth += 1) {
      const one = used[nth]
      if (!one) break
      if (nth > 0 && marks.alive > 0 && marks.alive * 20 < one.size) {
        const rest = used.slice(nth).map(({ unit }) => unit)
        const left = marks.rows().filter((row) => reader.holdsAll(row, rest))
        if (left.length) return left
      }
      marks.begin()
      reader.mark(one.unit, one.last, marks)
    }
    return marks.rows()
  }

  /** Where no title holds all of it, or few do: those that hold the most of it, rare words counting for more. */
  function partly(ranks: Map<number, number>, rank: (row: number) => number, limit: number): void {
    const best = new Best(limit)
    marks.eachWeighed((row, missing) => best.offer(row, PARTLY + missing * 800 + rank(row)))
    best.into(ranks)
  }

  function blank(limit: number, chosen: ReadonlyMap<number, number>): IcdFound[] {
    const best = new Best(limit)
    for (let row = 0; row < table.size; row += 1)
      if (chosen.has(row)) best.offer(row, CHOSEN - (chosen.get(row) ?? 0))
      else if (table.everyday(row)) best.offer(row, row)
    return best.rows.map((row) => ({ ...table.entry(row), via: null, similar: false }))
  }

  return {
    size: table.size,
    get: (code) => {
      const row = table.row(code)
      return row === undefined ? undefined : table.entry(row)
    },
    search(asked, limit = 20, by = {}) {
      const query = withoutList(asked)
      const chosen = new Map<number, number>()
      for (const [code, times] of by.chosen ?? []) {
        const row = table.row(code)
        if (row !== undefined) chosen.set(row, Math.min(times, 1_000))
      }
      if (!query.trim()) return blank(limit, chosen)
      const all = queryTokens(query, normalise)
      if (!all.length) return []
      const books = by.terms ? [by.terms, shipped] : [shipped]
      const key = termKey(query)
      const isTerm = books.some((book) => book.exact(key).length > 0)
      const isWord = () => {
        const [from, until] = table.words.whole(all[0] ?? '')
        return from < until
      }
      const typed = isTerm ? null : typedAs(query)
      const coded = typed && asCodes(typed, limit, chosen, isWord)
      if (coded) return coded
      // A row of a table that was pasted: the code stands before, and no piece of it is looked for in the titles.
      const codeOf = (token: string) => pointedCode(token) ?? (named(token, books) ? null : held(token))
      const codes = isTerm ? [] : all.flatMap((token) => codeOf(token) ?? [])
      const ofCodes = codes.flatMap((one) => asCode(one, limit, chosen, isWord) ?? [])
      const old = isTerm ? [] : all.filter(isOldCode)
      const tokens = codes.length || old.length ? all.filter((token) => !codeOf(token) && !isOldCode(token)) : all
      if (!tokens.length) return ofCodes.slice(0, limit)
      const joined = han.test(key) ? key.replace(/ /g, '') : key
      const ranks = new Map<number, number>()
      byCode(tokens, ranks, Math.max(limit, FEW))
      const literals = new Set(ranks.keys())
      const terms = spread(table)
      byTerm(key, books, terms, false)
      const meant = precise(books, key)
      const units = reader.units(tokens, books)
      const room = Math.max(limit, FEW)
      const rank = ranking(units, joined)
      const rows = holding(units)
      const best = new Best(room)
      // To look at the titles of thousands takes too long, and so many are held by words that say little.
      const denied = rows.length > DENIED_MOST ? () => false : denying(units)
      for (const row of rows) {
        best.offer(row, rank(row) + (denied(row) ? DENIED : 0))
        if (chosen.has(row) && meant(row)) ranks.set(row, Math.min(ranks.get(row) ?? 0, CHOSEN))
      }
      best.into(ranks)
      const entitled = byTitle(query, rank, room)
      entitled.into(ranks)
      const guessed = units.some(({ near }) => near.length)
      const termed = terms.size > 0
      if (!termed && (guessed || !rows.length)) byTerm(key, books, terms, true)
      /** A code and a term are what they were typed as; else a word that is a slip away makes a guess of the row. */
      const literal = new Set([...literals, ...entitled.rows])
      const whole = new Set(rows)
      const figures = !/\p{L}/u.test(query)
      // Figures alone are nobody's diagnosis. What holds only a part of the words leaves one unexplained, and so does a figure of another list of codes.
      const similar = (row: number) =>
        old.length > 0 ||
        figures ||
        (!literal.has(row) && (terms.of(row) === null ? guessed || !whole.has(row) : !termed))
      if (rows.length < FEW && units.length > 1) partly(ranks, rank, room)
      terms.into(ranks)
      const answer = new Best(limit)
      for (const [row, value] of ranks) {
        const times = meant(row) ? chosen.get(row) : undefined
        answer.offer(row, times !== undefined && value < PARTLY ? Math.min(value, CHOSEN) - times : value)
      }
      const byWords = answer.rows.map((row) => ({
        ...table.entry(row),
        via: via(row, key, terms.of(row), units),
        similar: similar(row),
      }))
      if (!ofCodes.length) return byWords
      const first = new Set(ofCodes.map((one) => one.code))
      return [...ofCodes, ...byWords.filter((one) => !first.has(one.code))].slice(0, limit)
    },
  }

  /** Is it a word of titles or a term? */
  function named(token: string, books: readonly Synonyms[]): boolean {
    const [from, until] = table.words.whole(token)
    return from < until || books.some((book) => book.exact(termKey(token)).length > 0)
  }
  /** A code without a point that there is. */
  function held(token: string): TypedCode | null {
    const code = typedCode(token)
    const [from, until] = code ? table.below(code.bare) : [0, 0]
    return from < until ? code : null
  }

  /** Of a term that stands for one thing (`糖尿病足`, E11.621) what was chosen of its kin is no answer. */
  function precise(books: readonly Synonyms[], key: string): (row: number) => boolean {
    const targets = books.flatMap((book) => book.exact(key)).filter(({ kind }) => kind === 'icd')
    const codes = targets.flatMap(({ target }) => target.split(' ').map(bareCode))
    if (!codes.length || codes.some((code) => code.length < PRECISE)) return () => true
    return (row) => codes.some((code) => table.bareAt(row).startsWith(code))
  }

  function via(row: number, key: string, term: string | null, units: readonly Unit[]): string | null {
    if (term) return saysItself(row, key) ? null : term
    const code = table.bareAt(row)
    for (const { text, synonyms } of units) {
      const by = synonyms.find(
        ({ kind, target }) => kind === 'icd' && families(target).some((family) => code.startsWith(family)),
      )
      if (by && !saysItself(row, text)) return by.term
    }
    return null
  }
  /** Does one of the row's titles hold what was typed, as words that begin so or as characters? */
  function saysItself(row: number, text: string): boolean {
    if (han.test(text)) return table.holds(row, text)
    const title = ` ${titleKey(english.at(row))}`
    return text.split(' ').every((word) => title.includes(` ${word}`))
  }
}
