import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gate } from '../../scripts/lib/scope.mjs'
import { figure } from '../lib/figures.ts'
import { size } from '../lib/size.ts'
import { openWorld, type World } from '../lib/world.ts'
import { appointment, contested } from './appointment.ts'
import { call } from './call.ts'
import { type Machine, misled, walk } from './machine.ts'
import { note } from './note.ts'
import { session } from './session.ts'

/** The same random numbers again: `PROOF_SEED=… npm run proof -- models`. */
/** The same walks at every run, so that a change is what breaks them; others by `PROOF_SEED`. */
const seed = process.env.PROOF_SEED ? Number(process.env.PROOF_SEED) : 20_260_312
const runs = size('PROOF_MODELS', 160, 24)

describe('the server against its tables', () => {
  let world: World
  const total = { machines: 0, runs: 0, commands: 0, steps: 0 }
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(async () => {
    figure('models', { ...total, seed })
    await world.close()
  })
  const machine = <M, R>(name: string, share: number, make: (world: World) => Machine<M, R>) =>
    it(name, async () => {
      const done = await walk(make(world), world, { runs: Math.max(1, Math.round(runs * share)), most: 30, seed })
      figure(`model of the ${name}`, { runs: done.runs, commands: done.commands, steps: done.steps.size, seed })
      total.machines += 1
      total.runs += done.runs
      total.commands += done.commands
      total.steps += done.steps.size
    })
  machine('appointment', 0.25, appointment)
  machine('note', 0.25, note)
  machine('call', 0.3, call)
  machine('session', 0.2, session)
})

/** A walk that could not fail would prove nothing. */
describe('a walk notices', () => {
  const few = { runs: 60, most: 30, seed, shrink: false }
  let world: World
  let weak: World
  beforeAll(async () => {
    world = await openWorld()
    weak = await openWorld({ without: 'locks' })
  })
  afterAll(async () => {
    await world.close()
    await weak.close()
  })
  it('a model of the note with one step told wrongly', () =>
    expect(walk(misled(note(world), 'author signs'), world, few)).rejects.toThrow('author signs'))
  // One machine shows the gate that a walk can fail; the others take longer to get there.
  if (!gate) {
    it('a model of the appointment with one step told wrongly', () =>
      expect(walk(misled(appointment(world), 'doctor finish'), world, few)).rejects.toThrow('doctor finish'))
    it('a model of the call with one step told wrongly', () =>
      expect(walk(misled(call(world), 'doctor: answer'), world, few)).rejects.toThrow('doctor: answer'))
    it('a model of the session with one step told wrongly', () =>
      expect(walk(misled(session(world), 'A refreshes'), world, few)).rejects.toThrow('A refreshes'))
    it('nothing where nothing is wrong, in the same crowd', async () => {
      expect((await walk(contested(world), world, { ...few, runs: 6 })).commands).toBeGreaterThan(6)
    })
  }
  it('that the server takes no locks: two at once, which no order explains', () =>
    expect(walk(contested(weak), weak, few)).rejects.toThrow(/ ‖ [^‖]*\/\*replayPath/))
})
