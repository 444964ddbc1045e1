import { canSeeMember } from '../access/visible.ts'
import type { Memberships } from '@teleward/contract/members/schema.ts'
import { asking, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { membershipStatus } from './detail.ts'
import type { Read } from '../patients/service.ts'

/**
 * The memberships of somebody in the caller's units, also where none of them stands: then name and number are all that is
 * told besides, to who sees every patient of these units.
 */
export async function membershipsOf(read: Read, pid: number): Promise<Memberships> {
  const [row] = await read(sql<{ memberships: Memberships }>`
    select jsonb_build_object('pid', k.pid, 'memberNo', k.member_no, 'name', k.name,
      'partnerStatus', coalesce((select mp.status from member_partner mp where mp.pid = k.pid and mp.partner_id = ${asking.partner}::int), 'active'),
      'units', (
        select coalesce(jsonb_agg(jsonb_build_object('unitId', n.id, 'unitName', n.name, 'unitNameEn', n.name_en, 'status', ${membershipStatus},
          'since', mu.since, 'changedAt', mu.changed_at) order by n.id), '[]')
        from member_unit mu join unit n on n.id = mu.unit_id
        where mu.pid = k.pid and mu.status <> 'merged' and mu.partner_id = ${asking.partner}::int and mu.unit_id = any (${asking.units}::int[]))
    ) as memberships
    from (
      select m.pid, m.name, m.member_no from member m where m.pid = ${pid} and ${canSeeMember('m')}
      union all
      select d.pid, d.name, d.member_no from app_disabled_members() d
      where d.pid = ${pid} and d.unit_id = any (${asking.units}::int[])
    ) k limit 1`)
  if (!row) throw new AppError('NOT_FOUND')
  return row.memberships
}
