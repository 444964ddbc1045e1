import type * as api from '@teleward/contract/admin/endpoints.ts'
import type { EndpointParsed, EndpointData, Page } from '@teleward/contract/core/endpoint.ts'
import { rightsChanged } from '@teleward/contract/admin/events.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { announce } from '../auth/sessions.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Changed } from './partners.ts'
import { institutionOf, type Read, adminScopeOf, takeTurn } from './scope.ts'
import { inAdminScope } from './staff.ts'
import { tell } from './staff-change.ts'

type Binding = EndpointData<typeof api.getNurseBindings>['data'][number]
type Query = Partial<EndpointParsed<typeof api.getNurseBindings>['query']>

/** Doctors whom the caller administers a unit of, with the nurses who prepare for them. */
export async function bindings(read: Read, who: StaffActor, q: Query): Promise<Page<Binding>> {
  const institution = await institutionOf(read, who, q.partner)
  const scope = await adminScopeOf(read, who)
  const { page = 1, pageSize = 20 } = q
  const rows = await read(sql<Binding & { total: number }>`
    select sp.mid as did, s.name, s.name_en as "nameEn", sp.version, count(*) over ()::int as total,
      (select coalesce(jsonb_agg(jsonb_build_object('mid', n.mid, 'name', n.name, 'nameEn', n.name_en) order by n.name, n.mid), '[]')
        from nurse_binding b join staff n on n.mid = b.mid where b.did = sp.mid and b.partner_id = sp.partner_id) as nurses
    from staff_partner sp join staff s on s.mid = sp.mid
    where sp.partner_id = ${institution} and sp.doctortype = 'doctor' and sp.status = 'active' and ${inAdminScope(who, scope)}
      and (${q.did ?? null}::int is null or sp.mid = ${q.did ?? null}::int)
    order by s.name, sp.mid limit ${pageSize} offset ${(page - 1) * pageSize}`)
  return { data: rows.map(({ total: _, ...row }) => row), page, pageSize, total: rows[0]?.total ?? 0 }
}

/** Both sides of the caller's own bindings; a closed account is bound no longer. */
export async function ownBindings(read: Read, who: StaffActor): Promise<EndpointData<typeof api.getOwnBindings>> {
  type Row = EndpointData<typeof api.getOwnBindings>['nurses'][number] & { nurse: boolean }
  const rows = await read(sql<Row>`
    select sp.mid, s.name, s.name_en as "nameEn", sp.title, sp.doctortype, b.did = ${who.mid} as nurse
    from nurse_binding b join staff_partner sp on sp.partner_id = b.partner_id and sp.status = 'active'
      and sp.mid = case when b.did = ${who.mid} then b.mid else b.did end
    join staff s on s.mid = sp.mid
    where b.partner_id = ${who.partnerId} and ${who.mid} in (b.did, b.mid) order by s.name, sp.mid`)
  const side = (nurse: boolean) => rows.filter((row) => row.nurse === nurse).map(({ nurse: _, ...person }) => person)
  return { nurses: side(true), doctors: side(false) }
}

type Change = EndpointParsed<typeof api.putNurseBinding>['body']
/** The whole list of a doctor. A nurse works for the same institution, within reach, and no administrator binds oneself. */
export async function bind(
  deps: { db: Db; now: Date },
  tx: Tx,
  who: StaffActor,
  did: number,
  ask: Change,
): Promise<Changed<Binding>> {
  const institution = await institutionOf(tx.many, who, ask.partner)
  const scope = await adminScopeOf(tx.many, who)
  await takeTurn(tx, who, institution)
  const read = async () => (await bindings(tx.many, who, { did, partner: institution })).data[0]
  const before = await read()
  if (!before) throw new AppError('NOT_FOUND')
  if (before.version !== ask.version) throw new AppError('VERSION_STALE', { data: before })
  const wanted = [...new Set(ask.nurses)]
  const bound = before.nurses.map(({ mid }) => mid)
  const added = wanted.filter((mid) => !bound.includes(mid))
  const freed = bound.filter((mid) => !wanted.includes(mid))
  if ([...added, ...freed].includes(who.mid)) throw new AppError('FORBIDDEN')
  const nurses = await tx.many(sql<{ mid: number }>`
    select sp.mid from staff_partner sp where sp.mid = any (${[...added, ...freed]}::int[]) and sp.partner_id = ${institution}
      and (sp.mid = any (${freed}::int[]) or (sp.doctortype = 'nurse' and sp.status = 'active')) and ${inAdminScope(who, scope)}`)
  if (nurses.length !== added.length + freed.length) throw new AppError('NOT_FOUND')
  if (added.length)
    await tx.run(sql`insert into nurse_binding (partner_id, did, mid)
      select sp.partner_id, ${did}::int, sp.mid from staff_partner sp where sp.mid = any (${added}::int[]) and sp.partner_id = ${institution}`)
  if (freed.length)
    await tx.run(
      sql`delete from nurse_binding where partner_id = ${institution} and did = ${did} and mid = any (${freed}::int[])`,
    )
  const at = deps.now.toISOString()
  for (const mid of [did, ...added, ...freed]) announce(deps.db, tx, { kind: 'changed', mid })
  const to = [did, ...added, ...freed].map((mid) => audience.staff(mid))
  await tx.emit(rightsChanged, to, { id: institution, version: before.version + 1, at })
  await tell(deps, tx, institution)
  const after = await read()
  if (!after) throw new AppError('NOT_FOUND')
  return { now: after, before: { nurses: bound }, after: { nurses: wanted } }
}
