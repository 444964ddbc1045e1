import { Bigrams } from './bigrams.ts'
import { normalise } from './fold.ts'
import { Lines } from './lines.ts'
import { WordIndex } from './words.ts'

export const bareCode = (code: string) => code.toLowerCase().replace(/\./g, '')
/** The dot stands after the third sign. */
const dotted = (bare: string) => (bare.length > 3 ? `${bare.slice(0, 3)}.${bare.slice(3)}` : bare).toUpperCase()

const plainWords = (name: string) => name.toLowerCase().match(/[a-z0-9]+/g) ?? []
export const titleKey = (name: string) => plainWords(name).join(' ')
/** The same for every order of the words of a title. */
export function titleHash(text: string): number {
  let hash = 2_166_136_261
  const key = [...new Set(plainWords(text))].sort().join(' ')
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 16_777_619)
  return hash >>> 0
}

// 'Sequela', later visits and open forms of an injury are shorter texts than the plain injury, which is what is meant.
const later = (code: string) =>
  /^[a-z][0-9a-z]{5}[d-z]$/.test(code) ? 200 : /^[a-z][0-9a-z]{5}[bc]$/.test(code) ? 40 : 0
/** What is rarely meant by a bare word: a cause from outside, a pregnancy, a newborn, a poisoning, a history. */
const chapters: Readonly<Record<string, number>> = {
  o: 60,
  p: 60,
  q: 20,
  s: 10,
  t: 60,
  v: 150,
  w: 150,
  x: 150,
  y: 150,
  z: 40,
}
/** Who does not say which means the code that does not: its title is longer by the word, and no worse for it. */
const UNSAID = 14
const aside = (code: string) => Math.min(later(code) + (chapters[code[0] ?? ''] ?? 0), 255)

export interface IcdParts {
  /** Codes as compared: small letters, no dot. */
  bare: Pick<Lines, 'text' | 'starts'>
  english: Pick<Lines, 'text' | 'starts'>
  chinese: Pick<Lines, 'text' | 'starts'>
  characters: Pick<Lines, 'text' | 'starts'>
  bigrams: Pick<Bigrams, 'keys' | 'starts' | 'counts' | 'bytes'>
  words: Pick<WordIndex, 'vocabulary' | 'starts' | 'postings' | 'first'>
  flags: Uint8Array
  /** Lower comes first: what is seen often and may be claimed, then short codes. */
  ranks: Uint16Array
  /** Of the words of each English title, in whatever order. */
  titles: Uint32Array
  /** Rows by their English titles in order of the alphabet: those that begin alike stand together. */
  alphabet: Uint32Array
  /** Where an English title begins to say what there is not (`without …`); 0 where it does not. */
  denials: Uint8Array
}

const column = (rows: readonly (readonly string[])[], at: number) => rows.map((row) => row[at] ?? '')

/** `rows`: code, billable, common, English and Chinese name, sorted by the code without its dot. */
export function icdParts(rows: readonly (readonly string[])[]): IcdParts {
  const codes = column(rows, 0)
  const bare = codes.map(bareCode)
  const flags = new Uint8Array(rows.map((row) => (row[1] === '1' ? 1 : 0) + (row[2] === '1' ? 2 : 0)))
  const characters = column(rows, 4).map((name) => normalise(name).replace(/\s+/g, ''))
  // What is seen often has kin that is seen often: among equals the type 2 diabetes comes before the type 1.
  const families = new Map<string, number>()
  codes.forEach((code, row) => {
    const family = code.slice(0, 3)
    if ((flags[row] ?? 0) & 2) families.set(family, (families.get(family) ?? 0) + 1)
  })
  return {
    bare: { ...Lines.of(bare) },
    english: { ...Lines.of(column(rows, 3)) },
    chinese: { ...Lines.of(column(rows, 4)) },
    characters: { ...Lines.of(characters) },
    bigrams: { ...Bigrams.of(characters) },
    words: { ...WordIndex.of(column(rows, 3).map((name) => [...new Set(plainWords(name))])) },
    flags,
    ranks: Uint16Array.from(rows, (cells, row) => {
      const code = cells[0] ?? ''
      const flag = flags[row] ?? 0
      const tier = flag === 3 ? 0 : flag & 1 ? 1 : flag & 2 ? 2 : 3
      const kin = Math.min(families.get(code.slice(0, 3)) ?? 0, 4)
      const short = bare[row] ?? ''
      const said = /unspecified/i.test(cells[3] ?? '') ? 0 : UNSAID
      return tier * 1_000 + (4 - kin) * 4 + aside(short) + short.length * 4 + said
    }),
    titles: Uint32Array.from(column(rows, 3), titleHash),
    denials: Uint8Array.from(column(rows, 3), (title) => Math.max(0, Math.min(title.search(/\bwithout\b/i), 255))),
    alphabet: alphabetical(column(rows, 3).map(titleKey)),
  }
}
function alphabetical(keys: readonly string[]): Uint32Array {
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return Uint32Array.from(keys.keys()).sort((a, b) => order(keys[a] ?? '', keys[b] ?? '') || a - b)
}

export interface IcdEntry {
  code: string
  billable: boolean
  common: boolean
  nameEn: string
  nameZhTw: string
}

/** The table as it is read: rows by code, by characters, by words. */
export class IcdTable {
  readonly size: number
  readonly english: Lines
  readonly characters: Lines
  readonly words: WordIndex
  /** Lower comes first, of rows that hold what was typed equally well. */
  readonly ranks: Uint16Array
  readonly titles: Uint32Array
  private readonly bare: Lines
  private readonly chinese: Lines
  private readonly bigrams: Bigrams
  private readonly flags: Uint8Array
  private readonly alphabet: Uint32Array
  private readonly denials: Uint8Array

  constructor(parts: IcdParts) {
    this.bare = new Lines(parts.bare)
    this.english = new Lines(parts.english)
    this.chinese = new Lines(parts.chinese)
    this.characters = new Lines(parts.characters)
    this.bigrams = new Bigrams(parts.bigrams)
    this.words = new WordIndex(parts.words)
    this.flags = parts.flags
    this.ranks = parts.ranks
    this.titles = parts.titles
    this.alphabet = parts.alphabet
    this.denials = parts.denials
    this.size = parts.flags.length
  }

  bareAt(row: number): string {
    return this.bare.at(row)
  }
  billable(row: number): boolean {
    return ((this.flags[row] ?? 0) & 1) === 1
  }
  everyday(row: number): boolean {
    return this.flags[row] === 3
  }
  entry(row: number): IcdEntry {
    return {
      code: dotted(this.bare.at(row)),
      billable: this.billable(row),
      common: ((this.flags[row] ?? 0) & 2) === 2,
      nameEn: this.english.at(row),
      nameZhTw: this.chinese.at(row),
    }
  }

  /** First row whose code is not below. */
  lowerBound(code: string): number {
    return this.bare.lowerBound(code)
  }
  /** Rows whose codes begin so: they stand together. */
  below(code: string): readonly [from: number, until: number] {
    return [this.lowerBound(code), this.lowerBound(`${code}\uffff`)]
  }
  row(code: string): number | undefined {
    const wanted = bareCode(code)
    const row = this.lowerBound(wanted)
    return wanted && row < this.size && this.bare.at(row) === wanted ? row : undefined
  }

  /** Does the row's title say of one of these (each in one wording or another) only that it is without it? */
  denies(row: number, all: readonly (readonly string[])[]): boolean {
    const from = this.denials[row] ?? 0
    if (from === 0) return false
    // Compared as written: the key of a title costs more than all the rest.
    const title = ` ${this.english.at(row).toLowerCase()}`
    return all.some((wordings) => wordings.some((word) => title.indexOf(` ${word}`) > from))
  }

  /** Rows whose English titles begin with these words, the last of which may be half of one. */
  entitled(key: string): Uint32Array {
    const bound = (wanted: string) => {
      let [low, high] = [0, this.size]
      while (low < high) {
        const middle = (low + high) >> 1
        if (titleKey(this.english.at(this.alphabet[middle] ?? 0)) < wanted) low = middle + 1
        else high = middle
      }
      return low
    }
    return this.alphabet.subarray(bound(key), bound(`${key}\uffff`))
  }

  /** How many rows hold the rarest pair of the text; undefined for a single character. */
  count(text: string): number | undefined {
    return text.length < 2 ? undefined : (this.bigrams.rarest(text)?.count ?? 0)
  }
  eachHolding(text: string, found: (row: number) => boolean | undefined): void {
    if (text.length < 2) {
      this.characters.each(text, (row) => void found(row))
      return
    }
    const rare = this.bigrams.rarest(text)
    if (!rare) return
    if (text.length === 2) this.bigrams.each(rare.place, found)
    else this.bigrams.each(rare.place, (row) => (this.holds(row, text) ? found(row) : false))
  }
  /** Is it written anywhere in the table? */
  written(text: string): boolean {
    let any = false
    if (text.length < 2) return this.characters.includes(text)
    this.eachHolding(text, () => {
      any = true
      return true
    })
    return any
  }
  /** Does the row's Chinese title hold the characters, one beside the other? */
  holds(row: number, text: string): boolean {
    const { text: all, starts } = this.characters
    const until = (starts[row + 1] ?? 0) - text.length
    const first = text.charCodeAt(0)
    for (let at = starts[row] ?? 0; at < until; at += 1)
      if (all.charCodeAt(at) === first && all.startsWith(text, at)) return true
    return false
  }
}
