import { localDay } from '@teleward/contract/core/zone.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { postSettlementRate } from '@teleward/contract/settlement/endpoints.ts'
import type { SettlementRate } from '@teleward/contract/settlement/schema.ts'
import { canSeeSettlementRate } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { isConflict, sql, staffBriefJson, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

interface RateRow extends Omit<SettlementRate, 'inForce'> {
  validFrom: string
}
const rateRows = async (read: Read, partnerId: number): Promise<RateRow[]> =>
  (
    await read(sql<{ row: RateRow }>`
      select jsonb_build_object('id', r.id, 'own', r.partner_id is not null, 'validFrom', r.valid_from, 'paymentFee', r.payment_fee,
        'platformFee', r.platform_fee, 'by', case when s.mid is not null then ${staffBriefJson('s')} end, 'at', r.added_at) as row
      from settlement_rate r left join staff s on s.mid = r.added_by
      where (r.partner_id is null or r.partner_id = ${partnerId}) and ${canSeeSettlementRate('r')}
      order by r.valid_from desc, r.partner_id nulls last`)
  ).map(({ row }) => row)

export type RateAt = (day: string) => { id: string; paymentFee: number; platformFee: number }
/** The rate of a day: the institution's own last one before it, or the platform's. */
export async function rateTable(read: Read, partnerId: number): Promise<RateAt> {
  const rows = await rateRows(read, partnerId)
  return (day) => {
    const begun = rows.filter(({ validFrom }) => validFrom <= day)
    const found = begun.find(({ own }) => own) ?? begun[0]
    if (!found) throw new Error(`no settlement rate holds on ${day}`)
    return found
  }
}

export async function rates(read: Read, who: StaffActor, now: Date): Promise<SettlementRate[]> {
  const rows = await rateRows(read, who.partnerId)
  const today = localDay(now, who.timeZone)
  const begun = rows.filter(({ validFrom }) => validFrom <= today)
  const inForce = (begun.find(({ own }) => own) ?? begun[0])?.id
  return rows.map((row) => ({ ...row, inForce: row.id === inForce }))
}

/** From a day to come on: what was settled by another rate stays what it is. */
export async function addRate(
  tx: Tx,
  who: StaffActor,
  wish: EndpointParsed<typeof postSettlementRate>['body'],
  now: Date,
): Promise<SettlementRate[]> {
  const refused = (code: 'VALUE_INVALID' | 'FIELD_RELATED') =>
    new AppError(code, { fields: [{ path: 'validFrom', code }] })
  if (wish.validFrom <= localDay(now, who.timeZone)) throw refused('VALUE_INVALID')
  try {
    await tx.run(sql`
      insert into settlement_rate (id, partner_id, valid_from, payment_fee, platform_fee, added_by, added_at)
      values (${wish.id}::uuid, ${who.partnerId}, ${wish.validFrom}::date, ${wish.paymentFee}, ${wish.platformFee}, ${who.mid}, ${now}::timestamptz)`)
  } catch (error) {
    // Two of one day: which of them held could not be told.
    if (isConflict(error)) throw refused('FIELD_RELATED')
    throw error
  }
  return rates(tx.many, who, now)
}
