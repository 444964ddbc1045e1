import { randomUUID } from 'node:crypto'
import type { SettlementRate } from '@teleward/contract/settlement/schema.ts'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import { chen, clinic, lin } from '../appointments/booking-fixture.ts'
import { sql } from '../platform/db/index.ts'
import { openXlsx } from '../platform/xlsx/read.ts'
import { closeMonth } from './close.ts'
import {
  admin,
  desk,
  db,
  run,
  openOffice,
  at,
  visit,
  callOff,
  bank,
  settings,
  house,
  close,
  list,
  open,
  sumsOf,
  send,
  confirm,
  correct,
  halfUp,
  addsUp,
} from './fixture.ts'

openOffice()

describe('a settlement', () => {
  it('[FEE-02] takes 3 % first, 30 % of the rest and the cost of the transfer, is on the 10th or the 15th of the following month, and its parts always add up', async () => {
    await bank()
    // 1,000.00; and amounts that divide badly, in both currencies.
    await visit({ on: '2026-01-05T02:00:00Z', fee: 100_000 })
    const odd = Array.from({ length: 60 }, (_, n) => ({
      fee: 1 + ((n * 7919) % 99_991),
      currency: n % 3 ? ('TWD' as const) : ('CNY' as const),
    }))
    for (const one of odd) await visit({ on: '2026-01-20T02:00:00Z', ...one })
    await at('2026-02-02T02:00:00Z')
    expect(await close()).toBe(1)

    const [twd, cny] = await Promise.all(
      ['TWD', 'CNY'].map(async (one) => (await open(lin, `2026-01-101-${one}`)).data),
    )
    const first = twd?.lines.find(({ gross }) => gross === 100_000)
    expect(first).toMatchObject({
      paymentFee: 3_000,
      net: 97_000,
      platformFee: 29_100,
      share: 67_900,
      rate: { paymentFee: 300, platformFee: 3000 },
    })
    for (const [statement, currency] of [
      [twd, 'TWD'],
      [cny, 'CNY'],
    ] as const) {
      if (!statement) throw new Error(currency)
      const parts = [
        ...(currency === 'TWD' ? [{ fee: 100_000 }] : []),
        ...odd.filter((one) => one.currency === currency),
      ].map(({ fee }) => {
        const paymentFee = halfUp(fee, 3)
        const platformFee = halfUp(fee - paymentFee, 30)
        return { gross: fee, paymentFee, platformFee, share: fee - paymentFee - platformFee }
      })
      const sum = (of: (one: (typeof parts)[number]) => number) => parts.reduce((all, one) => all + of(one), 0)
      // The cost of the transfer is 15 of the payout's own currency unless the institution says another.
      expect(statement).toMatchObject({
        state: 'calculated',
        currency,
        visits: parts.length,
        gross: sum(({ gross }) => gross),
        paymentFee: sum(({ paymentFee }) => paymentFee),
        platformFee: sum(({ platformFee }) => platformFee),
        share: sum(({ share }) => share),
        cost: 1500,
        payout: sum(({ share }) => share) - 1500,
        settleOn: '2026-02-10',
        bank: { last: '7890' },
      })
      addsUp(statement)
    }
    // The two currencies stand beside one another, and nowhere as one.
    const all = await sumsOf(admin, '?month=2026-01')
    expect(all.currencies.map(({ currency, gross, payout }) => [currency, gross, payout])).toEqual([
      ['TWD', twd?.gross, twd?.payout],
      ['CNY', cny?.gross, cny?.payout],
    ])

    // The institution sets another day and cost: the 15th beside the 10th, from 15 to 30, and nothing else.
    for (const wrong of [{ settlementDay: 12 }, { transferCost: 14 }, { transferCost: 31 }])
      expect((await settings(wrong)).text, JSON.stringify(wrong)).toContain(`settings.${Object.keys(wrong)[0]}`)
    expect((await settings({ settlementDay: 15, transferCost: 30 })).code).toBe('OK')
    await visit({ on: '2026-02-10T02:00:00Z', fee: 100_000 })
    await at('2026-03-02T02:00:00Z')
    await close()
    expect((await open(lin, '2026-02-101-TWD')).data).toMatchObject({
      settleOn: '2026-03-15',
      cost: 3000,
      payout: 67_900 - 3000,
    })
    expect((await open(lin, '2026-01-101-TWD')).data).toMatchObject({ settleOn: '2026-02-10' })
    // The cost is known to the last of what a transfer takes once it is confirmed; then it stands.
    expect((await confirm(admin, '2026-02-101-TWD')).data).toMatchObject({ cost: 3000, payout: 64_900 })
    expect((await settings({ transferCost: 15 })).code).toBe('OK')
    expect((await open(lin, '2026-02-101-TWD')).data).toMatchObject({ cost: 3000, payout: 64_900 })

    // Rates are data with a day from which they hold: what was settled stays, what comes goes by the new ones.
    const rate = { id: randomUUID(), validFrom: '2026-03-05', paymentFee: 250, platformFee: 2000 }
    expect((await chen.post('/his/api/settlementrates', rate)).code).toBe('FORBIDDEN')
    expect((await admin.post('/his/api/settlementrates', { ...rate, validFrom: '2026-03-02' })).code).toBe(
      'VALUE_INVALID',
    )
    expect((await admin.post('/his/api/settlementrates', rate)).code).toBe('OK')
    expect((await admin.post('/his/api/settlementrates', { ...rate, id: randomUUID() })).code).toBe('FIELD_RELATED')
    expect((await desk.get<SettlementRate[]>('/his/api/settlementrates')).data.map(({ own }) => own)).toEqual([false])
    await visit({ on: '2026-03-04T02:00:00Z', fee: 100_000, paid: '2026-03-20T02:00:00Z' })
    await visit({ on: '2026-03-20T02:00:00Z', fee: 100_000 })
    await at('2026-04-01T02:00:00Z')
    await close()
    expect((await open(lin, '2026-03-101-TWD')).data.lines.map(({ share }) => share)).toEqual([67_900, 78_000])
  })

  it('[FEE-03] is a statement a month of each member of staff, with every visit and each deduction, as PDF and Excel; a correction is a new line, and nothing is edited', async () => {
    await bank()
    await visit({ on: '2026-01-05T02:00:00Z', fee: 45_000 })
    await visit({ on: '2026-01-06T02:00:00Z', fee: 60_000, did: 102 })
    await visit({ on: '2026-01-07T02:00:00Z', fee: 60_000, waived: 'contract' })
    await at('2026-02-01T02:00:00Z')
    await close()
    expect((await list(admin)).map(({ id, visits }) => [id, visits])).toEqual([
      ['2026-01-102-TWD', 1],
      ['2026-01-101-TWD', 2],
    ])
    const id = '2026-01-101-TWD'
    expect((await list(lin)).map((one) => one.id)).toEqual([id])
    const { data } = await open(lin, id)
    expect(
      data.lines.map(({ kind, gross, paymentFee, platformFee, share }) => [
        kind,
        gross,
        paymentFee,
        platformFee,
        share,
      ]),
    ).toEqual([
      ['visit', 45_000, 1_350, 13_095, 30_555],
      ['contract', 0, 0, 0, 0],
    ])
    expect(data.lines[0]).toMatchObject({
      patient: expect.stringMatching(/^病○+/),
      visitAt: '2026-01-05T02:00:00+00:00',
    })

    // A correction stands beside what was there, with its reason and whose it is.
    for (const reason of [' ', ' \u200b ', '。'])
      expect((await correct(admin, id, 5_000, { reason })).code).toBe('REASON_REQUIRED')
    expect(
      (await send(admin, 'POST', `/his/api/statements/${id}/corrections`, { id: randomUUID(), amount: 0, reason: 'x' }))
        .status,
    ).toBe(400)
    const corrected = await correct(admin, id, -255)
    expect(corrected.data, corrected.text).toMatchObject({ share: 30_555, adjustment: -255, payout: 28_800 })
    expect(corrected.data.lines).toHaveLength(3)
    expect(corrected.data.lines.slice(0, 2)).toEqual(data.lines)
    expect(corrected.data.lines[2]).toMatchObject({
      kind: 'correction',
      adjustment: -255,
      reason: '夜間加成',
      by: { mid: 107 },
    })
    addsUp(corrected.data)

    // Sent twice it is one; under the number of another's line it is none.
    const sent = corrected.data.lines[2]?.id
    expect((await correct(admin, id, -255, { id: sent })).data.lines).toHaveLength(3)
    expect((await correct(admin, '2026-01-102-TWD', 1, { id: sent })).code).toBe('SETTLE_ILLEGAL_STEP')

    // As Excel: all lines, each with its deductions, in whole units; beside them what the transfer costs, and what is left.
    const excel = await lin.request(`/his/api/statements/${id}?format=xlsx`, {
      headers: { 'accept-language': 'zh-TW' },
    })
    expect(decodeURIComponent(excel.headers.get('content-disposition') ?? '')).toContain('列表.xlsx')
    const [sheet, beside] = await openXlsx(Buffer.from(await excel.arrayBuffer()))
    const texts = async (of: typeof sheet) =>
      ((await of?.rows()) ?? []).map(({ cells }) => cells.map((cell) => cell?.text))
    expect((await texts(sheet)).slice(1).map((row) => [row[0], row[3], row[4], row[6], row[7], row[8]])).toEqual([
      ['看診', '450', '13.5', '130.95', '305.55', '0'],
      ['合約免費', '0', '0', '0', '0', '0'],
      ['調整', '0', '0', '0', '0', '-2.55'],
    ])
    expect(await texts(beside)).toEqual(
      expect.arrayContaining([
        ['應得', '305.55'],
        ['調整與前期結轉', '-2.55'],
        ['匯款費用', '15'],
        ['實付', '288'],
      ]),
    )
    // As PDF.
    const pdf = await lin.request(`/his/api/statements/${id}/document?lang=zh-TW`, {})
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    const file = await getDocument({
      data: new Uint8Array(await pdf.arrayBuffer()),
      useSystemFonts: false,
      verbosity: 0,
    }).promise
    const { items } = await (await file.getPage(1)).getTextContent()
    const text = items
      .map((item) => ('str' in item ? item.str : ''))
      .join('')
      .replace(/\s/g, '')
    for (const said of [
      '對帳單2026-01',
      '450.00',
      '-13.50',
      '-130.95',
      '305.55',
      '合約免費',
      '夜間加成',
      '-2.55',
      'TWD-15.00',
      'TWD288.00',
      '…7890',
    ])
      expect(text).toContain(said)

    // Once it is confirmed nothing is added any more: a correction goes to the next month, and says of which it is.
    expect((await confirm(admin, id)).data).toMatchObject({ state: 'confirmed' })
    const refused = await correct(admin, id, 700)
    expect([refused.status, refused.code]).toEqual([409, 'SETTLE_CLOSED'])
    const next = await correct(admin, id, 700, { next: true })
    expect(next.data, next.text).toMatchObject({ id: '2026-02-101-TWD', state: 'open', adjustment: 700 })
    expect(next.data.lines).toMatchObject([{ kind: 'correction', about: '2026-01', adjustment: 700 }])
    // Nor is a line changed or taken away, by whatever way.
    for (const statement of [sql`update settlement_line set adjustment = 1`, sql`delete from settlement_line`])
      await expect(run(statement)).rejects.toThrow(/permission denied/)
    await expect(
      run(sql`insert into settlement_line (id, statement_id, partner_id, mid, kind, adjustment, reason, by_mid, at)
        select gen_random_uuid(), id, partner_id, mid, 'correction', 1, 'x', 107, now() from settlement_statement where month = '2026-01-01' and mid = 101`),
    ).rejects.toThrow('23514')
    await at('2026-03-01T02:00:00Z')
    await close()
    expect((await open(lin, '2026-02-101-TWD')).data.lines).toMatchObject([{ kind: 'correction', about: '2026-01' }])
  })
})

describe('[FEE-02~] the end of a month', () => {
  it('closes it once, also of two at once and after one that died, in the time of the institution', async () => {
    // The 31st of January in Taipei, and the first of February.
    await visit({ on: '2026-01-31T15:00:00Z' })
    await visit({ on: '2026-01-31T15:55:00Z' })
    await at('2026-01-31T15:59:59Z')
    expect(await close()).toBe(0)
    await at('2026-01-31T16:00:00Z')
    const of = await house()
    // One that dies has done nothing.
    await expect(
      db().tx(async (tx) => {
        expect(await closeMonth(tx, of, '2026-01', clinic.clock.now())).toBe(true)
        throw new Error('the process died')
      }),
    ).rejects.toThrow('died')
    expect(await list(admin, '?month=2026-01')).toMatchObject([{ state: 'open' }])
    const closed = await Promise.all([1, 2, 3].map(() => close()))
    expect(closed.toSorted()).toEqual([0, 0, 1])
    expect(await list(admin, '?month=2026-01')).toMatchObject([{ visits: 1, gross: 45_000, state: 'calculated' }])
    // By the timer, and once more: nothing comes twice.
    await at('2026-02-28T16:00:00Z')
    await clinic.app.deps.db.system.tx((tx) =>
      clinic.app.deps.timers.set(tx, 'settlement.close', 'all', clinic.clock.now()),
    )
    await clinic.app.deps.timers.runDue()
    await clinic.app.deps.timers.runDue()
    expect(await list(admin, '?month=2026-02')).toMatchObject([{ visits: 1, gross: 45_000 }])
    const [lines] = await db().read(sql<{ n: number }>`select count(*)::int as n from settlement_line`)
    expect(lines?.n).toBe(2)
  })

  it('takes a correction that was sent while it was closed into the month after, which is the first one that is not closed', async () => {
    await bank()
    await visit({ on: '2026-01-05T02:00:00Z' })
    await at('2026-02-02T02:00:00Z')
    await close()
    const id = '2026-01-101-TWD'
    await confirm(admin, id)
    // A moment before February ends by the clock of the one process, and after it by the other's, which is closing it.
    await at('2026-02-28T15:59:59Z')
    const of = await house()
    const [shut, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const closing = db().tx(async (tx) => {
      expect(await closeMonth(tx, of, '2026-02', new Date('2026-02-28T16:00:00Z'))).toBe(true)
      shut.resolve()
      await sent.promise
    })
    await shut.promise
    let answered = false
    const correction = correct(admin, id, 700, { next: true }).finally(() => {
      answered = true
    })
    const waits = sql`select 1 from pg_locks where locktype = 'advisory' and not granted`
    while (!answered && (await db().read(waits)).length === 0);
    sent.resolve()
    await closing
    expect((await correction).data).toMatchObject({ id: '2026-03-101-TWD', state: 'open', adjustment: 700 })
    await at('2026-04-01T02:00:00Z')
    await close()
    expect((await open(lin, '2026-03-101-TWD')).data.lines).toMatchObject([{ kind: 'correction', about: '2026-01' }])
  })

  it('of one institution that cannot be closed is told, and the others are closed all the same', async () => {
    await visit({ on: '2026-01-05T02:00:00Z' })
    await clinic.data.db.owner(`insert into partner (id, name, time_zone) values (0, 'x', 'Mars/Olympus');
      insert into settlement_month (partner_id, month, closed_at) values (0, '2025-12-01', '2026-01-01')`)
    await at('2026-02-02T02:00:00Z')
    await db().tx((tx) => clinic.app.deps.timers.set(tx, 'settlement.close', 'all', clinic.clock.now()))
    await clinic.app.deps.timers.runDue()
    expect(await list(admin, '?month=2026-01')).toMatchObject([{ state: 'calculated' }])
    await clinic.data.db.owner('delete from settlement_month where partner_id = 0; delete from partner where id = 0')
  })

  it('puts what comes late into the month after, takes back what goes back, and counts what was free as nothing', async () => {
    await bank()
    const normal = await visit({ on: '2026-01-05T02:00:00Z', fee: 50_001 })
    await visit({ on: '2026-01-06T02:00:00Z', paid: '2026-02-03T02:00:00Z' })
    await visit({ on: '2026-01-07T02:00:00Z', waived: 'free' })
    await visit({ on: '2026-01-08T02:00:00Z', paid: null })
    // Called off too late: a part of the money stays.
    const kept = await visit({ on: '2026-01-09T02:00:00Z', status: 'registered', paid: '2026-01-02T02:00:00Z' })
    await callOff(kept, '2026-01-08T23:00:00Z', 20_000)
    const gone = await visit({ on: '2026-01-10T02:00:00Z', status: 'registered', paid: '2026-01-02T02:00:00Z' })
    await callOff(gone, '2026-01-09T02:00:00Z', 45_000)
    await at('2026-02-02T02:00:00Z')
    await close()
    const january = (await open(lin, '2026-01-101-TWD')).data
    expect(january.lines.map(({ kind, gross }) => [kind, gross])).toEqual([
      ['visit', 50_001],
      ['free', 0],
      ['kept', 25_000],
    ])
    addsUp(january)

    // Its money goes back after the month was closed: by the very parts that it had.
    await callOff(normal, '2026-02-05T02:00:00Z', 50_001)
    await at('2026-02-06T02:00:00Z')
    expect((await sumsOf(admin, '?month=2026-01')).late).toEqual([
      { currency: 'TWD', visits: 2, gross: 45_000 - 50_001 },
    ])
    // As long as the month runs it is a forecast, and says so.
    expect(await sumsOf(lin, '?own=true&month=2026-02')).toMatchObject({
      closed: false,
      endsAt: '2026-02-28T16:00:00.000Z',
    })
    const foreseen = (await open(lin, '2026-02-101-TWD')).data
    expect(foreseen).toMatchObject({ state: 'open', version: 0, gross: 45_000 - 50_001 })
    addsUp(foreseen)
    await at('2026-03-02T02:00:00Z')
    await close()
    const february = (await open(lin, '2026-02-101-TWD')).data
    expect(february.lines.map(({ kind, gross }) => [kind, gross]).toSorted()).toEqual([
      ['refund', -50_001],
      ['visit', 45_000],
    ])
    const [before] = january.lines
    const [refund] = february.lines.filter(({ kind }) => kind === 'refund')
    for (const part of ['paymentFee', 'platformFee', 'share'] as const)
      expect((before?.[part] ?? 0) + (refund?.[part] ?? 1)).toBe(0)
    addsUp(february)
    // Less than nothing: carried over, and the month after begins with it.
    expect(february).toMatchObject({ state: 'carried', payout: 0, carries: february.share })
    await visit({ on: '2026-03-03T02:00:00Z', fee: 2_000 })
    await at('2026-04-02T02:00:00Z')
    await close()
    const march = (await open(lin, '2026-03-101-TWD')).data
    expect(march.lines[0]).toMatchObject({ kind: 'carried', adjustment: february.share, about: '2026-02' })
    // Not above the cost of a transfer: once more, whole.
    expect(march).toMatchObject({ state: 'carried', payout: 0, carries: february.share + march.share })
    await at('2026-05-02T02:00:00Z')
    await close()
    expect((await open(lin, '2026-04-101-TWD')).data).toMatchObject({
      visits: 0,
      adjustment: february.share + march.share,
    })
  })
})
