import { randomUUID } from 'node:crypto'
import { audience } from '@teleward/contract/core/event.ts'
import {
  type Breach,
  inForce,
  findBreaches,
  findLateBreaches,
  kindOf,
  LATE_MS,
  type Point,
  pointsOf,
  silent,
} from '@teleward/contract/monitoring/alert-rules.ts'
import type { AlertState } from '@teleward/contract/monitoring/alert-rules.ts'
import type { ForceRule } from '@teleward/contract/monitoring/alert-schema.ts'
import { alertChanged, readingArrived } from '@teleward/contract/monitoring/events.ts'
import { MOST_HOURS, measures } from '@teleward/contract/monitoring/group-rules.ts'
import type { Reading } from '@teleward/contract/monitoring/schema.ts'
import { notify } from '../notifications/service.ts'
import type { Read } from '../patients/service.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'

const HOUR = 3_600_000
/** How often it is looked at who has measured nothing. */
const EVERY_MS = 10 * 60_000
const SILENCE = 'monitorSilence'

/** The limits in force for a member in a unit, each with whose it is; none while monitoring is off. */
export async function rulesOf(read: Read, pid: number, unitId: number): Promise<ForceRule[]> {
  const rows = await read(sql<ForceRule>`select * from monitor_limits(${pid}::int, ${unitId}::int)`)
  return inForce(
    rows.filter(({ source }) => source === 'own'),
    rows.filter(({ source }) => source === 'group'),
  )
}

type Judged = Pick<Reading, 'pid' | 'kind' | 'value' | 'diastolic' | 'pulse' | 'measurementTime'>
/** In the transaction that stores a reading: its unit is told that it came, and what it strikes is an alert. */
export async function arrived(tx: Tx, zone: string, now: Date, unitId: number, reading: Reading): Promise<void> {
  await tx.emit(readingArrived, [audience.unit(unitId)], { pid: reading.pid })
  await checkThresholds(tx, zone, now, unitId, reading)
}
/** The same of many values at once: each unit is told once of each person. */
export async function arrivedOfBatch(
  tx: Tx,
  zone: string,
  now: Date,
  readings: readonly (Judged & { unitId: number })[],
): Promise<void> {
  const told = new Map(readings.map(({ unitId, pid }) => [`${unitId} ${pid}`, { unitId, pid }]))
  for (const { unitId, pid } of told.values()) await tx.emit(readingArrived, [audience.unit(unitId)], { pid })
  for (const { unitId, ...reading } of readings) await checkThresholds(tx, zone, now, unitId, reading)
}
export async function checkThresholds(tx: Tx, zone: string, now: Date, unitId: number, reading: Judged): Promise<void> {
  const { pid } = reading
  const at = Date.parse(reading.measurementTime)
  // So old that no limit on change holds it against what was measured of late.
  if (now.getTime() - at > LATE_MS + MOST_HOURS * HOUR) return
  const rules = (await rulesOf(tx.many, pid, unitId)).filter(({ measure }) => kindOf(measure) === reading.kind)
  if (!rules.length) return
  const points = pointsOf(reading, at)
  const [before, after] = await around(tx.many, pid, unitId, reading, at, rules)
  const recent = (time: number) => now.getTime() - time <= LATE_MS
  const found: Breach<ForceRule>[] = [
    ...(recent(at) ? findBreaches(rules, points, before, zone) : []),
    ...findLateBreaches(
      rules,
      points,
      after.filter((point) => recent(point.at)),
      zone,
    ),
  ]
  for (const { rule, value, at: measured, base } of found)
    await strike(tx, now, {
      pid,
      unitId,
      rule: rule.id,
      value,
      at: new Date(measured),
      base: base && { value: base.value, at: new Date(base.at) },
    })
}

/** What was measured before and after, as far as limits on change look. */
async function around(
  read: Read,
  pid: number,
  unitId: number,
  { kind }: Judged,
  at: number,
  rules: readonly ForceRule[],
): Promise<[before: Point[], after: Point[]]> {
  const hours = Math.max(0, ...rules.map((rule) => (rule.test === 'change' ? (rule.hours ?? 0) : 0)))
  if (!hours) return [[], []]
  const rows = await read(sql<{ value: number; diastolic: number | null; pulse: number | null; at: Date }>`
    select * from app_monitor_before(${pid}::int, ${unitId}::int, ${kind}, ${new Date(at - hours * HOUR)}::timestamptz, ${new Date(at + hours * HOUR + 1)}::timestamptz)`)
  const points = rows.flatMap((row) => pointsOf({ ...row, kind }, row.at.getTime()))
  return [points.filter((point) => point.at < at), points.filter((point) => point.at > at)]
}

interface Strike {
  pid: number
  unitId: number
  rule: string
  value: number | null
  /** When it was measured; nothing for what was not. */
  at: Date | null
  /** Of a change: from what on. */
  base?: { value: number; at: Date } | undefined
}
async function strike(tx: Tx, now: Date, { pid, unitId, rule, value, at, base }: Strike): Promise<void> {
  const breached = await tx.maybe(sql<{ id: string; fresh: boolean; reopened: boolean; state: AlertState }>`
    select * from alert_struck(${randomUUID()}::uuid, ${pid}::int, ${unitId}::int, ${rule}::uuid, ${value}::float8, ${at}::timestamptz,
      ${base?.value ?? null}::float8, ${base?.at ?? null}::timestamptz, ${now}::timestamptz)`)
  if (!breached) return
  await tx.emit(alertChanged, [audience.unit(unitId)], { id: breached.id, pid, state: breached.state, by: null })
  const once = breached.fresh ? 'raised' : `reopened ${now.toISOString()}`
  if (breached.fresh || breached.reopened) await tellCarers(tx, now, { id: breached.id, pid, unitId, rule }, once)
}

/**
 * A critical alert that is new, or that waits again because it got worse, leaves an entry with each who cares for the member;
 * what strikes again besides adds none. `once` names which of these it is.
 */
async function tellCarers(
  tx: Tx,
  now: Date,
  { id, pid, unitId, rule }: { id: string } & Pick<Strike, 'pid' | 'unitId' | 'rule'>,
  once: string,
) {
  if (!(await rulesOf(tx.many, pid, unitId)).some((one) => one.id === rule && one.severity === 'critical')) return
  const { partnerId } = await tx.one(
    sql<{ partnerId: number }>`select u.partner_id as "partnerId" from unit u where u.id = ${unitId}`,
  )
  const carers = await tx.many(sql<{ mid: number }>`select mid from app_alert_carers(${pid}::int, ${unitId}::int)`)
  for (const { mid } of carers)
    await notify(tx, {
      partnerId,
      mid,
      kind: 'alert',
      what: 'alert.critical',
      subject: { kind: 'alert', id },
      link: { screen: 'monitor', search: { whose: 'all', pid: String(pid), open: `${pid}-${unitId}` } },
      pid,
      once,
      at: now,
    })
}

type Quiet = ForceRule & { pid: number; unitId: number; zone: string; since: Date }
/** A kind of reading for each measure, as a table. */
const kinds = sql.join(measures.map((measure) => sql`(${measure}::text, ${kindOf(measure)}::text)`))
/**
 * Limits on silence that are due and have no running alert. Counted from the last reading, or from when looking began:
 * the limit was set, the member came into the group, the last alert was resolved.
 */
const quiet = (now: Date) => sql<Quiet>`
  with own as (
    select distinct on (o.pid, o.unit_id) o.pid, o.unit_id, o.rules, o.set_at from monitor_own o order by o.pid, o.unit_id, o.id desc),
  held as (
    select o.pid, o.unit_id, r.id, r.measure, r.hours, r.severity, r."fromHour", r."toHour", 'own' as source, null::text as "groupName", o.set_at as began
    from own o, jsonb_to_recordset(o.rules) as r(id uuid, measure text, test text, hours int, severity text, "fromHour" int, "toHour" int)
    where r.test = 'noData'
    union all
    select gm.pid, gm.unit_id, r.id, r.measure, r.hours, r.severity, r.from_hour, r.to_hour, 'group', g.name, min(gm.added_at)
    from monitor_rule r join monitor_group g on g.id = r.group_id and g.ended_at is null
      join monitor_group_member gm on gm.group_id = g.id and gm.removed_at is null
    where r.test = 'noData' and not exists (select 1 from own o, jsonb_array_elements(o.rules) x
      where o.pid = gm.pid and o.unit_id = gm.unit_id and x ->> 'measure' = r.measure and x ->> 'test' = r.test and x ->> 'severity' = r.severity)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 10)
  select h.pid, h.unit_id as "unitId", h.id, h.measure, 'noData' as test, null::float8 as value, h.hours, h.severity, h."fromHour", h."toHour",
    h.source, h."groupName", p.time_zone as zone, since.at as since
  from held h join (values ${kinds}) k(measure, kind) on k.measure = h.measure
    join member_unit mu on mu.pid = h.pid and mu.unit_id = h.unit_id and mu.status = 'active' join partner p on p.id = mu.partner_id
    left join last_measurement l on l.pid = h.pid and l.unit_id = h.unit_id and l.kind = k.kind
    cross join lateral (select greatest(h.began, l.measured_at, (select max(a.resolved_at) from monitor_alert a where a.pid = h.pid and a.rule_id = h.id)) as at) since
  where since.at <= ${now}::timestamptz - make_interval(hours => h.hours)
    and not exists (select 1 from monitor_off o where o.pid = h.pid and o.unit_id = h.unit_id and o.on_at is null)
    and not exists (select 1 from monitor_alert a where a.pid = h.pid and a.rule_id = h.id and a.severity = h.severity and a.state <> 'resolved')
  order by h.pid`

/** Raises what is due because nothing came, each in a transaction of its own: one that fails keeps nobody else waiting. */
export async function lookForSilence(db: Db, now: Date): Promise<void> {
  const due = await db.system.read(quiet(now))
  for (const rule of due) {
    if (!silent(rule, rule.since.getTime(), now.getTime(), rule.zone)) continue
    const { pid, unitId, id } = rule
    await db.system.tx((tx) => strike(tx, now, { pid, unitId, rule: id, value: null, at: null }))
  }
}

export function registerWatch({ db, clock, timers, onStart }: Deps): void {
  const next = () => new Date(clock.now().getTime() + EVERY_MS)
  timers.on(SILENCE, async () => {
    await lookForSilence(db, clock.now())
    await db.system.tx((tx) => timers.set(tx, SILENCE, 'all', next()))
  })
  onStart(() => db.system.tx((tx) => timers.set(tx, SILENCE, 'all', next())))
}
