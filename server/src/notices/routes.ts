import * as api from '@teleward/contract/notices/endpoints.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Deps } from '../platform/deps.ts'
import { type Ctx, route } from '../platform/http/index.ts'
import { choicesOf, previewOf } from './recipients.ts'
import { runNotices, sendAgain } from './sending.ts'
import { cancel, change, noticeOf, notices, requireRetry, type Sender, write } from './service.ts'

type StaffCtx = Ctx<StaffActor>

export function register(deps: Deps): void {
  const { http, db, clock, timers, config } = deps
  const linkAddress = (token: string) => `${config.publicUrl ?? ''}/link/${token}`
  runNotices({ ...deps, linkAddress })
  route(http, api.getNotices, (ctx, { query }) => {
    ctx.target({ kind: 'notices', id: ctx.who.partnerId })
    return notices((statement) => ctx.read(statement), ctx.who, query)
  })
  route(http, api.getNotice, (ctx, { params }) => {
    ctx.target({ kind: 'notice', id: params.id })
    return noticeOf((statement) => ctx.read(statement), ctx.who, params.id)
  })

  const step = (ctx: StaffCtx, work: (sender: Sender) => ReturnType<typeof noticeOf>) =>
    ctx.tx(async (tx) => {
      const after = await work({ tx, timers, who: ctx.who, now: clock.now() })
      ctx.target({ kind: 'notice', id: after.id })
      return after
    })
  route(http, api.postNotice, (ctx, { body }) => step(ctx, (sender) => write(sender, body)))
  route(http, api.putNotice, (ctx, { params, body }) => {
    ctx.target({ kind: 'notice', id: params.id })
    return step(ctx, (sender) => change(sender, params.id, body))
  })
  route(http, api.deleteNotice, (ctx, { params }) => {
    ctx.target({ kind: 'notice', id: params.id })
    return step(ctx, (sender) => cancel(sender, params.id))
  })
  route(http, api.postNoticeRetry, async (ctx, { params, body }) => {
    ctx.target({ kind: 'notice', id: params.id })
    await step(ctx, (sender) => requireRetry(sender, params.id, body.version))
    // It looks again under the lock: of two who ask at once the second finds nothing that failed.
    await db.system.tx((tx) => sendAgain(tx, params.id, { now: clock.now(), linkAddress }))
    return noticeOf((statement) => ctx.read(statement), ctx.who, params.id)
  })

  route(http, api.postNoticeRecipients, (ctx, { body }) => {
    ctx.target({ kind: 'notices', id: ctx.who.partnerId })
    return previewOf((statement) => ctx.read(statement), ctx.who, body.audience, body.channels, clock.now())
  })
  route(http, api.getNoticeChoices, (ctx) => choicesOf((statement) => ctx.read(statement), ctx.who))
}
