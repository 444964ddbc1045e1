import { SpanKind } from '@opentelemetry/api'
import { k } from '../db/index.ts'
import type { Compilable, Db, Runner, Tx } from '../db/types.ts'
import type { Tracer } from './trace.ts'

/** `select appointment`: what a statement does and to which table. Never its parameters, nor its text. */
export function statementName(sql: string): string {
  const words = sql.trim().toLowerCase()
  const verb = /^[a-z]+/.exec(words)?.[0] ?? 'statement'
  const table = /\b(?:from|into|update|join)\s+"?([a-z_][a-z0-9_]*)/.exec(words)?.[1]
  return table ? `${verb} ${table}` : verb
}
const named = (query: Compilable<unknown>) => statementName(query.compile(k).sql)

/** The database with a span for each transaction and each statement in it. */
export function tracedDb(db: Db, tracer: Tracer): Db {
  const around = <T>(name: string, work: () => Promise<T>) => tracer.around(name, SpanKind.CLIENT, work)
  const runner = (of: Runner): Runner => ({
    many: (query) => around(named(query), () => of.many(query)),
    one: (query) => around(named(query), () => of.one(query)),
    maybe: (query) => around(named(query), () => of.maybe(query)),
    run: (query) => around(named(query), () => of.run(query)),
  })
  const tx = (of: Tx): Tx => ({ ...of, ...runner(of) })
  return {
    ...db,
    read: (scope, query) => around(named(query), () => db.read(scope, query)),
    tx: (scope, fn, origin) => around('transaction', () => db.tx(scope, (inner) => fn(tx(inner)), origin)),
    lookUp: () => {
      const reads = db.lookUp()
      return {
        read: (scope, query) => around(named(query), () => reads.read(scope, query)),
        tx: (scope, fn, origin) => around('transaction', () => reads.tx(scope, (inner) => fn(tx(inner)), origin)),
      }
    },
    system: {
      read: (query) => around(named(query), () => db.system.read(query)),
      tx: (fn, origin) => around('transaction', () => db.system.tx((inner) => fn(tx(inner)), origin)),
    },
  }
}
