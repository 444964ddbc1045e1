import type { PrescriptionSet, SetLine } from '@teleward/contract/emr/set-endpoints.ts'
import { canSeeSet } from '../access/visible.ts'
import { type Compilable, json, sql, type Tx } from '../platform/db/index.ts'

/** A set as it is kept: whether its drugs still stand on the list is asked when it is read. */
export type Row = Omit<PrescriptionSet, 'lines'> & { lines: Omit<SetLine, 'listed' | 'sameUnit'>[] }
export interface Who {
  mid: number
  partnerId: number
}

const setJson = (
  who: Who,
) => sql<Row>`jsonb_build_object('id', t.id, 'name', t.name, 'code', t.code, 'shared', t.shared,
  'owner', (select jsonb_build_object('mid', s.mid, 'name', s.name, 'nameEn', s.name_en) from staff s where s.mid = t.owner_mid),
  'own', t.owner_mid = ${who.mid}, 'lines', t.lines, 'version', t.version, 'updatedAt', t.updated_at)`

/** Own ones first, by name. */
export const sets = (who: Who, id?: number): Compilable<{ row: Row }> => sql<{ row: Row }>`
  select ${setJson(who)} as row from prescription_set t
  where ${canSeeSet('t')} and (${id ?? null}::int is null or t.id = ${id ?? null}::int)
  order by (t.owner_mid = ${who.mid}) desc, t.name_key, t.id`

/** One's own, under its lock. */
export const lockOwn = (who: Who, id: number): Compilable<{ version: number }> => sql<{ version: number }>`
  select t.version from prescription_set t
  where t.id = ${id} and t.partner_id = ${who.partnerId} and t.owner_mid = ${who.mid} and ${canSeeSet('t')} for update`

export interface Kept {
  name: string
  code: string
  nameKey: string
  codeKey: string
  shared: boolean
  lines: Omit<SetLine, 'listed' | 'sameUnit'>[]
}
/** Own sets and shared ones with this name or code, but the set itself. */
export const twins = (who: Who, { nameKey, codeKey }: Kept, except: number) => sql<{ name: boolean }>`
  select t.name_key = ${nameKey} as name from prescription_set t
  where t.partner_id = ${who.partnerId} and t.id <> ${except} and (t.owner_mid = ${who.mid} or t.shared) and ${canSeeSet('t')}
    and (t.name_key = ${nameKey} or t.code_key = ${codeKey})
  order by (t.name_key = ${nameKey}) desc limit 1`

export const countOwn = (who: Who) => sql<{ n: number }>`
  select count(*)::int as n from prescription_set t
  where t.partner_id = ${who.partnerId} and t.owner_mid = ${who.mid} and ${canSeeSet('t')}`

export async function insert(tx: Tx, who: Who, set: Kept, now: Date): Promise<number> {
  const row = await tx.one(sql<{ id: number }>`
    insert into prescription_set (partner_id, owner_mid, name, code, name_key, code_key, shared, lines, updated_at)
    values (${who.partnerId}, ${who.mid}, ${set.name}, ${set.code}, ${set.nameKey}, ${set.codeKey}, ${set.shared}, ${json(set.lines)}, ${now})
    returning id`)
  return row.id
}
export const update = (who: Who, id: number, set: Kept, now: Date) => sql`
  update prescription_set set name = ${set.name}, code = ${set.code}, name_key = ${set.nameKey}, code_key = ${set.codeKey},
    shared = ${set.shared}, lines = ${json(set.lines)}, version = version + 1, updated_at = ${now}
  where id = ${id} and owner_mid = ${who.mid}`
export const remove = (who: Who, id: number) =>
  sql`delete from prescription_set where id = ${id} and owner_mid = ${who.mid}`
