/** Longest common subsequence of lines as pairs of places. Notes are short: a table is quick enough. */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1
  const table = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => table[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      table[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return pairs
}

/** Beyond this many lines on a side the whole text is one paragraph: the table would be too large. */
const MAX_LINES = 1500
const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((line, at) => line === b[at])

export interface Merged {
  text: string
  /** Both changed the same paragraph: both stand there, theirs first. */
  conflict: boolean
}

/**
 * Two writers of one part: what each changed since `base`, paragraph by paragraph (a line is one). Where both changed
 * the same paragraph nothing is dropped, theirs stands before mine.
 */
export function mergeText(base: string, mine: string, theirs: string): Merged {
  if (mine === theirs || mine === base) return { text: theirs, conflict: false }
  if (theirs === base) return { text: mine, conflict: false }
  const [b, m, t] = [base, mine, theirs].map((text) => text.split('\n')) as [string[], string[], string[]]
  if (Math.max(b.length, m.length, t.length) > MAX_LINES) return { text: `${theirs}\n${mine}`, conflict: true }
  const inMine = new Map(common(b, m))
  const inTheirs = new Map(common(b, t))
  const out: string[] = []
  let conflict = false
  let [ib, im, it] = [0, 0, 0]
  const settle = (nb: number, nm: number, nt: number) => {
    const [was, mineIs, theirsIs] = [b.slice(ib, nb), m.slice(im, nm), t.slice(it, nt)]
    if (same(mineIs, was) || same(mineIs, theirsIs)) out.push(...theirsIs)
    else if (same(theirsIs, was)) out.push(...mineIs)
    else {
      conflict ||= theirsIs.length > 0 && mineIs.length > 0
      out.push(...theirsIs, ...mineIs)
    }
  }
  // Lines that all three share are fixed points; what lies between two of them is settled by itself.
  for (let line = 0; line < b.length; line += 1) {
    const [nm, nt] = [inMine.get(line), inTheirs.get(line)]
    if (nm === undefined || nt === undefined) continue
    settle(line, nm, nt)
    out.push(b[line] ?? '')
    ;[ib, im, it] = [line + 1, nm + 1, nt + 1]
  }
  settle(b.length, m.length, t.length)
  return { text: out.join('\n'), conflict }
}
