import { normalise } from './search.ts'
import { Best, han, queryTokens } from './select.ts'
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
export interface DrugIndex {
  size: number
  /** At most `limit`, the best first. A number asks for a strength: `amlo 5`. Slips of the finger are forgiven. */
  search(query: string, limit?: number): DrugEntry[]
  get(code: string): DrugEntry | undefined
}

/** Is the word, cut to about its length, one slip (two in long ones) away from what was typed? */
export function nearPrefix(typed: string, word: string): boolean {
  const allowed = typed.length >= 7 ? 2 : typed.length >= 4 ? 1 : 0
  if (!allowed || typed[0] !== word[0] || word.length < typed.length - allowed) return false
  let previous = Array.from({ length: word.length + 1 }, (_, at) => at)
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row]
    for (let at = 1; at <= word.length; at += 1) {
      const same = typed[row - 1] === word[at - 1] ? 0 : 1
      current[at] = Math.min((previous[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1, (previous[at - 1] ?? 0) + same)
    }
    previous = current
  }
  // The cheapest way to some beginning of the word.
  return Math.min(...previous.slice(Math.max(typed.length - allowed, 0), typed.length + allowed + 1)) <= allowed
}

const amount = /^\d+(\.\d+)?(mg|mcg|ug|g|ml|iu|%)?$/
const wordsOf = (text: string) => normalise(text).match(/[a-z0-9.%]+/g) ?? []
const empty = (text: string | undefined) => (text ? text : null)

/** `rows` as in `drugColumns`. */
export function drugIndex(rows: readonly (readonly string[])[]): DrugIndex {
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

  function rowsOf(token: string): Set<number> {
    const found = new Set<number>()
    const add = (row: number) => found.add(row)
    if (amount.test(token)) {
      strengths.forEach((strength, row) => {
        if (strength.startsWith(token)) add(row)
      })
    }
    if (han.test(token)) {
      chinese.forEach((name, row) => {
        if (name.includes(token)) add(row)
      })
      return found
    }
    // A single letter narrows by the beginning of the name, as one starts to type it.
    if (token.length === 1) {
      names.forEach((name, row) => {
        if (name.startsWith(token)) add(row)
      })
    }
    words.each(words.range(token), add)
    if (!found.size) for (const range of words.matching((word) => nearPrefix(token, word))) words.each(range, add)
    return found
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

  return {
    size: entries.length,
    get: (code) => byCode.get(normalise(code)),
    search(query, limit = 20) {
      const exact = byCode.get(normalise(query).trim())
      if (exact) return [exact].slice(0, limit)
      const tokens = queryTokens(query, normalise)
      if (!tokens.length) return []
      const [first, ...others] = tokens.map(rowsOf)
      const best = new Best(limit)
      for (const row of first ?? []) if (others.every((rows) => rows.has(row))) best.offer(row, rank(row, tokens))
      return best.rows.flatMap((row) => entries[row] ?? [])
    },
  }
}
