import { sql, type Tx } from '../platform/db/index.ts'
import { insertRows } from './rows.ts'

/** Account, institution, Taiwan day and night (TWD), mainland day and night (CNY), in minor units. */
const fees: [account: string, partner_id: number, (number | null)[]][] = [
  ['dr.lin', 1, [45_000, 60_000, 20_000, 28_000]],
  ['dr.wang', 1, [45_000, 60_000, null, null]],
  ['dr.lai', 1, [50_000, 68_000, null, null]],
  ['dr.huang', 1, [45_000, 60_000, 18_000, 25_000]],
  ['diet.hsu', 1, [30_000, 40_000, null, null]],
  ['pt.cheng', 1, [30_000, 40_000, null, null]],
  ['dr.hua', 32, [45_000, 60_000, null, null]],
]

/** What the demo's doctors ask, and two members whose visits are free; once. */
export async function seedFees(tx: Tx, mids: Record<string, number>): Promise<void> {
  const there = await tx.maybe(sql`select 1 from doctor_fee limit 1`)
  if (there) return
  const rows = fees.flatMap(([account, partner_id, [tw_day, tw_night, cn_day, cn_night]]) => {
    const mid = mids[account]
    return mid ? [{ mid, partner_id, tw_day, tw_night, cn_day, cn_night, version: 1 }] : []
  })
  const at = new Date()
  await insertRows(
    tx,
    'doctor_fee',
    rows.map((row) => ({ ...row, updated_at: at })),
  )
  await insertRows(
    tx,
    'doctor_fee_version',
    rows.map((row) => ({ ...row, set_by: row.mid, at })),
  )
  await tx.run(sql`
    insert into fee_exemption (id, partner_id, unit_id, pid, kind, starts_on, note)
    select gen_random_uuid(), mu.partner_id, mu.unit_id, mu.pid, case row_number() over (order by mu.pid) when 1 then 'free' else 'contract' end,
      '2025-01-01', '示範' from member_unit mu join member m on m.pid = mu.pid where mu.partner_id = 1 and m.vip and mu.status = 'active' order by mu.pid limit 2`)
}
