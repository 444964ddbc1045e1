import type { SynonymKind } from '@teleward/contract/synonyms/schema.ts'
import type { Read } from '../admin/scope.ts'
import { sql, type Tx } from '../platform/db/index.ts'

export interface Row {
  id: number
  kind: SynonymKind
  term: string
  code: string
  added_by: { mid: number; name: string; nameEn: string | null } | null
  added_at: Date
}
export type Removed = Pick<Row, 'kind' | 'term' | 'code'>
export interface Wanted extends Removed {
  key: string
}

const columns = sql`c.id, c.kind, c.term, c.code, c.added_at,
  case when s.mid is not null then jsonb_build_object('mid', s.mid, 'name', s.name, 'nameEn', s.name_en) end as added_by`
const rows = sql`clinical_synonym c left join staff s on s.mid = c.added_by`

interface Asked {
  kind: SynonymKind | null
  /** A part of terms as they are compared, or empty. */
  key: string
  code: string
  page: number
  pageSize: number
}
export async function page(read: Read, partnerId: number, ask: Asked): Promise<{ data: Row[]; total: number }> {
  const which = sql`c.partner_id = ${partnerId} and (${ask.kind}::text is null or c.kind = ${ask.kind}::text)
    and ((${ask.key}::text = '' and ${ask.code}::text = '') or (${ask.key}::text <> '' and strpos(c.term_key, ${ask.key}::text) > 0)
      or c.code = ${ask.code}::text)`
  const [data, [counted]] = await Promise.all([
    read(sql<Row>`select ${columns} from ${rows} where ${which}
      order by c.term_key, c.kind, c.code, c.id limit ${ask.pageSize} offset ${(ask.page - 1) * ask.pageSize}`),
    read(sql<{ total: number }>`select count(*)::int as total from clinical_synonym c where ${which}`),
  ])
  return { data, total: counted?.total ?? 0 }
}

export const find = (tx: Tx, partnerId: number, { kind, key, code }: Wanted): Promise<Row | undefined> =>
  tx.maybe(sql<Row>`select ${columns} from ${rows}
    where c.partner_id = ${partnerId} and c.kind = ${kind} and c.term_key = ${key} and c.code = ${code}`)

export const count = async (tx: Tx, partnerId: number): Promise<number> =>
  (
    await tx.one(
      sql<{ total: number }>`select count(*)::int as total from clinical_synonym where partner_id = ${partnerId}`,
    )
  ).total

export const insert = (
  tx: Tx,
  partnerId: number,
  mid: number,
  now: Date,
  { kind, term, key, code }: Wanted,
): Promise<Row> =>
  tx.one(sql<Row>`
    with c as (insert into clinical_synonym (partner_id, kind, term, term_key, code, added_by, added_at)
      values (${partnerId}, ${kind}, ${term}, ${key}, ${code}, ${mid}, ${now}::timestamptz) returning *)
    select ${columns} from c left join staff s on s.mid = c.added_by`)

export const remove = (tx: Tx, partnerId: number, id: number): Promise<Removed | undefined> =>
  tx.maybe(sql<Removed>`
    delete from clinical_synonym where partner_id = ${partnerId} and id = ${id} returning kind, term, code`)
