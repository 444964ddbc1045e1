import { json, sql } from '../../server/src/platform/db/kysely.ts'
import type { Tx } from '../../server/src/platform/db/types.ts'

export async function put(tx: Tx, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  await tx.run(sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${json(rows)})`)
}
