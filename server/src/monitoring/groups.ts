import { randomUUID } from 'node:crypto'
import { adminChanged } from '@teleward/contract/admin/events.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type * as api from '@teleward/contract/monitoring/group-endpoints.ts'
import { faultsOf, keptRule } from '@teleward/contract/monitoring/group-rules.ts'
import { MOST_MEMBERS, type MonitorGroupDetail, type MonitorRule } from '@teleward/contract/monitoring/group-schema.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { isConflict, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import * as repo from './group-repo.ts'

/** NOT_FOUND: no such group, or none of a unit the caller administers. */
export async function detail(read: Read, who: StaffActor, id: string): Promise<MonitorGroupDetail> {
  const group = await repo.byId(read, who, id)
  if (!group) throw new AppError('NOT_FOUND')
  return { ...group, people: await repo.people(read, id) }
}

/** Others who look at the groups of this institution fetch them again. */
export async function tell(tx: Tx, who: StaffActor, now: Date): Promise<void> {
  const what = { id: who.partnerId, version: now.getTime(), at: now.toISOString() }
  await tx.emit(adminChanged, [audience.partner(who.partnerId)], what)
}

/** What is kept of a change: names of the group and its staff, and patients by number alone. */
export interface Changed<T> {
  now: T
  before: object | null
  after: object | null
}
const kept = ({ name, staff, people, state, reachMinutes }: MonitorGroupDetail) => ({
  name,
  reachMinutes,
  state,
  staff: staff.map(({ mid }) => mid),
  members: people.map(({ pid }) => pid),
})

type New = EndpointParsed<typeof api.postMonitorGroup>['body']
/** NOT_FOUND: a unit, person or patient that the caller may not put there. */
export async function make(tx: Tx, who: StaffActor, now: Date, wish: New): Promise<MonitorGroupDetail> {
  const choice = (await repo.choices(tx.many, who)).find(({ id }) => id === wish.unitId)
  if (!choice) throw new AppError('NOT_FOUND')
  if (!wish.name) throw nameless()
  const id = randomUUID()
  await named(wish.name, () =>
    tx.run(sql`
      insert into monitor_group (id, partner_id, at_unit, name, created_by, created_at, updated_at)
      values (${id}::uuid, ${who.partnerId}, ${wish.unitId}, ${wish.name}, ${who.mid}, ${now}, ${now})`),
  )
  const group = { id, unitId: wish.unitId }
  await setStaff(tx, who, group, wish.staff, choice)
  await putIn(tx, who, now, group, wish.members)
  await tell(tx, who, now)
  return detail(tx.many, who, id)
}

type Change = EndpointParsed<typeof api.putMonitorGroup>['body']
export async function change(
  tx: Tx,
  who: StaffActor,
  now: Date,
  id: string,
  ask: Change,
): Promise<Changed<MonitorGroupDetail>> {
  const before = await lockGroup(tx, who, id, ask.version)
  if (ask.name === '') throw nameless()
  // What runs would be nobody's: that is said, and done only where it is meant.
  if (ask.staff?.length === 0 && before.staff.length > 0 && before.alerts.running > 0 && !ask.nobody)
    throw new AppError('FIELD_RELATED', {
      data: { running: before.alerts.running },
      fields: [{ path: 'staff', code: 'FIELD_RELATED' }],
    })
  if (ask.staff) {
    const choice = (await repo.choices(tx.many, who)).find((one) => one.id === before.unitId)
    if (!choice) throw new AppError('NOT_FOUND')
    await setStaff(tx, who, before, ask.staff, choice)
  }
  if (ask.removeMembers?.length) await takeOut(tx, who, now, before, ask.removeMembers)
  if (ask.addMembers?.length) await putIn(tx, who, now, before, ask.addMembers)
  await named(ask.name ?? '', () =>
    turn(
      tx,
      id,
      now,
      sql`name = coalesce(${ask.name ?? null}::text, name),
      reach_minutes = coalesce(${ask.reachMinutes ?? null}::int, reach_minutes)`,
    ),
  )
  await tell(tx, who, now)
  const after = await detail(tx.many, who, id)
  return { now: after, before: kept(before), after: kept(after) }
}

/** The group is over: it is kept, and everybody is out of it. */
export async function end(
  tx: Tx,
  who: StaffActor,
  now: Date,
  id: string,
  version: number,
): Promise<Changed<MonitorGroupDetail>> {
  const before = await lockGroup(tx, who, id, version)
  await tx.run(sql`select app_group_emptied(${id}::uuid, ${who.mid}, ${now}::timestamptz)`)
  await turn(tx, id, now, sql`ended_by = ${who.mid}, ended_at = ${now}::timestamptz`)
  await tell(tx, who, now)
  const after = await detail(tx.many, who, id)
  return { now: after, before: kept(before), after: kept(after) }
}

/** Under the group's lock, and as the caller read it; `stands` answers who comes second. An ended group takes no change. */
async function lockGroup(
  tx: Tx,
  who: StaffActor,
  id: string,
  version: number,
  stands?: () => Promise<object>,
): Promise<MonitorGroupDetail> {
  if (!(await repo.lockForUpdate(tx.many, who, id)).length) throw new AppError('NOT_FOUND')
  const group = await detail(tx.many, who, id)
  if (group.version !== version || group.state === 'ended')
    throw new AppError('VERSION_STALE', { data: stands ? await stands() : group })
  return group
}
const turn = (tx: Tx, id: string, now: Date, set: ReturnType<typeof sql>) =>
  tx.run(
    sql`update monitor_group set version = version + 1, updated_at = ${now}::timestamptz, ${set} where id = ${id}::uuid`,
  )

const nameless = () => new AppError('GROUP_NAME_REQUIRED', { fields: [{ path: 'name', code: 'GROUP_NAME_REQUIRED' }] })
async function named(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isConflict(error, 'monitor_group_name')) throw error
    throw new AppError('DUPLICATE', { data: { name }, fields: [{ path: 'name', code: 'DUPLICATE' }], cause: error })
  }
}

interface Group {
  id: string
  unitId: number
}
async function setStaff(
  tx: Tx,
  who: StaffActor,
  { id, unitId }: Group,
  mids: readonly number[],
  choice: repo.Choice,
): Promise<void> {
  const known = await tx.many(
    sql<{ mid: number }>`select gs.mid from monitor_group_staff gs where gs.group_id = ${id}::uuid`,
  )
  // Who is in it already stays, also when the account is closed for now.
  const mayBe = new Set([...choice.staff, ...known].map(({ mid }) => mid))
  const stranger = mids.findIndex((mid) => !mayBe.has(mid))
  if (stranger >= 0)
    throw new AppError('FIELD_RELATED', { fields: [{ path: `staff.${stranger}`, code: 'FIELD_RELATED' }] })
  await tx.run(sql`delete from monitor_group_staff where group_id = ${id}::uuid and mid <> all (${[...mids]}::int[])`)
  await tx.run(sql`
    insert into monitor_group_staff (group_id, partner_id, at_unit, mid)
    select ${id}::uuid, ${who.partnerId}::int, ${unitId}::int, mid from unnest(${[...mids]}::int[]) mid on conflict do nothing`)
}

/** NOT_FOUND: not a member of the group's unit that the caller sees. MONITOR_OFF: whose monitoring is switched off. */
async function putIn(
  tx: Tx,
  who: StaffActor,
  now: Date,
  { id, unitId }: Group,
  pids: readonly number[],
): Promise<void> {
  if (!pids.length) return
  const standing = new Map((await repo.standing(tx.many, unitId, pids)).map(({ pid, off }) => [pid, off]))
  if (pids.some((pid) => !standing.has(pid))) throw new AppError('NOT_FOUND')
  const off = pids.flatMap((pid, index) => (standing.get(pid) ? [index] : []))
  if (off.length)
    throw new AppError('MONITOR_OFF', {
      fields: off.map((index) => ({ path: `members.${index}`, code: 'MONITOR_OFF' })),
    })
  await tx.run(sql`
    insert into monitor_group_member (group_id, pid, partner_id, unit_id, added_by, added_at)
    select ${id}::uuid, p.pid, ${who.partnerId}::int, ${unitId}::int, ${who.mid}::int, ${now}::timestamptz
    from (select distinct x.pid from unnest(${[...pids]}::int[]) x(pid)) p
    where not exists (select 1 from monitor_group_member gm where gm.group_id = ${id}::uuid and gm.pid = p.pid and gm.removed_at is null)`)
  const { many } = await tx.one(sql<{ many: number }>`
    select count(distinct pid)::int as many from monitor_group_member where group_id = ${id}::uuid and removed_at is null`)
  if (many > MOST_MEMBERS) throw new AppError('TOO_LARGE')
}

async function takeOut(
  tx: Tx,
  who: StaffActor,
  now: Date,
  { id, unitId }: Group,
  pids: readonly number[],
): Promise<void> {
  const seen = await repo.standing(tx.many, unitId, pids)
  if (new Set(pids).size !== seen.length) throw new AppError('NOT_FOUND')
  await tx.run(sql`
    update monitor_group_member set removed_by = ${who.mid}, removed_at = ${now}::timestamptz
    where group_id = ${id}::uuid and pid = any (${[...pids]}::int[]) and removed_at is null`)
}

// ── limits ──────────────────────────────────────────────────────────────────────────────────────────────────────
export interface Limits {
  id: string
  rules: MonitorRule[]
  version: number
}
export async function limits(read: Read, who: StaffActor, id: string): Promise<Limits> {
  const group = await repo.byId(read, who, id)
  if (!group) throw new AppError('NOT_FOUND')
  return { id, rules: await repo.rules(read, who, id), version: group.version }
}

type Rules = EndpointParsed<typeof api.putMonitorRules>['body']
/** All of them at once, each with what is wrong with it. A limit that stays keeps its id, and what is known by it. */
export async function setLimits(tx: Tx, who: StaffActor, now: Date, id: string, ask: Rules): Promise<Changed<Limits>> {
  const group = await lockGroup(tx, who, id, ask.version, () => limits(tx.many, who, id))
  const faults = faultsOf(ask.rules)
  if (faults[0]) throw new AppError(faults[0].code, { fields: faults })
  const before = await repo.rules(tx.many, who, id)
  const mine = new Set(before.map((rule) => rule.id))
  const ids = ask.rules.map((rule) => rule.id)
  if (new Set(ids).size !== ids.length)
    throw new AppError('BAD_INPUT', { fields: [{ path: 'rules', code: 'DUPLICATE' }] })
  await tx.run(sql`delete from monitor_rule where group_id = ${id}::uuid`)
  for (const [place, rule] of ask.rules.map(keptRule).entries())
    await tx.run(sql`
      insert into monitor_rule (id, group_id, partner_id, at_unit, place, measure, test, value, inclusive, direction, hours, severity, from_hour, to_hour)
      values (${mine.has(rule.id) ? rule.id : randomUUID()}::uuid, ${id}::uuid, ${who.partnerId}, ${group.unitId}, ${place}, ${rule.measure}, ${rule.test},
        ${rule.value}::numeric, ${rule.inclusive ?? null}::boolean, ${rule.direction ?? null}::text, ${rule.hours}::int, ${rule.severity}, ${rule.fromHour}, ${rule.toHour})`)
  await turn(tx, id, now, sql`name = name`)
  await tell(tx, who, now)
  const after = await limits(tx.many, who, id)
  return { now: after, before: { rules: before }, after: { rules: after.rules } }
}
