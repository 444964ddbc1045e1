// Loaded before a server (`NODE_OPTIONS=--import=…`): its clock is as on a machine whose own is wrong, `SKEW_MS` ahead of the others'.
const Own = globalThis.Date
const ahead = Number(process.env.SKEW_MS)
const now = () => Own.now() + ahead
globalThis.Date = new Proxy(Own, {
  construct: (_, args, target) => Reflect.construct(Own, args.length ? args : [now()], target),
  apply: () => new Own(now()).toString(),
  get: (_, name) => (name === 'now' ? now : Reflect.get(Own, name)),
})
