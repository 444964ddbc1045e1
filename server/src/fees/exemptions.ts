import { canSeeRow } from '../access/visible.ts'
import { randomUUID } from 'node:crypto'
import { localDay } from '@teleward/contract/core/dates.ts'
import type { EndpointParsed, EndpointReply } from '@teleward/contract/core/endpoint.ts'
import type { deleteExemption, getExemptions, postExemption } from '@teleward/contract/fees/refund-endpoints.ts'
import type { Exemption } from '@teleward/contract/fees/refunds.ts'
import { absence, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { inOrder, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

interface Row extends Omit<Exemption, 'createdAt' | 'state'> {
  createdAt: Date
  withdrawn: boolean
}
const columns = sql`
  e.id, e.pid, jsonb_build_object('name', m.name, 'nameEn', m.name_en) as patient, u.name as "unitName", u.name_en as "unitNameEn", e.kind,
  case when e.did is not null then jsonb_build_object('name', d.name, 'nameEn', d.name_en) end as doctor,
  e.starts_on as "startsOn", e.ends_on as "endsOn", e.note, s.name as "byName", s.name_en as "byNameEn", e.created_at as "createdAt",
  e.withdrawn_at is not null as withdrawn, e.version`
const joins = sql`
  join member m on m.pid = e.pid join unit u on u.id = e.unit_id
  left join staff d on d.mid = e.did left join staff s on s.mid = e.created_by`
const visibleTo = (who: StaffActor) =>
  sql`e.partner_id = ${who.partnerId} and e.unit_id = any (${[...who.unitIds]}::int[]) and ${canSeeRow('e')}`

function shown({ withdrawn, createdAt, ...row }: Row, today: string): Exemption {
  const state = withdrawn
    ? 'withdrawn'
    : row.startsOn > today
      ? 'planned'
      : row.endsOn !== null && row.endsOn < today
        ? 'ended'
        : 'active'
  return { ...row, state, createdAt: createdAt.toISOString() }
}

const orders = { patient: sql`m.name`, kind: sql`e.kind`, doctor: sql`d.name`, days: sql`e.starts_on` }

export async function exemptions(
  read: Read,
  who: StaffActor,
  now: Date,
  q: EndpointParsed<typeof getExemptions>['query'],
): Promise<EndpointReply<typeof getExemptions>> {
  const today = localDay(now, who.timeZone)
  const living = sql`(e.withdrawn_at is null and (e.ends_on is null or e.ends_on >= ${today}::date))`
  const where = sql`${visibleTo(who)}
    and (${q.state === 'all'} or ${living} = ${q.state === 'inForce'})
    and (${q.kind ?? null}::text is null or e.kind = ${q.kind ?? null}::text)
    and (${q.pid ?? null}::int is null or e.pid = ${q.pid ?? null}::int)`
  const [rows, [count]] = await Promise.all([
    read(sql<Row>`select ${columns} from fee_exemption e ${joins} where ${where}
      order by ${inOrder(q.sort, orders, sql`e.id`, sql`e.created_at desc, e.id`)} limit ${q.pageSize} offset ${(q.page - 1) * q.pageSize}`),
    read(sql<{ n: number }>`select count(*)::int as n from fee_exemption e where ${where}`),
  ])
  return { data: rows.map((row) => shown(row, today)), page: q.page, pageSize: q.pageSize, total: count?.n ?? 0 }
}

async function one(read: Read, who: StaffActor, id: string): Promise<Row> {
  const [row] = await read(
    sql<Row>`select ${columns} from fee_exemption e ${joins} where e.id = ${id}::uuid and ${visibleTo(who)}`,
  )
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** From a day on the member's visits cost nothing. What is in force for the same days and doctor already is told so. */
export async function exempt(
  tx: Tx,
  who: StaffActor,
  wish: EndpointParsed<typeof postExemption>['body'],
  now: Date,
): Promise<Exemption> {
  const { pid, did, startsOn } = wish
  const endsOn = wish.endsOn ?? null
  const [place] = await tx.many(sql<{ unitId: number }>`
    select mu.unit_id as "unitId" from member_unit mu
    where mu.pid = ${pid} and mu.partner_id = ${who.partnerId} and mu.unit_id = any (${[...who.unitIds]}::int[])
      and mu.status = 'active' and ${canSeeRow('mu')} order by 1 limit 1`)
  if (!place) throw await absence(tx.many, pid)
  if (endsOn !== null && endsOn < startsOn)
    throw new AppError('END_BEFORE_START', { fields: [{ path: 'endsOn', code: 'END_BEFORE_START' }] })
  if (did !== undefined) {
    const [there] = await tx.many(sql`
      select 1 from staff_partner sp join staff_unit su on su.mid = sp.mid and su.partner_id = sp.partner_id
      where sp.mid = ${did} and sp.partner_id = ${who.partnerId} and su.unit_id = any (${[...who.unitIds]}::int[]) limit 1`)
    if (!there) throw new AppError('DOCTOR_NOT_FOUND', { fields: [{ path: 'did', code: 'DOCTOR_NOT_FOUND' }] })
  }
  await tx.one(sql`select pg_advisory_xact_lock(7175, ${pid}) is null as locked`)
  const [beside] = await tx.many(sql`
    select 1 from fee_exemption e where e.pid = ${pid} and e.unit_id = ${place.unitId} and e.withdrawn_at is null and ${visibleTo(who)}
      and e.did is not distinct from ${did ?? null}::int and e.starts_on <= coalesce(${endsOn}::date, 'infinity')
      and coalesce(e.ends_on, 'infinity') >= ${startsOn}::date limit 1`)
  if (beside) throw new AppError('FIELD_RELATED', { fields: [{ path: 'startsOn', code: 'FIELD_RELATED' }] })
  const id = randomUUID()
  await tx.run(sql`
    insert into fee_exemption (id, partner_id, unit_id, pid, kind, did, starts_on, ends_on, note, created_by, created_at)
    values (${id}::uuid, ${who.partnerId}, ${place.unitId}, ${pid}, ${wish.kind}, ${did ?? null}::int, ${startsOn}::date, ${endsOn}::date,
      ${wish.note?.trim() || null}::text, ${who.mid}, ${now}::timestamptz)`)
  return shown(await one(tx.many, who, id), localDay(now, who.timeZone))
}

/** A visit that was booked while the exemption was in force stays free of charge. */
export async function withdraw(
  tx: Tx,
  who: StaffActor,
  ask: EndpointParsed<typeof deleteExemption>['params'] & EndpointParsed<typeof deleteExemption>['query'],
  now: Date,
): Promise<Exemption> {
  const today = localDay(now, who.timeZone)
  await tx.one(sql`select e.id from fee_exemption e where e.id = ${ask.id}::uuid and ${visibleTo(who)} for update`)
  const row = await one(tx.many, who, ask.id)
  if (row.version !== ask.version) throw new AppError('VERSION_STALE', { data: shown(row, today) })
  if (row.withdrawn) throw new AppError('ILLEGAL_STEP')
  await tx.run(
    sql`update fee_exemption set withdrawn_at = ${now}::timestamptz, withdrawn_by = ${who.mid}, version = version + 1 where id = ${ask.id}::uuid`,
  )
  return shown(await one(tx.many, who, ask.id), today)
}
