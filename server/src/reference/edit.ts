/** How many slips are forgiven in what is typed: one in 4 to 7 letters, two in longer words. */
export const slipsIn = (length: number) => (length >= 8 ? 2 : length >= 4 ? 1 : 0)

const MAX = 64
const FAR = 99
const lines = [new Uint8Array(MAX + 2), new Uint8Array(MAX + 2), new Uint8Array(MAX + 2)] as const

/**
 * Slips between two words (a letter more, less or other, two neighbours swapped), at most `allowed`, else `allowed + 1`.
 * With `prefix` the word may go on after what was typed. Only the places within `allowed` of the diagonal are looked at.
 */
export function slips(typed: string, word: string, allowed: number, prefix = false): number {
  const n = typed.length
  const m = Math.min(word.length, n + allowed)
  if (n > MAX - allowed || m < n - allowed || (!prefix && word.length > n + allowed)) return allowed + 1
  let [before, previous, current] = lines
  for (let at = 0; at <= m; at += 1) previous[at] = at
  for (let row = 1; row <= n; row += 1) {
    const from = Math.max(1, row - allowed)
    const until = Math.min(m, row + allowed)
    current[from - 1] = from === 1 ? row : FAR
    // The row before ended a place earlier.
    if (row > 1 && until === row + allowed) previous[until] = FAR
    let least = current[from - 1] ?? FAR
    const letter = typed.charCodeAt(row - 1)
    for (let at = from; at <= until; at += 1) {
      const other = word.charCodeAt(at - 1)
      let cost = (previous[at - 1] ?? 0) + (letter === other ? 0 : 1)
      const gone = (previous[at] ?? 0) + 1
      const more = (current[at - 1] ?? 0) + 1
      if (gone < cost) cost = gone
      if (more < cost) cost = more
      if (row > 1 && at > 1 && letter === word.charCodeAt(at - 2) && typed.charCodeAt(row - 2) === other) {
        const swapped = (before[at - 2] ?? 0) + 1
        if (swapped < cost) cost = swapped
      }
      current[at] = cost
      if (cost < least) least = cost
    }
    if (least > allowed) return allowed + 1
    const spare = before
    before = previous
    previous = current
    current = spare
  }
  if (!prefix) return Math.min(previous[m] ?? FAR, allowed + 1)
  let best = allowed + 1
  for (let at = Math.max(n - allowed, 0); at <= m; at += 1) best = Math.min(best, previous[at] ?? best)
  return best
}

/** The letters of a word as bits: words that differ in more letters than slips explain need no closer look. */
export function lettersOf(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}
export function bitsIn(mask: number): number {
  let count = 0
  for (let rest = mask >>> 0; rest; rest &= rest - 1) count += 1
  return count
}

/** Words by their places, each with its length and the bits of its letters. */
export interface Words {
  at(place: number): string
  letters: Uint32Array
  lengths: Uint8Array
}
export const wordsIn = (words: readonly string[]): Words => ({
  at: (place) => words[place] ?? '',
  letters: Uint32Array.from(words, lettersOf),
  lengths: Uint8Array.from(words, (word) => Math.min(word.length, 255)),
})

/** Words to look through for the nearest. */
export class Near {
  private readonly words: Words
  constructor(words: Words) {
    this.words = words
  }

  /** Places of the words with the fewest slips, none where nothing is near. The first letter is mostly right. */
  find(typed: string, allowed: number, prefix = false): number[] {
    const { words } = this
    const { letters, lengths } = words
    if (!allowed) return []
    const mine = lettersOf(typed)
    const length = typed.length
    const first = typed.charCodeAt(0)
    let places: number[] = []
    let best = allowed
    for (let at = 0; at < letters.length; at += 1) {
      const size = lengths[at] ?? 0
      if (size < length - best || (!prefix && size > length + best)) continue
      const theirs = letters[at] ?? 0
      // Each letter that the other lacks is a slip.
      if (bitsIn(mine & ~theirs) > best || (!prefix && bitsIn(theirs & ~mine) > best)) continue
      const word = words.at(at)
      const same = word.charCodeAt(0) === first
      if (!same && (size > length + best || bitsIn(theirs & ~mine) > best)) continue
      const found = slips(typed, word, best, prefix && same)
      if (found > best) continue
      if (found < best) places = []
      best = found
      places.push(at)
    }
    const begun = places.filter((at) => words.at(at).charCodeAt(0) === first)
    return begun.length ? begun : places
  }
}
