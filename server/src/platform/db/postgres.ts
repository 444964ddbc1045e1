import { CompiledQuery } from 'kysely'
import { createListener } from './channels.ts'
import { openConnection } from './connect.ts'
import type { Driver, Execute, RawResult } from './driver.ts'
import { asDbError, DbError, isLost } from './errors.ts'
import { readOnly } from './scope.ts'
import { createSharing } from './sharing.ts'
import type { Wire, WireResult } from './wire.ts'

const session = { TimeZone: 'UTC', application_name: 'teleward', DateStyle: 'ISO' }
/**
 * Statements under policies take longer to plan than to run: each is planned once a connection, for whatever parameters
 * come. What makes a difference to a plan, such as an absent filter, makes another statement. Compiling one pays never.
 */
// What is asked for by the hundred lies in memory: a place elsewhere in a table costs little more than the next one, and
// an index that gives the order beats a bitmap that is sorted afterwards.
const planned = { ...session, plan_cache_mode: 'force_generic_plan', jit: 'off', random_page_cost: '1.1' }

/** One connection that this pool owns for its whole life, so that a dead one is known before it is written to. */
interface Connection {
  wire: Wire
  uses: number
}

/** Each connection remembers the statements it prepared; a fresh one after this many uses bounds that memory. */
const USES = 100_000
/** No statement of a request takes so long: who owes an answer for longer is on the other side of a line that is no more. */
const PATIENCE_MS = 120_000

function createPool(url: string, max: number, timeoutMs: number) {
  const idle: Connection[] = []
  const all = new Set<Connection>()
  const waiting: { resolve(c: Connection): void; reject(error: unknown): void }[] = []
  let open = 0
  let ending = false
  // A host that vanished sends nothing, not even an end: without this its callers wait for as long as the kernel tries.
  const watch = setInterval(() => {
    for (const { wire } of all) if (wire.pendingMs() > timeoutMs) wire.destroy()
  }, timeoutMs / 10).unref()

  async function create(): Promise<Connection> {
    open += 1
    const state: { connection?: Connection } = {}
    try {
      const wire = await openConnection(url, planned, () => {
        if (state.connection) drop(state.connection)
      })
      state.connection = { wire, uses: 0 }
      all.add(state.connection)
      return state.connection
    } catch (error) {
      open -= 1
      throw asDbError(error)
    }
  }
  function drop(connection: Connection) {
    if (!all.delete(connection)) return
    open -= 1
    const at = idle.indexOf(connection)
    if (at >= 0) idle.splice(at, 1)
    connection.wire.end()
    grow()
  }
  function grow() {
    const next = open < max ? waiting.shift() : undefined
    if (!next) return
    create().then(next.resolve, (error) => {
      next.reject(error)
      // Nobody behind waits for a connection that nobody opens.
      grow()
    })
  }
  return {
    take(): Promise<Connection> {
      if (ending) return Promise.reject(new DbError('CONNECTION_ENDED', 'the database is closed'))
      const free = idle.pop()
      if (free) return Promise.resolve(free)
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        grow()
      })
    },
    give(connection: Connection) {
      if (!all.has(connection)) return
      connection.uses += 1
      if (connection.uses > USES || connection.wire.stale || ending) return drop(connection)
      const next = waiting.shift()
      if (next) next.resolve(connection)
      else idle.push(connection)
    },
    drop,
    use: () => ({ max, open, busy: open - idle.length, waiting: waiting.length }),
    async end() {
      ending = true
      clearInterval(watch)
      for (const { reject } of waiting.splice(0)) reject(new DbError('CONNECTION_ENDED', 'the database is closed'))
      for (const connection of [...idle]) drop(connection)
      // Those in use are dropped as they come back.
      for (let tries = 0; open > 0 && tries < 200; tries += 1) await new Promise((resolve) => setTimeout(resolve, 25))
    },
  }
}

const statement = (sql: string) => CompiledQuery.raw(sql)
const [begin, commit, rollback] = ['begin', 'commit', 'rollback'].map(statement) as [
  CompiledQuery,
  CompiledQuery,
  CompiledQuery,
]

interface Options {
  max?: number
  /** Milliseconds after which a connection that owes an answer is given up, and what was asked fails. */
  patience?: number
  /** In milliseconds: what is answered so quickly shares a connection. */
  quickMs?: number
}
export function openPostgres(url: string, options: Options = {}): Driver {
  const timeoutMs = options.patience ?? PATIENCE_MS
  const pool = createPool(url, options.max ?? 10, timeoutMs)
  // Announcements keep their order by being of one connection, and wait for no request's.
  const announcer = createPool(url, 1, timeoutMs)
  const sharing = createSharing((onClose) => openConnection(url, planned, onClose), {
    timeoutMs,
    quickMs: options.quickMs,
  })
  const listener = createListener((onClose) => openConnection(url, session, onClose), timeoutMs)

  /** One packet and one Sync: what lies between two of them is a transaction of its own, done when its answer comes. */
  async function inOnePacket(settings: CompiledQuery, query: CompiledQuery): Promise<WireResult> {
    const connection = await pool.take()
    try {
      const [, result] = await connection.wire.runApart([settings, query])
      return result as WireResult
    } finally {
      pool.give(connection)
    }
  }
  /** What is known to be quick goes by a connection that others share, where one has no answer outstanding for long. */
  async function read(settings: CompiledQuery, query: CompiledQuery): Promise<RawResult> {
    const shared = sharing.quick(query.sql) ? sharing.run([settings, query]) : undefined
    if (!shared) {
      const result = await inOnePacket(settings, query)
      sharing.note(query.sql, result.ms)
      return result
    }
    try {
      const [, result] = await shared
      sharing.note(query.sql, (result as WireResult).ms)
      return result as WireResult
    } catch (error) {
      // It changed nothing, and what broke the connection may have been another's: it is asked once more, by one of its own.
      if (isLost(error)) return inOnePacket(settings, query)
      throw error
    }
  }

  async function ofOwner<T>(work: (wire: Wire) => Promise<T>): Promise<T> {
    const wire = await openConnection(url, session, () => undefined)
    try {
      return await work(wire)
    } finally {
      await wire.over()
    }
  }

  return {
    kind: 'postgres',
    // The settings are of one transaction alone, and make it read only.
    read: (settings, query) => read(readOnly(settings), query),
    write: (settings, query) => inOnePacket(settings, query),
    async tx(settings, fn) {
      const connection = await pool.take()
      const { wire } = connection
      // The first of these leave together with the first statement of the work: where they fail, so does that.
      const opened = Promise.all([wire.run(begin), wire.run(settings)])
      opened.catch(() => undefined)
      const last: CompiledQuery[] = []
      const execute: Execute = Object.assign((query: CompiledQuery) => wire.run(query), {
        last: (query: CompiledQuery) => void last.push(query),
      })
      try {
        const result = await fn(execute)
        await opened
        const [{ tag }] = await Promise.all(
          [...last, commit].map((query) => wire.run(query)).reverse() as [Promise<WireResult>],
        )
        if (tag !== 'COMMIT') throw new DbError('25P02', 'the transaction had failed and was rolled back')
        return result
      } catch (error) {
        await wire.run(rollback).catch(() => pool.drop(connection))
        // What comes behind the opening fails by it, too; the opening knows why.
        await opened
        throw error
      } finally {
        pool.give(connection)
      }
    },
    owner: (script) => ofOwner((wire) => wire.script(script)),
    ownerSession: (fn) =>
      ofOwner((wire) =>
        fn(
          (query) => wire.run(query),
          (script) => wire.script(script),
        ),
      ),
    async notify(channel, payload) {
      const connection = await announcer.take()
      try {
        await connection.wire.run(CompiledQuery.raw('select pg_notify($1, $2)', [channel, payload]))
      } finally {
        announcer.give(connection)
      }
    },
    listen: listener.listen,
    use: () => {
      const { max, open, busy, waiting } = pool.use()
      const shared = sharing.use()
      return { max: max + shared.max, open: open + shared.open, busy: busy + shared.busy, waiting }
    },
    async close() {
      await Promise.all([pool.end(), announcer.end(), listener.end(), sharing.end()])
    },
  }
}
