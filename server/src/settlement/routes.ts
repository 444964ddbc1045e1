import { SHEET_FILE, XLSX_TYPE } from '@teleward/contract/core/export.ts'
import { localDay } from '@teleward/contract/core/zone.ts'
import * as api from '@teleward/contract/settlement/endpoints.ts'
import { printedStatement } from '../documents/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Deps } from '../platform/deps.ts'
import { type Ctx, RawReply, route } from '../platform/http/index.ts'
import { startClosing } from './close.ts'
import { addRate, rates } from './rates.ts'
import { oneStatement, statements, sums } from './service.ts'
import { confirm, correct, payOut, remark } from './steps.ts'
import { transferFile } from './transfer.ts'

export function register(deps: Deps): void {
  const { http, clock } = deps
  startClosing(deps)
  const asking = (ctx: Ctx<StaffActor>) => ({
    read: ((query) => ctx.read(query)) as Parameters<typeof oneStatement>[0]['read'],
    who: ctx.who,
    now: clock.now(),
  })
  const named = (ctx: Ctx<StaffActor>, id: string, more: Record<string, string | number> = {}) =>
    ctx.target({ kind: 'statement', id, ...(Object.keys(more).length ? { detail: more } : {}) })

  route(http, api.getStatements, (ctx, { query }) => {
    ctx.target({
      kind: 'statements',
      id: ctx.who.partnerId,
      ...(query.month ? { detail: { month: query.month } } : {}),
    })
    return statements(asking(ctx), query)
  })
  route(http, api.getStatementSums, (ctx, { query }) => sums(asking(ctx), query))
  route(http, api.getStatement, (ctx, { params }) => {
    named(ctx, params.id)
    return oneStatement(asking(ctx), params.id)
  })
  route(http, api.putStatement, (ctx, { params, body }) => {
    named(ctx, params.id, { step: body.action, payout: body.payout })
    return ctx.tx((tx) => confirm({ tx, who: ctx.who, now: clock.now() }, params.id, body))
  })
  route(http, api.postCorrection, (ctx, { params, body }) => {
    named(ctx, params.id, { amount: body.amount })
    return ctx.tx((tx) => correct({ tx, who: ctx.who, now: clock.now() }, params.id, body))
  })
  route(http, api.postPayout, (ctx, { params, body }) => {
    named(ctx, params.id, { outcome: body.outcome })
    return ctx.tx((tx) => payOut({ tx, who: ctx.who, now: clock.now() }, params.id, body))
  })
  route(http, api.postStatementRemark, (ctx, { params, body }) => {
    named(ctx, params.id, { line: body.line })
    return ctx.tx((tx) => remark({ tx, who: ctx.who, now: clock.now() }, params.id, body))
  })
  route(http, api.getStatementDocument, async (ctx, { params, query }) => {
    named(ctx, params.id)
    const ask = asking(ctx)
    const statement = await oneStatement(ask, params.id)
    const { bytes, pages } = await printedStatement(ask, statement, query.lang ?? ctx.lang)
    named(ctx, params.id, { pages })
    return new RawReply(bytes, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="statement-${params.id}.pdf"`,
      'cache-control': 'no-store',
    })
  })
  route(http, api.getTransferFile, async (ctx, { query }) => {
    const detailOf = { month: query.month, currency: query.currency }
    ctx.target({ kind: 'transferFile', id: query.month, detail: detailOf })
    const today = localDay(clock.now(), ctx.who.timeZone)
    const { bytes, rows } = await transferFile(asking(ctx).read, ctx.who, query, today, ctx.lang)
    ctx.target({ kind: 'transferFile', id: query.month, detail: { ...detailOf, rows } })
    return new RawReply(bytes, {
      'content-type': XLSX_TYPE,
      'content-disposition': `attachment; filename="transfer.xlsx"; filename*=UTF-8''${encodeURIComponent(SHEET_FILE)}`,
      'cache-control': 'no-store',
    })
  })
  route(http, api.getSettlementRates, (ctx) => rates(asking(ctx).read, ctx.who, clock.now()))
  route(http, api.postSettlementRate, (ctx, { body }) => {
    ctx.target({ kind: 'settlementRate', id: body.id })
    return ctx.tx((tx) => addRate(tx, ctx.who, body, clock.now()))
  })
}
