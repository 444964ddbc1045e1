import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { away, chen, clinic, far, lin } from '../appointments/booking-fixture.ts'
import type { Staff } from '../consultation/calls/fixture.ts'
import { type Scope, sql } from '../platform/db/index.ts'
import { readXlsx } from '../platform/xlsx/read.ts'
import {
  admin,
  second,
  desk,
  db,
  run,
  openOffice,
  at,
  visit,
  bank,
  settings,
  close,
  list,
  open,
  sumsOf,
  send,
  confirm,
  correct,
  pay,
  whats,
  addsUp,
  callOff,
} from './fixture.ts'

openOffice()

describe('[FEE-03~] a statement', () => {
  const id = '2026-01-101-TWD'
  const january = async () => {
    await visit({ on: '2026-01-05T02:00:00Z', fee: 100_000 })
    await at('2026-02-02T02:00:00Z')
    await close()
  }

  it('is confirmed by another than whose it is, paid with the reference of the bank or refused, and says when one hand did both', async () => {
    await january()
    expect((await list(admin, '?month=2026-01'))[0]).toMatchObject({ bank: null })
    expect((await sumsOf(admin, '?month=2026-01')).currencies[0]).toMatchObject({ noBank: 1 })
    expect((await pay(admin, id, { outcome: 'paid', reference: 'B-1' })).code).toBe('SETTLE_ILLEGAL_STEP')
    const seen = (await open(admin, id)).data
    expect((await confirm(admin, id, { version: seen.version + 1 })).code).toBe('VERSION_STALE')
    expect((await confirm(admin, id, { payout: seen.payout + 1 })).code).toBe('VERSION_STALE')
    // A correction that comes between is read before it is confirmed.
    await correct(second, id, 100)
    expect((await confirm(admin, id, { version: seen.version, payout: seen.payout })).code).toBe('VERSION_STALE')
    expect((await confirm(admin, id)).data).toMatchObject({
      state: 'confirmed',
      payout: 66_500,
      confirmedBy: { mid: 107 },
    })
    expect(await whats(101)).toEqual(['statement.confirmed'])
    expect((await confirm(second, id)).code).toBe('SETTLE_CLOSED')
    // What the cost of a transfer becomes later changes nothing that is confirmed.
    await settings({ transferCost: 30 })

    expect((await pay(second, id, { outcome: 'paid', reference: 'B-1' })).code).toBe('BANK_INCOMPLETE')
    expect((await second.get(`/his/api/transferfiles?month=2026-01&currency=TWD`)).code).toBe('NOT_FOUND')
    await bank(101, '2026-02-10')
    expect((await pay(second, id, { outcome: 'refused' })).code).toBe('REASON_REQUIRED')
    expect((await pay(second, id, { outcome: 'refused', reason: '戶名不符', charged: true })).data).toMatchObject({
      state: 'payoutFailed',
      failure: '戶名不符',
      cost: 3_000,
      payout: 65_000,
    })
    expect(await whats(101)).toEqual(['statement.confirmed', 'statement.refused'])
    const paid = await pay(admin, id, { outcome: 'paid', reference: 'B-2' })
    expect(paid.data, paid.text).toMatchObject({
      state: 'paid',
      reference: 'B-2',
      failure: null,
      payout: 65_000,
      oneHand: true,
      bank: { last: '7890' },
    })
    expect(paid.data.payouts.map(({ outcome, amount, cost }) => [outcome, amount, cost])).toEqual([
      ['refused', 66_500, 1_500],
      ['paid', 65_000, 1_500],
    ])
    for (const body of [
      { outcome: 'paid', reference: 'B-3' },
      { outcome: 'refused', reason: 'x' },
    ])
      expect((await pay(second, id, body)).code).toBe('SETTLE_ILLEGAL_STEP')
    expect((await open(lin, id)).text).not.toContain('001234567890')
  })

  it('does nothing for its own subject, also where they settle for the institution', async () => {
    await january()
    await bank()
    await visit({ on: '2026-02-03T02:00:00Z', did: 101 })
    // An administrator who sees patients as well.
    await visit({ on: '2026-01-20T02:00:00Z', did: 107, paid: '2026-02-03T03:00:00Z' })
    await at('2026-03-02T02:00:00Z')
    await close()
    await bank(107)
    const own = '2026-02-107-TWD'
    for (const answer of [
      await confirm(admin, own),
      await correct(admin, own, 100_000),
      await correct(admin, own, 100_000, { next: true }),
      await pay(admin, own, { outcome: 'paid', reference: 'X' }),
    ])
      expect([answer.status, answer.code]).toEqual([403, 'SETTLE_OWN'])
    expect((await confirm(second, own)).data.state).toBe('confirmed')
    expect((await pay(admin, own, { outcome: 'paid', reference: 'X' })).code).toBe('SETTLE_OWN')
    // The database says the same to whoever gets past the service.
    await expect(run(sql`update settlement_statement set confirmed_by = mid where mid = 107`)).rejects.toThrow()
  })

  it('whose sums do not come to what they should is confirmed by nobody', async () => {
    await january()
    await clinic.data.db.owner(`update settlement_line set payment_fee = payment_fee - 1, share = share + 1`)
    const { code, status } = await confirm(admin, id)
    expect([status, code]).toEqual([500, 'SETTLE_UNBALANCED'])
    expect((await open(admin, id)).data.state).toBe('calculated')
  })

  it('is seen by whose it is and by who settles for the institution, and by nobody else', async () => {
    await january()
    await visit({ on: '2026-02-03T02:00:00Z' })
    for (const [who, code] of [
      [lin, 'OK'],
      [admin, 'OK'],
      [away, 'NOT_FOUND'],
      [chen, 'NOT_FOUND'],
      [far, 'NOT_FOUND'],
      [desk, 'NOT_FOUND'],
    ] as const)
      for (const path of [`/his/api/statements/${id}`, '/his/api/statements/2026-02-101-TWD'])
        expect((await who.get(path)).code, `${who.mid} ${path}`).toBe(code)
    for (const who of [away, chen, far]) expect(await list(who, '?month=2026-01&who=101')).toEqual([])
    expect(await list(desk, '?month=2026-01')).toEqual([])
    for (const who of [lin, chen, far]) {
      expect((await confirm(who, id, { version: 1, payout: 66_400 }).catch(() => ({ code: 'FORBIDDEN' }))).code).toBe(
        'FORBIDDEN',
      )
      expect((await who.get('/his/api/transferfiles?month=2026-01&currency=TWD')).code).toBe('FORBIDDEN')
    }
    for (const wrong of ['2026-13-101-TWD', '2026-01-101-EUR', "2026-01-101-TWD' or 1=1", 'x'])
      expect((await admin.get(`/his/api/statements/${encodeURIComponent(wrong)}`)).status, wrong).toBe(400)
    expect((await admin.get('/his/api/statements/1999-01-999999999-TWD')).code).toBe('NOT_FOUND')
  })

  it('is shown and changed by the policies alone as by the service: one’s own is read, another’s is settled', async () => {
    await visit({ on: '2026-01-06T02:00:00Z', fee: 60_000, did: 102 })
    await visit({ on: '2026-01-07T02:00:00Z', fee: 60_000, did: 107 })
    await january()
    await bank()
    const scope = (mid: number, rights: Partial<Scope>, partnerId = 1): Scope => ({
      kind: 'staff',
      mid,
      partnerId,
      unitIds: partnerId === 1 ? [2] : [90],
      pid: null,
      qid: null,
      'fee.own': '-',
      'fee.partner': '-',
      ...rights,
    })
    const doctor = scope(101, { 'fee.own': 'y' })
    const settler = scope(107, { 'fee.partner': 'y' })
    const seen = async (who: Scope, table: string) =>
      (
        await clinic.data.db.read(who, sql<{ mid: number }>`select distinct mid from ${sql.table(table)} order by 1`)
      ).map(({ mid }) => mid)
    for (const table of ['settlement_statement', 'settlement_line']) {
      expect(await seen(doctor, table)).toEqual([101])
      expect(await seen(settler, table)).toEqual([101, 102, 107])
      expect(await seen(scope(101, {}), table)).toEqual([])
      expect(await seen(scope(109, { 'fee.partner': 'y' }, 32), table)).toEqual([])
    }
    expect(await seen(settler, 'staff_bank')).toEqual([101])
    expect(await seen(scope(102, { 'fee.own': 'y' }), 'staff_bank')).toEqual([])
    const step = sql`update settlement_statement set state = 'confirmed', total = 60000, cost = 1500, confirmed_by = 107, confirmed_at = now()`
    const changed = (who: Scope) => clinic.data.db.tx(who, (tx) => tx.run(step))
    expect(await changed(doctor)).toBe(0)
    // All but the settler's own.
    expect(await changed(settler)).toBe(2)
    const plant = (who: Scope, kind: string) =>
      clinic.data.db.tx(who, (tx) =>
        tx.run(sql`insert into settlement_line (id, statement_id, partner_id, mid, kind, adjustment, reason, by_mid, at)
          select gen_random_uuid(), id, partner_id, mid, ${kind}, 1, 'x', ${who.mid}::int, now() from settlement_statement where mid = 107`),
      )
    // Nobody adds a line to what is their own, nor by a right they have not.
    await expect(plant(settler, 'correction')).rejects.toThrow('row-level security')
    expect(await plant(scope(102, { 'fee.own': 'y' }), 'correction')).toBe(0)
  })

  it('goes to the bank as a file with whole accounts, of what is confirmed', async () => {
    await january()
    await bank()
    const path = '/his/api/transferfiles?month=2026-01&currency=TWD'
    expect((await admin.get(path)).code).toBe('NOT_FOUND')
    await confirm(admin, id)
    const [, sheet] = await readXlsx(Buffer.from(await (await admin.request(path, {})).arrayBuffer()))
    expect(sheet?.cells.slice(0, 8).map((cell) => cell?.text)).toEqual([
      '004',
      '0037',
      undefined,
      '臺灣銀行 營業部',
      '001234567890',
      '林',
      '664',
      'TWD',
    ])
    const [audited] = await db().read(
      sql<{
        detail: { rows: number }
      }>`select detail from audit_log where action = 'GET /his/api/transferfiles' and outcome = 'OK' order by id desc limit 1`,
    )
    expect(audited?.detail).toMatchObject({ month: '2026-01', rows: 1 })
  })

  it('is asked about line by line, and answered there', async () => {
    await january()
    const line = (await open(lin, id)).data.lines[0]?.id
    const path = `/his/api/statements/${id}/remarks`
    const say = (who: Staff, text: string, over: object = {}) =>
      send(who, 'POST', path, { id: randomUUID(), line, text, ...over })
    expect((await say(away, '?')).code).toBe('NOT_FOUND')
    expect((await say(lin, '這次是夜間', { line: randomUUID() })).code).toBe('NOT_FOUND')
    expect((await say(lin, '這次是夜間')).data).toMatchObject({
      questions: 1,
      lines: [{ remarks: [{ text: '這次是夜間', by: { mid: 101 } }] }],
    })
    expect(await whats(107)).toEqual(['statement.asked'])
    expect((await say(admin, '已補差額')).data).toMatchObject({ questions: 0 })
    expect(await whats(101)).toEqual(['statement.answered'])
  })
})

describe('the forecast of the running month', () => {
  it('[FEE-03~] has what closed months carry over, above and below zero, also where nothing else happens in it', async () => {
    // Not above the cost of a transfer, and of the other doctor less than nothing.
    await visit({ on: '2026-01-06T02:00:00Z', fee: 2_000 })
    await visit({ on: '2026-01-07T02:00:00Z', did: 102, fee: 45_000 })
    await at('2026-02-02T02:00:00Z')
    await close()
    const back = (await open(admin, '2026-01-102-TWD')).data.lines[0]?.qid ?? 0
    await callOff(back, '2026-02-05T02:00:00Z', 45_000)
    await at('2026-03-02T02:00:00Z')
    await close()
    const carries = async (id: string) => (await open(admin, id)).data.carries
    const [small, below] = [await carries('2026-02-101-TWD'), await carries('2026-02-102-TWD')]
    expect([small > 0, below < 0]).toEqual([true, true])

    await visit({ on: '2026-03-03T02:00:00Z', fee: 45_000 })
    await at('2026-03-12T02:30:00Z')
    const mine = (await open(lin, '2026-03-101-TWD')).data
    expect(mine).toMatchObject({ state: 'open', adjustment: small, visits: 1 })
    expect(mine.lines[0]).toMatchObject({ kind: 'carried', adjustment: small, about: '2026-02', id: null })
    expect(mine.payout).toBe(mine.share + small - mine.cost)
    addsUp(mine)
    const other = (await open(admin, '2026-03-102-TWD')).data
    expect(other).toMatchObject({ state: 'open', visits: 0, adjustment: below, carries: below, payout: 0 })
    addsUp(other)
    expect(await sumsOf(admin, '?month=2026-03')).toMatchObject({ currencies: [{ adjustment: small + below }] })
    expect((await list(lin, '?own=true&month=2026-03')).map(({ adjustment }) => adjustment)).toEqual([small])
    // As it is then written, and once.
    await at('2026-04-02T02:00:00Z')
    await close()
    const written = (await open(lin, '2026-03-101-TWD')).data
    expect([written.adjustment, written.payout, written.lines.length]).toEqual([small, mine.payout, mine.lines.length])
    expect((await open(lin, '2026-04-101-TWD')).status).toBe(404)
    expect((await open(admin, '2026-04-102-TWD')).data).toMatchObject({ adjustment: below, visits: 0 })
  })
})
