import type { PresenceCode } from '@teleward/contract/staff/rules.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Compilable, sql } from '../platform/db/index.ts'

export interface PresenceRecord {
  mid: number
  name: string
  name_en: string | null
  title: string | null
  division: string | null
  division_en: string | null
  code: PresenceCode | null
  updated_at: Date | null
}

/** Presence of oneself and of everybody of one's own units, or of those named among them: whom the events tell of. */
export const colleagues = (
  who: StaffActor,
  mids: readonly number[] | undefined,
): Compilable<PresenceRecord> => sql<PresenceRecord>`
  select s.mid, s.name, s.name_en, sp.title, sp.division, sp.division_en, p.code, p.updated_at
  from staff s
    join staff_partner sp on sp.mid = s.mid and sp.partner_id = ${who.partnerId}
    left join presence p on p.mid = s.mid
  where s.status = 'active' and sp.status = 'active' and sp.review <> 'cancelled'
    and (s.mid = ${who.mid} or exists (select 1 from staff_unit su
      where su.mid = s.mid and su.partner_id = ${who.partnerId} and su.unit_id = any (${[...who.unitIds]}::int[])))
    ${mids ? sql`and s.mid = any (${[...mids]}::int[])` : sql``}
  order by s.mid limit 500`
