import type { Partner, PartnerAffects } from '@teleward/contract/admin/schema.ts'
import type * as api from '@teleward/contract/admin/endpoints.ts'
import { adminChanged, rightsChanged } from '@teleward/contract/admin/events.ts'
import type { EndpointParsed, Page } from '@teleward/contract/core/endpoint.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { settingsOf } from '../partners/settings.ts'
import { announce } from '../auth/sessions.ts'
import type { StaffActor } from '../platform/actor.ts'
import { containing, type Db, isConflict, json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { refuseUnasked } from './partner-affects.ts'
import { institutionOf, OPERATOR, type Read, adminScopeOf, refuseUnitAdmin, takeTurn } from './scope.ts'

interface Row extends Omit<Partner, 'settings'> {
  settings: unknown
  total?: number
}
const columns = sql`p.id, p.name, p.name_en as "nameEn", p.name_zh_cn as "nameZhCn", p.time_zone as "timeZone", p.phone,
  p.primary_colour as "primaryColour", p.status, p.settings, p.version,
  (select count(*)::int from unit u where u.partner_id = p.id and u.status = 'active') as units,
  (select count(*)::int from staff_partner sp where sp.partner_id = p.id and sp.status = 'active') as staff`

const shown = ({ total: _, ...row }: Row): Partner => ({ ...row, settings: settingsOf(row.settings) })

type Query = EndpointParsed<typeof api.getPartners>['query']
export async function partners(read: Read, who: StaffActor, q: Query): Promise<Page<Partner>> {
  const like = containing(q.q.toLowerCase())
  const rows = await read(sql<Row>`
    select ${columns}, count(*) over ()::int as total from partner p
    where (${who.partnerId === OPERATOR}::boolean or p.id = ${who.partnerId})
      and (${q.q} = '' or lower(concat_ws(' ', p.name, p.name_en, p.name_zh_cn)) like ${like})
    order by p.id limit ${q.pageSize} offset ${(q.page - 1) * q.pageSize}`)
  return { data: rows.map(shown), page: q.page, pageSize: q.pageSize, total: rows[0]?.total ?? 0 }
}

async function requirePartner(tx: Tx, id: number): Promise<Row> {
  const [row] = await tx.many(sql<Row>`select ${columns} from partner p where p.id = ${id}`)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

type New = EndpointParsed<typeof api.postPartner>['body']
export async function found(tx: Tx, who: StaffActor, { confirmed, ...ask }: New): Promise<Partner> {
  if ((await adminScopeOf(tx.many, who)) !== 'all') throw new AppError('NOT_FOUND')
  // Two that are founded at once take turns: the second one sees the name of the first.
  await oneAtATime(tx)
  if (!confirmed) await refuseNamesake(tx, ask.name)
  return (await establish(tx, ask)).partner
}
const oneAtATime = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(7300, 0)`)

/** Nobody who registers could tell them apart, and none can be removed again. */
async function refuseNamesake(tx: Tx, name: string): Promise<void> {
  const [one] = await tx.many(sql<{ id: number; name: string }>`
    select p.id, p.name from partner p
    where lower(${name}::text) in (lower(p.name), lower(p.name_en), lower(p.name_zh_cn)) order by p.id limit 1`)
  if (one)
    throw new AppError('PARTNER_NAME_TAKEN', { data: one, fields: [{ path: 'name', code: 'PARTNER_NAME_TAKEN' }] })
}

/** An institution with its first unit. */
export async function establish(tx: Tx, ask: Omit<New, 'confirmed'>): Promise<{ partner: Partner; unit: number }> {
  await oneAtATime(tx)
  const [next] = await tx.many(sql<{ partner: number; unit: number }>`
    select next_partner_id() as partner, next_unit_id() as unit`)
  const id = ask.id ?? next?.partner ?? 1
  const unit = next?.unit ?? 1
  try {
    await tx.run(sql`insert into partner (id, name, name_en, name_zh_cn, time_zone, phone, primary_colour, settings)
      values (${id}, ${ask.name}, ${ask.nameEn ?? null}, ${ask.nameZhCn ?? null}, ${ask.timeZone ?? 'Asia/Taipei'}, ${ask.phone ?? null},
        ${ask.primaryColour ?? null}, ${json(ask.settings ?? {})})`)
  } catch (error) {
    if (isConflict(error)) throw new AppError('FIELD_RELATED', { fields: [{ path: 'id', code: 'FIELD_RELATED' }] })
    throw error
  }
  await tx.run(sql`insert into unit (id, main_id, partner_id, name) values (${unit}, null, ${id}, ${ask.rootUnit})`)
  return { partner: shown(await requirePartner(tx, id)), unit }
}

type Change = EndpointParsed<typeof api.putPartner>['body']
export interface Changed<T> {
  now: T
  before: unknown
  after: unknown
}
/**
 * Only what the call names; an institution is disabled by the operator, and the operator's own never. `affects`: what hangs on
 * it and was not confirmed (PARTNER_AFFECTS).
 */
export async function change(
  { db, now }: { db: Db; now: Date },
  tx: Tx,
  who: StaffActor,
  asked: number,
  { version, status, settings, confirmed: _, ...fields }: Change,
  affects: PartnerAffects | null,
): Promise<Changed<Partner>> {
  const id = await institutionOf(tx.many, who, asked)
  await refuseUnitAdmin(tx.many, who)
  await takeTurn(tx, who, id)
  const before = await requirePartner(tx, id)
  if (before.version !== version) throw new AppError('VERSION_STALE', { data: shown(before) })
  if (status !== undefined && status !== before.status && (who.partnerId !== OPERATOR || id === OPERATOR))
    throw new AppError('FORBIDDEN')
  refuseUnasked(affects)
  const names: Record<string, string> = {
    name: 'name',
    nameEn: 'name_en',
    nameZhCn: 'name_zh_cn',
    timeZone: 'time_zone',
    phone: 'phone',
    primaryColour: 'primary_colour',
  }
  const sets = Object.entries({ ...fields, ...(status ? { status } : {}) }).flatMap(([name, value]) =>
    value === undefined ? [] : [sql`${sql.ref(names[name] ?? name)} = ${value}::text`],
  )
  await tx.run(sql`update partner set ${sql.join([...sets, sql`settings = settings || ${json(settings ?? {})}`, sql`version = version + 1`])}
    where id = ${id} and (${who.partnerId === OPERATOR}::boolean or id = ${who.partnerId})`)
  const after = shown(await requirePartner(tx, id))
  await pagesTold({ db, now }, tx, {
    id,
    version: after.version,
    everywhere: after.settings.secondStep !== shown(before).settings.secondStep,
  })
  await tx.emit(adminChanged, [audience.partner(id)], { id, version: after.version, at: now.toISOString() })
  return { now: after, before: only(shown(before), fields), after: only(after, fields) }
}
/**
 * Open pages ask anew what they may show and what day it is: rights, name, time zone, holidays, when they lock. What the operator
 * demands of administrators holds in every institution (`everywhere`).
 */
async function pagesTold(
  { db, now }: { db: Db; now: Date },
  tx: Tx,
  { id, version, everywhere }: { id: number; version: number; everywhere: boolean },
): Promise<void> {
  const all = id === OPERATOR && everywhere ? await tx.many(sql<{ id: number }>`select p.id from partner p`) : [{ id }]
  for (const one of all) {
    announce(db, tx, { kind: 'partnerChanged', partnerId: one.id })
    await tx.emit(rightsChanged, [audience.partner(one.id)], { id: one.id, version, at: now.toISOString() })
  }
}
const only = (row: Partner, fields: object) =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => name in fields || ['status', 'settings', 'version'].includes(name)),
  )
