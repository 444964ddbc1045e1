import { Near, slipsIn, wordsIn } from './edit.ts'
import { bareCode, type IcdTable, titleKey } from './icd-parts.ts'
import type { Sink } from './marks.ts'
import { han } from './select.ts'
import { american, numerals, singulars } from './stems.ts'
import { type Synonym, type Synonyms, termKey } from './synonyms.ts'

/** One word, run of characters or term of what was typed. */
export interface Unit {
  text: string
  /** What it stands for besides itself. */
  synonyms: readonly Synonym[]
  /** Little words, which a title may lack. */
  small: boolean
  /** Words a slip away, where nobody writes it so. */
  near: readonly (readonly [number, number])[]
}

const small = new Set([
  'of',
  'the',
  'a',
  'an',
  'and',
  'or',
  'in',
  'to',
  'for',
  'by',
  'on',
  'at',
  'due',
  's',
  'is',
  'from',
])
const PHRASE_MAX = 5
const RUN_MAX = 24

export class Reader {
  private readonly table: IcdTable
  private readonly near: Near
  constructor(table: IcdTable) {
    this.table = table
    this.near = new Near(wordsIn(table.words.vocabulary))
  }

  /** Terms as long as they go, then words; what is written together and known nowhere is taken apart. */
  units(tokens: readonly string[], books: readonly Synonyms[]): Unit[] {
    const known = (key: string) => books.flatMap((book) => book.exact(key))
    const units: Unit[] = []
    for (let at = 0; at < tokens.length; ) {
      let length = Math.min(PHRASE_MAX, tokens.length - at)
      let synonyms: readonly Synonym[] = []
      let key = ''
      for (; length >= 1; length -= 1) {
        key = termKey(tokens.slice(at, at + length).join(' '))
        synonyms = known(key)
        if (synonyms.length) break
      }
      if (synonyms.length) {
        units.push({ text: key, synonyms, small: false, near: [] })
        at += length
        continue
      }
      units.push(...this.single(tokens[at] ?? '', known))
      at += 1
    }
    return [...new Map(units.map((unit) => [unit.text, unit])).values()]
  }

  private single(token: string, known: (key: string) => readonly Synonym[]): Unit[] {
    if (!han.test(token)) return this.latin(token, known)
    const plain = (text: string): Unit => ({ text, synonyms: known(text), small: false, near: [] })
    if (this.table.written(token)) return [plain(token)]
    return this.cut(token.slice(0, RUN_MAX), known).flatMap((piece) =>
      han.test(piece) ? [plain(piece)] : this.latin(piece, known),
    )
  }

  private latin(token: string, known: (key: string) => readonly Synonym[]): Unit[] {
    const words = token.match(/[a-z0-9]+/g) ?? []
    return words.flatMap((word): Unit[] => {
      if (this.ranges(word).length) return [{ text: word, synonyms: known(word), small: small.has(word), near: [] }]
      const pieces = word.match(/[a-z]+|\d+/g) ?? []
      if (pieces.length === 2 && pieces.every((piece) => known(piece).length || this.ranges(piece).length))
        return pieces.map((piece) => ({ text: piece, synonyms: known(piece), small: false, near: [] }))
      const near = this.near.find(word, slipsIn(word.length), true).map((at) => [at, at + 1] as const)
      return [{ text: word, synonyms: [], small: false, near }]
    })
  }

  /** Words of titles that are meant by a word: those that begin so, its singular, its American spelling, its number. */
  ranges(word: string): (readonly [number, number])[] {
    const { words } = this.table
    const filled = (range: readonly [number, number]) => (range[1] > range[0] ? [range] : [])
    // What only looks like a plural is none: `pancreatits` misses a letter.
    const all = (one: string) => [
      ...filled(words.range(one)),
      ...singulars(one).flatMap((single) => filled(words.whole(single))),
    ]
    const number = numerals[word]
    const own = [...all(word), ...(number ? filled(words.range(number)) : [])]
    return own.length ? own : american(word).flatMap(all)
  }
  private forms(word: string): string[] {
    const number = numerals[word]
    return [word, ...singulars(word), ...(number ? [number] : [])]
  }

  /** The fewest pieces that are terms or stand in titles; a single character counts for more than one piece. */
  private cut(text: string, known: (key: string) => readonly Synonym[]): string[] {
    const best: { cost: number; from: number; used: boolean }[] = [{ cost: 0, from: 0, used: false }]
    const word = (at: number) => /[a-z0-9]/.test(text[at] ?? '')
    for (let until = 1; until <= text.length; until += 1) {
      let here = { cost: (best[until - 1]?.cost ?? 0) + 3, from: until - 1, used: false }
      let stands = true
      for (let from = until - 1; from >= 0; from -= 1) {
        // Letters are not taken apart, but for those that belong to what follows: 急性A型肝炎.
        if ((word(from - 1) && word(from)) || (word(until - 1) && word(until))) continue
        const piece = text.slice(from, until)
        const term = known(piece).length > 0 || (piece.length > 1 && /^[a-z0-9]+$/.test(piece))
        // A text that stands nowhere stands nowhere in a longer one either.
        stands = stands && this.table.written(piece)
        if (!term && !stands) continue
        const cost = (best[from]?.cost ?? 0) + (term ? 1 : piece.length > 1 ? 1.1 : 1.7)
        if (cost < here.cost) here = { cost, from, used: true }
      }
      best[until] = here
    }
    const pieces: string[] = []
    for (let until = text.length; until > 0; until = best[until]?.from ?? 0)
      if (best[until]?.used) pieces.unshift(text.slice(best[until]?.from ?? 0, until))
    return pieces
  }

  /** About how many rows a unit has. */
  size(unit: Unit): number {
    const { words } = this.table
    const sum = (ranges: readonly (readonly [number, number])[]) =>
      ranges.reduce((total, range) => total + words.count(range), 0)
    if (unit.near.length) return sum(unit.near)
    const own = han.test(unit.text)
      ? (this.table.count(unit.text) ?? 0)
      : Math.min(...unit.text.split(' ').map((word) => sum(this.ranges(word))))
    return unit.synonyms.reduce((total, { kind, target }) => {
      if (kind === 'word') return total + 1_000
      return families(target).reduce((all, family) => {
        const [from, until] = this.table.below(family)
        return all + until - from
      }, total)
    }, own)
  }

  /** Each row that the unit's own words, or those it stands for, are in. A row may come more than once. */
  mark(unit: Unit, last: boolean, sink: Sink): void {
    const { table } = this
    const { words } = table
    for (const range of unit.near) sink.postings(words.postings, ...words.places(range))
    if (unit.near.length) return
    // A term of letters is meant whole ('flu' is not the beginning of 'fluid'), but for the one that is being typed.
    this.markText(unit.text, unit.synonyms.some(({ kind }) => kind === 'icd') && !last, sink)
    for (const { kind, target } of unit.synonyms)
      if (kind === 'word') this.markText(termKey(target), true, sink)
      else for (const family of families(target)) sink.span(...table.below(family))
  }

  private markText(text: string, whole: boolean, sink: Sink): void {
    const { table } = this
    const { words } = table
    if (han.test(text)) {
      table.eachHolding(text, (row) => sink.row(row))
      return
    }
    const all = text.split(' ')
    const rangesOf = (word: string) => (whole ? [words.whole(word)] : this.ranges(word))
    if (all.length === 1) {
      for (const range of rangesOf(text)) sink.postings(words.postings, ...words.places(range))
      return
    }
    this.level ??= new Uint8Array(table.size)
    const level = this.level.fill(0)
    all.forEach((word, nth) => {
      for (const range of rangesOf(word))
        words.each(range, (row) => {
          if (level[row] !== nth) return
          level[row] = nth + 1
          if (nth === all.length - 1) sink.row(row)
        })
    })
  }
  private level: Uint8Array | undefined

  /** The same for a single row, by its title: where few rows are left, this is quicker than all rows of frequent words. */
  holdsAll(row: number, units: readonly Unit[]): boolean {
    const title = ` ${titleKey(this.table.english.at(row))}`
    return units.every((unit) => this.holds(row, title, unit))
  }
  private holds(row: number, title: string, unit: Unit): boolean {
    const { table } = this
    const says = (text: string) =>
      han.test(text)
        ? table.holds(row, text)
        : text.split(' ').every((word) => this.forms(word).some((form) => title.includes(` ${form}`)))
    if (unit.near.length) return unit.near.some(([at]) => title.includes(` ${table.words.vocabulary[at] ?? ''}`))
    return (
      says(unit.text) ||
      unit.synonyms.some(({ kind, target }) =>
        kind === 'word'
          ? says(termKey(target))
          : families(target).some((family) => table.bareAt(row).startsWith(family)),
      )
    )
  }
}

/**
 * Where what is said beside a term chooses: all of the category of its first code, of the others what is nearest. A
 * heading that a term names stands for all below it.
 */
export const families = (target: string) => [
  ...new Set(
    target
      .split(' ')
      .map(bareCode)
      .map((code, nth) =>
        nth === 0 || code.length <= 3 ? code.slice(0, 3) : code.slice(0, Math.max(4, code.length - 1)),
      ),
  ),
]
