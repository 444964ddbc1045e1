import { lettersOf, Near, slipsIn } from './edit.ts'
import { normalise } from './fold.ts'
import { Lines } from './lines.ts'
import { han } from './select.ts'

export const synonymKinds = ['icd', 'drug', 'word'] as const
export type SynonymKind = (typeof synonymKinds)[number]
export interface Synonym {
  /** As it is shown. */
  term: string
  kind: SynonymKind
  /** `icd`: codes, the likeliest first; a heading stands for what is below it. Else a name or words of titles. */
  target: string
}

/** As terms are compared: words between single spaces, characters without any. */
export const termKey = (text: string) =>
  normalise(text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, '')
const reorder = (key: string) => key.split(' ').sort().join(' ')

type Column = Pick<Lines, 'text' | 'starts'>
/** What is looked up: plain data, which can lie in a file until the next start. */
export interface SynonymParts {
  /** Each once, sorted. */
  keys: Column
  /** Where the synonyms of each key begin. */
  starts: Uint32Array
  terms: Column
  targets: Column
  kinds: Uint8Array
  /** Keys of several words by their words in order of the alphabet, and the key of each. */
  reordered: Column
  reorderedKeys: Uint32Array
  letters: Uint32Array
  lengths: Uint8Array
}

export function synonymParts(rows: readonly Synonym[]): SynonymParts {
  const byKey = new Map<string, Synonym[]>()
  for (const row of rows) {
    const key = termKey(row.term)
    const all = byKey.get(key)
    if (all) all.push(row)
    else if (key) byKey.set(key, [row])
  }
  const keys = [...byKey.keys()].sort()
  const all = keys.flatMap((key) => byKey.get(key) ?? [])
  const starts = new Uint32Array(keys.length + 1)
  keys.forEach((key, at) => {
    starts[at + 1] = (starts[at] ?? 0) + (byKey.get(key)?.length ?? 0)
  })
  const orders = keys
    .map((key, at) => [reorder(key), at] as const)
    .filter(([order]) => order.includes(' '))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return {
    keys: { ...Lines.of(keys) },
    starts,
    terms: { ...Lines.of(all.map(({ term }) => term)) },
    targets: { ...Lines.of(all.map(({ target }) => target)) },
    kinds: Uint8Array.from(all, ({ kind }) => synonymKinds.indexOf(kind)),
    reordered: { ...Lines.of(orders.map(([order]) => order)) },
    reorderedKeys: Uint32Array.from(orders, ([, at]) => at),
    letters: Uint32Array.from(keys, lettersOf),
    lengths: Uint8Array.from(keys, (key) => Math.min(key.length, 255)),
  }
}

/** Terms, found whole, by their beginning, or with a slip. */
export class Synonyms {
  private readonly keys: Lines
  private readonly terms: Lines
  private readonly targets: Lines
  private readonly reorderedLines: Lines
  private readonly parts: SynonymParts
  private readonly near: Near

  constructor(parts: SynonymParts) {
    this.parts = parts
    this.keys = new Lines(parts.keys)
    this.terms = new Lines(parts.terms)
    this.targets = new Lines(parts.targets)
    this.reorderedLines = new Lines(parts.reordered)
    this.near = new Near({ at: (place) => this.keys.at(place), ...parts })
  }
  static of(rows: readonly Synonym[]): Synonyms {
    return new Synonyms(synonymParts(rows))
  }

  private synonymsAt(place: number): Synonym[] {
    const { starts, kinds } = this.parts
    const found: Synonym[] = []
    for (let at = starts[place] ?? 0; at < (starts[place + 1] ?? 0); at += 1)
      found.push({ term: this.terms.at(at), target: this.targets.at(at), kind: synonymKinds[kinds[at] ?? 0] ?? 'icd' })
    return found
  }

  exact(key: string): readonly Synonym[] {
    const at = this.keys.lowerBound(key)
    return key && at < this.keys.size && this.keys.at(at) === key ? this.synonymsAt(at) : []
  }

  /** The term of the same words in another order. */
  reordered(key: string): readonly Synonym[] {
    const order = reorder(key)
    const at = this.reorderedLines.lowerBound(order)
    const found = at < this.reorderedLines.size && this.reorderedLines.at(at) === order
    return found ? this.synonymsAt(this.parts.reorderedKeys[at] ?? 0) : []
  }

  /** Terms that begin so, the shortest first. */
  begun(key: string, most: number): { key: string; synonyms: readonly Synonym[] }[] {
    const places: number[] = []
    for (let at = this.keys.lowerBound(key); at < this.keys.size && this.keys.startsWith(at, key); at += 1)
      places.push(at)
    const { lengths } = this.parts
    return places
      .sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0))
      .slice(0, most)
      .map((at) => ({ key: this.keys.at(at), synonyms: this.synonymsAt(at) }))
  }

  /** Terms a slip away, two in long ones; of two characters the first must be right. */
  nearly(key: string): readonly Synonym[] {
    const written = han.test(key)
    const allowed = written ? (key.length >= 6 ? 2 : key.length >= 2 ? 1 : 0) : slipsIn(key.length)
    const { lengths } = this.parts
    return this.near
      .find(key, allowed)
      .filter((at) => !written || key.length > 2 || (lengths[at] === 2 && this.keys.at(at)[0] === key[0]))
      .flatMap((at) => this.synonymsAt(at))
  }
}
