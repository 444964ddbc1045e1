import { randomUUID } from 'node:crypto'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { getOutsideInstitutions, putOutsideInstitution } from '@teleward/contract/referrals/outside-endpoints.ts'
import type { OutsideBody, OutsideInstitution } from '@teleward/contract/referrals/outside.ts'
import type { Read } from '../patients/service.ts'
import { asking, type Compilable, containing, isConflict, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

/** Institutions outside that letters go to: one directory of the whole institution. */
const row = sql`jsonb_build_object('id', o.id, 'name', o.name, 'code', o.code, 'phone', o.phone, 'address', o.address, 'email', o.email,
  'closedAt', o.closed_at, 'version', o.version)`
const here = sql`o.partner_id = ${asking.partner}::int`

type Query = EndpointParsed<typeof getOutsideInstitutions>['query']
export const list = ({
  q,
  closed,
  page,
  pageSize,
}: Query): Compilable<{ row: OutsideInstitution | null; total: number }> =>
  sql<{ row: OutsideInstitution | null; total: number }>`
    with hit as materialized (select o.id, row_number() over (order by o.name, o.id) as place from outside_institution o
      where ${here} and (o.closed_at is null or ${closed === '1'})
        and (${q === ''} or o.name ilike ${containing(q)} or o.code ilike ${containing(q)}))
    select (select count(*)::int from hit) as total, page.row from (select 1) one left join (
      select ${row} as row, hit.place from hit join outside_institution o on o.id = hit.id
      where hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int) page on true order by page.place`

async function one(read: Read, id: string): Promise<OutsideInstitution> {
  const [found] = await read(
    sql<{
      row: OutsideInstitution
    }>`select ${row} as row from outside_institution o where ${here} and o.id = ${id}::uuid`,
  )
  if (!found) throw new AppError('NOT_FOUND')
  return found.row
}

/** DUPLICATE: the code stands in the directory already. */
const onlyOne = (error: unknown): never => {
  if (isConflict(error, 'outside_institution_code'))
    throw new AppError('DUPLICATE', { fields: [{ path: 'code', code: 'DUPLICATE' }] })
  throw error
}

export async function enterInstitution(
  tx: Tx,
  who: { mid: number; partnerId: number },
  now: Date,
  body: OutsideBody,
): Promise<OutsideInstitution> {
  const id = randomUUID()
  await tx
    .run(sql`insert into outside_institution (id, partner_id, name, code, phone, address, email, made_by, made_at)
      values (${id}, ${who.partnerId}, ${body.name}, ${body.code}, ${body.phone}, ${body.address}, ${body.email}, ${who.mid}, ${now})`)
    .catch(onlyOne)
  return one(tx.many, id)
}

type Change = EndpointParsed<typeof putOutsideInstitution>['body']
/** NOT_FOUND, VERSION_STALE with the entry as it is, DUPLICATE. */
export async function changeInstitution(
  tx: Tx,
  who: { mid: number },
  now: Date,
  id: string,
  body: Change,
): Promise<OutsideInstitution> {
  await tx.maybe(sql`select o.id from outside_institution o where ${here} and o.id = ${id}::uuid for update`)
  const before = await one(tx.many, id)
  if (before.version !== body.version) throw new AppError('VERSION_STALE', { data: before })
  await tx
    .run(sql`update outside_institution o set name = ${body.name}, code = ${body.code}, phone = ${body.phone}, address = ${body.address},
        email = ${body.email}, changed_by = ${who.mid}, changed_at = ${now}, version = version + 1,
        closed_at = case when ${body.closed} then coalesce(closed_at, ${now}::timestamptz) end
      where ${here} and o.id = ${id}::uuid`)
    .catch(onlyOne)
  return one(tx.many, id)
}
