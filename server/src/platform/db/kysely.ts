import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Schema } from './schema.gen.ts'

/** The query builder. It has no connection: `Db` and `Tx` execute what it compiles. */
export const k = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

export { sql }

/** Half a character, as a cut text may end with, is none to PostgreSQL: it becomes the sign for one that is missing. */
const wellFormed = (_: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)
/** A jsonb parameter. Needed where the value is a list, a string or null: those are ambiguous as bare parameters. */
export const json = <T>(value: T): RawBuilder<T> => {
  const text = JSON.stringify(value)
  return sql<T>`cast(${/\\ud[89a-f]/.test(text) ? JSON.stringify(value, wellFormed) : text} as jsonb)`
}
