import { canSeeMember } from '../access/visible.ts'
import { localDay } from '@teleward/contract/core/dates.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { memberChanged } from '@teleward/contract/members/events.ts'
import { accountOf, faultsOf, inOneForm, standingCode } from '@teleward/contract/members/rules.ts'
import type { MemberDetail, MemberSaid } from '@teleward/contract/members/schema.ts'
import type { StaffActor } from '../platform/actor.ts'
import { asking, isConflict, json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { addingAlone, askAboutBody, asRow, refusal, requireUnit, standings } from './add.ts'
import { memberInFull } from './detail.ts'

/** The units that keep the member and are told of what happens to it. */
export async function tellOf(tx: Tx, pid: number): Promise<void> {
  const rows = await tx.many(sql<{ unit: number; version: number }>`
    select mu.unit_id as unit, coalesce((select m.version from member m where m.pid = mu.pid), 1) as version from member_unit mu
    where mu.pid = ${pid} and mu.partner_id = ${asking.partner}::int and mu.unit_id = any (${asking.units}::int[])`)
  const [first] = rows
  if (!first) return
  await tx.emit(
    memberChanged,
    rows.map(({ unit }) => audience.unit(unit)),
    { pid, version: first.version },
  )
}

/**
 * Changes the named fields of a member of the caller's units. `VERSION_STALE` carries the member as it is now. What is
 * not changed is not looked at again: an account of before the rule may stay.
 */
export async function changeMember(
  tx: Tx,
  actor: StaffActor,
  now: Date,
  pid: number,
  { version, confirmed, ...said }: MemberSaid & { version: number; confirmed: boolean },
): Promise<MemberDetail> {
  // Who somebody is: not beside an addition or an import of the same person. Before any row is held, as those do it.
  if (said.account !== undefined || said.idNumber !== undefined) await addingAlone(tx, actor)
  await tx.maybe(sql`select 1 from member m where m.pid = ${pid} and ${ofCaller} for update`)
  const before = await memberInFull(tx.many, pid, now)
  if (before.version !== version) throw new AppError('VERSION_STALE', { data: before })
  const changed = Object.fromEntries(
    Object.entries(said).filter(
      ([name, value]) => value !== undefined && !same(value, before[name as keyof MemberDetail]),
    ),
  ) as Partial<MemberSaid>
  if (changed.name === null) changed.name = ''
  if (changed.account === null) changed.account = ''
  const faults = faultsOf(changed, localDay(now, actor.timeZone))
  if (faults.length) throw refusal(faults)
  const kept = inOneForm(changed)
  if (!Object.keys(kept).length) return before
  // What stands is not asked about again.
  if (!confirmed && ['height', 'weight', 'birthday'].some((field) => field in kept))
    askAboutBody({ ...before, ...kept }, localDay(now, actor.timeZone))
  await noneElse(tx, before, kept)
  const columns = Object.fromEntries(Object.entries(asRow(kept)).filter(([, value]) => value !== undefined))
  try {
    // A new mobile has yet to be verified.
    const unverified = 'mobile' in kept ? { mobilecode: 0 } : {}
    await tx.run(sql`
      update member m set version = m.version + 1, account = r.account, id_number = r.id_number, name = r.name, name_en = r.name_en,
        gender = r.gender, birthday = r.birthday, height = r.height, weight = r.weight, nhi_card_number = r.nhi_card_number, mobile = r.mobile,
        mobilecode = r.mobilecode, email = r.email, emergency_contact = r.emergency_contact, language = r.language, vip = r.vip
      from (select x.* from member o, jsonb_populate_record(o, ${json({ ...columns, ...unverified })}::jsonb) x where o.pid = ${pid}) r
      where m.pid = ${pid} and ${ofCaller}`)
    if ('account' in kept || 'idNumber' in kept) await tx.run(sql`select app_member_reclaim(${pid}::int)`)
  } catch (error) {
    if (isConflict(error, 'member_claim_pkey'))
      throw refusal([{ path: 'account' in kept ? 'account' : 'idNumber', code: 'ERR_0008' }])
    throw error
  }
  await tellOf(tx, pid)
  return memberInFull(tx.many, pid, now)
}

const ofCaller = sql`${canSeeMember('m')} and exists (select 1 from member_unit mu where mu.pid = m.pid and mu.status = 'active'
  and mu.partner_id = ${asking.partner}::int and mu.unit_id = any (${asking.units}::int[]))`

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Nobody else of the institution has the account or id; of whom it is, nothing is said (decision 35). */
async function noneElse(tx: Tx, before: MemberDetail, kept: ReturnType<typeof inOneForm>): Promise<void> {
  const own = new Set([before.account, before.idNumber, before.account && accountOf(before.account)])
  for (const path of ['account', 'idNumber'] as const) {
    const value = kept[path]
    if (!value || own.has(value)) continue
    const found = (await standings(tx.many, before.unitId, [value])).get(value)
    if (found) throw refusal([{ path, code: standingCode[found] }])
  }
}

/** Into another of the caller's units; a move leaves one of them in the same step. */
export async function joinUnit(
  tx: Tx,
  actor: StaffActor,
  now: Date,
  pid: number,
  { unitId: wanted, leave }: { unitId: number; leave?: number | undefined },
): Promise<MemberDetail> {
  if (leave !== undefined && actor.rights['member.disable'] !== 'y') throw new AppError('FORBIDDEN')
  const member = await memberInFull(tx.many, pid, now)
  const unitId = await requireUnit(tx.many, actor, wanted)
  const here = member.units.find((unit) => unit.unitId === unitId)
  if (here) throw refusal([{ path: 'unitId', code: here.status === 'active' ? 'ERR_0011' : 'ERR_0010' }])
  const joined = await tx.run(sql`
    insert into member_unit (pid, partner_id, unit_id, added_by) values (${pid}, ${actor.partnerId}, ${unitId}, ${actor.mid})
    on conflict do nothing`)
  if (!joined) throw refusal([{ path: 'unitId', code: 'ERR_0011' }])
  if (leave === undefined) await tellOf(tx, pid)
  else await changeMembership(tx, pid, { scope: 'unit', unitId: leave, status: 'disabled' })
  return memberInFull(tx.many, pid, now)
}

export interface Membership {
  pid: number
  unit: 'active' | 'unitDisabled' | 'partnerDisabled' | null
  partner: 'active' | 'disabled'
}

/** Disables or restores; again is nothing new. Only whoever belongs to one of the member's units knows of it. */
export async function changeMembership(
  tx: Tx,
  pid: number,
  { scope, unitId, status }: { scope: 'unit' | 'partner'; unitId?: number | undefined; status: 'active' | 'disabled' },
): Promise<Membership> {
  const mine = sql`mu.pid = ${pid} and mu.partner_id = ${asking.partner}::int and mu.unit_id = any (${asking.units}::int[])
    and mu.status <> 'merged'`
  const held = await tx.many(sql`select 1 from member_unit mu where ${mine} for update`)
  if (!held.length) throw new AppError('NOT_FOUND')
  if (scope === 'partner') await tx.run(sql`select app_member_partner_status(${pid}::int, ${status})`)
  else {
    const [there] = await tx.many(
      sql`select 1 from member_unit mu where ${mine} and mu.unit_id = ${unitId ?? null}::int`,
    )
    if (!there) throw new AppError('NOT_FOUND')
    await tx.run(
      sql`update member_unit mu set status = ${status} where ${mine} and mu.unit_id = ${unitId ?? null}::int`,
    )
  }
  await tellOf(tx, pid)
  const [now] = await tx.many(sql<{ unit: string | null; partner: 'active' | 'disabled' }>`
    select (select mu.status from member_unit mu where ${mine} order by (mu.unit_id = ${unitId ?? null}::int) desc nulls last, mu.unit_id limit 1) as unit,
      (select mp.status from member_partner mp where mp.pid = ${pid} and mp.partner_id = ${asking.partner}::int) as partner`)
  const unit =
    now?.unit === 'disabled' ? 'unitDisabled' : now?.unit === 'partnerDisabled' ? 'partnerDisabled' : 'active'
  return { pid, unit, partner: now?.partner ?? 'active' }
}
