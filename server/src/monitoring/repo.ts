import { canSeeMember, canSeeReading, canSeeReadings, canSeeRow } from '../access/visible.ts'
import type { LastReading, Measurements } from '@teleward/contract/monitoring/alert-schema.ts'
import type { DeviceReading, MonitorQuery } from '@teleward/contract/monitoring/endpoints.ts'
import { isLate, SAME_WITHIN_MS } from '@teleward/contract/monitoring/doubts.ts'
import { kindRules, type Measured, originalOf } from '@teleward/contract/monitoring/rules.ts'
import type { MonitorRow, Reading } from '@teleward/contract/monitoring/schema.ts'
import type { Read } from '../patients/service.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { monitored } from './offs.ts'

/** A row as the database gives it; instants are dates, and the code of the kind is the contract's. */
export interface ReadingRow extends Omit<Reading, 'measurementTime' | 'receivedAt' | 'loinc' | 'late' | 'original'> {
  /** Not of what `app_readings_of` answers: `withOriginals`. */
  original?: Reading['original']
  measuredAt: Date
  receivedAt: Date
}
export const columns = sql`r.id, r.pid, r.kind, r.value, r.diastolic, r.pulse, r.unit, r.original, r.measured_at as "measuredAt",
  r.received_at as "receivedAt", r.data_type as "dataType", r.device_name as "deviceName", r.device_type as "deviceType",
  r.source, r.flagged`

export function toReading<T extends ReadingRow>({ measuredAt, receivedAt, ...row }: T) {
  return {
    ...row,
    original: row.original ?? null,
    loinc: kindRules[row.kind].loinc,
    measurementTime: measuredAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
    // A value of a workbook stands for a day: its time says nothing.
    late: row.source !== 'batch' && isLate(measuredAt.getTime(), receivedAt.getTime()),
  }
}

export interface Found {
  /** May the caller know of the member, and read what was measured? Of a list of many: always. */
  seen: boolean
  open: boolean
  /** Monitoring is switched off for this member, so readings raise no alert: `MONITOR_OFF`. */
  off: boolean
  rows: MonitorRow[]
  total: number
  /** Under which the member is shown: one of the caller's units. */
  unitId?: number | undefined
}
/** Of one member, over as many days as are asked for. */
type Span = Pick<MonitorQuery, 'page' | 'pageSize' | 'unit' | 'kind'> & { days: number }
type Row = ReadingRow & Pick<MonitorRow, 'name' | 'memberNo' | 'unitId' | 'unitName'>

type Head = Pick<MonitorRow, 'name' | 'memberNo' | 'unitId' | 'unitName'> & {
  open: boolean
  off: boolean
  total: number
}

/**
 * One member's readings, newest first, whether the patient opened them to the caller, and whether they are switched off:
 * the database's function looks once at what the policies would look at for every row.
 */
export async function ofMember(read: Read, pid: number, now: Date, query: Span): Promise<Found> {
  const { page, pageSize, unit, kind, days } = query
  const since = days ? new Date(now.getTime() - days * 86_400_000).toISOString() : null
  const [head, ...rows] = await read(sql<Head & Omit<ReadingRow, 'pid'>>`
    select * from app_readings_of(${pid}::int, ${unit ?? null}::int,
      ${kind.length ? kind : null}::text[], ${since}::timestamptz, ${pageSize}::int, ${(page - 1) * pageSize}::int)`)
  if (!head?.open) return { seen: head !== undefined, open: false, off: false, rows: [], total: 0 }
  const { name, memberNo, unitId, unitName } = head
  return {
    seen: true,
    open: true,
    off: head.off,
    total: head.total,
    unitId,
    rows: rows.map((row) => toReading({ ...row, pid, name, memberNo, unitId, unitName })),
  }
}

/** A member's readings with what was sent of them; `since` is before them all. */
export async function withOriginals(
  read: Read,
  pid: number,
  since: Date | null,
  rows: readonly MonitorRow[],
): Promise<MonitorRow[]> {
  const found = await read(sql<{ id: number; original: Reading['original'] }>`
    select id, original from app_reading_originals(${pid}::int, ${since}::timestamptz)`)
  const originals = new Map(found.map(({ id, original }) => [id, original]))
  return rows.map((row) => ({ ...row, original: originals.get(row.id) ?? null }))
}

/** The last of each kind of one member, and what led to it: nothing where that is not open to the caller. */
export async function lastOfMember(read: Read, pid: number): Promise<LastReading[]> {
  const rows = await read(sql<{ last: LastReading }>`select last from app_last_readings(${pid}::int)`)
  return rows.map(({ last }) => last)
}

/** Readings of the member's that were moved out into a file, of the months since; none where there are none to be told. */
export async function movedOut(read: Read, pid: number, since: Date | null): Promise<Measurements['movedOut']> {
  const [row] = await read(sql<{ many: number; before: string }>`
    select sum(o.many)::int as many, (max(o.month) + interval '1 month')::date::text as before from reading_moved_out o
    where o.pid = ${pid}::int and ${canSeeReading('o')}
      and o.month + interval '1 month' > coalesce(${since}::timestamptz, '-infinity') at time zone 'UTC'
    having count(*) > 0`)
  return row ?? null
}

/** The last reading of each kind of every member who opened them to the caller and is monitored; who measured longest ago comes last. */
export async function lastOfAll(read: Read, now: Date, query: MonitorQuery): Promise<Found> {
  const { page, pageSize, unit, kind, days } = query
  const since = new Date(now.getTime() - days * 86_400_000).toISOString()
  const rows = await read(sql<Row & { total: number }>`
    with hit as materialized (
      select l.reading_id, row_number() over (order by l.measured_at desc, l.reading_id desc)::int as place
      from last_measurement l
      where ${canSeeReadings('l')} ${unit === undefined ? sql`` : sql`and l.unit_id = ${unit}`}
        ${kind.length ? sql`and l.kind in (${sql.join(kind)})` : sql``}
        ${days ? sql`and l.measured_at > ${since}::timestamptz` : sql``} and ${monitored('l')}
    ),
    page as (
      select hit.place, ${columns}, m.name, m.member_no as "memberNo", u.id as "unitId", u.name as "unitName"
      from hit join reading r on r.id = hit.reading_id join member m on m.pid = r.pid join unit u on u.id = r.unit_id
      where hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int
    )
    select (select count(*)::int from hit) as total, page.* from (select 1) one left join page on true order by page.place`)
  return {
    seen: true,
    open: true,
    off: false,
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row) => row.id !== null).map(toReading),
  }
}

/** `undefined`: it was there already, or there is no such member in the caller's units. */
export async function insert(
  tx: Tx,
  mid: number,
  now: Date,
  said: DeviceReading,
  measured: Measured,
  flagged: boolean,
): Promise<{ reading: Reading; unitId: number } | undefined> {
  const { kind, value, diastolic, pulse } = measured
  const original = originalOf(said, measured)
  const row = await tx.maybe(sql<ReadingRow & { unitId: number }>`
    insert into reading as r (pid, partner_id, unit_id, kind, value, diastolic, pulse, unit, measured_at, received_at, source,
      data_type, device_name, device_type, flagged, recorded_by, original)
    select mu.pid, mu.partner_id, mu.unit_id, ${kind}, ${value}::numeric, ${diastolic}::smallint, ${pulse}::smallint,
      ${kindRules[kind].unit}, ${said.timestamp}::timestamptz, ${now.toISOString()}::timestamptz,
      ${said.takeOver ? 'takeOver' : 'device'}, ${said.dataType}, ${said.deviceName}, ${said.deviceType}, ${flagged}::boolean, ${mid}::int,
      ${original ? json(original) : sql`null`}
    from member_unit mu
    where mu.pid = ${said.pid} and mu.status = 'active' and ${canSeeRow('mu')}
    order by mu.unit_id limit 1
    on conflict do nothing
    returning ${columns}, r.unit_id as "unitId"`)
  if (!row) return undefined
  const { unitId, ...reading } = row
  return { reading: toReading(reading), unitId }
}

export interface Person {
  /** The first of the caller's own units that the member is in. */
  unitId: number
  birthday: string | null
  /** In which days are counted. */
  zone: string
}
/** Whom a reading is of; `undefined` where the caller may not know of the member. */
export async function personOf(read: Read, pid: number, zone: string): Promise<Person | undefined> {
  const [row] = await read(sql<Omit<Person, 'zone'>>`
    select mu.unit_id as "unitId", m.birthday::text as birthday from member m join member_unit mu on mu.pid = m.pid
    where m.pid = ${pid} and mu.status = 'active' and ${canSeeMember('m')} and ${canSeeRow('mu')} order by 1 limit 1`)
  return row && { ...row, zone }
}

/** Weights of the person so near in time, whoever asks: they are compared with one that is stored, and not told. */
export async function weightsNear(read: Read, pid: number, unitId: number, at: string, withinMs: number) {
  const time = Date.parse(at)
  const rows = await read(sql<{ value: number }>`
    select value from app_monitor_before(${pid}::int, ${unitId}::int, 'weight', ${new Date(time - withinMs)}::timestamptz,
      ${new Date(time + withinMs)}::timestamptz)`)
  return rows.map(({ value }) => value)
}

/** The reading that this one is already; `filled`: its pulse was missing, and is there now. Until the transaction ends nobody stores it beside. */
export async function again(
  tx: Tx,
  { pid, timestamp }: DeviceReading,
  { kind, value, diastolic, pulse }: Measured,
): Promise<{ unitId: number; measurementTime: string; filled: boolean } | undefined> {
  const row = await tx.maybe(sql<{ unitId: number; at: Date; filled: boolean }>`
    select unit_id as "unitId", at, filled from reading_again(${pid}::int, ${kind}, ${value}::numeric, ${diastolic}::int, ${pulse}::int,
      ${timestamp}::timestamptz, make_interval(secs => ${SAME_WITHIN_MS / 1000}::int))`)
  return row && { unitId: row.unitId, measurementTime: row.at.toISOString(), filled: row.filled }
}

export const log = (tx: Tx, who: { mid: number; partnerId: number }, unitId: number, now: Date, said: DeviceReading) =>
  tx.run(sql`
    insert into device_log (pid, partner_id, unit_id, said, at, recorded_by)
    values (${said.pid}, ${who.partnerId}, ${unitId}, ${json(said)}, ${now.toISOString()}::timestamptz, ${who.mid})`)
