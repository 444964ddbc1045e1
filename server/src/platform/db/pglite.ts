import { EventEmitter } from 'node:events'
import { PGlite, type PGliteOptions, type Transaction } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { CompiledQuery } from 'kysely'
import { type Driver, dateText, type Execute, instantText, integer, jsonText, OID } from './driver.ts'
import { asDbError } from './errors.ts'

const parsers: NonNullable<PGliteOptions['parsers']> = {
  [OID.int8]: integer,
  [OID.numeric]: Number,
  [OID.date]: (text) => text,
  [OID.timestamp]: (text) => new Date(`${text.replace(' ', 'T')}Z`),
  [OID.timestamptz]: (text) => new Date(text),
  [OID.json]: (text) => JSON.parse(text),
  [OID.jsonb]: (text) => JSON.parse(text),
  [OID.bytea]: (text) => Buffer.from(text.slice(2), 'hex'),
}
const serializers: NonNullable<PGliteOptions['serializers']> = {
  [OID.date]: dateText,
  [OID.timestamp]: instantText,
  [OID.timestamptz]: instantText,
  [OID.json]: jsonText,
  [OID.jsonb]: jsonText,
}

export function pgliteOptions(more: { dataDir?: string | undefined; loadDataDir?: Blob | undefined }): PGliteOptions {
  return { ...more, parsers, serializers, extensions: { btree_gist, pg_trgm } }
}

export async function openPglite(more: {
  dataDir?: string | undefined
  loadDataDir?: Blob | undefined
}): Promise<Driver & { pg: PGlite }> {
  const pg = await PGlite.create(pgliteOptions(more))
  return pgliteDriver(pg)
}

export function pgliteDriver(pg: PGlite): Driver & { pg: PGlite } {
  const bus = new EventEmitter().setMaxListeners(0)
  const executeOn =
    (on: Pick<PGlite, 'query'>): Execute =>
    async (query: CompiledQuery) => {
      try {
        const result = await on.query(query.sql, [...query.parameters])
        return { rows: result.rows, affected: result.affectedRows ?? 0 }
      } catch (error) {
        throw asDbError(error)
      }
    }
  // One connection, and a queue of its own before it.
  let asked = 0
  let busy = 0
  const alone = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    asked += 1
    return pg
      .transaction((tx) => {
        busy += 1
        return work(tx).finally(() => {
          busy -= 1
        })
      })
      .finally(() => {
        asked -= 1
      })
  }
  return {
    pg,
    kind: 'pglite',
    read: (settings, query) =>
      alone(async (tx) => {
        await tx.exec('set transaction read only')
        const execute = executeOn(tx)
        await execute(settings)
        return execute(query)
      }),
    write: (settings, query) =>
      alone(async (tx) => {
        const execute = executeOn(tx)
        await execute(settings)
        return execute(query)
      }),
    tx: (settings, fn) =>
      alone(async (tx) => {
        const execute = executeOn(tx)
        await execute(settings)
        return fn(execute)
      }),
    owner: async (script) => {
      await pg.exec(script)
    },
    ownerSession: (fn) =>
      fn(executeOn(pg), async (script) => {
        await pg.exec(script)
      }),
    notify: async (channel, payload) => {
      setImmediate(() => bus.emit(channel, payload))
    },
    listen: async (channel, fn) => {
      bus.on(channel, fn)
      return async () => {
        bus.off(channel, fn)
      }
    },
    use: () => ({ max: 1, open: 1, busy, waiting: asked - busy }),
    close: () => pg.close(),
  }
}
