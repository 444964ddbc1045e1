/** Sorted words and, for each, the rows that hold it: a prefix is a range of words. */
export class WordIndex {
  readonly vocabulary: readonly string[]
  readonly starts: Uint32Array
  readonly postings: Uint32Array
  /** Place of each row's first word in the vocabulary. */
  readonly first: Uint32Array

  constructor({
    vocabulary,
    starts,
    postings,
    first,
  }: Pick<WordIndex, 'vocabulary' | 'starts' | 'postings' | 'first'>) {
    this.vocabulary = vocabulary
    this.starts = starts
    this.postings = postings
    this.first = first
  }

  static of(rows: readonly (readonly string[])[]): WordIndex {
    const ids = new Map<string, number>()
    let pairs = 0
    for (const words of rows) {
      pairs += words.length
      for (const word of words) if (!ids.has(word)) ids.set(word, ids.size)
    }
    const vocabulary = [...ids.keys()].sort()
    const order = new Map(vocabulary.map((word, at) => [word, at]))
    const starts = new Uint32Array(vocabulary.length + 1)
    const first = new Uint32Array(rows.length)
    const places = new Uint32Array(pairs)
    let pair = 0
    rows.forEach((words, row) => {
      words.forEach((word, nth) => {
        const place = order.get(word) ?? 0
        if (nth === 0) first[row] = place
        places[pair] = place
        pair += 1
        starts[place + 1] = (starts[place + 1] ?? 0) + 1
      })
    })
    for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
    const next = starts.slice()
    const postings = new Uint32Array(pairs)
    pair = 0
    rows.forEach((words, row) => {
      for (let nth = 0; nth < words.length; nth += 1) {
        const place = places[pair] ?? 0
        pair += 1
        const slot = next[place] ?? 0
        postings[slot] = row
        next[place] = slot + 1
      }
    })
    return new WordIndex({ vocabulary, starts, postings, first })
  }

  private lowerBound(word: string): number {
    let [low, high] = [0, this.vocabulary.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.vocabulary[middle] ?? '') < word) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Range of the words that begin so; a single sign stands only for itself. */
  range(prefix: string): readonly [from: number, until: number] {
    const from = this.lowerBound(prefix)
    if (prefix.length === 1) return [from, this.vocabulary[from] === prefix ? from + 1 : from]
    return [from, this.lowerBound(`${prefix}\uffff`)]
  }

  /** The word alone. */
  whole(word: string): readonly [from: number, until: number] {
    const from = this.lowerBound(word)
    return [from, this.vocabulary[from] === word ? from + 1 : from]
  }

  /** How many places the words hold. */
  count([from, until]: readonly [number, number]): number {
    return (this.starts[until] ?? 0) - (this.starts[from] ?? 0)
  }

  /** Where the rows of the words lie among the postings. */
  places([from, until]: readonly [number, number]): readonly [from: number, until: number] {
    return [this.starts[from] ?? 0, this.starts[until] ?? 0]
  }

  each([from, until]: readonly [number, number], found: (row: number) => void): void {
    const end = this.starts[until] ?? 0
    for (let at = this.starts[from] ?? 0; at < end; at += 1) found(this.postings[at] ?? 0)
  }

  begins(row: number, [from, until]: readonly [number, number]): boolean {
    const place = this.first[row] ?? 0
    return place >= from && place < until
  }

  /** Words of the vocabulary that pass, as ranges of one. */
  matching(test: (word: string) => boolean): (readonly [number, number])[] {
    return this.vocabulary.flatMap((word, at) => (test(word) ? [[at, at + 1] as const] : []))
  }
}
