// Loaded before everything else of a test process, its threads included (`NODE_OPTIONS=--require=…`): `Date` is `TEST_SHIFT_MS`
// away from the machine's clock (`day.mjs`). Timers, `performance` and the `Date` header of an answer, by which browsers judge
// what they keep, stay as they are.
const ms = Number(process.env.TEST_SHIFT_MS)
const mark = Symbol.for('teleward.shifted')
if (ms && !globalThis[mark]) {
  globalThis[mark] = true
  const Own = globalThis.Date
  const real = Own.now
  const now = () => real() + ms
  Own.now = now
  globalThis.Date = new Proxy(Own, {
    construct: (_, args, target) => Reflect.construct(Own, args.length ? args : [now()], target),
    apply: () => new Own(now()).toString(),
  })
  Own.prototype.constructor = globalThis.Date
}
