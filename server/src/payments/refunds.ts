import { canSeeRow } from '../access/visible.ts'
import { randomUUID } from 'node:crypto'
import type { EndpointReply } from '@teleward/contract/core/endpoint.ts'
import type { getRefunds, giveRefund } from '@teleward/contract/fees/refund-endpoints.ts'
import type { Refund, RefundMethod, RefundState } from '@teleward/contract/fees/refunds.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { type RefundTerms, refundRule, WHOLE_REFUND } from '@teleward/contract/fees/refund-rule.ts'
import { touched } from '../appointments/transition.ts'
import { tellPayment } from '../visit-links/links.ts'
import type { Read } from '../patients/service.ts'
import { type Compilable, inOrder, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { writeLine } from '../fees/service.ts'

/** A refund the provider was asked for and never answered is asked for again after so long; under its id it is the same one. */
const ASK_AGAIN_MS = 60_000

/** What the patient was told of money that goes back when the visit was booked; of visits from before there was a rule, the whole. */
export async function termsOf(read: Read, qid: number): Promise<RefundTerms> {
  const [line] = await read(sql<{ terms: unknown; late: boolean }>`
    select l.terms, a.refund_late as late from payment l join appointment a on a.qid = l.qid where l.qid = ${qid} and l.kind = 'due'`)
  const known = refundRule.safeParse(line?.terms)
  return { ...(known.success ? known.data : WHOLE_REFUND), late: line?.late ?? false }
}

/** Money that has to go back: the whole fee, unless told how much of it; of what came twice what came. */
export async function owe(
  tx: Tx,
  debt: { qid: number; why: 'cancelled' | 'late' | 'double'; checkout?: string | null; amount?: number },
  now: Date,
): Promise<void> {
  const from =
    debt.checkout !== undefined
      ? sql`${debt.checkout}::uuid`
      : sql`(select c.id from checkout c where c.qid = a.qid and c.state = 'paid'
          and exists (select 1 from payment l where l.qid = a.qid and l.kind = 'paid' and l.provider_ref = c.provider_payment))`
  const written = await tx.run(sql`
    insert into refund (id, partner_id, unit_id, pid, qid, amount, currency, why, checkout_id, due_at)
    select ${randomUUID()}::uuid, a.partner_id, a.unit_id, a.pid, a.qid, coalesce(${debt.amount ?? null}::int, a.fee), a.currency, ${debt.why}, ${from}, ${now}::timestamptz
    from appointment a where a.qid = ${debt.qid} and a.fee > 0`)
  const { qid, amount } = debt
  if (written) await writeLine(tx, { qid, kind: 'refundDue', ...(amount === undefined ? {} : { amount }) }, now)
}

/** The visit comes about after all: what was to be given back stays. What the provider has been asked for goes its way. */
export async function keepMoney(tx: Tx, qid: number, now: Date): Promise<boolean> {
  const stopped = await tx.maybe(sql<{ amount: number }>`
    update refund set state = 'stopped', done_at = ${now}::timestamptz, version = version + 1
    where qid = ${qid} and why = 'cancelled' and state = 'due' returning amount`)
  if (stopped) await writeLine(tx, { qid, kind: 'refundStopped', ...stopped }, now)
  return stopped !== undefined
}

interface Row {
  id: string
  qid: number
  pid: number
  patient: Refund['patient']
  doctor: Refund['doctor']
  startAt: Date
  amount: number
  currency: Refund['currency']
  why: Refund['why']
  state: RefundState
  paidBy: string | null
  payment: string | null
  provider: string | null
  method: RefundMethod | null
  reference: string | null
  failure: string | null
  dueAt: Date
  begunAt: Date | null
  doneAt: Date | null
  byName: string | null
  byNameEn: string | null
  version: number
}
const columns = sql`
  r.id, r.qid, r.pid, jsonb_build_object('name', m.name, 'nameEn', m.name_en) as patient,
  jsonb_build_object('name', d.name, 'nameEn', d.name_en) as doctor, a.start_at as "startAt", r.amount, r.currency, r.why, r.state,
  case when c.id is not null then 'checkout' else
    (select l.method from payment l where l.qid = r.qid and l.kind = 'paid') end as "paidBy",
  c.provider_payment as payment, c.provider, r.method, r.reference, r.failure, r.due_at as "dueAt", r.begun_at as "begunAt", r.done_at as "doneAt",
  s.name as "byName", s.name_en as "byNameEn", r.version`
const joins = sql`
  join appointment a on a.qid = r.qid join member m on m.pid = r.pid join staff d on d.mid = a.did
  left join checkout c on c.id = r.checkout_id left join staff s on s.mid = r.by_mid`

const shown = (row: Row, provider: string | undefined): Refund => ({
  id: row.id,
  qid: row.qid,
  pid: row.pid,
  patient: row.patient,
  doctor: row.doctor,
  startAt: row.startAt.toISOString(),
  amount: row.amount,
  currency: row.currency,
  why: row.why,
  state: row.state,
  paidBy: row.paidBy,
  online: row.payment !== null && row.provider === provider,
  method: row.method,
  reference: row.reference,
  failure: row.failure,
  dueAt: row.dueAt.toISOString(),
  doneAt: row.doneAt?.toISOString() ?? null,
  byName: row.byName,
  byNameEn: row.byNameEn,
  version: row.version,
})

interface Who {
  mid: number
  partnerId: number
  unitIds: readonly number[]
}
const reach = (who: Who) =>
  sql`r.partner_id = ${who.partnerId} and r.unit_id = any (${[...who.unitIds]}::int[]) and ${canSeeRow('r')}`

const orders = {
  patient: sql`m.name`,
  visit: sql`a.start_at`,
  // Sums of one currency are told by size, those of two by nothing.
  amount: sql`case r.currency when 'TWD' then 0 else 1 end, r.amount`,
  due: sql`r.due_at`,
  state: sql`array_position(array['due', 'working', 'done', 'stopped'], r.state)`,
}

/** Unless told: what waits, the longest first; what is done, the last first. */
export async function refunds(
  read: Read,
  who: Who,
  provider: string | undefined,
  q: EndpointParsed<typeof getRefunds>['query'],
): Promise<EndpointReply<typeof getRefunds>> {
  const states = q.state === 'open' ? ['due', 'working'] : q.state === 'all' ? null : [q.state]
  const where = sql`${reach(who)} and (${states === null} or r.state = any (${states ?? []}::text[]))
    and (${q.why ?? null}::text is null or r.why = ${q.why ?? null}::text)
    and (${q.currency ?? null}::text is null or r.currency = ${q.currency ?? null}::text)`
  const standing = q.state === 'open' ? sql`r.due_at, r.id` : sql`coalesce(r.done_at, r.due_at) desc, r.id`
  const order = inOrder(q.sort, orders, sql`r.id`, standing)
  const [rows, [count]] = await Promise.all([
    read(
      sql<Row>`select ${columns} from refund r ${joins} where ${where} order by ${order} limit ${q.pageSize} offset ${(q.page - 1) * q.pageSize}`,
    ),
    read(sql<{ n: number }>`select count(*)::int as n from refund r where ${where}`),
  ])
  return { data: rows.map((row) => shown(row, provider)), page: q.page, pageSize: q.pageSize, total: count?.n ?? 0 }
}

export async function oneRefund(
  read: Read,
  who: Who,
  provider: string | undefined,
  id: string,
  qid: number,
): Promise<Refund> {
  return shown(await found(read, who, id, qid), provider)
}
async function found(read: Read, who: Who, id: string, qid: number): Promise<Row> {
  const [row] = await read(
    sql<Row>`select ${columns} from refund r ${joins} where r.id = ${id}::uuid and r.qid = ${qid} and ${reach(who)}`,
  )
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

export type Asked = { payment: string; amount: number; currency: Refund['currency'] } | null

/**
 * Takes a refund in hand. By hand it is done with that; through the provider it is `working`, and what the provider is to be
 * asked is the answer. Somebody else's, done or stopped: `PAYMENT_ILLEGAL_STEP`.
 */
export async function beginRefund(
  tx: Tx,
  who: Who,
  qid: number,
  act: EndpointParsed<typeof giveRefund>['body'],
  now: Date,
  provider: string | undefined,
): Promise<Asked> {
  const locking = sql`select r.id from refund r where r.id = ${act.refund}::uuid and r.qid = ${qid} and ${reach(who)} for update`
  await tx.one(sql`select a.qid from appointment a where a.qid = ${qid} and a.partner_id = ${who.partnerId} for update`)
  await tx.one(locking as unknown as Compilable<{ id: string }>)
  const row = await found(tx.many, who, act.refund, qid)
  const asleep =
    row.state === 'working' && row.begunAt !== null && now.getTime() - row.begunAt.getTime() >= ASK_AGAIN_MS
  if (row.state !== 'due' && !asleep) throw new AppError('PAYMENT_ILLEGAL_STEP', { data: shown(row, provider) })
  if (row.version !== act.version) throw new AppError('VERSION_STALE', { data: shown(row, provider) })
  if (act.method === 'checkout') {
    if (row.payment === null || row.provider !== provider) throw new AppError('PAYMENT_ILLEGAL_STEP')
    await tx.run(sql`update refund set state = 'working', method = 'checkout', begun_at = ${now}::timestamptz, by_mid = ${who.mid}, failure = null,
      version = version + 1 where id = ${act.refund}::uuid`)
    return { payment: row.payment, amount: row.amount, currency: row.currency }
  }
  // Nobody can tell whether the provider has done it: by hand it might go back twice.
  if (row.state === 'working') throw new AppError('PAYMENT_ILLEGAL_STEP')
  const reference = act.reference?.trim() || null
  if (act.method !== 'cash' && !reference)
    throw new AppError('FIELD_EMPTY', { fields: [{ path: 'reference', code: 'FIELD_EMPTY' }] })
  await tx.run(sql`update refund set by_mid = ${who.mid} where id = ${act.refund}::uuid`)
  await finish(tx, { id: act.refund, qid, method: act.method, reference, by: who.mid }, now)
  return null
}

interface Given {
  id: string
  qid: number
  method: RefundMethod
  reference: string | null
  by: number
}
async function finish(tx: Tx, given: Given, now: Date): Promise<void> {
  const row = await tx.one(sql<{ why: string; amount: number }>`
    update refund set state = 'done', method = ${given.method}, reference = ${given.reference}::text, done_at = ${now}::timestamptz, failure = null,
      version = version + 1 where id = ${given.id}::uuid returning why, amount`)
  await writeLine(
    tx,
    {
      qid: given.qid,
      kind: 'refunded',
      method: given.method,
      by: given.by,
      ref: `refund-${given.id}`,
      reason: given.reference,
      amount: row.amount,
    },
    now,
  )
  if (row.why !== 'double')
    await tx.run(sql`update appointment set payment = 'refunded', version = version + 1, updated_at = ${now}::timestamptz
      where qid = ${given.qid} and payment = 'refundDue'`)
  await touched(tx, given.qid)
  await tellPayment(tx, given.qid, now)
}

/** What the provider came to. A refusal stands with the refund, which is due again. */
export async function endRefund(
  tx: Tx,
  who: Who,
  refund: { id: string; qid: number },
  outcome: { ok: true; reference: string } | { ok: false; reason: string },
  now: Date,
): Promise<void> {
  await tx.one(
    sql`select a.qid from appointment a where a.qid = ${refund.qid} and a.partner_id = ${who.partnerId} for update`,
  )
  const row = await tx.one(
    sql<{
      state: RefundState
    }>`select r.state from refund r where r.id = ${refund.id}::uuid and ${reach(who)} for update`,
  )
  // Asked twice, answered twice: the second answer says the same.
  if (row.state !== 'working') return
  if (outcome.ok) return finish(tx, { ...refund, method: 'checkout', reference: outcome.reference, by: who.mid }, now)
  await tx.run(sql`update refund set state = 'due', method = null, failure = ${outcome.reason.slice(0, 200)}, version = version + 1
    where id = ${refund.id}::uuid`)
}
