import { type Compilable, type Db, type Scope, sql } from '../platform/db/index.ts'
import type { TestDatabase } from '../platform/testing/database.ts'

/** A conversation with a patient that has lasted for years: messages of these numbers, as if they had been sent. */
export const lengthen = (data: TestDatabase, { id, from, to }: { id: number; from: number; to: number }) =>
  data.db.owner(`alter table chat_message disable trigger guard_chat_message; alter table chat_conversation disable trigger guard_chat_conversation;
    insert into chat_message (conversation_id, seq, partner_id, unit_id, pid, author_mid, client_id, body, sent_at)
      select c.id, n, c.partner_id, c.unit_id, c.pid, case when n % 3 = 0 then null else 101 end, gen_random_uuid(), '第' || n || '則',
        timestamptz '2024-01-01' + n * interval '10 minutes'
      from chat_conversation c, generate_series(${from}, ${to}) n where c.id = ${id};
    update chat_conversation set last_seq = ${to}, answered_seq = ${to - 1} where id = ${id};
    -- What waits for the end of the transaction keeps the table from being altered.
    set constraints all immediate;
    alter table chat_message enable trigger guard_chat_message; alter table chat_conversation enable trigger guard_chat_conversation;
    analyze chat_message;`)

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
/** How much of a table a statement reads for somebody, by its plan; `whole`: from one end to the other. */
export async function rowsRead(
  db: Db,
  scope: Scope,
  statement: Compilable<unknown>,
  table: string,
): Promise<{ rows: number; whole: boolean }> {
  const [row] = await db.read(
    scope,
    sql<{
      'QUERY PLAN': [{ Plan: Plan }]
    }>`explain (analyze, timing off, format json) ${statement as ReturnType<typeof sql>}`,
  )
  const read = { rows: 0, whole: false }
  const look = (node: Plan) => {
    if (node['Relation Name'] === table) {
      read.rows += (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      if (node['Node Type'].includes('Seq Scan')) read.whole = true
    }
    for (const one of node.Plans ?? []) look(one)
  }
  if (!row) throw new Error('no plan')
  look(row['QUERY PLAN'][0].Plan)
  return read
}
