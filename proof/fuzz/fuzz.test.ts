import { writeFileSync } from 'node:fs'
import { endpoint } from '@teleward/contract/core/endpoint.ts'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import type { App } from '../../server/src/app.ts'
import { sql } from '../../server/src/platform/db/index.ts'
import { AppError } from '../../server/src/platform/errors.ts'
import { RawReply, route } from '../../server/src/platform/http/index.ts'
import { figure } from '../lib/figures.ts'
import { size } from '../lib/size.ts'
import { nameOf } from '../matrix/cells.ts'
import { openWorld, type World } from '../matrix/world.ts'
import { outOfReach } from './reach.ts'
import { neverTaken, runBatch, share, takenBut, tellsOf } from './batch.ts'

const database = () => {
  const provided = inject('database')
  if (provided.kind !== 'postgres') throw new Error('the harnesses run on a PostgreSQL server')
  return provided.template
}

/** Calls with one mistake each, of the test alone: the harness has to find every one. */
const open = { permission: 'setting.own', audit: 'none', tags: [], errors: ['NOT_FOUND'] } as const
const broken = {
  throws: endpoint({
    method: 'POST',
    path: '/his/api/broken/throws',
    summary: 'x',
    body: z.object({ name: z.string().max(20) }),
    response: z.object({}),
    ...open,
  }),
  tells: endpoint({
    method: 'POST',
    path: '/his/api/broken/tells',
    summary: 'x',
    body: z.object({ name: z.string().max(20) }),
    response: z.object({ name: z.string() }),
    ...open,
  }),
  insides: endpoint({
    method: 'POST',
    path: '/his/api/broken/insides',
    summary: 'x',
    body: z.object({ name: z.string().max(20) }),
    response: z.object({}),
    ...open,
  }),
  writes: endpoint({
    method: 'POST',
    path: '/his/api/broken/writes',
    summary: 'x',
    body: z.object({ name: z.string().max(20) }),
    response: z.object({}),
    ...open,
  }),
  leaks: endpoint({
    method: 'POST',
    path: '/his/api/broken/leaks',
    summary: 'x',
    body: z.object({ name: z.string().max(20) }),
    response: z.object({ name: z.string() }),
    ...open,
  }),
}
function breakIt(app: App): void {
  const { http, db } = app.deps
  route(http, broken.throws, (_ctx, { body }) => {
    if (body.name.length > 3) (undefined as unknown as { call(): void }).call()
    return {}
  })
  route(
    http,
    broken.tells,
    (_ctx, { body }) => new RawReply({ status: 'OK', data: { name: body.name, hash: 'secret' } }, {}) as never,
  )
  route(http, broken.insides, () => {
    throw new AppError('NOT_FOUND', { data: { sql: 'select name from member where pid = 1' } })
  })
  route(http, broken.writes, async (ctx) => {
    await db.system.tx((tx) =>
      tx.run(sql`insert into word (mid, partner_id, type, word) values (${ctx.who.mid}, 1, 's', 'left behind')`),
    )
    throw new AppError('NOT_FOUND')
  })
  route(http, broken.leaks, async () => {
    const [row] = await db.system.read(sql<{ name: string }>`select name from member where pid = 10005`)
    return { name: row?.name ?? '' }
  })
}

/** Two worlds at a time: while the server of one thinks, the database of the other works. */
let worlds: World[]
const seed = size('PROOF_SEED', 20_260_312)
beforeAll(async () => {
  worlds = await Promise.all(
    Array.from({ length: size('PROOF_WORLDS', 2, 1) }, () =>
      openWorld(database(), 1, breakIt, { CHECKOUT: 'development' }),
    ),
  )
})
afterAll(() => Promise.all((worlds ?? []).map((world) => world.close())))
const isBroken = ({ path }: { path: string }) => path.includes('/broken/')
/** Only some calls: `PROOF_CALLS=login npm run proof -- fuzz`. */
const only = new RegExp(process.env.PROOF_CALLS ?? '')
const registryOf = (world: World, wanted: boolean) =>
  world.app.http.registry.filter(
    (definition) => isBroken(definition) === wanted && (wanted || only.test(nameOf(definition))),
  )

describe('requests made from the definitions', () => {
  it('find what is broken on purpose: a TypeError, an undeclared field, insides, a write after a refusal, a foreign name', async () => {
    const told = await runBatch(worlds, (world) => registryOf(world, true), 400, seed)
    expect([...told.found.keys()].toSorted()).toEqual(
      [
        `server error ${nameOf(broken.throws)}`,
        `undeclared field ${nameOf(broken.tells)}`,
        `inside out ${nameOf(broken.insides)}`,
        `write after a refusal ${nameOf(broken.writes)}`,
        `foreign trace ${nameOf(broken.leaks)}`,
      ].toSorted(),
    )
    // Of a find what matters is left: four letters are one too many, and nothing else is in the request.
    expect(told.found.get(`server error ${nameOf(broken.throws)}`)?.first).toMatch(
      /"payload":"{\\"name\\":\\"aaaa\\"}"/,
    )
  })

  it('get no server error, no insides, no undeclared field, no foreign trace and no write after a refusal', async () => {
    const wanted = size('PROOF_FUZZ', 20_000, 2_000)
    const began = Date.now()
    const told = await runBatch(worlds, (world) => registryOf(world, false), wanted, seed)
    if (process.env.PROOF_FUZZ_TELLS) writeFileSync(process.env.PROOF_FUZZ_TELLS, tellsOf(told))
    const { mutated, headers } = told.accepted
    // What needs more than a row that is there is known, and refused throughout.
    const rightful = takenBut(told, outOfReach)
    figure('fuzz', {
      requests: told.requests,
      calls: told.time.size,
      'calls that took none': neverTaken(told).length,
      'rightful accepted': share(rightful),
      'by the schema accepted': share(told.accepted['by the schema']),
      'mutated accepted': share(mutated),
      'with odd headers accepted': share(headers),
      faults: told.found.size,
      seed,
      seconds: Math.round((Date.now() - began) / 1000),
    })
    expect(
      [...told.found.values()].map(
        ({ fault, call, times, said, first }) => `${times} × ${fault}: ${call}: ${said}\n${first}`,
      ),
    ).toEqual([])
    // A fuzzer that is only refused proves nothing.
    expect(rightful[0] / rightful[1]).toBeGreaterThan(0.85)
    // Nor does one that never gets past the first check of a call; few tries may all meet a refusal that is right.
    expect(neverTaken(told, 20).filter((call) => !(call in outOfReach))).toEqual([])
  })
})
