import { firstOf } from '@teleward/contract/core/dates.ts'
import type { Statement, StatementDetail, StatementLine } from '@teleward/contract/settlement/schema.ts'
import { canSeeStatement } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import { type Compilable, sql, staffBriefJson } from '../platform/db/index.ts'

const rowsOf = async <T>(read: Read, query: Compilable<{ row: T }>): Promise<T[]> =>
  (await read(query)).map(({ row }) => row)

export interface Found {
  partnerId: number
  mid?: number | undefined
  month?: string | undefined
  currency?: string | undefined
  state?: string | undefined
  unit?: number | undefined
  /** An account that holds by this day is one that can be paid to. */
  today: string
}
/** As it lies there: what is paid out of it, and when by whom, is worked out by who answers. */
export type StatementRow = Omit<Statement, 'id' | 'net' | 'cost' | 'carries' | 'payout' | 'oneHand'> & {
  uuid: string
  /** As confirmed. */
  total: number | null
  fixedCost: number | null
  /** Taken by the bank for payouts that it refused. */
  extraCost: number
}
const bankJson = (b: string) =>
  sql`jsonb_build_object('kind', ${sql.ref(`${b}.kind`)}, 'name', ${sql.ref(`${b}.bank_name`)}, 'last', right(${sql.ref(`${b}.account`)}, 4))`
/** Of a person the account that holds on a day. */
const bankOf = (mid: string, partner: string, day: ReturnType<typeof sql>) => sql`
  select b.id, ${bankJson('b')} as bank from staff_bank b where b.mid = ${sql.ref(mid)} and b.partner_id = ${sql.ref(partner)}
    and b.valid_from <= ${day} and ${canSeeStatement('b')} order by b.id desc limit 1`

const where = ({ partnerId, mid, month, currency, state, unit }: Found) => sql`
  s.partner_id = ${partnerId} and ${canSeeStatement('s')} and (${mid ?? null}::int is null or s.mid = ${mid ?? null}::int)
    and (${month ?? null}::text is null or s.month = ${month ? firstOf(month) : null}::date)
    and (${currency ?? null}::text is null or s.currency = ${currency ?? null}::text) and (${state ?? null}::text is null or s.state = ${state ?? null}::text)
    and (${unit ?? null}::int is null or exists (select 1 from settlement_line u where u.statement_id = s.id and u.at_unit = ${unit ?? null}::int and ${canSeeStatement('u')}))`

export const statements = (read: Read, ask: Found): Promise<StatementRow[]> =>
  rowsOf(
    read,
    sql<{ row: StatementRow }>`
    select jsonb_build_object('uuid', s.id, 'month', to_char(s.month, 'YYYY-MM'), 'staff', ${staffBriefJson('p')}, 'currency', s.currency, 'state', s.state,
      'visits', x.visits, 'gross', x.gross, 'paymentFee', x.payment_fee, 'platformFee', x.platform_fee, 'share', x.share, 'adjustment', x.adjustment,
      'settleOn', s.settle_on, 'bank', coalesce(o.bank, h.bank), 'confirmedBy', case when c.mid is not null then ${staffBriefJson('c')} end,
      'confirmedAt', s.confirmed_at, 'paidBy', o.by, 'paidAt', o.paid_at, 'reference', o.reference, 'failure', o.reason,
      'questions', q.n, 'version', s.version, 'total', s.total, 'fixedCost', s.cost, 'extraCost', y.cost) as row
    from settlement_statement s join staff p on p.mid = s.mid left join staff c on c.mid = s.confirmed_by
      cross join lateral (select count(distinct l.visit_qid)::int as visits, coalesce(sum(l.gross), 0) as gross, coalesce(sum(l.payment_fee), 0) as payment_fee,
        coalesce(sum(l.platform_fee), 0) as platform_fee, coalesce(sum(l.share), 0) as share, coalesce(sum(l.adjustment), 0) as adjustment
        from settlement_line l where l.statement_id = s.id and ${canSeeStatement('l')}) x
      left join lateral (${bankOf('s.mid', 's.partner_id', sql`greatest(s.settle_on, ${ask.today}::date)`)}) h on true
      left join lateral (select ${bankJson('b')} as bank, case when o.outcome = 'paid' then ${staffBriefJson('w')} end as by,
          case when o.outcome = 'paid' then o.at end as paid_at, o.reference, o.reason
        from settlement_payout o join staff w on w.mid = o.by_mid left join staff_bank b on b.id = o.bank_id and ${canSeeStatement('b')}
        where o.statement_id = s.id and ${canSeeStatement('o')} and (o.outcome = 'paid' or s.state = 'payoutFailed') order by o.seq desc limit 1) o on true
      cross join lateral (select coalesce(sum(o.cost), 0)::int as cost from settlement_payout o
        where o.statement_id = s.id and o.outcome = 'refused' and ${canSeeStatement('o')}) y
      cross join lateral (select count(*)::int as n from (select distinct on (r.line_id) r.by_mid from settlement_remark r
        where r.statement_id = s.id and ${canSeeStatement('r')} order by r.line_id, r.seq desc) last where last.by_mid = s.mid) q
    where ${where(ask)} order by s.month desc, p.name, s.mid, s.currency`,
  )

/** The last month that is closed. */
export const lastClosed = async (read: Read, partnerId: number): Promise<string | null> =>
  (
    await read(
      sql<{
        month: string | null
      }>`select to_char(max(m.month), 'YYYY-MM') as month from settlement_month m where m.partner_id = ${partnerId}`,
    )
  )[0]?.month ?? null

export const people = async (
  read: Read,
  partnerId: number,
  mids: readonly number[],
  day: string,
): Promise<{ staff: Statement['staff']; bank: Statement['bank'] }[]> =>
  mids.length === 0
    ? []
    : rowsOf(
        read,
        sql<{ row: { staff: Statement['staff']; bank: Statement['bank'] } }>`
    select jsonb_build_object('staff', ${staffBriefJson('s')}, 'bank', h.bank) as row
    from staff s join staff_partner sp on sp.mid = s.mid and sp.partner_id = ${partnerId}
      left join lateral (${bankOf('sp.mid', 'sp.partner_id', sql`${day}::date`)}) h on true
    where s.mid = any (${[...mids]}::int[])`,
      )

export const lines = (read: Read, statement: string): Promise<StatementLine[]> =>
  rowsOf(
    read,
    sql<{ row: StatementLine }>`
    select jsonb_build_object('id', l.id, 'kind', l.kind, 'qid', l.visit_qid, 'visitAt', l.visit_at, 'patient', l.patient,
      'rate', case when t.id is not null then jsonb_build_object('paymentFee', t.payment_fee, 'platformFee', t.platform_fee) end,
      'gross', l.gross, 'paymentFee', l.payment_fee, 'net', l.gross - l.payment_fee, 'platformFee', l.platform_fee, 'share', l.share,
      'adjustment', l.adjustment, 'reason', l.reason, 'about', to_char(a.month, 'YYYY-MM'), 'by', case when p.mid is not null then ${staffBriefJson('p')} end, 'at', l.at,
      'remarks', (select coalesce(jsonb_agg(jsonb_build_object('text', r.text, 'by', ${staffBriefJson('w')}, 'at', r.at) order by r.seq), '[]')
        from settlement_remark r join staff w on w.mid = r.by_mid where r.line_id = l.id and ${canSeeStatement('r')})) as row
    from settlement_line l left join settlement_rate t on t.id = l.rate_id left join settlement_statement a on a.id = coalesce(l.about, l.carried_from)
      left join staff p on p.mid = l.by_mid
    where l.statement_id = ${statement}::uuid and ${canSeeStatement('l')}
    order by l.kind = 'carried' desc, l.visit_at nulls last, l.seq`,
  )

/** Statements `c` whose sum could not be paid out for itself and opens no month yet: the next one begins with it. */
export const owed = (partnerId: number, month: string) => sql`
  from settlement_statement c where c.partner_id = ${partnerId} and c.state = 'carried' and c.total <> 0 and c.month < ${firstOf(month)}::date
    and ${canSeeStatement('c')} and not exists (select 1 from settlement_line l where l.carried_from = c.id and ${canSeeStatement('l')})`
export interface Owed {
  mid: number
  currency: Statement['currency']
  total: number
  /** The month it comes from. */
  month: string
}
export const owedTo = (read: Read, partnerId: number, month: string, mid: number | undefined): Promise<Owed[]> =>
  read(sql<Owed>`
    select c.mid, c.currency, c.total, to_char(c.month, 'YYYY-MM') as month ${owed(partnerId, month)}
      and (${mid ?? null}::int is null or c.mid = ${mid ?? null}::int) order by c.id`)

export const payouts = (read: Read, statement: string): Promise<StatementDetail['payouts']> =>
  rowsOf(
    read,
    sql<{ row: StatementDetail['payouts'][number] }>`
    select jsonb_build_object('id', o.id, 'outcome', o.outcome, 'bank', ${bankJson('b')}, 'reference', o.reference, 'reason', o.reason, 'amount', o.amount,
      'cost', o.cost, 'by', ${staffBriefJson('w')}, 'at', o.at) as row
    from settlement_payout o join staff w on w.mid = o.by_mid join staff_bank b on b.id = o.bank_id and ${canSeeStatement('b')}
    where o.statement_id = ${statement}::uuid and ${canSeeStatement('o')} order by o.seq`,
  )

export interface Locked {
  uuid: string
  mid: number
  currency: 'TWD' | 'CNY'
  month: string
  state: Statement['state']
  version: number
  total: number | null
  cost: number | null
  settleOn: string
  confirmedBy: number | null
}
const locked = sql`s.id as uuid, s.mid, s.currency, to_char(s.month, 'YYYY-MM') as month, s.state, s.version, s.total, s.cost, s.settle_on as "settleOn",
  s.confirmed_by as "confirmedBy"`
const named = ({ partnerId, month, mid, currency }: Named) => sql`
  s.partner_id = ${partnerId} and s.month = ${firstOf(month)}::date and s.mid = ${mid}::int and s.currency = ${currency} and ${canSeeStatement('s')}`
export interface Named {
  partnerId: number
  month: string
  mid: number
  currency: string
}
export const find = (name: Named) => sql<Locked>`select ${locked} from settlement_statement s where ${named(name)}`
export const lock = (name: Named) =>
  sql<Locked>`select ${locked} from settlement_statement s where ${named(name)} for update`
export const bankFor = (name: Named, day: string) => sql<{ id: number; bank: Statement['bank'] }>`
  select h.id, h.bank from (select ${name.mid}::int as mid, ${name.partnerId}::int as partner_id) w
    cross join lateral (${bankOf('w.mid', 'w.partner_id', sql`${day}::date`)}) h`
