import { json, sql } from '../../server/src/platform/db/kysely.ts'
import type { Tx } from '../../server/src/platform/db/types.ts'
import { type PatientFixture, places } from './folders.ts'

export async function put(tx: Tx, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  await tx.run(sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${json(rows)})`)
}

/** A row for each patient's folder, and what of it says whose it is. */
export const seeder = (tx: Tx, folders: readonly PatientFixture[]) => ({
  at: (folder: PatientFixture) => ({
    partner_id: places[folder.place].partner,
    unit_id: places[folder.place].unit,
    pid: folder.pid,
  }),
  each: (table: string, row: (folder: PatientFixture) => Record<string, unknown>) => put(tx, table, folders.map(row)),
})
