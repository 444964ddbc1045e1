import { canSeeMember, canSeeRow } from '../access/visible.ts'
import { randomUUID } from 'node:crypto'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type * as api from '@teleward/contract/monitoring/alert-endpoints.ts'
import { type Point, pointsOf, TRIAL_DAYS, wouldHaveRaised } from '@teleward/contract/monitoring/alert-rules.ts'
import type { ForceRule, OwnRules, TrialOutcome } from '@teleward/contract/monitoring/alert-schema.ts'
import { faultsOf, keptRule, type Rule } from '@teleward/contract/monitoring/group-rules.ts'
import { exactOf, type Original, type ReadingKind } from '@teleward/contract/monitoring/rules.ts'
import { absence, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, staffBriefJson, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import * as groups from './group-repo.ts'
import { tell } from './groups.ts'

/** The living memberships of a member in the caller's units, held against whoever sets limits at the same time. */
async function homes(read: Read, pid: number, lock = false): Promise<{ unitId: number; partnerId: number }[]> {
  const rows = await read(sql<{ unitId: number; partnerId: number }>`
    select mu.unit_id as "unitId", mu.partner_id as "partnerId" from member_unit mu join member m on m.pid = mu.pid
    where mu.pid = ${pid} and mu.status = 'active' and ${canSeeRow('mu')} and ${canSeeMember('m')} order by 1
    ${lock ? sql`for no key update of mu` : sql``}`)
  if (!rows.length) throw await absence(read, pid)
  return rows
}

export async function ownRules(read: Read, who: StaffActor, pid: number): Promise<OwnRules> {
  await homes(read, pid)
  return last(read, who, pid)
}
/** Limits of the groups that the member is in, in the caller's units. Also where monitoring is off: they hold once it is on again. */
const ofGroups = (read: Read, who: StaffActor, pid: number) =>
  read(sql<ForceRule>`
    select r.id, r.measure, r.test, r.value::float8 as value, coalesce(r.inclusive, r.test = 'change') as inclusive, r.direction,
      r.hours, r.severity, r.from_hour as "fromHour", r.to_hour as "toHour", 'group' as source, g.name as "groupName"
    from monitor_group g join monitor_rule r on r.group_id = g.id
    where ${groups.canSeeGroup(who, 'g')} and g.ended_at is null and exists (select 1 from monitor_group_member gm
      where gm.group_id = g.id and gm.pid = ${pid}::int and gm.removed_at is null and ${canSeeRow('gm')})
    order by g.name, g.id, r.place`)
async function last(read: Read, who: StaffActor, pid: number): Promise<OwnRules> {
  const beside = await ofGroups(read, who, pid)
  const [row] = await read(sql<{ rules: OwnRules['rules']; version: number; set: OwnRules['set'] }>`
    select o.rules, o.id as version, jsonb_build_object('by', ${staffBriefJson('s')}, 'at', o.set_at) as set
    from monitor_own o join staff s on s.mid = o.set_by where o.pid = ${pid}::int and ${canSeeRow('o')} order by o.id desc limit 1`)
  return { ...(row ? { pid, ...row } : { pid, rules: [], version: 0, set: null }), groups: beside }
}

type Ask = EndpointParsed<typeof api.putMemberRules>['body']
/** All of them at once, in every unit of the caller's that the member is in. VERSION_STALE: somebody else set them meanwhile. */
export async function setOwnRules(
  tx: Tx,
  who: StaffActor,
  now: Date,
  pid: number,
  ask: Ask,
): Promise<{ now: OwnRules; before: OwnRules }> {
  const here = await homes(tx.many, pid, true)
  const before = await last(tx.many, who, pid)
  if (before.version !== ask.version) throw new AppError('VERSION_STALE', { data: before })
  refuseFaults(ask.rules)
  const known = new Set(before.rules.map(({ id }) => id))
  // A limit that stays keeps its id, and with it the alert that runs; no id of another's becomes one of these.
  const rules = ask.rules.map((rule) => ({
    ...keptRule(rule),
    id: known.has(rule.id) ? rule.id : randomUUID(),
  }))
  for (const { unitId, partnerId } of here)
    await tx.run(sql`
      insert into monitor_own (pid, partner_id, unit_id, rules, set_by, set_at)
      values (${pid}, ${partnerId}, ${unitId}, ${json(rules)}, ${who.mid}, ${now}::timestamptz)`)
  await tell(tx, who, now)
  return { now: await last(tx.many, who, pid), before }
}

function refuseFaults(rules: readonly Rule[]): void {
  const faults = faultsOf(rules)
  if (faults[0]) throw new AppError(faults[0].code, { fields: faults })
}

type Trial = EndpointParsed<typeof api.postRuleTrial>['body']
/** Numbers alone: whoever makes the limits of a unit need not see what was measured of its patients. */
export async function tryRules(read: Read, who: StaffActor, now: Date, { group, rules }: Trial): Promise<TrialOutcome> {
  if (!(await groups.byId(read, who, group))) throw new AppError('NOT_FOUND')
  refuseFaults(rules)
  const to = now.getTime()
  const from = to - TRIAL_DAYS * 86_400_000
  const longest = Math.max(0, ...rules.map(({ test, hours }) => (test === 'change' ? (hours ?? 0) : 0)))
  const rows = await read(
    sql<{
      who: number
      kind: ReadingKind | null
      value: number
      diastolic: number | null
      pulse: number | null
      original: Original | null
      at: Date
    }>`select * from group_readings(${group}::uuid, ${new Date(from - longest * 3_600_000)}::timestamptz)`,
  )
  const people = new Map<number, Point[]>()
  for (const { kind, at, who: one, original, ...measured } of rows) {
    const points = people.get(one) ?? []
    people.set(one, points)
    if (kind) points.push(...pointsOf(exactOf({ ...measured, kind }, original), at.getTime()))
  }
  const sums = new Map(rules.map((rule) => [rule, { alerts: 0, members: 0 }]))
  for (const points of people.values())
    for (const [rule, alerts] of wouldHaveRaised(rules, points, { from, to, zone: who.timeZone })) {
      const sum = sums.get(rule)
      if (!sum || !alerts) continue
      sum.alerts += alerts
      sum.members += 1
    }
  return {
    days: TRIAL_DAYS,
    members: people.size,
    results: rules.map((rule) => ({ id: rule.id, ...(sums.get(rule) ?? { alerts: 0, members: 0 }) })),
  }
}
