import fc from 'fast-check'
import type { World } from '../lib/world.ts'

/** What the table says of a step in a state: it leads there, or is refused with one of these codes. */
export type Said<M> = { ok: true; next: M } | { ok: false; codes: readonly string[]; next?: M }
export const leadsTo = <M>(next: M): Said<M> => ({ ok: true, next })
export const refused = <M>(...codes: readonly (string | false | undefined)[]): Said<M> => ({
  ok: false,
  codes: codes.filter((code): code is string => typeof code === 'string'),
})
/** Refused, and kept all the same. */
export const refusedBut = <M>(next: M, code: string): Said<M> => ({ ok: false, codes: [code], next })

/** One thing somebody does, who has seen the state as it was when they began (`seen`): its version, above all. */
export interface Step<M, R> {
  name: string
  /** By the tables alone; never looks at the server. */
  said(model: M, seen: M): Said<M>
  /** The code the server answers. With `key` under an Idempotency-Key. */
  done(real: R, seen: M, key?: string): Promise<string>
  /** Takes an Idempotency-Key. */
  keyed?: boolean
  /** The clock, or something outside the product: neither repeated nor done at the same time as another. */
  alone?: boolean
  /** Not in this state. */
  idle?(model: M): boolean
}

/** A state machine of the product, and a way to look at the real one. */
export interface Machine<M, R> {
  name: string
  step: fc.Arbitrary<Step<M, R>>
  begin: fc.Arbitrary<M>
  open(world: World, begin: M): Promise<R>
  /** Throws where the server tells of another state than the model, or an invariant of the tables is broken. */
  compare(model: M, real: R): Promise<void>
  close?(real: R): Promise<void>
}

interface Box<M> {
  now: M
}
export interface Counts {
  commands: number
  steps: Set<string>
}

const agrees = (said: Said<unknown>, code: string) => (said.ok ? code === 'OK' : said.codes.includes(code))
const words = (said: Said<unknown>) => (said.ok ? 'OK' : said.codes.join(' or ') || 'nothing at all')
function expectSaid<M>(model: M, seen: M, step: Step<M, never>, code: string): M {
  const said = step.said(model, seen)
  if (!agrees(said, code))
    throw new Error(`${step.name}: the table says ${words(said)}, the server ${code}. In ${JSON.stringify(model)}`)
  return said.next ?? model
}

/** Both orders of two steps at once: what was answered has to be one of them. */
export function orders<M>(model: M, steps: readonly Step<M, never>[], codes: readonly string[]): M[] {
  const paths =
    steps.length === 2
      ? [
          [0, 1],
          [1, 0],
        ]
      : [[0]]
  return paths.flatMap((path) => {
    let now = model
    for (const at of path) {
      const said = (steps[at] as Step<M, never>).said(now, model)
      if (!agrees(said, codes[at] ?? '')) return []
      now = said.next ?? now
    }
    return [now]
  })
}

type Command<M, R> = fc.AsyncCommand<Box<M>, R>
const shown = (name: string) => ({ toString: () => name })

/** The commands of a machine: a step; a step whose answer is lost and which is asked again; two steps at once. */
export function commandsOf<M, R>(machine: Machine<M, R>, counts: Counts, most: number) {
  const command = (steps: readonly Step<M, R>[], name: string, run: (box: Box<M>, real: R) => Promise<void>) =>
    ({
      check: (box) => steps.every((step) => !step.idle?.(box.now)),
      run: async (box, real) => {
        counts.commands += 1
        for (const step of steps) counts.steps.add(step.name)
        await run(box, real)
        await machine.compare(box.now, real)
      },
      ...shown(name),
    }) as Command<M, R>
  const one = (step: Step<M, R>) =>
    command([step], step.name, async (box, real) => {
      box.now = expectSaid(box.now, box.now, step as Step<M, never>, await step.done(real, box.now))
    })
  const lost = (step: Step<M, R>, withKey: boolean) => {
    if (step.alone) return one(step)
    const keyed = withKey && step.keyed === true
    return command([step], `${step.name}, answer lost, ${keyed ? 'same key' : 'plainly'} again`, async (box, real) => {
      const key = keyed ? crypto.randomUUID() : undefined
      const before = box.now
      const unseen = await step.done(real, before, key)
      box.now = expectSaid(before, before, step as Step<M, never>, unseen)
      const again = await step.done(real, before, key)
      // Under its key the same answer and no second effect; plainly it is a step of its own.
      if (keyed && step.said(before, before).next) {
        if (again !== unseen) throw new Error(`${step.name}: answered ${unseen}, and under the same key ${again}`)
      } else box.now = expectSaid(box.now, before, step as Step<M, never>, again)
    })
  }
  const both = (a: Step<M, R>, b: Step<M, R>) => {
    if (a.alone || b.alone) return one(a)
    return command([a, b], `${a.name} ‖ ${b.name}`, async (box, real) => {
      const codes = await Promise.all([a.done(real, box.now), b.done(real, box.now)])
      const possible = orders(box.now, [a, b] as unknown as Step<M, never>[], codes)
      if (!possible.length)
        throw new Error(
          `${a.name} ‖ ${b.name}: answered ${codes.join(', ')}, which no order explains. In ${JSON.stringify(box.now)}`,
        )
      // Two orders may explain the answers: the state tells which it was.
      let refusal: unknown
      for (const next of possible)
        try {
          await machine.compare(next, real)
          box.now = next
          return
        } catch (error) {
          refusal = error
        }
      throw refusal
    })
  }
  const any = fc.oneof(
    { weight: 6, arbitrary: machine.step.map(one) },
    { weight: 2, arbitrary: fc.tuple(machine.step, fc.boolean()).map(([step, key]) => lost(step, key)) },
    { weight: 3, arbitrary: fc.tuple(machine.step, machine.step).map(([a, b]) => both(a, b)) },
  )
  return fc.commands([any], { maxCommands: most, size: 'max' })
}

/** Runs of random commands, each from a fresh beginning. */
export async function walk<M, R>(
  machine: Machine<M, R>,
  world: World,
  options: { runs: number; most: number; seed: number; shrink?: boolean },
): Promise<Counts & { runs: number }> {
  const counts: Counts = { commands: 0, steps: new Set() }
  let runs = 0
  await fc.assert(
    fc.asyncProperty(machine.begin, commandsOf(machine, counts, options.most), async (begin, commands) => {
      runs += 1
      const real = await machine.open(world, begin)
      try {
        await fc.asyncModelRun(() => ({ model: { now: begin }, real }), commands)
      } finally {
        await machine.close?.(real)
      }
    }),
    // Shrinking replays on a clock that went on; the seed finds the long way again.
    {
      numRuns: options.runs,
      seed: options.seed,
      endOnFailure: options.shrink === false,
      interruptAfterTimeLimit: 700_000,
      markInterruptAsFailure: true,
    },
  )
  return { ...counts, runs }
}

/** The same machine, to whose model one step is told wrongly: the other way round than the table has it. */
export function misled<M, R>(machine: Machine<M, R>, step: string): Machine<M, R> {
  return {
    ...machine,
    step: machine.step.map((one) =>
      one.name !== step
        ? one
        : {
            ...one,
            said: (model, seen) => (one.said(model, seen).ok ? refused<M>('NEVER') : leadsTo(model)),
          },
    ),
  }
}
