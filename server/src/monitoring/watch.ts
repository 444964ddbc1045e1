import { randomUUID } from 'node:crypto'
import { audience } from '@teleward/contract/core/event.ts'
import {
  type Breach,
  inForce,
  findBreaches,
  findLateBreaches,
  kindOf,
  limitsFor,
  type Point,
  pointsOf,
  silent,
} from '@teleward/contract/monitoring/alert-rules.ts'
import type { AlertState } from '@teleward/contract/monitoring/alert-rules.ts'
import type { ForceRule } from '@teleward/contract/monitoring/alert-schema.ts'
import { isLate, isOld, LATE_MS } from '@teleward/contract/monitoring/doubts.ts'
import { alertChanged, readingArrived } from '@teleward/contract/monitoring/events.ts'
import { roundedTo } from '@teleward/contract/core/round.ts'
import { limitMeasures, type Measure, MOST_HOURS } from '@teleward/contract/monitoring/group-rules.ts'
import { exactOf, type Measured, type Original } from '@teleward/contract/monitoring/rules.ts'
import type { Reading } from '@teleward/contract/monitoring/schema.ts'
import type { Read } from '../patients/service.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { tellCarers } from './reach.ts'

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

/** Its numbers as exactly as they were sent (`exactly`): a limit is not held against what is rounded. */
type Judged = Pick<Reading, 'pid' | 'kind' | 'value' | 'diastolic' | 'pulse' | 'measurementTime'>
/** A limit, and what it is held against: a glucose of which nobody stated the meal is named so. */
type HeldLimit = Omit<ForceRule, 'measure'> & { measure: Measure }
interface Judging {
  /** Of which numbers of the reading; without it of all. */
  only?: Measure
  /** Also what arrived more than a day late, by its critical limits: nobody has seen it. */
  late: boolean
}
/** In the transaction that stores a reading: its unit is told that it came, and what it strikes is an alert. */
export async function arrived(tx: Tx, zone: string, now: Date, unitId: number, reading: Judged): Promise<void> {
  await tx.emit(readingArrived, [audience.unit(unitId)], { pid: reading.pid })
  // What is older than that was confirmed by somebody who looked at it.
  const late = !isOld(Date.parse(reading.measurementTime), now.getTime())
  await checkThresholds(tx, zone, now, unitId, reading, { late })
}
/** A pulse that was missing of a reading came after it: it alone is judged. */
export async function pulseArrived(tx: Tx, zone: string, now: Date, unitId: number, reading: Judged): Promise<void> {
  await tx.emit(readingArrived, [audience.unit(unitId)], { pid: reading.pid })
  await checkThresholds(tx, zone, now, unitId, reading, { only: 'bp_pulse', late: true })
}
/** The same of many values at once: each unit is told once of each person. What a workbook brings late is history, and raises nothing. */
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
export async function checkThresholds(
  tx: Tx,
  zone: string,
  now: Date,
  unitId: number,
  reading: Judged,
  { only, late }: Judging = { late: false },
): Promise<void> {
  const { pid } = reading
  const at = Date.parse(reading.measurementTime)
  // So old that no limit on change holds it against what was measured of late.
  if (!late && now.getTime() - at > LATE_MS + MOST_HOURS * HOUR) return
  const rules = limitsFor<HeldLimit>(await rulesOf(tx.many, pid, unitId), reading)
  if (!rules.length) return
  const points = pointsOf(reading, at).filter(({ measure }) => !only || measure === only)
  const [before, after] = await around(tx.many, pid, unitId, reading, at, rules)
  const recent = (time: number) => !isLate(time, now.getTime())
  const judged = recent(at) ? rules : late ? rules.filter(({ severity }) => severity === 'critical') : []
  const found: Breach<HeldLimit>[] = [
    ...findBreaches(judged, points, before, zone),
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
      measure: rule.measure,
      // As an alert keeps it, so that the same reading is known again.
      value: roundedTo(value, 2),
      at: new Date(measured),
      base: base && { value: roundedTo(base.value, 2), at: new Date(base.at) },
    })
}

/** What was measured before and after, as far as limits on change look. */
async function around(
  read: Read,
  pid: number,
  unitId: number,
  { kind }: Judged,
  at: number,
  rules: readonly HeldLimit[],
): Promise<[before: Point[], after: Point[]]> {
  const hours = Math.max(0, ...rules.map((rule) => (rule.test === 'change' ? (rule.hours ?? 0) : 0)))
  if (!hours) return [[], []]
  const rows = await read(sql<Omit<Measured, 'kind'> & { original: Original | null; at: Date }>`
    select * from monitor_around(${pid}::int, ${unitId}::int, ${kind}, ${new Date(at - hours * HOUR)}::timestamptz, ${new Date(at + hours * HOUR + 1)}::timestamptz)`)
  const points = rows.flatMap((row) => pointsOf(exactOf({ ...row, kind }, row.original), row.at.getTime()))
  return [points.filter((point) => point.at < at), points.filter((point) => point.at > at)]
}

interface Strike {
  pid: number
  unitId: number
  rule: string
  /** What struck, where that is not what the limit is set on. */
  measure?: Measure
  value: number | null
  /** When it was measured; nothing for what was not. */
  at: Date | null
  /** Of a change: from what on. */
  base?: { value: number; at: Date } | undefined
}
async function strike(tx: Tx, now: Date, { pid, unitId, rule, measure, value, at, base }: Strike): Promise<void> {
  const breached = await tx.maybe(sql<{ id: string; fresh: boolean; reopened: boolean; state: AlertState }>`
    select * from limit_struck(${randomUUID()}::uuid, ${pid}::int, ${unitId}::int, ${rule}::uuid, ${value}::float8, ${at}::timestamptz,
      ${base?.value ?? null}::float8, ${base?.at ?? null}::timestamptz, ${now}::timestamptz, ${measure ?? null}::text)`)
  if (!breached) return
  await tx.emit(alertChanged, [audience.unit(unitId)], { id: breached.id, pid, state: breached.state, by: null })
  const once = breached.fresh ? 'raised' : `reopened ${now.toISOString()}`
  if (!breached.fresh && !breached.reopened) return
  if ((await rulesOf(tx.many, pid, unitId)).some((one) => one.id === rule && one.severity === 'critical'))
    await tellCarers(tx, now, { id: breached.id, pid, unitId }, once)
}

type Quiet = ForceRule & { pid: number; unitId: number; zone: string; since: Date }
/** A kind of reading for each measure, as a table. */
const kinds = sql.join(limitMeasures.map((measure) => sql`(${measure}::text, ${kindOf(measure)}::text)`))
/**
 * Limits on silence that are due and have no running alert, or one that is muted since before something came. Counted from the last reading, or from when looking began:
 * the limit was set, the member came into the group, the last alert was resolved. A group's is not held in the hours of an own
 * one of its kind.
 */
const quiet = (now: Date, only?: Pick<Quiet, 'pid' | 'unitId' | 'id'>) => sql<Quiet>`
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
    where r.test = 'noData'
    group by 1, 2, 3, 4, 5, 6, 7, 8, 10)
  select h.pid, h.unit_id as "unitId", h.id, h.measure, 'noData' as test, null::float8 as value, h.hours, h.severity, h."fromHour", h."toHour",
    h.source, h."groupName", p.time_zone as zone, since.at as since
  from held h join (values ${kinds}) k(measure, kind) on k.measure = h.measure
    join member_unit mu on mu.pid = h.pid and mu.unit_id = h.unit_id and mu.status = 'active' join partner p on p.id = mu.partner_id
    left join last_measurement l on l.pid = h.pid and l.unit_id = h.unit_id and l.kind = k.kind
    cross join lateral (select greatest(h.began, l.measured_at, (select max(a.resolved_at) from monitor_alert a where a.pid = h.pid and a.rule_id = h.id)) as at) since
  where ${only ? sql`h.pid = ${only.pid}::int and h.unit_id = ${only.unitId}::int and h.id = ${only.id}::uuid and` : sql``}
    since.at <= ${now}::timestamptz - make_interval(hours => h.hours)
    and not exists (select 1 from monitor_off o where o.pid = h.pid and o.unit_id = h.unit_id and o.on_at is null)
    and (h.source = 'own' or not exists (select 1 from own o, jsonb_to_recordset(o.rules) as x(measure text, test text, severity text, "fromHour" int, "toHour" int)
      cross join lateral (select extract(hour from ${now}::timestamptz at time zone p.time_zone)::int as hour) clock
      where o.pid = h.pid and o.unit_id = h.unit_id and x.measure = h.measure and x.test = 'noData' and x.severity = h.severity
        and case when x."fromHour" < x."toHour" then clock.hour >= x."fromHour" and clock.hour < x."toHour"
          else clock.hour >= x."fromHour" or clock.hour < x."toHour" end))
    and not exists (select 1 from monitor_alert a where a.pid = h.pid and a.rule_id = h.id and a.severity = h.severity and a.state <> 'resolved'
      and not (coalesce(l.measured_at > a.last_at, false) and alert_muted(a.id, a.reopened_at)))
  order by h.pid`

const isSilent = (rule: Quiet, now: Date) => silent(rule, rule.since.getTime(), now.getTime(), rule.zone)
/**
 * Raises what is due because nothing came, each in a transaction of its own: one that fails keeps nobody else waiting, and is
 * looked at again with the next round. What came since the round began is asked for once more.
 */
export async function lookForSilence(db: Db, now: Date, log: Pick<Deps['log'], 'error'>): Promise<void> {
  const due = await db.system.read(quiet(now))
  for (const rule of due) {
    if (!isSilent(rule, now)) continue
    const { pid, unitId, id } = rule
    try {
      await db.system.tx(async (tx) => {
        const still = await tx.maybe(quiet(now, rule))
        if (still && isSilent(still, now)) await strike(tx, now, { pid, unitId, rule: id, value: null, at: null })
      })
    } catch (error) {
      log.error({ rule: id, unitId, err: error }, 'a silence could not be told and will be looked at again')
    }
  }
}

export function registerWatch({ db, clock, timers, log, onStart }: Deps): void {
  const next = () => new Date(clock.now().getTime() + EVERY_MS)
  timers.on(SILENCE, async () => {
    await lookForSilence(db, clock.now(), log)
    await db.system.tx((tx) => timers.set(tx, SILENCE, 'all', next()))
  })
  onStart(() => db.system.tx((tx) => timers.set(tx, SILENCE, 'all', next())))
}
