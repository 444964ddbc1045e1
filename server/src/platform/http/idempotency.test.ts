import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testClock } from '../clock.ts'
import { k, sql } from '../db/index.ts'
import { AppError } from '../errors.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import type { BeforeCommit } from './context.ts'
import { type Answer, createIdempotency } from './idempotency.ts'

let world: TestDatabase
const clock = testClock(new Date('2026-03-12T02:30:00Z'))
beforeAll(async () => {
  world = await testDatabase({ clock })
  await world.driver.owner(
    `insert into partner (id, name) values (1, 'One'); insert into staff (account, name) values ('a', 'a')`,
  )
})
afterAll(() => world.close())
beforeEach(() => world.driver.owner('delete from idempotency_key; delete from word'))

const scope = {
  kind: 'staff',
  mid: 1,
  partnerId: 1,
  unitIds: [],
  pid: null,
  qid: null,
  'emr.read': 'y',
  'appointment.read': 'y',
} as const
const request = (key: string, again?: () => Promise<Answer>) => ({ person: 'staff:1:1', key, content: ['POST'], again })
const effects = async () => (await world.db.system.read(k.selectFrom('word').select('id'))).length
/** What a call does: one word, the mark of its key, and then whatever `end` makes of it. */
const work =
  (answer: Answer | undefined, end: () => Promise<Answer> | Answer = () => answer ?? { status: 200, body: 'view' }) =>
  async (beforeCommit: BeforeCommit): Promise<Answer> => {
    await world.db.tx(scope, async (tx) => {
      await tx.run(k.insertInto('word').values({ mid: 1, partner_id: 1, type: 's', word: crypto.randomUUID() }))
      await beforeCommit(tx, answer)
    })
    return end()
  }
const dies = () => {
  throw new Error('the process is gone')
}

describe('[API-07~] a key whose first call', () => {
  it('died after its work and before its answer gives that very answer, once', async () => {
    const keys = createIdempotency(world.db, clock)
    const answer = { status: 200, body: { status: 'OK', data: { z: 1, a: 2 } } }
    await expect(keys.run(request('died-after'), work(answer, dies))).rejects.toThrow('gone')
    // The database quotes the text within jsonb: the same to the byte.
    expect(JSON.stringify((await keys.run(request('died-after'), work(answer))).body)).toBe(JSON.stringify(answer.body))
    expect(await effects()).toBe(1)
  })
  it('answers what its transaction came to is stored with it; other words are stored after it', async () => {
    let own = 0
    const tx: typeof world.db.system.tx = (fn, ...rest) => {
      own += 1
      return world.db.system.tx(fn, ...rest)
    }
    const keys = createIdempotency({ ...world.db, system: { ...world.db.system, tx } }, clock)
    const same = { status: 200, body: 'same' }
    await keys.run(request('stored-once'), work(same))
    // The claim alone.
    expect(own).toBe(1)
    const other = { status: 200, body: 'other' }
    await keys.run(
      request('stored-after'),
      work(same, () => other),
    )
    expect(own).toBe(3)
    expect(await keys.run(request('stored-once'), work(other))).toMatchObject({ body: 'same', replayed: true })
    expect(await keys.run(request('stored-after'), work(same))).toMatchObject({ body: 'other', replayed: true })
  })
  it('answers at its second try what the first, rolled back, had come to is stored all the same', async () => {
    const keys = createIdempotency(world.db, clock)
    const answer = { status: 200, body: 'as before' }
    const twice = async (beforeCommit: BeforeCommit): Promise<Answer> => {
      const lost = world.db.tx(scope, async (tx) => {
        await beforeCommit(tx, answer)
        throw new AppError('UNAVAILABLE')
      })
      await expect(lost).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      await world.db.tx(scope, (tx) =>
        tx.run(k.insertInto('word').values({ mid: 1, partner_id: 1, type: 's', word: crypto.randomUUID() })),
      )
      return answer
    }
    await keys.run(request('second-try'), twice)
    expect(await keys.run(request('second-try'), twice)).toMatchObject({ body: 'as before', replayed: true })
    expect(await effects()).toBe(1)
  })
  it('came with a body nested deeper than the stack reaches is refused, and nothing is done', async () => {
    const keys = createIdempotency(world.db, clock)
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    const asked = keys.run(
      { ...request('too-deep'), content: ['POST', '/x', deep] },
      work({ status: 200, body: 'done' }),
    )
    await expect(asked).rejects.toMatchObject({ code: 'BAD_INPUT' })
    expect(await effects()).toBe(0)
  })
  it('left no answer says how things stand now, or that it is done', async () => {
    const keys = createIdempotency(world.db, clock)
    for (const key of ['no-answer-1', 'no-answer-2'])
      await expect(keys.run(request(key), work(undefined, dies))).rejects.toThrow('gone')
    const again = async () => ({ status: 200, body: 'as it stands' })
    expect(await keys.run(request('no-answer-1', again), work(undefined))).toMatchObject({ body: 'as it stands' })
    await expect(keys.run(request('no-answer-2'), work(undefined))).rejects.toMatchObject({ code: 'DUPLICATE' })
    expect(await effects()).toBe(2)
  })
  it('lives in another process is waited for; when that one is gone, one of the waiting takes over', async () => {
    const dead = createIdempotency(world.another(clock), clock)
    const keys = createIdempotency(world.db, clock)
    const shared = world.db.kind === 'postgres'
    let finish: () => void = () => undefined
    let begun: () => void = () => undefined
    const began = new Promise<void>((resolve) => {
      begun = resolve
    })
    // It hangs between its claim and its work, as a process that was stopped does.
    const hanging = dead.run(request('taken-over'), async (beforeCommit) => {
      begun()
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return work({ status: 200, body: 'late' })(beforeCommit)
    })
    await began
    if (shared) clock.advance(5001)
    const answers = await Promise.all(
      [1, 2, 3].map(() => keys.run(request('taken-over'), work({ status: 200, body: 'new' }))),
    )
    expect(answers.map(({ body }) => body)).toEqual(['new', 'new', 'new'])
    expect(await effects()).toBe(1)
    // And should it wake up after all, its work finds that the claim is another's.
    finish()
    await expect(hanging).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await effects()).toBe(1)
  })
  it('answers while another looks is not taken for gone', async () => {
    let seen: () => void = () => undefined
    const looked = new Promise<void>((resolve) => {
      seen = resolve
    })
    let begun: () => void = () => undefined
    const done = new Promise<void>((resolve) => {
      begun = resolve
    })
    let first: Promise<unknown> = Promise.resolve()
    // The other's look begins before the answer is laid down, and comes to its end after it.
    const read: typeof world.db.system.read = async (query) => {
      const rows = await world.db.system.read(query)
      if (Reflect.get(Object(rows[0]), 'status') === 102) {
        seen()
        await first.catch(() => undefined)
      }
      return rows
    }
    const keys = createIdempotency({ ...world.db, system: { ...world.db.system, read } }, clock)
    const again = async () => ({ status: 200, body: 'as it stands' })
    const refuses = work(undefined, async () => {
      begun()
      await looked
      throw new AppError('DOCTOR_OFFLINE')
    })
    first = keys.run(request('still-there', again), refuses)
    await done
    const second = keys.run(request('still-there', again), work(undefined))
    await expect(first).rejects.toMatchObject({ code: 'DOCTOR_OFFLINE' })
    await expect(second).rejects.toMatchObject({ code: 'DOCTOR_OFFLINE' })
    expect(await effects()).toBe(1)
  })
  it('was committed, though the answer to the commit got lost, is not done again', async () => {
    const keys = createIdempotency(world.db, clock)
    const lost = async (beforeCommit: BeforeCommit): Promise<Answer> => {
      // Committed beside the transaction that is told to have failed.
      await world.driver.owner(
        `insert into word (mid, partner_id, type, word) values (1, 1, 's', 'kept'); update idempotency_key set status = 200, body = '"\\"first\\""'`,
      )
      return world.db.tx(scope, async (tx) => {
        void beforeCommit
        await tx.many(sql`select 1`)
        throw new AppError('UNAVAILABLE')
      })
    }
    await expect(keys.run(request('lost-commit'), lost)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await keys.run(request('lost-commit'), work({ status: 200, body: 'second' }))).toMatchObject({
      body: 'first',
    })
    expect(await effects()).toBe(1)
  })
})
