import { randomUUID } from 'node:crypto'
import { type BoardAddress, MAX_BOARDS } from '@teleward/contract/boards/schema.ts'
import { institutionOf, type Read, refuseUnitAdmin } from '../admin/scope.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { freshSecret, hashOf } from '../visit-links/links.ts'

/** Whoever administers the whole institution, and the operator. */
async function reached(read: Read, who: StaffActor, partnerId: number): Promise<number> {
  await refuseUnitAdmin(read, who)
  return institutionOf(read, who, partnerId)
}

const addresses = (partnerId: number, id?: string) => sql<{ row: BoardAddress }>`
  select jsonb_build_object('id', b.id, 'name', b.name, 'madeAt', b.made_at, 'madeBy', s.name, 'askedAt', b.asked_at,
    'unit', case when u.id is null then null else jsonb_build_object('id', u.id, 'name', u.name, 'nameEn', u.name_en) end) as row
  from waiting_board b join staff s on s.mid = b.made_by left join unit u on u.id = b.at_unit
  where b.partner_id = ${partnerId} and b.revoked_at is null ${id === undefined ? sql`` : sql`and b.id = ${id}::uuid`} order by b.made_at, b.id`

export async function boardAddresses(db: Db, read: Read, who: StaffActor, asked: number): Promise<BoardAddress[]> {
  const partnerId = await reached(read, who, asked)
  return (await db.system.read(addresses(partnerId))).map(({ row }) => row)
}

/** The token is told once, and kept as its hash. NOT_FOUND: a unit of another institution, or none. */
export async function makeBoardAddress(
  db: Db,
  read: Read,
  who: StaffActor,
  asked: number,
  { name, unitId, now }: { name: string; unitId?: number | undefined; now: Date },
): Promise<BoardAddress & { token: string }> {
  const partnerId = await reached(read, who, asked)
  const [id, token] = [randomUUID(), freshSecret()]
  return db.system.tx(async (tx) => {
    // The institution's row is the lock: two at once cannot pass the limit together.
    await tx.one(sql`select id from partner where id = ${partnerId} for update`)
    const { living } = await tx.one(sql<{ living: number }>`
      select count(*)::int as living from waiting_board where partner_id = ${partnerId} and revoked_at is null`)
    if (living >= MAX_BOARDS)
      throw new AppError('BAD_INPUT', { fields: [{ path: 'body.name', code: 'VALUE_INVALID' }] })
    const made = await tx.run(sql`
      insert into waiting_board (id, partner_id, at_unit, token_hash, name, made_at, made_by)
      select ${id}::uuid, ${partnerId}, ${unitId ?? null}::int, ${hashOf(token)}, ${name}, ${now}::timestamptz, ${who.mid}
      where ${unitId === undefined} or exists (
        select 1 from unit u where u.id = ${unitId ?? null}::int and u.partner_id = ${partnerId} and u.status = 'active')`)
    if (!made) throw new AppError('NOT_FOUND')
    const { row } = await tx.one(addresses(partnerId, id))
    return { ...row, token }
  })
}

export async function revokeBoardAddress(
  db: Db,
  read: Read,
  who: StaffActor,
  { partnerid, id, now }: { partnerid: number; id: string; now: Date },
): Promise<void> {
  const partnerId = await reached(read, who, partnerid)
  const gone = await db.system.tx((tx) =>
    tx.run(sql`update waiting_board set revoked_at = ${now}::timestamptz
      where partner_id = ${partnerId} and id = ${id}::uuid and revoked_at is null`),
  )
  if (!gone) throw new AppError('NOT_FOUND')
}
