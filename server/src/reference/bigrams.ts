/**
 * Pairs of neighbouring characters and the rows that hold them. Rows are kept as their distances, a byte each where
 * that is enough: 1.6 million places in some 2 MB.
 */
export class Bigrams {
  readonly keys: Uint32Array
  readonly starts: Uint32Array
  readonly counts: Uint32Array
  readonly bytes: Uint8Array
  constructor({ keys, starts, counts, bytes }: Pick<Bigrams, 'keys' | 'starts' | 'counts' | 'bytes'>) {
    this.keys = keys
    this.starts = starts
    this.counts = counts
    this.bytes = bytes
  }

  static of(lines: readonly string[]): Bigrams {
    // Counted first, then filled: lists of numbers would take a multiple of the memory.
    const last = new Map<number, number>()
    const sizes = new Map<number, number>()
    const pairs = (found: (key: number, row: number) => void) => {
      last.clear()
      lines.forEach((line, row) => {
        for (let at = 1; at < line.length; at += 1) {
          const key = line.charCodeAt(at - 1) * 0x10000 + line.charCodeAt(at)
          if (last.get(key) === row) continue
          found(key, row)
          last.set(key, row)
        }
      })
    }
    const counted = new Map<number, number>()
    pairs((key, row) => {
      counted.set(key, (counted.get(key) ?? 0) + 1)
      sizes.set(key, (sizes.get(key) ?? 0) + widthOf(row - (last.get(key) ?? -1)))
    })
    const keys = Uint32Array.from(counted.keys()).sort()
    const starts = new Uint32Array(keys.length + 1)
    const counts = Uint32Array.from(keys, (key) => counted.get(key) ?? 0)
    const next = new Map<number, number>()
    keys.forEach((key, at) => {
      next.set(key, starts[at] ?? 0)
      starts[at + 1] = (starts[at] ?? 0) + (sizes.get(key) ?? 0)
    })
    const bytes = new Uint8Array(starts[keys.length] ?? 0)
    pairs((key, row) => {
      let at = next.get(key) ?? 0
      let step = row - (last.get(key) ?? -1)
      for (; step > 127; step >>>= 7) {
        bytes[at] = (step & 127) | 128
        at += 1
      }
      bytes[at] = step
      next.set(key, at + 1)
    })
    return new Bigrams({ keys, starts, counts, bytes })
  }

  private place(key: number): number {
    let [low, high] = [0, this.keys.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.keys[middle] ?? 0) < key) low = middle + 1
      else high = middle
    }
    return this.keys[low] === key ? low : -1
  }

  /** The pair of the text that the fewest rows hold; null where one of its pairs stands nowhere. */
  rarest(text: string): { place: number; count: number } | null {
    let rare: { place: number; count: number } | null = null
    for (let at = 1; at < text.length; at += 1) {
      const place = this.place(text.charCodeAt(at - 1) * 0x10000 + text.charCodeAt(at))
      if (place < 0) return null
      const count = this.counts[place] ?? 0
      if (!rare || count < rare.count) rare = { place, count }
    }
    return rare
  }

  /** Rows that hold the pair at that place, in order, until `found` answers true. */
  each(place: number, found: (row: number) => boolean | undefined): void {
    const { bytes } = this
    const end = this.starts[place + 1] ?? 0
    let row = -1
    for (let at = this.starts[place] ?? 0; at < end; ) {
      let step = 0
      let byte = 128
      for (let shift = 0; byte & 128; shift += 7) {
        byte = bytes[at] ?? 0
        at += 1
        step |= (byte & 127) << shift
      }
      row += step
      if (found(row)) return
    }
  }
}

const widthOf = (step: number) => (step < 0x80 ? 1 : step < 0x4000 ? 2 : 3)
