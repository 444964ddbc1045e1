import { sql, type Tx } from '../platform/db/index.ts'

/** What was paid for past visits has its line, by which its receipt is numbered: most by card, the others in cash. */
export async function seedPayments(tx: Tx, now: Date): Promise<void> {
  await tx.run(sql`
    insert into payment (id, partner_id, unit_id, pid, qid, kind, amount, currency, method, at)
    select gen_random_uuid(), a.partner_id, a.unit_id, a.pid, a.qid, 'paid', a.fee, a.currency,
      case when a.qid % 3 = 0 then 'cash' else 'card' end, least(a.start_at, ${now}::timestamptz)
    from appointment a where a.partner_id = 1 and a.payment in ('paid', 'refundDue', 'refunded') and a.fee > 0
      and not exists (select 1 from payment l where l.qid = a.qid and l.kind = 'paid')`)
}

/** Money of visits that were called off: two wait to be given back, three were. Once. */
export async function seedRefunds(tx: Tx, now: Date): Promise<void> {
  if (await tx.maybe(sql`select 1 from refund limit 1`)) return
  await tx.run(sql`
    with gone as (
      select a.qid, a.partner_id, a.unit_id, a.pid, a.fee, a.currency, row_number() over (order by a.start_at desc, a.qid) as n
      from appointment a where a.partner_id = 1 and a.status = 'cancelled' and a.payment = 'refunded' and a.fee > 0
        and a.start_at < ${now}::timestamptz order by a.start_at desc, a.qid limit 5),
    given as (
      insert into refund (id, partner_id, unit_id, pid, qid, amount, currency, why, state, method, reference, due_at, done_at)
      select gen_random_uuid(), partner_id, unit_id, pid, qid, fee, currency, 'cancelled', case when n <= 2 then 'due' else 'done' end,
        case when n > 2 then 'transfer' end, case when n > 2 then 'T-' || (1000 + n) end,
        ${now}::timestamptz - n * interval '20 hours', case when n > 2 then ${now}::timestamptz - n * interval '9 hours' end
      from gone returning qid, state)
    update appointment a set payment = 'refundDue' from given g where a.qid = g.qid and g.state = 'due'`)
}
