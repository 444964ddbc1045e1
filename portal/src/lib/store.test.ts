import { describe, expect, it, vi } from 'vitest'
import { createStore } from './store.ts'

describe('a store', () => {
  it('tells each listener of a change once, and of none where the value stays', () => {
    const store = createStore({ n: 1 })
    const [one, two] = [vi.fn(), vi.fn()]
    const leave = store.subscribe(one)
    store.subscribe(two)
    const next = { n: 2 }
    store.set(next)
    store.set(next)
    expect([store.get(), one.mock.calls.length, two.mock.calls.length]).toEqual([next, 1, 1])
    leave()
    leave()
    store.notify()
    expect([one.mock.calls.length, two.mock.calls.length]).toEqual([1, 2])
  })
  it('can be left and joined from within a listener', () => {
    const store = createStore(0)
    const late = vi.fn()
    const leave = store.subscribe(() => {
      leave()
      store.subscribe(late)
    })
    const last = vi.fn()
    store.subscribe(last)
    store.set(1)
    expect([late.mock.calls.length, last.mock.calls.length]).toEqual([0, 1])
    store.set(2)
    expect([late.mock.calls.length, last.mock.calls.length]).toEqual([1, 2])
  })
})
