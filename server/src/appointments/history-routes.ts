import * as api from '@teleward/contract/appointments/history-endpoints.ts'
import { daysBetween, localDay } from '@teleward/contract/core/dates.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type Ctx, route } from '../platform/http/index.ts'
import * as history from './history.ts'

/** A first day alone goes on to today: that, too, is a year at most. */
function bounded(
  ctx: Ctx<StaffActor>,
  now: Date,
  { from, to }: { from?: string | undefined; to?: string | undefined },
) {
  if (from && !to && daysBetween(from, localDay(now, ctx.who.timeZone)) >= api.HISTORY_DAYS)
    throw new AppError('BAD_INPUT', { fields: [{ path: 'body.from', code: 'VALUE_INVALID' }] })
}

export function registerHistory({ http, clock }: Deps): void {
  route(http, api.searchQueueLog, async (ctx, { body }) => {
    bounded(ctx, clock.now(), body)
    if (body.pid) ctx.target({ kind: 'member', id: body.pid, pid: body.pid })
    const { rows, total } = await history.search(ctx.read, ctx.who, clock.now(), body)
    return { data: rows, page: body.page, pageSize: body.pageSize, total }
  })
  route(http, api.queueLogTotals, (ctx, { body }) => {
    bounded(ctx, clock.now(), body)
    return history.totals(ctx.read, ctx.who, clock.now(), body)
  })
  route(http, api.historyBookers, (ctx) => history.bookers(ctx.read, ctx.who.partnerId))
  route(http, api.fetchApptUndoneQuantity, (ctx, { body }) => history.agentUndone(ctx.read, ctx.who, clock.now(), body))
}
