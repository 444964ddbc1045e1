/** Where the rows of a unit go. */
export interface Sink {
  row(row: number): undefined
  span(from: number, until: number): void
  postings(rows: Uint32Array, from: number, until: number): void
}

/** Which units of a query each row holds, as bits; rows that hold all of them, or the most of them. */
export class Marks implements Sink {
  private readonly masks: Uint32Array
  private counts: number[] = []
  private bit = 1
  /** Rows that hold every unit so far. */
  alive = 0
  constructor(size: number) {
    this.masks = new Uint32Array(size)
  }

  clear(): void {
    this.masks.fill(0)
    this.counts = []
    this.alive = 0
  }
  /** What is marked from now on belongs to the next unit. */
  begin(): void {
    this.bit = 2 ** this.counts.length
    this.counts.push(0)
    this.alive = 0
  }

  row(row: number): undefined {
    const mask = this.masks[row] ?? 0
    const { bit } = this
    if (mask & bit) return undefined
    this.masks[row] = mask | bit
    this.counts[this.counts.length - 1] = (this.counts.at(-1) ?? 0) + 1
    if (mask === bit - 1) this.alive += 1
    return undefined
  }
  span(from: number, until: number): void {
    for (let row = from; row < until; row += 1) this.row(row)
  }
  postings(rows: Uint32Array, from: number, until: number): void {
    const { masks, bit } = this
    const before = bit - 1
    let count = 0
    let alive = 0
    for (let at = from; at < until; at += 1) {
      const row = rows[at] ?? 0
      const mask = masks[row] ?? 0
      if (mask & bit) continue
      masks[row] = mask | bit
      count += 1
      if (mask === before) alive += 1
    }
    this.counts[this.counts.length - 1] = (this.counts.at(-1) ?? 0) + count
    this.alive += alive
  }

  /** Rows that hold every unit so far. */
  rows(): number[] {
    const whole = 2 ** this.counts.length - 1
    const { masks } = this
    const rows: number[] = []
    if (this.alive > 0) for (let row = 0; row < masks.length; row += 1) if (masks[row] === whole) rows.push(row)
    return rows
  }

  /** Rows that hold the weightiest part, with how much they lack; a word counts for more the fewer rows hold it. */
  eachWeighed(found: (row: number, missing: number) => void): void {
    const { masks, counts } = this
    const weights = counts.map((count) => (count ? Math.log2(masks.length / count) + 0.5 : 0))
    const weigh = (mask: number) => weights.reduce((sum, weight, nth) => sum + (mask & (2 ** nth) ? weight : 0), 0)
    const seen = new Map<number, number>()
    let most = 0
    let last = 0
    for (let row = 0; row < masks.length; row += 1) {
      const mask = masks[row] ?? 0
      if (mask === last) continue
      last = mask
      if (!mask || seen.has(mask)) continue
      const weight = weigh(mask)
      seen.set(mask, weight)
      if (weight > most) most = weight
    }
    // What holds much less is about something else.
    const close = new Map([...seen].filter(([, weight]) => weight > most * 0.6))
    last = 0
    let weight: number | undefined
    for (let row = 0; row < masks.length; row += 1) {
      const mask = masks[row] ?? 0
      if (mask !== last) {
        last = mask
        weight = close.get(mask)
      }
      if (mask && weight !== undefined) found(row, most - weight)
    }
  }
}
