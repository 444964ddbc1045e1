import { randomUUID } from 'node:crypto'
import { firstOf, monthAfter } from '@teleward/contract/core/dates.ts'
import { settleOn } from '@teleward/contract/settlement/rules.ts'
import { settingsOf } from '../partners/settings.ts'
import { type Db, json, sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { endOfMonth, monthOf, type Pending, pending, spanOf } from './pending.ts'
import { rateTable } from './rates.ts'
import { owed } from './repo.ts'

export interface House {
  partnerId: number
  zone: string
  settings: unknown
}
const LINES_AT_ONCE = 1000
/** Closing a month, and opening one for what waits in it: what waits never comes into a month that is just closed. */
export const oneAtATime = (tx: Tx, partnerId: number) => tx.run(sql`select pg_advisory_xact_lock(7440, ${partnerId})`)

/**
 * Closes a month of an institution: lines of its visits, what earlier months carry over, and the sums. Whoever comes second,
 * also at the same moment, finds it closed and does nothing; a process that dies in between has done nothing either.
 */
export async function closeMonth(tx: Tx, house: House, month: string, now: Date): Promise<boolean> {
  const { partnerId, zone } = house
  await oneAtATime(tx, partnerId)
  const first = await tx.run(sql`
    insert into settlement_month (partner_id, month, closed_at) values (${partnerId}, ${firstOf(month)}::date, ${now}::timestamptz)
    on conflict do nothing`)
  if (!first) return false
  const settings = settingsOf(house.settings)
  const cost = settings.transferCost * 100
  const day = settleOn(month, settings.settlementDay)
  const rateAt = await rateTable(tx.many, partnerId)
  const rows = await pending(tx.many, { partnerId, zone, rateAt, ...spanOf(month, zone) })
  const ids = await statementsFor(tx, house, month, day, now, rows)
  await writeLines(tx, partnerId, rows, ids, now)
  await takeOver(tx, partnerId, month, now)
  await tx.run(sql`
    update settlement_statement s set state = case when x.total <= ${cost}::int then 'carried' else 'calculated' end,
      total = case when x.total <= ${cost}::int then x.total end, cost = case when x.total <= ${cost}::int then 0 end,
      calculated_at = ${now}::timestamptz, settle_on = ${day}::date
    from (select l.statement_id, sum(l.share + l.adjustment)::int as total from settlement_line l group by l.statement_id) x
    where x.statement_id = s.id and s.partner_id = ${partnerId} and s.month = ${firstOf(month)}::date and s.state in ('open', 'calculated')`)
  return true
}

const keyOf = (mid: number, currency: string) => `${mid} ${currency}`
/** One of each person and currency, also of those whom an earlier month owes something alone. */
async function statementsFor(
  tx: Tx,
  { partnerId }: House,
  month: string,
  day: string,
  now: Date,
  rows: readonly Pending[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(rows.map(({ mid, currency }) => keyOf(mid, currency)))].map((key) => {
    const [mid, currency] = key.split(' ')
    return { id: randomUUID(), mid: Number(mid), currency }
  })
  const insert = sql`insert into settlement_statement (id, partner_id, mid, month, currency, state, settle_on, calculated_at)`
  const values = sql`${partnerId}::int, x.mid, ${firstOf(month)}::date, x.currency, 'calculated', ${day}::date, ${now}::timestamptz`
  await tx.run(sql`${insert} select x.id, ${values}
    from jsonb_to_recordset(${json(wanted)}::jsonb) as x (id uuid, mid int, currency text) on conflict do nothing`)
  await tx.run(
    sql`${insert} select gen_random_uuid(), ${values} from (select distinct c.mid, c.currency ${owed(partnerId, month)}) x on conflict do nothing`,
  )
  const there = await tx.many(sql<{ id: string; mid: number; currency: string }>`
    select s.id, s.mid, s.currency from settlement_statement s
    where s.partner_id = ${partnerId} and s.month = ${firstOf(month)}::date order by s.id for update`)
  return new Map(there.map(({ id, mid, currency }) => [keyOf(mid, currency), id]))
}

async function takeOver(tx: Tx, partnerId: number, month: string, now: Date): Promise<void> {
  await tx.run(sql`
    insert into settlement_line (id, statement_id, partner_id, mid, kind, adjustment, carried_from, at)
    select gen_random_uuid(), s.id, s.partner_id, s.mid, 'carried', c.total, c.id, ${now}::timestamptz
    from (select c.id, c.mid, c.currency, c.total ${owed(partnerId, month)}) c
      join settlement_statement s on s.partner_id = ${partnerId} and s.mid = c.mid and s.currency = c.currency and s.month = ${firstOf(month)}::date
    order by c.id`)
}

async function writeLines(
  tx: Tx,
  partnerId: number,
  rows: readonly Pending[],
  ids: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  for (let at = 0; at < rows.length; at += LINES_AT_ONCE) {
    const part = rows.slice(at, at + LINES_AT_ONCE).map(({ rate: _, ...row }) => ({
      ...row,
      id: randomUUID(),
      statement: ids.get(keyOf(row.mid, row.currency)),
    }))
    await tx.run(sql`
      insert into settlement_line (id, statement_id, partner_id, mid, kind, visit_qid, at_unit, visit_at, patient, rate_id, gross, payment_fee, platform_fee, share, at)
      select x.id, x.statement, ${partnerId}::int, x.mid, x.kind, x.qid, x."unitId", x."visitAt", x.patient, x."rateId", x.gross, x."paymentFee", x."platformFee", x.share,
        ${now}::timestamptz
      from jsonb_to_recordset(${json(part)}::jsonb) as x (id uuid, statement uuid, mid int, kind text, qid int, "unitId" int, "visitAt" timestamptz, patient text,
        "rateId" uuid, gross int, "paymentFee" int, "platformFee" int, share int)`)
  }
}

/** The month after the last one that is closed; of who never closed one, that of the first money. Null: there is nothing yet. */
export async function nextToClose(read: Db['system']['read'], { partnerId, zone }: House): Promise<string | null> {
  const [row] = await read(sql<{ last: string | null; first: Date | null }>`
    select (select to_char(max(m.month), 'YYYY-MM') from settlement_month m where m.partner_id = ${partnerId}) as last,
      (select min(l.at) from payment l where l.partner_id = ${partnerId} and l.kind in ('paid', 'waived')) as first`)
  if (row?.last) return monthAfter(row.last)
  return row?.first ? monthOf(new Date(row.first), zone) : null
}

/** All months of an institution that are over, one after the other, each in a transaction of its own. */
export async function closeOver(db: Db, house: House, now: Date): Promise<number> {
  const next = await nextToClose((q) => db.system.read(q), house)
  if (next === null) return 0
  let closed = 0
  for (let month = next; endOfMonth(month, house.zone) <= now; month = monthAfter(month))
    if (await db.system.tx((tx) => closeMonth(tx, house, month, now))) closed += 1
  return closed
}

export const houses = (read: Db['system']['read']): Promise<House[]> =>
  read(
    sql<House>`select p.id as "partnerId", p.time_zone as zone, p.settings from partner p where p.status = 'active' order by p.id`,
  )

const KIND = 'settlement.close'
/** Zones differ by quarters of an hour at least. */
const EVERY_MS = 15 * 60_000
const nextLook = (now: Date) => new Date((Math.floor(now.getTime() / EVERY_MS) + 1) * EVERY_MS)

/** At each institution's month's end, and at the start for the months that passed while nobody ran. */
export function startClosing({ db, clock, timers, onStart, log }: Deps): void {
  timers.on(KIND, async () => {
    const now = clock.now()
    for (const house of await houses((q) => db.system.read(q))) {
      const { partnerId } = house
      try {
        const closed = await closeOver(db, house, now)
        if (closed) log.info({ partnerId, closed }, 'months were closed')
      } catch (error) {
        // The other institutions' months do not wait for it; it is tried again at the next look.
        log.error({ err: error, partnerId }, 'a month could not be closed')
      }
    }
    await db.system.tx((tx) => timers.set(tx, KIND, 'all', nextLook(now)))
  })
  onStart(() => db.system.tx((tx) => timers.set(tx, KIND, 'all', clock.now())))
}
