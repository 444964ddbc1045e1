import { localDay } from '@teleward/contract/core/zone.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type {
  postCorrection,
  postPayout,
  postStatementRemark,
  putStatement,
} from '@teleward/contract/settlement/endpoints.ts'
import { firstOf, monthAfter } from '@teleward/contract/core/dates.ts'
import {
  type Parts,
  settleOn,
  settleRefusal,
  split,
  type StatementAction,
} from '@teleward/contract/settlement/rules.ts'
import { canSeeStatement } from '../access/visible.ts'
import { notify } from '../notifications/service.ts'
import { settingsOf } from '../partners/settings.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { oneAtATime } from './close.ts'
import * as repo from './repo.ts'
import { idOf, nameOf, oneStatement, type Settler } from './service.ts'
import { monthOf } from './pending.ts'

export interface Step {
  tx: Tx
  who: Settler
  now: Date
}

const stands = ({ tx, who, now }: Step, id: string) => oneStatement({ read: tx.many, who, now }, id)
/**
 * Under its lock, which only who settles another's may take: one's own is told so before it. NOT_FOUND: none, or of a month
 * that is not over.
 */
async function locked(step: Step, id: string, action: StatementAction): Promise<repo.Locked> {
  const { tx, who } = step
  const name = nameOf(who, id)
  const seen = await tx.maybe(repo.find(name))
  if (!seen) throw new AppError('NOT_FOUND')
  if (seen.mid === who.mid) throw new AppError('SETTLE_OWN')
  const found = await tx.maybe(repo.lock(name))
  if (!found) throw new AppError('NOT_FOUND')
  const refusal = settleRefusal(action, found, who.mid)
  if (refusal) throw new AppError(refusal, { data: await stands(step, id) })
  return found
}
async function fresh(step: Step, id: string, { version }: repo.Locked, read: number): Promise<void> {
  if (version !== read) throw new AppError('VERSION_STALE', { data: await stands(step, id) })
}
const costOf = async ({ tx, who }: Step): Promise<number> => {
  const row = await tx.one(sql<{ settings: unknown }>`select p.settings from partner p where p.id = ${who.partnerId}`)
  return settingsOf(row.settings).transferCost * 100
}
const tell = (
  { tx, who, now }: Step,
  row: repo.Locked,
  what: 'statement.confirmed' | 'statement.refused' | 'statement.answered',
  once?: string,
) =>
  notify(tx, {
    partnerId: who.partnerId,
    mid: row.mid,
    kind: 'noti',
    what,
    subject: { kind: 'statement', id: row.uuid },
    link: { screen: 'statement', search: { open: idOf(row) } },
    from: who.mid,
    ...(once === undefined ? {} : { once }),
    at: now,
  })

interface VisitSum extends Parts {
  qid: number
  rate: { paymentFee: number; platformFee: number }
}
/** Of each visit the parts that all lines of it come to, beside what they should be; and the sum of this statement. */
async function balanced({ tx }: Step, { uuid }: repo.Locked): Promise<{ total: number; wrong: number[] }> {
  const visits = await tx.many(sql<VisitSum>`
    select l.visit_qid as qid, sum(l.gross)::int as gross, sum(l.payment_fee)::int as "paymentFee", sum(l.platform_fee)::int as "platformFee", sum(l.share)::int as share,
      (select jsonb_build_object('paymentFee', r.payment_fee, 'platformFee', r.platform_fee) from settlement_rate r where r.id = min(l.rate_id::text)::uuid) as rate
    from settlement_line l where l.visit_qid in (select x.visit_qid from settlement_line x where x.statement_id = ${uuid}::uuid and ${canSeeStatement('x')}) and ${canSeeStatement('l')}
    group by l.visit_qid`)
  const { total } = await tx.one(sql<{ total: number }>`
    select coalesce(sum(l.share + l.adjustment), 0)::int as total from settlement_line l where l.statement_id = ${uuid}::uuid and ${canSeeStatement('l')}`)
  const wrong = visits.filter(({ gross, paymentFee, platformFee, share, rate }) => {
    if (gross < 0) return true
    const right = split(gross, rate)
    return right.paymentFee !== paymentFee || right.platformFee !== platformFee || right.share !== share
  })
  return { total, wrong: wrong.map(({ qid }) => qid) }
}

/** Its sums are worked out once more; what does not come to them is confirmed by nobody. */
export async function confirm(step: Step, id: string, body: EndpointParsed<typeof putStatement>['body']) {
  const { tx, who, now } = step
  const row = await locked(step, id, 'confirm')
  await fresh(step, id, row, body.version)
  const { total, wrong } = await balanced(step, row)
  if (wrong.length > 0) throw new AppError('SETTLE_UNBALANCED')
  const cost = await costOf(step)
  const payout = Math.max(0, total - cost)
  if (payout !== body.payout) throw new AppError('VERSION_STALE', { data: await stands(step, id) })
  if (payout === 0)
    await tx.run(sql`
      update settlement_statement set state = 'carried', total = ${total}, cost = 0 where id = ${row.uuid}::uuid`)
  else {
    await tx.run(sql`
      update settlement_statement set state = 'confirmed', total = ${total}, cost = ${cost}, confirmed_by = ${who.mid}, confirmed_at = ${now}::timestamptz
      where id = ${row.uuid}::uuid`)
    await tell(step, row, 'statement.confirmed', 'confirmed')
  }
  return stands(step, id)
}

/** Under this number it is there already, of this very statement: sent twice it is one. */
async function sentBefore(tx: Tx, table: 'settlement_line' | 'settlement_remark', id: string, row: repo.Locked) {
  const there = await tx.maybe(sql`
    select 1 from ${sql.table(table)} x where x.id = ${id}::uuid and x.statement_id = ${row.uuid}::uuid and ${canSeeStatement('x')}`)
  if (!there) throw new AppError('SETTLE_ILLEGAL_STEP')
}

/** The statement a correction goes to: its own, or, where that is settled, the next one that is not. */
async function target(step: Step, id: string, next: boolean): Promise<{ row: repo.Locked; about: string | null }> {
  if (!next) return { row: await locked(step, id, 'correct'), about: null }
  const { tx, who } = step
  const name = nameOf(who, id)
  const seen = await tx.maybe(repo.find(name))
  if (!seen) throw new AppError('NOT_FOUND')
  if (seen.mid === who.mid) throw new AppError('SETTLE_OWN')
  if (!settleRefusal('correct', seen, who.mid)) return { row: await locked(step, id, 'correct'), about: null }
  const { month: after } = await tx.one(sql<{ month: string | null }>`
    select to_char(min(s.month), 'YYYY-MM') as month from settlement_statement s where s.partner_id = ${who.partnerId} and s.mid = ${seen.mid}
      and s.currency = ${seen.currency} and s.month > ${firstOf(seen.month)}::date and s.state in ('open', 'calculated') and ${canSeeStatement('s')}`)
  const month = after ?? (await openMonth(step, seen))
  return { row: await locked(step, idOf({ ...seen, month }), 'correct'), about: seen.uuid }
}
/** The person's statement of the first month that is not closed and not over, made for what waits in it. */
async function openMonth({ tx, who, now }: Step, { mid, currency }: repo.Locked): Promise<string> {
  await oneAtATime(tx, who.partnerId)
  const partner = await tx.one(
    sql<{ settings: unknown }>`select p.settings from partner p where p.id = ${who.partnerId}`,
  )
  const closed = await repo.lastClosed(tx.many, who.partnerId)
  const running = monthOf(now, who.timeZone)
  // Closed by a clock that is ahead, or since this was sent.
  const month = closed !== null && closed >= running ? monthAfter(closed) : running
  const day = settleOn(month, settingsOf(partner.settings).settlementDay)
  await tx.run(sql`
    insert into settlement_statement (id, partner_id, mid, month, currency, state, settle_on)
    values (gen_random_uuid(), ${who.partnerId}, ${mid}, ${firstOf(month)}::date, ${currency}, 'open', ${day}::date) on conflict do nothing`)
  return month
}

export async function correct(step: Step, id: string, body: EndpointParsed<typeof postCorrection>['body']) {
  const { tx, who, now } = step
  const reason = body.reason?.trim()
  if (!reason) throw new AppError('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'REASON_REQUIRED' }] })
  const { row, about } = await target(step, id, body.next)
  const added = await tx.run(sql`
    insert into settlement_line (id, statement_id, partner_id, mid, kind, adjustment, reason, about, by_mid, at)
    values (${body.id}::uuid, ${row.uuid}::uuid, ${who.partnerId}, ${row.mid}, 'correction', ${body.amount}, ${reason}, ${about}::uuid, ${who.mid}, ${now}::timestamptz) on conflict do nothing`)
  if (!added) await sentBefore(tx, 'settlement_line', body.id, row)
  // Whoever reads it to confirm it has to have read this.
  else if (row.state === 'calculated')
    await tx.run(sql`update settlement_statement set state = 'calculated' where id = ${row.uuid}::uuid`)
  return stands(step, idOf(row))
}

/** The bank has sent it, or has not. What it takes for one that it refused goes off as well, where it took it. */
export async function payOut(step: Step, id: string, body: EndpointParsed<typeof postPayout>['body']) {
  const { tx, who, now } = step
  const reason = body.outcome === 'refused' ? body.reason?.trim() : undefined
  if (body.outcome === 'refused' && !reason)
    throw new AppError('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'REASON_REQUIRED' }] })
  const row = await locked(step, id, body.outcome === 'paid' ? 'pay' : 'refuse')
  await fresh(step, id, row, body.version)
  const today = localDay(now, who.timeZone)
  const bank = await tx.maybe(repo.bankFor(nameOf(who, id), row.settleOn > today ? row.settleOn : today))
  if (!bank) throw new AppError('BANK_INCOMPLETE')
  const { spent } = await tx.one(sql<{ spent: number }>`
    select coalesce(sum(o.cost), 0)::int as spent from settlement_payout o where o.statement_id = ${row.uuid}::uuid and ${canSeeStatement('o')}`)
  const [total, cost] = [row.total ?? 0, row.cost ?? 0]
  const amount = total - spent - cost
  const charged = body.outcome === 'paid' || body.charged ? cost : 0
  // What a second transfer would cost has to be left.
  if (body.outcome === 'refused' && charged > 0 && amount - cost <= 0)
    throw new AppError('VALUE_INVALID', { fields: [{ path: 'charged', code: 'VALUE_INVALID' }] })
  const written = await tx.run(sql`
    insert into settlement_payout (id, statement_id, partner_id, mid, outcome, bank_id, reference, reason, amount, cost, by_mid, at)
    values (${body.id}::uuid, ${row.uuid}::uuid, ${who.partnerId}, ${row.mid}, ${body.outcome}, ${bank.id}, ${body.outcome === 'paid' ? body.reference : null}::text,
      ${reason ?? null}::text, ${amount}, ${charged}, ${who.mid}, ${now}::timestamptz) on conflict (id) do nothing`)
  if (!written) throw new AppError('SETTLE_ILLEGAL_STEP', { data: await stands(step, id) })
  await tx.run(
    sql`update settlement_statement set state = ${body.outcome === 'paid' ? 'paid' : 'payoutFailed'} where id = ${row.uuid}::uuid`,
  )
  if (body.outcome === 'refused') await tell(step, row, 'statement.refused', body.id)
  return stands(step, id)
}

/** Asked by whose statement it is, and answered by who settles. */
export async function remark(step: Step, id: string, body: EndpointParsed<typeof postStatementRemark>['body']) {
  const { tx, who, now } = step
  const row = await tx.maybe(repo.find(nameOf(who, id)))
  if (!row) throw new AppError('NOT_FOUND')
  const line = await tx.maybe(sql<{ id: string }>`
    select l.id from settlement_line l where l.id = ${body.line}::uuid and l.statement_id = ${row.uuid}::uuid and ${canSeeStatement('l')}`)
  if (!line) throw new AppError('NOT_FOUND')
  const said = await tx.run(sql`
    insert into settlement_remark (id, line_id, statement_id, partner_id, mid, text, by_mid, at)
    values (${body.id}::uuid, ${line.id}::uuid, ${row.uuid}::uuid, ${who.partnerId}, ${row.mid}, ${body.text.trim()}, ${who.mid}, ${now}::timestamptz) on conflict do nothing`)
  if (!said) await sentBefore(tx, 'settlement_remark', body.id, row)
  else if (row.mid !== who.mid) await tell(step, row, 'statement.answered', body.id)
  else await ask(step, row, body.id)
  return stands(step, id)
}
/** Whoever confirmed it, or has written in it, is asked; of one that nobody had in hand, every administrator of the institution. */
async function ask({ tx, who, now }: Step, row: repo.Locked, once: string): Promise<void> {
  const hands = await tx.many(sql<{ mid: number }>`
    select distinct x.mid from (
      select s.confirmed_by as mid from settlement_statement s where s.id = ${row.uuid}::uuid and ${canSeeStatement('s')}
      union all select r.by_mid from settlement_remark r where r.statement_id = ${row.uuid}::uuid and r.by_mid <> r.mid and ${canSeeStatement('r')}) x
    where x.mid is not null`)
  const asked = hands.length
    ? hands
    : await tx.many(sql<{ mid: number }>`
        select sp.mid from staff_partner sp where sp.partner_id = ${who.partnerId} and sp.doctortype = 'admin' and sp.status = 'active' order by 1 limit 20`)
  for (const { mid } of asked)
    await notify(tx, {
      partnerId: who.partnerId,
      mid,
      kind: 'noti',
      what: 'statement.asked',
      subject: { kind: 'statement', id: row.uuid },
      link: { screen: 'adminSettlement', search: { month: row.month, open: idOf(row) } },
      from: who.mid,
      once,
      at: now,
    })
}
