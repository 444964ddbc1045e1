import { type Compilable, sql, type Tx } from '../platform/db/index.ts'

/**
 * Inserts many rows by one statement, whatever their number. Columns are those of the first row; values take the
 * types of the table's columns. Returns the column `returning` of each, in order.
 */
export async function insertRows<T extends object>(
  tx: Tx,
  table: string,
  rows: readonly T[],
  returning = '1',
): Promise<unknown[]> {
  const first = rows[0]
  if (!first) return []
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  const query: Compilable<{ value: unknown }> = sql<{ value: unknown }>`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    returning ${sql.raw(returning)} as value`
  return (await tx.many(query)).map((row) => row.value)
}
