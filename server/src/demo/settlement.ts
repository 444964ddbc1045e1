import { randomUUID } from 'node:crypto'
import { addDays, monthAfter } from '@teleward/contract/core/dates.ts'
import { permissionsOf } from '@teleward/contract/core/access.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { closeMonth, type House, nextToClose } from '../settlement/close.ts'
import { endOfMonth } from '../settlement/pending.ts'
import { oneStatement, type Settler } from '../settlement/service.ts'
import { confirm, payOut } from '../settlement/steps.ts'
import type { Calendar } from './days.ts'

const PARTNER = 1
/** Days of each of the two months before, on which the demo's doctors saw some patients. */
const DAYS = ['05', '13', '21']

/** So many days back that the demo's own do not reach them. */
export function earlierDays(hours: Calendar, now: Date, past: number): string[] {
  const today = hours.dayOf(now)
  const month = today.slice(0, 7)
  return [-2, -1]
    .flatMap((back) => DAYS.map((day) => `${monthAfter(month, back)}-${day}`))
    .filter((day) => day < addDays(today, -past))
}

/** Where the demo's doctors are paid to; one has not said so yet. */
async function seedBanks(tx: Tx, mids: Record<string, number>): Promise<void> {
  for (const [at, account] of ['dr.lin', 'dr.huang', 'dr.wang'].entries())
    await tx.run(sql`
      insert into staff_bank (mid, partner_id, kind, bank_code, branch_code, bank_name, branch_name, address, account, account_name, valid_from, created_at)
      select s.mid, ${PARTNER}, 'local', '004', '0037', '臺灣銀行', '營業部', '臺北市中正區重慶南路一段120號', ${`00370012345${at}78`}, s.name, '2025-01-10', '2025-01-02'
      from staff s where s.mid = ${mids[account] ?? 0} and not exists (select 1 from staff_bank b where b.mid = s.mid)`)
}

/**
 * The months that are over, closed as those of every institution are; what came before the last one confirmed and paid out. Once: what comes later is theirs.
 */
export async function seedSettlement(tx: Tx, mids: Record<string, number>, now: Date): Promise<void> {
  if (await tx.maybe(sql`select 1 from settlement_month limit 1`)) return
  await seedBanks(tx, mids)
  const house = await tx.one(
    sql<House>`select p.id as "partnerId", p.time_zone as zone, p.settings from partner p where p.id = ${PARTNER}`,
  )
  let last: string | undefined
  const closed: string[] = []
  for (
    let month = await nextToClose(tx.many, house);
    month !== null && endOfMonth(month, house.zone) <= now;
    month = monthAfter(month)
  ) {
    await closeMonth(tx, house, month, now)
    closed.push(month)
    last = month
  }
  const who: Settler = {
    mid: mids.admin ?? 0,
    partnerId: PARTNER,
    timeZone: house.zone,
    rights: permissionsOf({ doctortype: 'admin', onBoard: true }),
  }
  const step = { tx, who, now }
  const ids = await tx.many(sql<{ id: string }>`
    select to_char(s.month, 'YYYY-MM') || '-' || s.mid || '-' || s.currency as id from settlement_statement s
    where s.partner_id = ${PARTNER} and s.state = 'calculated' and s.mid <> ${who.mid} and to_char(s.month, 'YYYY-MM') <> ${last ?? ''}
      and exists (select 1 from staff_bank b where b.mid = s.mid and b.partner_id = s.partner_id) order by s.month, s.mid, s.currency`)
  for (const [at, { id }] of ids.entries()) {
    const { version, payout } = await oneStatement({ read: tx.many, who, now }, id)
    const confirmed = await confirm(step, id, { action: 'confirm', version, payout })
    // One still waits for its payout.
    if (confirmed.state !== 'confirmed' || at === ids.length - 1) continue
    await payOut(step, id, {
      outcome: 'paid',
      id: randomUUID(),
      version: confirmed.version,
      reference: `TW${id.slice(0, 7).replace('-', '')}${String(at + 1).padStart(4, '0')}`,
    })
  }
  // Of long ago: nobody is told today.
  await tx.run(
    sql`update notification set read_at = ${now}::timestamptz where subject_kind = 'statement' and partner_id = ${PARTNER}`,
  )
}
