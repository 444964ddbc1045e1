import { maskName } from '@teleward/contract/core/text.ts'
import { localDay, startOfDay } from '@teleward/contract/core/zone.ts'
import { firstOf, monthAfter } from '@teleward/contract/core/dates.ts'
import { type Parts, partsBetween, split } from '@teleward/contract/settlement/rules.ts'
import type { StatementLine } from '@teleward/contract/settlement/schema.ts'
import { canSeeRow, canSeeStatement, canSeeVisit } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import { sql } from '../platform/db/index.ts'
import type { RateAt } from './rates.ts'

const DAY_MS = 86_400_000
/** So far back of a month's beginning it is looked for what was not there when its own month was closed. */
const BACK_MS = 62 * DAY_MS

export type Currency = 'TWD' | 'CNY'
export interface Span {
  from: Date
  until: Date
}
export const startOfMonth = (month: string, zone: string): Date => startOfDay(firstOf(month), zone)
export const monthOf = (at: Date, zone: string): string => localDay(at, zone).slice(0, 7)
export const endOfMonth = (month: string, zone: string): Date => startOfMonth(monthAfter(month), zone)
/** `alone`: nothing of the months before, which are not closed yet. */
export const spanOf = (month: string, zone: string, alone = false): Span => {
  const start = startOfMonth(month, zone)
  return { from: alone ? start : new Date(start.getTime() - BACK_MS), until: endOfMonth(month, zone) }
}

interface Row extends Parts {
  qid: number
  did: number
  unitId: number
  currency: Currency
  startAt: Date
  patient: string | null
  finished: boolean
  waived: boolean
  waivedBy: string | null
  /** What it should come to. */
  due: number
  /** Lines that it has. */
  lines: number
  rateId: string | null
  rateOf: { paymentFee: number; platformFee: number } | null
}

/** A visit as a line of the statement that is written next. */
export interface Pending extends Parts {
  mid: number
  currency: Currency
  kind: StatementLine['kind']
  qid: number
  unitId: number
  visitAt: Date
  patient: string
  rateId: string
  rate: { paymentFee: number; platformFee: number }
}

interface Ask extends Span {
  partnerId: number
  zone: string
  rateAt: RateAt
  mid?: number | undefined
}
/**
 * What visits come to at the end of a span, less what lines say of them already: a visit counts once it is both paid and over,
 * by what is not given back. Nothing that has its lines comes twice, and what changed after them comes as the difference.
 */
export async function pending(read: Read, { partnerId, zone, from, until, rateAt, mid }: Ask): Promise<Pending[]> {
  const of = (row: string) => (mid === undefined ? sql`true` : sql`${sql.ref(`${row}.did`)} = ${mid}::int`)
  const rows = await read(sql<Row>`
    with touched as (
      select l.qid from payment l where l.partner_id = ${partnerId} and l.kind in ('paid', 'waived') and l.at >= ${from}::timestamptz and l.at < ${until}::timestamptz
        and ${canSeeRow('l')}
      union select a.qid from appointment a where a.partner_id = ${partnerId} and a.status = 'finished' and a.finished_at >= ${from}::timestamptz
        and a.finished_at < ${until}::timestamptz and ${of('a')} and ${canSeeVisit('a')}
      union select r.qid from refund r where r.partner_id = ${partnerId} and r.due_at >= ${from}::timestamptz and r.due_at < ${until}::timestamptz and ${canSeeRow('r')}
      union select a.qid from appointment a where a.partner_id = ${partnerId} and a.status = 'cancelled' and a.payment in ('paid', 'refundDue', 'refunded')
        and a.start_at >= ${from}::timestamptz and a.start_at < ${until}::timestamptz and ${of('a')} and ${canSeeVisit('a')}),
    seen as (
      select a.qid, a.did, a.unit_id as "unitId", a.currency, a.start_at as "startAt", m.name as patient, a.fee,
        a.status = 'finished' and a.finished_at < ${until}::timestamptz as finished,
        a.status = 'cancelled' and exists (select 1 from appointment_event e where e.qid = a.qid and e.to_status = 'cancelled' and e.at < ${until}::timestamptz) as "calledOff",
        a.payment, coalesce(p.amount, 0) as paid, w.at is not null as waived, w.method as "waivedBy",
        coalesce(b.amount, case when a.payment in ('refundDue', 'refunded') then p.amount end, 0) as back
      from touched t join appointment a on a.qid = t.qid and a.partner_id = ${partnerId} and ${of('a')} and ${canSeeVisit('a')}
        left join member m on m.pid = a.pid
        left join payment p on p.qid = a.qid and p.kind = 'paid' and p.at < ${until}::timestamptz
        left join lateral (select l.at, l.method from payment l where l.qid = a.qid and l.kind = 'waived' and l.at < ${until}::timestamptz order by l.at limit 1) w on true
        left join lateral (select sum(r.amount)::int as amount from refund r where r.qid = a.qid and r.why = 'cancelled' and r.state in ('due', 'working', 'done')
          and r.due_at < ${until}::timestamptz having count(*) > 0) b on true),
    found as (
      select s.qid, s.did, s."unitId", s.currency, s."startAt", s.patient, s.finished, s.waived, s."waivedBy",
        case when s.finished or s."calledOff" then greatest(s.paid - s.back, 0) else 0 end as due,
        (s.finished and s.paid = 0 and (s.waived or (s.payment = 'none' and s.fee = 0))) as nothing,
        coalesce(x.n, 0) as lines, coalesce(x.gross, 0) as gross, coalesce(x.payment_fee, 0) as "paymentFee", coalesce(x.platform_fee, 0) as "platformFee",
        coalesce(x.share, 0) as share, x.rate_id as "rateId"
      from seen s left join lateral (select count(*)::int as n, sum(l.gross)::int as gross, sum(l.payment_fee)::int as payment_fee, sum(l.platform_fee)::int as platform_fee,
          sum(l.share)::int as share, (array_agg(l.rate_id order by l.seq))[1] as rate_id
        from settlement_line l where l.visit_qid = s.qid and ${canSeeStatement('l')} having count(*) > 0) x on true)
    select f.*, case when r.id is not null then jsonb_build_object('paymentFee', r.payment_fee, 'platformFee', r.platform_fee) end as "rateOf"
    from found f left join settlement_rate r on r.id = f."rateId"
    where f.due <> f.gross or (f.lines = 0 and f.nothing) order by f."startAt", f.qid`)
  return rows.map((row) => asLine(row, zone, rateAt))
}

function asLine(row: Row, zone: string, rateAt: RateAt): Pending {
  const known = row.rateId !== null && row.rateOf ? { id: row.rateId, ...row.rateOf } : null
  // By the rate of the day of the visit, whenever its money came; what changes it later goes by the same.
  const rate = known ?? rateAt(localDay(row.startAt, zone))
  const stands = {
    gross: row.gross,
    paymentFee: row.paymentFee,
    platformFee: row.platformFee,
    share: row.share,
  }
  return {
    ...partsBetween(stands, split(row.due, rate)),
    mid: row.did,
    currency: row.currency,
    kind: kindOf(row),
    qid: row.qid,
    unitId: row.unitId,
    visitAt: row.startAt,
    patient: maskName(row.patient ?? ''),
    rateId: rate.id,
    rate: { paymentFee: rate.paymentFee, platformFee: rate.platformFee },
  }
}
function kindOf({ lines, due, gross, finished, waived, waivedBy }: Row): Pending['kind'] {
  if (lines > 0) return due < gross ? 'refund' : 'visit'
  if (due > 0) return finished ? 'visit' : 'kept'
  if (waivedBy === 'contract' || waivedBy === 'free') return waivedBy
  return waived ? 'waived' : 'free'
}
