import type { GrantKind } from '@teleward/contract/grants/rules.ts'
import type { RawBuilder } from 'kysely'
import type { StaffActor } from '../platform/actor.ts'
import { type Compilable, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

/**
 * For whom the caller may act now, by grants between staff. Three ways to ask, by what is done with the answer:
 *
 * - `grantors`: whom to offer on a screen;
 * - `actsFor`: a condition inside a statement of one's own (`where ${actsFor(who, 'contact.others', now, sql`q.did`, sql`q.unit_id`)}`);
 * - `useGrant`: in the transaction of an act. It holds the grant until the transaction ends, so that a withdrawal comes
 *   before the act or waits for it, and keeps the act in the grant's history, where the grantor reads it.
 *
 * The second access layer has the same: `app_granted(kind, did, unit)` and `app_grantors(kind)` for policies (migration 0160).
 * A grant never reaches the record. Whoever has the right without a grant (`y`) is not asked here.
 */
type Who = Pick<StaffActor, 'mid' | 'partnerId' | 'unitIds'>
type Value = number | RawBuilder<unknown>

const activeGrant = (
  who: Who,
  kind: GrantKind,
  now: Date,
) => sql`g.grantee_mid = ${who.mid} and g.partner_id = ${who.partnerId}
  and g.kind = ${kind} and g.state = 'active' and g.starts_at <= ${now}::timestamptz and g.ends_at > ${now}::timestamptz`

export interface Grantor {
  did: number
  name: string
  nameEn: string | null
  /** Only in this unit; null: in all units that both work in. */
  unitId: number | null
  endsAt: Date
}

/** Everybody whose shifts (or appointments' patients) the caller may care for at `now`. */
export const grantors = (who: Who, kind: GrantKind, now: Date): Compilable<Grantor> => sql<Grantor>`
  select s.mid as did, s.name, s.name_en as "nameEn", g.scope_unit as "unitId", g.ends_at as "endsAt"
  from staff_grant g join staff s on s.mid = g.grantor_mid
  where ${activeGrant(who, kind, now)} and (g.scope_unit is null or g.scope_unit = any (${[...who.unitIds]}::int[]))
  order by s.name, s.mid limit 500`

/** Is `did` a grantor of the caller, in `unit`? A grant for one unit counts only where the unit is named. */
export const actsFor = (who: Who, kind: GrantKind, now: Date, did: Value, unit?: Value): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from staff_grant g where ${activeGrant(who, kind, now)} and g.grantor_mid = ${did}
    and (g.scope_unit is null or g.scope_unit = ${unit ?? sql`null::int`}))`

export interface GrantUse {
  kind: GrantKind
  /** The grantor, for whom it is done. */
  did: number
  unitId?: number | undefined
  /** What is done, by the name of its endpoint (`POST /his/api/updateShift`), and on what. No patient data. */
  what: string
  target?: string | number | undefined
}

/** Answers the grant's id. FORBIDDEN where there is none (any more). */
export async function useGrant(tx: Tx, now: Date, use: GrantUse): Promise<number> {
  const { id } = await tx.one(sql<{ id: number | null }>`
    select app_use_grant(${use.kind}, ${use.did}::int, ${use.unitId ?? null}::int, ${now}::timestamptz, ${use.what},
      ${use.target === undefined ? null : String(use.target)}) as id`)
  if (id === null) throw new AppError('FORBIDDEN')
  tx.actsFor(use.did)
  return id
}
