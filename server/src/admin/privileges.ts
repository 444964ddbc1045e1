import type * as api from '@teleward/contract/admin/endpoints.ts'
import { rightsChanged } from '@teleward/contract/admin/events.ts'
import { difference, removableFrom, rightsOf } from '@teleward/contract/admin/rules.ts'
import { removals as removalsSchema } from '@teleward/contract/admin/schema.ts'
import type { EndpointData, EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { hiddenScreens } from '@teleward/contract/uiconfig/rules.ts'
import { readUiConfig } from '@teleward/contract/uiconfig/schema.ts'
import type { StaffType } from '@teleward/contract/core/permissions.gen.ts'
import { announce } from '../auth/sessions.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Db, json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { institutionOf, keepingAnAdmin, type Read, adminScopeOf, refuseUnitAdmin, takeTurn } from './scope.ts'
import { inAdminScope } from './staff.ts'

type Table = EndpointData<typeof api.getPrivileges>
type Removals = Table['removals']

async function currentPrivileges(
  read: Read,
  institution: number,
): Promise<{ version: number; removals: Removals; ui: unknown }> {
  const [row] = await read(sql<{ version: number; removals: unknown; ui: unknown }>`
    select version, settings -> 'removals' as removals, ui_config as ui from partner where id = ${institution}`)
  if (!row) throw new AppError('NOT_FOUND')
  const known = removalsSchema.safeParse(row.removals ?? {})
  return { version: row.version, removals: known.success ? known.data : {}, ui: row.ui }
}

export async function table(
  read: Read,
  who: StaffActor,
  now: Date,
  asked: { partner?: number | undefined; who?: number | undefined },
): Promise<Table> {
  const partnerId = await institutionOf(read, who, asked.partner)
  const scope = await adminScopeOf(read, who)
  const { version, removals, ui } = await currentPrivileges(read, partnerId)
  const counted = await read(sql<{ type: string; count: number }>`
    select doctortype as type, count(*)::int as count from staff_partner sp where partner_id = ${partnerId} and status = 'active' group by 1`)
  const people = Object.fromEntries(counted.map(({ type, count }) => [type, count]))
  const person = asked.who === undefined ? null : await factsOf(read, who, now, partnerId, asked.who, ui)
  return { partnerId, version, removals, mayEdit: scope !== 'units', people, who: person }
}

interface Named {
  name: string
  nameEn: string | null
}
interface Facts {
  mid: number
  name: string
  nameEn: string | null
  doctortype: string
  review: string
  privileges: string[]
  grants: { permission: string; by: Named; until: string | null }[]
  boundTo: Named[]
}
/** What decides over one person's rights. Grants between colleagues are theirs: a function tells an administrator of them. */
async function factsOf(
  read: Read,
  who: StaffActor,
  now: Date,
  institution: number,
  mid: number,
  ui: unknown,
): Promise<Table['who']> {
  const scope = await adminScopeOf(read, who)
  const [row] = await read(sql<Facts>`
    select sp.mid, s.name, s.name_en as "nameEn", sp.doctortype, sp.review, sp.privileges,
      (select coalesce(jsonb_agg(jsonb_build_object('permission', g.permission, 'by', jsonb_build_object('name', g.by_name, 'nameEn', g.by_name_en), 'until', g.until)), '[]')
        from app_grants_to(sp.mid, sp.partner_id, ${now}::timestamptz) g) as grants,
      (select coalesce(jsonb_agg(jsonb_build_object('name', d.name, 'nameEn', d.name_en) order by d.name, d.mid), '[]')
        from nurse_binding b join staff d on d.mid = b.did where b.mid = sp.mid and b.partner_id = sp.partner_id) as "boundTo"
    from staff_partner sp join staff s on s.mid = sp.mid
    where sp.mid = ${mid} and sp.partner_id = ${institution} and ${inAdminScope(who, scope)}`)
  if (!row) throw new AppError('NOT_FOUND')
  const { review, grants, ...facts } = row
  return {
    ...facts,
    onBoard: review === 'onBoard',
    grants: grants.map((one) => ({ ...one, until: one.until && new Date(one.until).toISOString() })),
    hidden: hiddenScreens(readUiConfig(ui), row.doctortype),
  }
}

type Change = EndpointParsed<typeof api.putPrivileges>['body']
type Outcome = EndpointData<typeof api.putPrivileges>
/** Takes from a type what the table gives it, and nothing else: an institution adds to single persons, never to a type. */
export async function take(
  { db, now }: { db: Db; now: Date },
  tx: Tx,
  who: StaffActor,
  type: StaffType,
  ask: Change,
): Promise<Outcome & { before: readonly string[] }> {
  const institution = await institutionOf(tx.many, who, ask.partner)
  await refuseUnitAdmin(tx.many, who)
  await takeTurn(tx, who, institution)
  const { version, removals } = await currentPrivileges(tx.many, institution)
  if (version !== ask.version) throw new AppError('VERSION_STALE', { data: { version, removals } })
  const removed = [...new Set(ask.removed)]
  if (!removed.every((one) => removableFrom(type).includes(one)))
    throw new AppError('FIELD_RELATED', { fields: [{ path: 'removed', code: 'FIELD_RELATED' }] })
  const after: Removals = { ...removals, [type]: removed }
  const concerned = await changes(tx, institution, type, removals, after)
  const before = removals[type] ?? []
  if (ask.preview) return { version, removals, ...concerned, before }
  await keepingAnAdmin(tx, institution, async () => {
    await tx.run(sql`update partner set settings = settings || ${json({ removals: after })}, version = version + 1
      where id = ${institution} and version = ${version}`)
  })
  announce(db, tx, { kind: 'partnerChanged', partnerId: institution })
  await tx.emit(rightsChanged, [audience.partner(institution)], {
    id: institution,
    version: version + 1,
    at: now.toISOString(),
  })
  return { version: version + 1, removals: after, ...concerned, before }
}

async function changes(
  tx: Tx,
  institution: number,
  type: StaffType,
  before: Removals,
  after: Removals,
): Promise<Pick<Outcome, 'losing' | 'gaining'>> {
  const people = await tx.many(sql<{
    mid: number
    name: string
    nameEn: string | null
    privileges: string[]
    review: string
  }>`
    select sp.mid, s.name, s.name_en as "nameEn", sp.privileges, sp.review from staff_partner sp join staff s on s.mid = sp.mid
    where sp.partner_id = ${institution} and sp.doctortype = ${type} and sp.status = 'active' order by s.name, sp.mid`)
  const each = people.map(({ mid, name, nameEn, privileges, review }) => {
    const facts = { doctortype: type, onBoard: review === 'onBoard', privileges }
    return {
      mid,
      name,
      nameEn,
      ...difference(rightsOf({ ...facts, removals: before }), rightsOf({ ...facts, removals: after })),
    }
  })
  return {
    losing: each.flatMap(({ lost, gained: _, ...one }) => (lost.length ? [{ ...one, permissions: lost }] : [])),
    gaining: each.flatMap(({ gained, lost: _, ...one }) => (gained.length ? [{ ...one, permissions: gained }] : [])),
  }
}
