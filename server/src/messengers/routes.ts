import * as api from '@teleward/contract/messengers/endpoints.ts'
import { sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { route } from '../platform/http/index.ts'
import { messengersOf, offer, requireMember } from './binding.ts'
import { hearWechat } from './wechat-webhook.ts'

export function register(deps: Deps): void {
  const { http } = deps
  hearWechat(deps)
  route(http, api.getMemberMessengers, (ctx, { params }) => {
    ctx.target({ kind: 'member', id: params.pid, pid: params.pid })
    return messengersOf(deps, (query) => ctx.read(query), ctx.who, params.pid)
  })
  route(http, api.postMemberMessenger, (ctx, { params, body }) => {
    ctx.target({ kind: 'member', id: params.pid, pid: params.pid, detail: { channel: body.channel } })
    return offer(deps, (query) => ctx.read(query), ctx.who, { ...params, ...body })
  })
  route(http, api.deleteMemberMessenger, async (ctx, { params: { pid, channel } }) => {
    ctx.target({ kind: 'member', id: pid, pid, detail: { channel } })
    const gone = await ctx.tx(async (tx) => {
      await requireMember((query) => tx.many(query), ctx.who, pid)
      return tx.run(
        sql`delete from member_messenger b where b.pid = ${pid} and b.partner_id = ${ctx.who.partnerId} and b.channel = ${channel}`,
      )
    })
    if (!gone) throw new AppError('NOT_FOUND')
    return {}
  })
}
