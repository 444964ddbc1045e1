import type { Receipt } from '@teleward/contract/appointments/receipt.ts'
import { type Compilable, sql } from '../platform/db/index.ts'

type Read = <T>(query: Compilable<T>) => Promise<T[]>
interface Row extends Omit<Receipt, 'paidAt' | 'refunds'> {
  paidAt: Date
  refunds: { amount: number; method: string | null; dueAt: string; doneAt: string | null }[]
}

/** Of a visit that was paid; null of any other. Whether the caller may know is asked before. */
export async function receiptOf(read: Read, qid: number): Promise<Receipt | null> {
  const [row] = await read(sql<Row>`
    select upper(left(l.id::text, 8)) as number, l.amount, l.currency, l.method, l.at as "paidAt",
      (select coalesce(jsonb_agg(jsonb_build_object('amount', r.amount, 'method', r.method, 'dueAt', r.due_at, 'doneAt', r.done_at)
          order by r.due_at, r.id), '[]')
        from refund r where r.qid = a.qid and r.why <> 'double' and r.state <> 'stopped') as refunds,
      jsonb_build_object('name', p.name, 'nameEn', p.name_en, 'phone', p.phone) as institution
    from payment l join appointment a on a.qid = l.qid join partner p on p.id = a.partner_id
    where l.qid = ${qid} and l.kind = 'paid'`)
  if (!row) return null
  const iso = (at: string) => new Date(at).toISOString()
  return {
    ...row,
    paidAt: row.paidAt.toISOString(),
    refunds: row.refunds.map((one) => ({ ...one, dueAt: iso(one.dueAt), doneAt: one.doneAt && iso(one.doneAt) })),
  }
}
