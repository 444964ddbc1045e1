import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import fc from 'fast-check'
import { nameOf } from '../matrix/cells.ts'
import { patientTables } from '../matrix/run.ts'
import type { World } from '../matrix/world.ts'
import { defOf } from './arbitrary.ts'
import { type Fault, checkResponse } from './checker.ts'
import { knownOf } from './known.ts'
import { type Seeded, seedMore } from './plant.ts'
import { type Mode, type Shot, shots } from './requests.ts'
import { shrink } from './shrink.ts'

export interface Found {
  fault: Fault
  call: string
  times: number
  said: string
  /** The request of the first time, made as small as still shows it, to be sent again. */
  first: string
}
export interface Told {
  requests: number
  accepted: Record<Mode, [accepted: number, of: number]>
  /** Of each call how many of its rightful requests it took: one that takes none was not tried. */
  byCall: Map<string, { taken: number; of: number; refusals: Map<string, number> }>
  found: Map<string, Found>
  /** Milliseconds by call. */
  time: Map<string, number>
}
const CHUNK = 25

const fresh = (): Told => ({
  requests: 0,
  accepted: { rightful: [0, 0], 'by the schema': [0, 0], mutated: [0, 0], headers: [0, 0] },
  byCall: new Map(),
  found: new Map(),
  time: new Map(),
})

/**
 * So many requests over the calls in turn, the same again for the same seed. Several worlds share them: in each of them
 * one request follows the other, for the server writes some rows of several requests together.
 */
export async function runBatch(
  worlds: readonly World[],
  definitionsOf: (world: World) => readonly EndpointShape[],
  requests: number,
  seed: number,
): Promise<Told> {
  const told = fresh()
  const each = Math.ceil(requests / worlds.length)
  await Promise.all(worlds.map((world, at) => lane(world, definitionsOf(world), each, seed + at * 1_000_003, told)))
  return told
}

const plants = new WeakMap<World, Promise<Seeded>>()
const planted = (world: World): Promise<Seeded> => {
  const made = plants.get(world) ?? seedMore(world)
  plants.set(world, made)
  return made
}

async function lane(
  world: World,
  definitions: readonly EndpointShape[],
  requests: number,
  seed: number,
  told: Told,
): Promise<void> {
  const tables = await patientTables(world)
  const known = await knownOf(world, await planted(world))
  const arbitraries = definitions.map((definition) => shots(world, definition, known[nameOf(definition)]))
  // Hashing a password takes as long as fifty other calls: those that do it get fewer.
  const slow = definitions.map(
    ({ body }) =>
      body !== undefined && Object.keys(defOf(body).shape ?? {}).some((key) => /^(pwd|\w*[pP]assword)$/.test(key)),
  )
  // The calls in turn, one request each: two at once are seldom about the same record.
  function* all(): Generator<Shot> {
    for (let round = 0; ; round += 1) {
      const samples = arbitraries.map((arbitrary, at) =>
        fc.sample(arbitrary, { numRuns: slow[at] ? 1 : CHUNK, seed: seed + round * 1009 + at }),
      )
      for (let turn = 0; turn < CHUNK; turn += 1) for (const sample of samples) yield* sample.slice(turn, turn + 1)
    }
  }
  let sent = 0
  for (const shot of all()) {
    if (sent >= requests) return
    sent += 1
    told.requests += 1
    const call = nameOf(shot.definition)
    const began = performance.now()
    const { status, code, faults } = await checkResponse(world, tables, shot)
    told.time.set(call, (told.time.get(call) ?? 0) + performance.now() - began)
    count(told, shot, call, status, code)
    for (const { fault, said } of faults) {
      const key = `${fault} ${call}`
      const before = told.found.get(key)
      if (before) {
        before.times += 1
        continue
      }
      const found: Found = { fault, call, times: 1, said, first: '' }
      told.found.set(key, found)
      const { shot: small, steps } = await shrink(shot, async (one) =>
        (await checkResponse(world, tables, one)).faults.some((other) => other.fault === fault),
      )
      found.first = `${shot.mode}, smaller by ${steps} steps: ${JSON.stringify(small.request).slice(0, 1500)}`
    }
  }
}

function count(told: Told, shot: Shot, call: string, status: number, code: string): void {
  const taken = status > 0 && status < 400
  const mode = told.accepted[shot.mode]
  mode[1] += 1
  if (taken) mode[0] += 1
  if (shot.mode !== 'rightful') return
  const own = told.byCall.get(call) ?? { taken: 0, of: 0, refusals: new Map<string, number>() }
  own.of += 1
  if (taken) own.taken += 1
  else own.refusals.set(code, (own.refusals.get(code) ?? 0) + 1)
  told.byCall.set(call, own)
}
export const share = ([accepted, of]: readonly [number, number]) =>
  `${Math.round((100 * accepted) / Math.max(1, of))} %`

/** Of the rightful requests of all calls but these, how many were taken. */
export function takenBut({ byCall }: Told, but: Readonly<Record<string, string>>): readonly [number, number] {
  const counted = [...byCall].filter(([call]) => !(call in but)).map(([, own]) => own)
  return [counted.reduce((sum, { taken }) => sum + taken, 0), counted.reduce((sum, { of }) => sum + of, 0)]
}

/** Calls of whose rightful requests not one was taken: what lies behind their checks was not tried. */
export const neverTaken = ({ byCall }: Told, tries = 4): string[] =>
  [...byCall].filter(([, { taken, of }]) => of >= tries && taken === 0).map(([call]) => call)

/** Every call with its time and what its rightful requests were answered, the longest first: for whoever improves it. */
export const tellsOf = ({ byCall, time }: Told): string =>
  [...time]
    .toSorted(([, a], [, b]) => b - a)
    .map(([call, ms]) => {
      const own = byCall.get(call)
      const refusals = [...(own?.refusals ?? [])].map(([code, times]) => `${code} ${times}`).join(', ')
      return `${Math.round(ms)} ms\t${own?.taken ?? 0}/${own?.of ?? 0}\t${call}\t${refusals}`
    })
    .join('\n')
