import type * as api from '@teleward/contract/admin/endpoints.ts'
import { adminChanged, rightsChanged } from '@teleward/contract/admin/events.ts'
import type { Unit } from '@teleward/contract/admin/schema.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { announce } from '../auth/sessions.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Db, DbError, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Changed } from './partners.ts'
import { institutionOf, type AdminScope, type Read, adminScopeOf, refuseUnitAdmin, takeTurn } from './scope.ts'

interface Deps {
  db: Db
  now: Date
}
const columns = (who: StaffActor, scope: AdminScope) => sql`
  u.id, u.partner_id as "partnerId", u.main_id as "mainId", u.name, u.name_en as "nameEn", u.status, u.version,
  (select count(*)::int from staff_unit su join staff_partner sp on sp.mid = su.mid and sp.partner_id = su.partner_id
    where su.unit_id = u.id and sp.status = 'active') as staff,
  app_unit_members(u.id) as members,
  (select count(*)::int from unit c where c.main_id = u.id and c.status = 'active') as children,
  (${scope !== 'units'}::boolean or u.id = any (${[...who.unitIds]}::int[])) as "mayEdit", ${scope !== 'units'}::boolean as "mayMove"`

const MOST_UNITS = 2000
/** The whole tree, for everybody who administers a part of it; members are counted where the caller administers the unit. */
export async function units(read: Read, who: StaffActor, asked: number | undefined): Promise<Unit[]> {
  const institution = await institutionOf(read, who, asked)
  const scope = await adminScopeOf(read, who)
  return read(
    sql<Unit>`select ${columns(who, scope)} from unit u where u.partner_id = ${institution} order by u.id limit ${MOST_UNITS}`,
  )
}

async function unitOf(tx: Tx, who: StaffActor, id: number): Promise<Unit> {
  const scope = await adminScopeOf(tx.many, who)
  const [row] = await tx.many(sql<Unit>`
    select ${columns(who, scope)} from unit u where u.id = ${id} and (${scope === 'all'}::boolean or u.partner_id = ${who.partnerId})`)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}
const related = (path: string) => new AppError('FIELD_RELATED', { fields: [{ path, code: 'FIELD_RELATED' }] })

type New = EndpointParsed<typeof api.postUnit>['body']
export async function add(deps: Deps, tx: Tx, who: StaffActor, ask: New): Promise<Unit> {
  const institution = await institutionOf(tx.many, who, ask.partner)
  await refuseUnitAdmin(tx.many, who)
  await takeTurn(tx, who, institution)
  await above(tx, institution, ask.mainId)
  await tx.run(sql`select pg_advisory_xact_lock(7300, 0)`)
  const { id } = await tx.one(sql<{ id: number }>`
    insert into unit (id, main_id, partner_id, name, name_en)
    values (next_unit_id(), ${ask.mainId}::int, ${institution}::int, ${ask.name}, ${ask.nameEn}::text) returning id`)
  await tell(deps, tx, institution)
  return unitOf(tx, who, id)
}

/** The unit above: of the same institution, and in use. */
async function above(tx: Tx, institution: number, mainId: number): Promise<void> {
  const [main] = await tx.many(sql<{ status: string }>`
    select u.status from unit u where u.id = ${mainId} and u.partner_id = ${institution}`)
  if (!main) throw new AppError('NOT_FOUND')
  if (main.status !== 'active') throw related('mainId')
}

type Change = EndpointParsed<typeof api.putUnit>['body']
export async function change(deps: Deps, tx: Tx, who: StaffActor, id: number, ask: Change): Promise<Changed<Unit>> {
  const found = await unitOf(tx, who, id)
  if (!found.mayEdit) throw new AppError('NOT_FOUND')
  await takeTurn(tx, who, found.partnerId)
  const before = await unitOf(tx, who, id)
  if (before.version !== ask.version) throw new AppError('VERSION_STALE', { data: before })
  const moves = ask.mainId !== undefined && ask.mainId !== before.mainId
  const turns = ask.status !== undefined && ask.status !== before.status
  if ((moves || turns) && !before.mayMove) throw new AppError('FORBIDDEN')
  if (moves) await mayMove(tx, before, ask.mainId ?? null)
  if (turns && ask.status === 'disabled') await refuseFull(tx, before)
  if (turns && ask.status === 'active' && before.mainId !== null) await above(tx, before.partnerId, before.mainId)
  await write(tx, who, before, ask)
  await tell(deps, tx, before.partnerId)
  // Sessions hold the units of their accounts: a disabled one leaves them at once.
  if (turns) {
    announce(deps.db, tx, { kind: 'partnerChanged', partnerId: before.partnerId })
    const rights = { id: before.partnerId, version: before.version + 1, at: deps.now.toISOString() }
    await tx.emit(rightsChanged, [audience.partner(before.partnerId)], rights)
  }
  const after = await unitOf(tx, who, id)
  const kept = ({ name, nameEn, mainId, status }: Unit) => ({ name, nameEn, mainId, status })
  return { now: after, before: kept(before), after: kept(after) }
}

async function write(tx: Tx, who: StaffActor, { id, partnerId }: Unit, ask: Change): Promise<void> {
  try {
    const done = await tx.run(sql`
      update unit set name = coalesce(${ask.name ?? null}::text, name),
        name_en = case when ${ask.nameEn !== undefined} then ${ask.nameEn ?? null}::text else name_en end,
        main_id = case when ${ask.mainId !== undefined} then ${ask.mainId ?? null}::int else main_id end,
        status = coalesce(${ask.status ?? null}::text, status), version = version + 1
      where id = ${id} and partner_id = ${partnerId} and (${who.partnerId === 0}::boolean or partner_id = ${who.partnerId})`)
    if (done === 0) throw new AppError('NOT_FOUND')
  } catch (error) {
    // Two moves at once can make a circle that neither saw: the database has the last word.
    if (error instanceof DbError && error.constraint === 'unit_tree') throw related('mainId')
    throw error
  }
}

/** The root stays the root; nothing moves below itself. */
async function mayMove(tx: Tx, unit: Unit, mainId: number | null): Promise<void> {
  if (mainId === null || unit.mainId === null) throw related('mainId')
  await above(tx, unit.partnerId, mainId)
  const [circle] = await tx.many(sql<{ id: number }>`
    with recursive up as (select u.id, u.main_id from unit u where u.id = ${mainId}
      union select u.id, u.main_id from unit u join up on u.id = up.main_id)
    select id from up where id = ${unit.id}`)
  if (circle) throw related('mainId')
}

/** Nobody is left in a unit that nobody sees any more: what is in it has to go elsewhere first. */
async function refuseFull(tx: Tx, unit: Unit): Promise<void> {
  const staff = await tx.many(sql<{ mid: number; name: string; nameEn: string | null }>`
    select s.mid, s.name, s.name_en as "nameEn" from staff_unit su join staff_partner sp on sp.mid = su.mid and sp.partner_id = su.partner_id
      join staff s on s.mid = su.mid
    where su.unit_id = ${unit.id} and sp.status = 'active' order by s.name limit 50`)
  const below = await tx.many(sql<{ name: string; nameEn: string | null }>`
    select name, name_en as "nameEn" from unit where main_id = ${unit.id} and status = 'active' order by id limit 50`)
  const [held] = await tx.many(sql<{ members: number }>`select app_unit_members(${unit.id}) as members`)
  const members = held?.members ?? 0
  if (unit.mainId !== null && !staff.length && !members && !below.length) return
  throw new AppError('UNIT_NOT_EMPTY', { data: { staff, members, units: below } })
}

async function tell({ now }: Deps, tx: Tx, institution: number): Promise<void> {
  const what = { id: institution, version: now.getTime(), at: now.toISOString() }
  await tx.emit(adminChanged, [audience.partner(institution)], what)
}
