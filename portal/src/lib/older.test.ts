import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

/** A browser of its own, without what older ones lack; then what is filled in. */
function olderBrowser() {
  const context = createContext({
    ...{ AbortController, DOMException, setTimeout },
    AbortSignal: {},
    crypto: { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) },
  })
  const run = (code: string): unknown => runInContext(code, context)
  run(`for (const [owner, names] of [
    [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with']],
    [String.prototype, ['at']], [Object, ['hasOwn', 'groupBy']], [Map, ['groupBy']],
  ]) for (const name of names) delete owner[name]`)
  if (run('Array.prototype.at ?? Object.groupBy') !== undefined) throw new Error('it is not older')
  run(stripTypeScriptTypes(readFileSync(new URL('./older.ts', import.meta.url), 'utf8')))
  return run
}
const ASKED = `(() => {
  const all = [3, 1, 2, 1]
  return JSON.stringify({
    at: [all.at(-1), all.at(0), all.at(9), 'abc'.at(-1), new Uint8Array([4, 5]).at(-1)],
    last: [all.findLast((one) => one > 1), all.findLastIndex((one) => one === 1), all.findLast((one) => one > 9)],
    copies: [all.toReversed(), all.toSorted(), all.toSorted((a, b) => b - a), all.toSpliced(1, 2, 7, 8), all.with(-1, 9)],
    as: all,
    has: [Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({}, 'toString')],
    groups: Object.groupBy(all, (one) => (one > 1 ? 'many' : 'one')),
    map: [...Map.groupBy(all, (one, index) => one > index)],
    loops: Object.keys(Array.prototype),
  })
})()`

describe('what older browsers lack', () => {
  it('[V12] answers as that of newer ones does', () => {
    const run = olderBrowser()
    expect(JSON.parse(String(run(ASKED)))).toEqual(JSON.parse(String(runInContext(ASKED, createContext({})))))
    expect(run('crypto.randomUUID()')).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  })

  it('[V12] an abort of any of several ends what waits, with its reason; patience ends by itself', async () => {
    const run = olderBrowser()
    const ended = run(`(() => {
      const [one, two] = [new AbortController(), new AbortController()]
      const any = AbortSignal.any([one.signal, two.signal])
      const before = any.aborted
      two.abort('over')
      return [before, any.aborted, any.reason, AbortSignal.any([two.signal]).reason]
    })()`) as unknown[]
    expect([...ended]).toEqual([false, true, 'over', 'over'])
    const late = run('AbortSignal.timeout(1)') as AbortSignal
    await new Promise((resolve) => late.addEventListener('abort', resolve))
    expect(late.reason).toMatchObject({ name: 'TimeoutError' })
  })
})
