/**
 * What the browsers of older phones lack of what we call, filled in: iOS 15, Chrome 100 and Firefox 115 open every page of a link.
 * Each is what the standard says as far as it is called here. The first import of the first file, and a chunk of its own
 * (`vite.config.ts`): what else is loaded may call it as it is read. What is older still is told so by `public/boot.js`.
 */
const give = (owner: object, name: string, value: unknown): void => {
  if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true })
}

// Safari 15.4, Chrome 92
function at<T>(this: ArrayLike<T>, index: number): T | undefined {
  const whole = Math.trunc(index) || 0
  return this[whole < 0 ? this.length + whole : whole]
}
const typed = Object.getPrototypeOf(Uint8Array.prototype) as object
for (const owner of [Array.prototype, String.prototype, typed]) give(owner, 'at', at)
give(Object, 'hasOwn', (owner: object, key: PropertyKey) => Object.getOwnPropertyDescriptor(owner, key) !== undefined)

// Safari 15.4, Firefox 104, Chrome 97
type Test<T> = (one: T, index: number, all: readonly T[]) => unknown
function findLastIndex<T>(this: readonly T[], test: Test<T>): number {
  for (let index = this.length - 1; index >= 0; index -= 1) if (test(this[index] as T, index, this)) return index
  return -1
}
give(Array.prototype, 'findLastIndex', findLastIndex)
give(Array.prototype, 'findLast', function findLast<T>(this: readonly T[], test: Test<T>): T | undefined {
  return this[findLastIndex.call(this as readonly unknown[], test as Test<unknown>)]
})

// Safari 16, Chrome 110
give(Array.prototype, 'toReversed', function toReversed<T>(this: readonly T[]): T[] {
  return [...this].reverse()
})
give(Array.prototype, 'toSorted', function toSorted<T>(this: readonly T[], by?: (a: T, b: T) => number): T[] {
  return [...this].sort(by)
})
give(Array.prototype, 'toSpliced', function toSpliced<T>(this: readonly T[], ...change: [number, number, ...T[]]): T[] {
  const copy = [...this]
  copy.splice(...change)
  return copy
})
give(Array.prototype, 'with', function set<T>(this: readonly T[], index: number, one: T): T[] {
  const copy = [...this]
  copy[index < 0 ? copy.length + index : index] = one
  return copy
})

// Safari 17.4, Chrome 117, Firefox 119
function groups<T, K>(all: Iterable<T>, keyOf: (one: T, index: number) => K): Map<K, T[]> {
  const found = new Map<K, T[]>()
  let index = 0
  for (const one of all) {
    const key = keyOf(one, index)
    index += 1
    const group = found.get(key)
    if (group) group.push(one)
    else found.set(key, [one])
  }
  return found
}
give(Map, 'groupBy', groups)
give(Object, 'groupBy', <T>(all: Iterable<T>, keyOf: (one: T, index: number) => PropertyKey) =>
  Object.assign(Object.create(null), Object.fromEntries(groups(all, keyOf))),
)

// Safari 15.4, Chrome 92; only where a page is secure, as the standard's
if (globalThis.crypto)
  give(crypto, 'randomUUID', () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  })

// Safari 16, Chrome 103; Safari 17.4, Chrome 116, Firefox 124. An abort that says why is newer than the abort itself.
const abort = (stop: AbortController, reason: unknown) => {
  stop.abort(reason)
  if (stop.signal.reason === undefined) Object.defineProperty(stop.signal, 'reason', { value: reason })
}
give(AbortSignal, 'timeout', (ms: number) => {
  const stop = new AbortController()
  setTimeout(() => abort(stop, new DOMException('signal timed out', 'TimeoutError')), ms)
  return stop.signal
})
give(AbortSignal, 'any', (signals: Iterable<AbortSignal>) => {
  const stop = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) abort(stop, signal.reason)
    else signal.addEventListener('abort', () => abort(stop, signal.reason), { once: true, signal: stop.signal })
  }
  return stop.signal
})

// Safari 17.4, Chrome 105, Firefox 106
if (globalThis.Element)
  give(Element.prototype, 'checkVisibility', function checkVisibility(this: Element) {
    return this.getClientRects().length > 0
  })
