import { toHalfWidth } from '@teleward/contract/core/text.ts'
import { Lines } from './lines.ts'
import { Best, han, queryTokens } from './select.ts'
import { WordIndex } from './words.ts'

export interface IcdEntry {
  code: string
  billable: boolean
  common: boolean
  nameEn: string
  nameZhTw: string
}
export interface IcdIndex {
  size: number
  /** At most `limit`, the best first; what is blank gives the common ones, what holds no word or character none. */
  search(query: string, limit?: number): IcdEntry[]
  get(code: string): IcdEntry | undefined
}

export const normalise = (text: string) => toHalfWidth(text).normalize('NFC').toLowerCase()

const MAX_CUT = 16

const bareCode = (code: string) => code.toLowerCase().replace(/\./g, '')
const looksLikeCode = (token: string) =>
  /^[a-z]\d?[0-9a-z]*$/.test(token) && (token.length === 1 || /^[a-z]\d/.test(token))
const plainWords = (name: string) => [...new Set(name.toLowerCase().match(/[a-z0-9]+/g) ?? [])]
// 'Sequela', later visits and open forms of an injury are shorter texts than the plain injury, which is what is meant.
const aside = (code: string) =>
  /^[a-z][0-9a-z]{5}[d-z]$/.test(code) ? 200 : /^[a-z][0-9a-z]{5}[bc]$/.test(code) ? 40 : 0

const column = (rows: readonly (readonly string[])[], at: number) => rows.map((row) => row[at] ?? '')

/** What is searched: plain data, which can lie in a file until the next start. */
export interface IcdParts {
  codes: readonly string[]
  /** As compared: small letters, no dot. */
  bare: readonly string[]
  english: Pick<Lines, 'text' | 'starts'>
  chinese: Pick<Lines, 'text' | 'starts'>
  characters: Pick<Lines, 'text' | 'starts'>
  words: Pick<WordIndex, 'vocabulary' | 'starts' | 'postings' | 'first'>
  flags: Uint8Array
  asides: Uint8Array
  /** How many of the codes that begin so are seen often. */
  families: ReadonlyMap<string, number>
}

/** `rows`: code, billable, common, English and Chinese name, sorted by the code without its dot. */
export function icdParts(rows: readonly (readonly string[])[]): IcdParts {
  const codes = column(rows, 0)
  const bare = codes.map(bareCode)
  const flags = new Uint8Array(rows.map((row) => (row[1] === '1' ? 1 : 0) + (row[2] === '1' ? 2 : 0)))
  // What is seen often has kin that is seen often: among equals the type 2 diabetes comes before the type 1.
  const families = new Map<string, number>()
  codes.forEach((code, row) => {
    const family = code.slice(0, 3)
    if ((flags[row] ?? 0) & 2) families.set(family, (families.get(family) ?? 0) + 1)
  })
  return {
    codes,
    bare,
    english: { ...Lines.of(column(rows, 3)) },
    chinese: { ...Lines.of(column(rows, 4)) },
    characters: { ...Lines.of(column(rows, 4).map((name) => normalise(name).replace(/\s+/g, ''))) },
    words: { ...WordIndex.of(column(rows, 3).map(plainWords)) },
    flags,
    asides: new Uint8Array(bare.map(aside)),
    families,
  }
}

export function icdIndex(prepared: IcdParts): IcdIndex {
  const { codes, bare, flags, asides, families } = prepared
  const size = codes.length
  const english = new Lines(prepared.english)
  const chinese = new Lines(prepared.chinese)
  const characters = new Lines(prepared.characters)
  const words = new WordIndex(prepared.words)
  const marks = new Uint8Array(size)

  const entry = (row: number): IcdEntry => ({
    code: codes[row] ?? '',
    billable: ((flags[row] ?? 0) & 1) === 1,
    common: ((flags[row] ?? 0) & 2) === 2,
    nameEn: english.at(row),
    nameZhTw: chinese.at(row),
  })

  /** First row whose code is not below. */
  function lowerBound(code: string): number {
    let [low, high] = [0, size]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((bare[middle] ?? '') < code) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Raises the mark of the rows that hold the token from `level` to the next one. */
  function narrow(token: string, level: number): number {
    let hits = 0
    const mark = (row: number) => {
      if (marks[row] !== level) return
      marks[row] = level + 1
      hits += 1
    }
    const code = bareCode(token)
    if (looksLikeCode(code)) for (let row = lowerBound(code); bare[row]?.startsWith(code); row += 1) mark(row)
    if (han.test(token)) characters.each(token, mark)
    else for (const word of token.match(/[a-z0-9]+/g) ?? []) words.each(words.range(word), mark)
    return hits
  }

  function matching(tokens: readonly string[]): number {
    marks.fill(0)
    let level = 0
    for (const token of tokens) {
      if (narrow(token, level) === 0) return -1
      level += 1
    }
    return level
  }

  /** Characters that stand nowhere together are cut where they do: 糖尿病視網膜 → 糖尿病, 視網膜. */
  function parts(token: string): string[] {
    if (!han.test(token) || token.length > MAX_CUT || characters.includes(token)) return [token]
    for (let length = token.length - 1; length >= 2; length -= 1) {
      const head = token.slice(0, length)
      if (characters.includes(head)) return [head, ...parts(token.slice(length))]
    }
    return [token]
  }

  function rank(row: number, first: string, code: string, range: readonly [number, number]): number {
    const flag = flags[row] ?? 0
    const tier = flag === 3 ? 0 : flag & 1 ? 1 : flag & 2 ? 2 : 3
    const byCode = code !== '' && (bare[row] ?? '').startsWith(code)
    const written = han.test(first)
    const length = byCode ? (bare[row] ?? '').length : written ? characters.lengthOf(row) : english.lengthOf(row)
    const begins = written ? characters.startsWith(row, first) : words.begins(row, range)
    const kin = Math.min(families.get((codes[row] ?? '').slice(0, 3)) ?? 0, 4)
    const exact = byCode && bare[row] === code
    return (
      (exact ? -10_000 : 0) +
      (byCode ? -5_000 : 0) +
      tier * 1_000 +
      length -
      (begins ? 1 : 0) -
      kin * 4 +
      (asides[row] ?? 0) +
      (bare[row] ?? '').length * 4
    )
  }

  return {
    size,
    get: (code) => {
      const wanted = bareCode(code)
      const row = lowerBound(wanted)
      return wanted && bare[row] === wanted ? entry(row) : undefined
    },
    search(query, limit = 20) {
      const best = new Best(limit)
      if (!query.trim()) {
        for (let row = 0; row < size; row += 1) if (flags[row] === 3) best.offer(row, row)
        return best.rows.map(entry)
      }
      let tokens = queryTokens(query, normalise)
      if (!tokens.length) return []
      let level = matching(tokens)
      if (level < 0) {
        tokens = [...new Set(tokens.flatMap(parts))]
        level = matching(tokens)
      }
      if (level < 0) return []
      const [first = ''] = tokens
      const code = tokens.length === 1 && looksLikeCode(bareCode(first)) ? bareCode(first) : ''
      const range = words.range(first)
      for (let row = 0; row < size; row += 1) if (marks[row] === level) best.offer(row, rank(row, first, code, range))
      return best.rows.map(entry)
    },
  }
}
