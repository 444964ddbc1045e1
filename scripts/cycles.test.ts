import { describe, expect, it } from 'vitest'
import { cycles } from './lib/cycles.mjs'

const graph = (edges: Record<string, readonly string[]>) => new Map(Object.entries(edges))

describe('cycles of imports', () => {
  it('are found whole, the largest first, each once', () => {
    expect(cycles(graph({ a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: ['d'], f: ['a'] }))).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ])
  })
  it('are none where two ways lead to the same file', () => {
    expect(cycles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [], e: ['not ours'] }))).toEqual([])
  })
  it('are found at the end of a chain deeper than the call stack', () => {
    const chain = new Map(Array.from({ length: 50_000 }, (_, at) => [`${at}`, [`${at + 1}`]]))
    chain.set('50000', ['49999'])
    expect(cycles(chain)).toEqual([['49999', '50000']])
  })
})
