/** Keeps the best `size` of what it is offered; lower ranks are better, and of equal ones the earlier. */
export class Best {
  readonly rows: number[] = []
  readonly ranks: number[] = []
  private readonly size: number
  constructor(size: number) {
    this.size = size
  }

  /** Its rows with their ranks, where they are better than what stands there. */
  into(ranks: Map<number, number>): void {
    this.rows.forEach((row, nth) => {
      const rank = this.ranks[nth] ?? 0
      if (rank < (ranks.get(row) ?? Number.POSITIVE_INFINITY)) ranks.set(row, rank)
    })
  }

  offer(row: number, rank: number): void {
    const { rows, ranks, size } = this
    if (size < 1 || (rows.length === size && rank >= (ranks[size - 1] ?? 0))) return
    let at = rows.length
    while (at > 0 && (ranks[at - 1] ?? 0) > rank) at -= 1
    rows.splice(at, 0, row)
    ranks.splice(at, 0, rank)
    if (rows.length > size) {
      rows.pop()
      ranks.pop()
    }
  }
}

export const MAX_QUERY = 256
const MAX_TOKENS = 30
export const han = /\p{Script=Han}/u

/** What is typed, as it is compared: half width, lower case, words and runs of characters, the rest dropped. */
export function queryTokens(query: string, normalise: (text: string) => string): string[] {
  const words = normalise(query.slice(0, MAX_QUERY * 4))
    .slice(0, MAX_QUERY)
    .split(/[^\p{L}\p{N}\p{M}.&]+/u)
    .map((word) => word.replace(/^[.&]+|[.&]+$/g, ''))
  return [...new Set(words.filter(Boolean))].slice(0, MAX_TOKENS)
}
