/** What is due at some time of a model's clock. */
export type Alarm =
  | { kind: 'ring' }
  | { kind: 'idle' }
  | { kind: 'callEnded'; mid: number; call: number }
  | { kind: 'vanished'; mid: number }
export interface Clocked {
  alarms: readonly (Alarm & { at: number })[]
  now: number
}

const same = (a: Alarm, b: Alarm) => a.kind === b.kind && ('mid' in a ? 'mid' in b && a.mid === b.mid : true)
export const clear = <M extends Clocked>(model: M, alarm: Alarm): M => ({
  ...model,
  alarms: model.alarms.filter((one) => !same(one, alarm)),
})
export const set = <M extends Clocked>(model: M, alarm: Alarm, inMs: number): M => ({
  ...model,
  alarms: [...clear(model, alarm).alarms, { ...alarm, at: model.now + inMs }],
})
/** The alarm that is next, at most until then. */
const next = ({ alarms }: Clocked, until: number) =>
  alarms.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0]

/** Time passes, and each alarm fires at its time: the states in between, the last one at the end of it. */
export function passes<M extends Clocked>(before: M, ms: number, fires: (model: M, alarm: Alarm) => M): M[] {
  const until = before.now + ms
  const states: M[] = []
  let model = before
  for (let alarm = next(model, until); alarm; alarm = next(model, until)) {
    const { at, ...due } = alarm
    model = fires(clear({ ...model, now: Math.max(at, model.now) }, due), due)
    states.push(model)
  }
  return [...states, { ...model, now: until }]
}
