import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import type { Driver } from './driver.ts'
import { sql } from './kysely.ts'
import { createDb } from './db.ts'
import { openDatabase } from './open.ts'
import { openPostgres } from './postgres.ts'

// What only a server can do to us. On the embedded database the same calls show that nothing of it is needed.
let world: TestDatabase
const server = inject('database').kind === 'postgres'
const alive = sql<{ n: number }>`select 1 as n`
beforeAll(async () => {
  world = await testDatabase({ max: 3 })
})
afterAll(() => world.close())

async function killOthers(): Promise<void> {
  if (!server) return
  await world.driver.owner(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
}

it('goes on after its idle connections were cut', async () => {
  await Promise.all([1, 2, 3].map(() => world.db.system.read(alive)))
  await killOthers()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await Promise.all([1, 2, 3, 4, 5].map(() => world.db.system.read(alive)))).toEqual(
    Array.from({ length: 5 }, () => [{ n: 1 }]),
  )
})
it('fails one transaction, not the process, when the connection is cut in the middle of it', async () => {
  if (server) {
    const cut = world.db.system.tx(async (tx) => {
      await tx.one(alive)
      await killOthers()
      await new Promise((resolve) => setTimeout(resolve, 50))
      return tx.one(alive)
    })
    await expect(cut).rejects.toMatchObject({ code: expect.stringMatching(/^(CONNECTION_|57P01)/) })
  }
  expect(await world.db.system.tx((tx) => tx.one(alive))).toEqual({ n: 1 })
})
it('fails one statement, not the pool, when the connection is cut while it runs', async () => {
  if (server) {
    const slow = world.db.system.read(sql`select pg_sleep(5)`).catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 100))
    await killOthers()
    expect(await slow).toMatchObject({ code: expect.stringMatching(/^(CONNECTION_|57P01)/) })
  }
  expect(await Promise.all(Array.from({ length: 12 }, () => world.db.system.read(alive)))).toHaveLength(12)
})
it('makes callers wait for a connection rather than fail, whatever their number', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => world.db.system.tx((tx) => tx.one(sql<{ n: number }>`select ${n}::int as n`))),
  )
  expect(answers.map(({ n }) => n)).toEqual(Array.from({ length: 60 }, (_, n) => n))
})

/** A server's refusal as it goes over the wire: `E`, its length, fields that each end with a zero. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
/** In front of the real server: the first connections are refused. Answers how many were, in the end. */
async function refusing(url: string, code: string, times: number) {
  const { hostname, port } = new URL(url)
  let refused = 0
  const held = new Set<Socket>()
  const gate = createServer((socket) => {
    held.add(socket)
    socket.on('error', () => undefined)
    if (refused < times) {
      socket.once('data', () => {
        socket.write(refusal(code, 'the database system is starting up'))
        socket.destroySoon()
      })
      refused += 1
      return
    }
    const real = connect(Number(port), hostname)
    real.on('error', () => socket.destroy())
    socket.on('close', () => real.destroy())
    socket.pipe(real).pipe(socket)
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const own = new URL(url)
  own.port = String((gate.address() as { port: number }).port)
  const dataDir = mkdtempSync(join(tmpdir(), 'teleward-gate-'))
  return {
    open: () =>
      openDatabase({ databaseUrl: own.href, dataDir, clock: systemClock, onAfterCommitError: (error) => void error }),
    refused: () => refused,
    close: () => {
      rmSync(dataDir, { recursive: true, force: true })
      for (const socket of held) socket.destroy()
      return new Promise((resolve) => gate.close(resolve))
    },
  }
}
it('waits for a server that is still starting, and for none that refuses', async () => {
  if (!world.url) return
  const starting = await refusing(world.url, '57P03', 3)
  const opened = await starting.open()
  expect(await opened.db.system.read(alive)).toEqual([{ n: 1 }])
  expect(starting.refused()).toBe(3)
  await opened.close()
  await starting.close()
  const closed = await refusing(world.url, '28000', 99)
  await expect(closed.open()).rejects.toMatchObject({ code: '28000' })
  expect(closed.refused()).toBeLessThan(4)
  await closed.close()
})

/** A line that goes silent without an end: what is sent arrives nowhere, and nothing comes back. */
async function silenced(url: string) {
  const { hostname, port } = new URL(url)
  const held = new Set<Socket>()
  const now = { silent: false }
  const gate = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      held.add(one)
      one.on('error', () => undefined)
      one.on('close', () => other.destroy())
      one.on('data', (piece) => void (now.silent || other.write(piece)))
    }
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const own = new URL(url)
  own.port = String((gate.address() as { port: number }).port)
  return {
    url: own.href,
    now,
    close: () => {
      for (const socket of held) socket.destroy()
      return new Promise((resolve) => gate.close(resolve))
    },
  }
}
it('gives up a connection that owes an answer for too long, and goes on by another', async () => {
  if (!world.url) return
  const socket = await silenced(world.url)
  const driver = openPostgres(socket.url, { max: 1, patience: 1_000 })
  const db = createDb({ driver, clock: systemClock, onAfterCommitError: (error) => void error })
  expect(await db.system.read(alive)).toEqual([{ n: 1 }])
  socket.now.silent = true
  // Two wait: for the answer, and for the only connection there is.
  const lost = expect(db.system.read(alive)).rejects.toMatchObject({ code: expect.stringMatching(/^CONNECTION_/) })
  const next = db.system.read(alive)
  await lost
  socket.now.silent = false
  expect(await next).toEqual([{ n: 1 }])
  await db.close()
  await socket.close()
})

/** Every connection is reset as its client sends its n-th packet; n grows by one each time, up to `until`. */
async function cutting(url: string, until: number) {
  const { hostname, port } = new URL(url)
  const held = new Set<Socket>()
  let cuts = 0
  const gate = createServer((near) => {
    const far = connect(Number(port), hostname)
    const at = cuts + 1
    let packets = 0
    for (const socket of [near, far]) held.add(socket.on('error', () => undefined))
    near.on('data', (piece) => {
      packets += 1
      if (packets < at || cuts >= until) return void far.write(piece)
      cuts += 1
      near.resetAndDestroy()
    })
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy()).pipe(near)
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const own = new URL(url)
  own.port = String((gate.address() as { port: number }).port)
  return {
    url: own.href,
    cuts: () => cuts,
    close: () => {
      for (const socket of held) socket.destroy()
      return new Promise((resolve) => gate.close(resolve))
    },
  }
}
it('fails what was asked, never the process, wherever in a connection’s first packets its line is reset', async () => {
  if (!world.url) return
  const { url } = world
  const nobodys: unknown[] = []
  const note = (error: unknown) => void nobodys.push(error)
  process.on('unhandledRejection', note)
  /** How many places there were to cut at, until it was answered. */
  const cuts = async (ask: (driver: Driver) => Promise<unknown>) => {
    const socket = await cutting(url, 8)
    const driver = openPostgres(socket.url, { max: 1 })
    const answered = () =>
      ask(driver).then(
        () => true,
        () => false,
      )
    let inOneGo = 0
    for (let tries = 0; tries < 60 && inOneGo < 10; tries += 1) inOneGo = (await answered()) ? inOneGo + 1 : 0
    expect(inOneGo).toBe(10)
    await driver.close()
    await socket.close()
    return socket.cuts()
  }
  const one = CompiledQuery.raw('select 1')
  // A packet to begin, one that signs in, and at least one that asks.
  expect(await cuts((driver) => driver.notify('postgres_test', 'x'))).toBeGreaterThan(2)
  expect(await cuts((driver) => driver.owner('select 1'))).toBeGreaterThan(2)
  expect(await cuts((driver) => driver.tx(one, (execute) => execute(one)))).toBeGreaterThan(2)
  expect(await cuts(async (driver) => (await driver.listen('postgres_test', () => undefined))())).toBeGreaterThan(2)
  process.off('unhandledRejection', note)
  expect(nobodys).toEqual([])
})
it('hears again what is announced after its connection was cut, and nothing once it has stopped', async () => {
  const heard: string[] = []
  const stop = await world.db.listen('postgres_test', (payload) => heard.push(payload))
  await killOthers()
  // Several times: whoever announces has lost a line, too, and the one that listens takes a moment.
  for (let tries = 0; tries < 100 && !heard.length; tries += 1) {
    await world.db.notify('postgres_test', 'again').catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(heard[0]).toBe('again')
  await stop()
  const before = heard.length
  await world.db.notify('postgres_test', 'late')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(heard).toHaveLength(before)
})
