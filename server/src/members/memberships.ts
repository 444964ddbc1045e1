import type { Memberships } from '@teleward/contract/members/schema.ts'
import { reachesMember, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { membershipStatus } from './detail.ts'
import type { Read } from './service.ts'

/**
 * The memberships of somebody in the caller's units, also where none of them stands: then name and number are all that is
 * told besides, to who sees every patient of these units.
 */
export async function membershipsOf(read: Read, pid: number): Promise<Memberships> {
  const [row] = await read(sql<{ memberships: Memberships }>`
    select jsonb_build_object('pid', k.pid, 'memberNo', k.member_no, 'name', k.name,
      'partnerStatus', coalesce((select mp.status from member_partner mp where mp.pid = k.pid and mp.partner_id = (select app_partner())), 'active'),
      'units', (
        select coalesce(jsonb_agg(jsonb_build_object('unitId', n.id, 'unitName', n.name, 'unitNameEn', n.name_en, 'status', ${membershipStatus},
          'since', mu.since, 'changedAt', mu.changed_at) order by n.id), '[]')
        from member_unit mu join unit n on n.id = mu.unit_id
        where mu.pid = k.pid and mu.status <> 'merged' and mu.partner_id = (select app_partner()) and mu.unit_id = any ((select app_units())::int[]))
    ) as memberships
    from (
      select m.pid, m.name, m.member_no from member m where m.pid = ${pid} and ${reachesMember('m')}
      union all
      select d.pid, d.name, d.member_no from app_disabled_members() d
      where d.pid = ${pid} and d.unit_id = any ((select app_units())::int[])
    ) k limit 1`)
  if (!row) throw new AppError('NOT_FOUND')
  return row.memberships
}
