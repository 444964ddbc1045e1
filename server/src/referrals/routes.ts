import { localDay } from '@teleward/contract/core/dates.ts'
import * as api from '@teleward/contract/referrals/endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import * as repo from './repo.ts'
import { send, step, takers } from './service.ts'

export function register({ http, clock }: Deps): void {
  route(http, api.getReferrals, async (ctx, { query }) => {
    const rows = await ctx.read(repo.list(ctx.who, query))
    const data = rows.flatMap(({ row }) => (row ? [row] : []))
    return { data, page: query.page, pageSize: query.pageSize, total: rows[0]?.total ?? 0 }
  })
  route(http, api.referralTargets, (ctx) => ctx.read(repo.targets(ctx.who, takers)))
  route(http, api.postReferral, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'appointment', id: body.qid })
      const made = await send(tx, ctx.who, clock.now(), body)
      ctx.target({ kind: 'referral', id: made.id, detail: { qid: body.qid } })
      return made
    }),
  )
  route(http, api.putReferral, (ctx, { params, body }) => {
    ctx.target({ kind: 'referral', id: params.id, detail: { step: body.action } })
    const now = clock.now()
    return ctx.tx((tx) => step(tx, ctx.who, now, { ...params, ...body, today: localDay(now, ctx.who.timeZone) }))
  })
}
