import { CompiledQuery } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Driver } from './driver.ts'
import { DbError } from './errors.ts'
import { createPositions, positionOf } from './positions.ts'
import { createReplicas, type ReplicaOptions, type Replicas } from './replicas.ts'
import { sessionSettings } from './scope.ts'

/** What one of the databases answers; the replicas by the name of their host. Real ones are asked in `product/replicas.test.ts`. */
type Answer = (statement: string) => object | Promise<object>

function driverOf(answer: Answer): Driver {
  const execute = async (query: CompiledQuery) => ({ rows: [await answer(query.sql)], affected: 0 })
  const unused = () => Promise.reject(new Error('nobody asks for this'))
  return {
    kind: 'postgres',
    read: (_settings, query) => execute(query),
    tx: (_settings, fn) => fn(execute),
    use: () => ({ max: 1, open: 0, busy: 0, waiting: 0 }),
    write: unused,
    owner: unused,
    ownerSession: unused,
    notify: unused,
    listen: unused,
    close: async () => undefined,
  }
}

let replicas: Replicas | undefined
afterEach(async () => {
  await replicas?.close()
  replicas = undefined
})

const identity = 'one/1'
const place = { lsn: '0/64', at: 'primary' }
const primary: Answer = () => ({ identity, now: new Date(), ...place })
const standby =
  (at: string, lsn = () => place.lsn): Answer =>
  (statement) =>
    statement.includes('as near') ? { near: true } : { identity, standby: true, lsn: lsn(), replayed_at: null, at }

async function begin(answers: Record<string, Answer>, options: Partial<ReplicaOptions> = {}) {
  const made = createReplicas({
    primary: driverOf(answers.primary ?? primary),
    open: (url) => driverOf(answers[new URL(url).hostname] as Answer),
    urls: Object.keys(answers)
      .filter((name) => name !== 'primary')
      .map((name) => `postgres://${name}/teleward`),
    max: 1,
    probeEvery: 5,
    ...options,
  })
  replicas = made
  const states = () => made.figures().map(({ state }) => state)
  return { made, states, stands: (...all: string[]) => expect.poll(states).toEqual(all) }
}
const who = CompiledQuery.raw('select who')
const asked = (run: ReturnType<Replicas['request']>) =>
  run(sessionSettings('system'), async (execute) => ((await execute(who)).rows[0] as { at: string }).at)

describe('reads that a replica may answer', () => {
  it('go to one replica in one request, and to another in the next', async () => {
    const { made, stands } = await begin({ a: standby('a'), b: standby('b') })
    await stands('ready', 'ready')
    const of = async (run: ReturnType<Replicas['request']>) => [await asked(run), await asked(run), await asked(run)]
    const all = [await of(made.request()), await of(made.request())].sort()
    expect(all).toEqual([
      ['a', 'a', 'a'],
      ['b', 'b', 'b'],
    ])
  })

  it('are not sent to one that has what a promoted primary has not, until that is further', async () => {
    let at = 0x1000000
    const lsn = (of = at) => `0/${of.toString(16)}`
    const changes: string[] = []
    const { stands } = await begin(
      {
        primary: () => ({ identity, now: new Date(), lsn: lsn() }),
        parted: standby('parted', () => '0/1000000'),
        // Asked a moment after the primary, it has what that has written in between.
        near: standby('near', () => {
          at += 1
          return lsn()
        }),
      },
      { onChange: (host, state) => void changes.push(`${host} ${state}`) },
    )
    await stands('ready', 'ready')
    at = 0x50
    await stands('unfit', 'ready')
    at = 0x2000000
    await stands('behind', 'ready')
    expect(changes.filter((change) => change.startsWith('near'))).toEqual(['near ready'])
  })

  it('are as late as what this primary did: what another one before it had done counts no more', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      let lsn = '0/1000000'
      const positions = createPositions(driverOf(() => ({ identity, now: new Date(), lsn })))
      await positions.now()
      vi.advanceTimersByTime(60_000)
      lsn = '0/50'
      await positions.now()
      vi.advanceTimersByTime(1000)
      expect(positions.since(positionOf('0/4f'), null)).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('are asked of none that is an hour behind when this process begins, which says so', async () => {
    const asks: string[] = []
    const hourAgo = new Date(Date.now() - 3_600_000)
    const late: Answer = async (statement) => {
      asks.push(statement)
      return { ...(await standby('late', () => '0/50')(statement)), replayed_at: hourAgo }
    }
    const { made, stands } = await begin({ late })
    await stands('behind')
    expect(Math.round((made.figures()[0]?.lagSeconds ?? 0) / 60)).toBe(60)
    expect(await asked(made.request())).toBe('primary')
    expect(asks).not.toContain(who.sql)
  })

  it('are answered by the primary where a replica fails, and what is wrong with it is told by its code alone', async () => {
    const told: string[] = []
    let failure: Error | undefined
    const a: Answer = (statement) =>
      statement === who.sql && failure ? Promise.reject(failure) : standby('a')(statement)
    const { made, stands } = await begin({ a }, { onError: (at, code) => void told.push(`${at} ${code}`) })
    await stands('ready')
    for (failure of [
      new DbError('53100', 'could not extend a file of 王小明'),
      new TypeError('of 王小明'),
      new DbError('40001', 'conflict with recovery'),
      new DbError('57P01', 'terminating connection'),
      new DbError('CONNECTION_CLOSED', 'lost'),
      new DbError('ECONNREFUSED', 'nobody there'),
    ])
      expect(await asked(made.request())).toBe('primary')
    expect(told).toEqual(['a 53100', 'a TypeError'])
  })

  it('are sent to nobody while the primary is away: how near a replica is to it is not known', async () => {
    let away = false
    const { stands } = await begin({
      primary: (statement) => (away ? Promise.reject(new DbError('57P01', 'away')) : primary(statement)),
      a: standby('a'),
    })
    await stands('ready')
    away = true
    await stands('unknown')
    away = false
    await stands('ready')
  })

  it('keep nobody from closing who waits for a primary that says nothing', async () => {
    const silent = Promise.withResolvers<object>()
    const changes: string[] = []
    const { made } = await begin(
      { primary: () => silent.promise, a: standby('a') },
      { onChange: (at, state) => void changes.push(`${at} ${state}`) },
    )
    await made.close()
    silent.reject(new DbError('CONNECTION_ENDED', 'the database is closed'))
    await new Promise(setImmediate)
    expect(changes).toEqual([])
  })
})
