/** A seeded generator (mulberry32), so that the demo world is the same on every machine. */
export interface Random {
  next(): number
  int(from: number, to: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
  weighted<T>(list: readonly (readonly [T, number])[]): T
}

export function random(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => {
    const item = list[int(0, list.length - 1)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    weighted: (list) => {
      let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of list) {
        left -= weight
        if (left <= 0) return item
      }
      return pick(list)[0]
    },
  }
}
