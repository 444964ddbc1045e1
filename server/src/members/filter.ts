import { canSeeMembership } from '../access/visible.ts'
import { gender } from '@teleward/contract/patients/brief.ts'
import { identity, memberStatus } from '@teleward/contract/members/schema.ts'
import type { Identity } from '@teleward/contract/members/schema.ts'
import { asking, sql } from '../platform/db/index.ts'
import { allManagers } from '../cases/managers.ts'
import type { Viewer } from './repo.ts'
import type { Read } from '../patients/service.ts'

interface Named {
  id: number
  name: string
}
interface Choices {
  groups: { id: string; name: string }[]
  managers: Named[]
  units: { id: number; name: string; nameEn: string | null }[]
  doctors: Named[]
  creators: Named[]
  conditions: string[]
}
const CONDITIONS = 30

/** What the caller's own units can be narrowed by. Conditions only from records that are open to the caller. */
export async function choices(read: Read, who: Viewer) {
  const [found] = await read(sql<Choices>`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'nameEn', u.name_en) order by u.id), '[]')
        from unit u where u.partner_id = ${asking.partner}::int and u.id = any (${asking.units}::int[]) and u.status = 'active') as units,
      (select coalesce(jsonb_agg(distinct jsonb_build_object('id', s.mid, 'name', s.name)), '[]')
        from staff_unit su join staff s on s.mid = su.mid join staff_partner sp on sp.mid = su.mid and sp.partner_id = su.partner_id
        where su.partner_id = ${asking.partner}::int and su.unit_id = any (${asking.units}::int[]) and sp.doctortype = 'doctor'
          and s.status = 'active') as doctors,
      ${
        who.rights['monitor.read'] === '-'
          ? sql`'[]'::jsonb`
          : sql`(select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name, g.id), '[]') from app_care_groups() g)`
      } as groups,
      ${allManagers} as managers,
      (select coalesce(jsonb_agg(distinct jsonb_build_object('id', s.mid, 'name', s.name)), '[]')
        from member_unit mu join staff s on s.mid = mu.added_by
        where ${canSeeMembership('mu')} and mu.added_by is not null) as creators,
      (select coalesce(jsonb_agg(c.note order by c.many desc, c.note), '[]') from (
        select h.note, count(*) as many from app_open_conditions() h
        group by h.note order by 2 desc limit ${CONDITIONS}::int) c) as conditions`)
  return {
    units: found?.units ?? [],
    doctors: found?.doctors ?? [],
    groups: found?.groups ?? [],
    managers: found?.managers ?? [],
    creators: found?.creators ?? [],
    conditions: found?.conditions ?? [],
    identities: identity.options,
    genders: gender.options,
    statuses: memberStatus.options,
  }
}

/** Every kind, also of which nobody is. */
export async function identities(read: Read): Promise<{ identity: Identity; members: number }[]> {
  const rows = await read(sql<{ identity: Identity; members: number }>`
    select m.identity, count(*)::int as members from member m
    where exists (select 1 from member_unit mu where mu.pid = m.pid and mu.status = 'active' and ${canSeeMembership('mu')})
    group by m.identity`)
  return identity.options.map((kind) => ({
    identity: kind,
    members: rows.find((row) => row.identity === kind)?.members ?? 0,
  }))
}
