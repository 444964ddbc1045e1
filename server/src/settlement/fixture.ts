import { randomUUID } from 'node:crypto'
import type { Statement, StatementDetail, StatementSums } from '@teleward/contract/settlement/schema.ts'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { clinic, openDesk, signIn } from '../appointments/booking-fixture.ts'
import type { Reply, Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { closeOver, type House } from './close.ts'

export let admin: Staff
export let second: Staff
export let desk: Staff
export const db = () => clinic.data.db.system
export const run = (statement: ReturnType<typeof sql>) => db().tx((tx) => tx.run(statement))
/** An institution with two who settle, and one with one; before each test no month is closed, and it is the 12th of March 2026. */
export function openOffice(): void {
  beforeAll(async () => {
    await openDesk()
    for (const [mid, account, partner] of [
      [107, 'admin', 1],
      [108, 'admin.two', 1],
      [109, 'admin.far', 32],
    ] as const) {
      await run(
        sql`insert into staff (mid, account, name, mobilecode) overriding system value values (${mid}, ${account}, ${account}, 1)`,
      )
      await run(
        sql`insert into staff_credential (mid, password_hash) select ${mid}::int, password_hash from staff_credential where mid = 103`,
      )
      await run(
        sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${mid}, ${partner}, 6, 'admin')`,
      )
      await run(
        sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid}, ${partner}, ${partner === 1 ? 2 : 90})`,
      )
    }
    // Of the whole institution, which sets its day and cost.
    await run(sql`insert into staff_unit (mid, partner_id, unit_id) values (107, 1, 1)`)
  })
  afterAll(() => clinic.close())
  beforeEach(async () => {
    await clinic.data.db.owner(`truncate settlement_statement, settlement_month, appointment, staff_bank cascade;
      delete from settlement_rate where partner_id is not null; delete from timer where kind = 'settlement.close';
      delete from notification where subject_kind = 'statement'; update partner set settings = settings - 'settlementDay' - 'transferCost'`)
    await at('2026-03-12T02:30:00Z')
  })
}
export const at = async (moment: string) => {
  clinic.clock.set(new Date(moment))
  await signIn()
  ;[admin, second, desk] = (await Promise.all(['admin', 'admin.two', 'admin.far'].map((one) => clinic.staff(one)))) as [
    Staff,
    Staff,
    Staff,
  ]
}

interface Visit {
  did?: number
  on: string
  fee?: number
  currency?: 'TWD' | 'CNY'
  /** When it was paid; null: never. Unless told at its end. */
  paid?: string | null
  waived?: 'free' | 'contract'
  status?: string
}
let places = 0
export async function visit({
  did = 101,
  on,
  fee = 45_000,
  currency = 'TWD',
  paid,
  waived,
  status = 'finished',
}: Visit): Promise<number> {
  places += 1
  const end = new Date(Date.parse(on) + 600_000)
  const payment = waived ? 'waived' : paid === null ? 'due' : 'paid'
  const row = await db().tx((tx) =>
    tx.one(sql<{ qid: number }>`
    insert into appointment (partner_id, unit_id, pid, did, status, date, "interval", start_at, queue_no, fee, currency, payment, finished_at, kind)
    values (1, 2, ${301 + (places % 30)}, ${did}, ${status}, (${on}::timestamptz at time zone 'Asia/Taipei')::date, 1, ${on}::timestamptz, ${places}, ${fee}, ${currency}, ${payment},
      ${status === 'finished' ? end : null}::timestamptz, 'emergency') returning qid`),
  )
  if (paid !== null || waived)
    await run(sql`insert into payment (id, partner_id, unit_id, pid, qid, kind, amount, currency, method, at)
      select gen_random_uuid(), 1, 2, pid, qid, ${waived ? 'waived' : 'paid'}, fee, currency, ${waived ?? 'cash'}, ${paid ?? end.toISOString()}::timestamptz
      from appointment where qid = ${row.qid}`)
  return row.qid
}
export const callOff = async (qid: number, moment: string, back: number) => {
  await run(sql`update appointment set status = 'cancelled', payment = 'refundDue' where qid = ${qid}`)
  await run(sql`insert into appointment_event (qid, partner_id, unit_id, pid, action, to_status, actor_kind, at)
    select qid, partner_id, unit_id, pid, 'cancel', 'cancelled', 'patient', ${moment}::timestamptz from appointment where qid = ${qid}`)
  await run(sql`insert into refund (id, partner_id, unit_id, pid, qid, amount, currency, why, due_at)
    select gen_random_uuid(), partner_id, unit_id, pid, qid, ${back}, currency, 'cancelled', ${moment}::timestamptz from appointment where qid = ${qid}`)
}
export const bank = (mid = 101, from = '2026-01-10') =>
  run(sql`insert into staff_bank (mid, partner_id, kind, bank_code, branch_code, bank_name, branch_name, address, account, account_name, valid_from, created_at)
    values (${mid}, 1, 'local', '004', '0037', '臺灣銀行', '營業部', '台北', '001234567890', '林', ${from}::date, now())`)
/** As the institution's own administrator sets them. */
export async function settings(given: object) {
  const partners = await admin.get<{ id: number; version: number }[]>('/his/api/partners')
  const version = partners.data.find(({ id }) => id === 1)?.version
  return send(admin, 'PUT', '/his/api/partners/1', { version, settings: given })
}
export const house = async (): Promise<House> => {
  const [row] = await db().read(
    sql<House>`select id as "partnerId", time_zone as zone, settings from partner where id = 1`,
  )
  if (!row) throw new Error('no institution')
  return row
}
export const close = async () => closeOver(clinic.data.db, await house(), clinic.clock.now())

export const list = async (who: Staff, query = '') => (await who.get<Statement[]>(`/his/api/statements${query}`)).data
export const open = (who: Staff, id: string) => who.get<StatementDetail>(`/his/api/statements/${id}`)
export const sumsOf = async (who: Staff, query = '') =>
  (await who.get<StatementSums>(`/his/api/statementsums${query}`)).data
export async function send(who: Staff, method: string, path: string, body: object): Promise<Reply<StatementDetail>> {
  const response = await who.request(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const said = JSON.parse(text) as { status: string; data: StatementDetail }
  return { status: response.status, code: said.status, data: said.data, text, headers: response.headers }
}
export const confirm = async (who: Staff, id: string, over: object = {}) => {
  const { data } = await open(who, id)
  return send(who, 'PUT', `/his/api/statements/${id}`, {
    action: 'confirm',
    version: data.version,
    payout: data.payout,
    ...over,
  })
}
export const correct = (who: Staff, id: string, amount: number, over: object = {}) =>
  send(who, 'POST', `/his/api/statements/${id}/corrections`, { id: randomUUID(), amount, reason: '夜間加成', ...over })
export const pay = async (who: Staff, id: string, body: object) => {
  const { data } = await open(who, id)
  return send(who, 'POST', `/his/api/statements/${id}/payouts`, {
    id: randomUUID(),
    version: data?.version ?? 1,
    ...body,
  })
}
export const whats = async (mid: number) =>
  (
    await db().read(
      sql<{
        what: string
      }>`select what from notification where mid = ${mid} and subject_kind = 'statement' order by at, what`,
    )
  ).map(({ what }) => what)
/** So many in a hundred, half up to the cent, worked out in whole numbers. */
export const halfUp = (amount: number, percent: number) => Number((BigInt(amount) * BigInt(percent) + 50n) / 100n)
/** By row: each adds up, and so does every column. */
export function addsUp({ lines, ...sum }: StatementDetail): void {
  for (const part of ['gross', 'paymentFee', 'net', 'platformFee', 'share', 'adjustment'] as const)
    expect(
      lines.reduce((all, line) => all + line[part], 0),
      part,
    ).toBe(sum[part])
  for (const row of [...lines, sum]) {
    expect(row.gross - row.paymentFee).toBe(row.net)
    expect(row.net - row.platformFee).toBe(row.share)
  }
  expect(sum.share + sum.adjustment - sum.carries - sum.cost).toBe(sum.payout)
}
