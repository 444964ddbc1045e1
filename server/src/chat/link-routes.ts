import * as api from '@teleward/contract/chat/endpoints.ts'
import { randomUUID } from 'node:crypto'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { linkPage, linkRead, linkWrite, sendLink } from './link.ts'

export function registerChatLinks({ http, clock, config }: Deps): void {
  const linkAddress = (token: string) => `${config.publicUrl ?? ''}/link/${token}`
  route(http, api.sendChatLink, (ctx, { body }) => {
    ctx.target({ kind: 'conversation', id: body.id })
    return ctx.tx(async (tx) => {
      const { pid, ...sent } = await sendLink(tx, ctx.who, clock.now(), { id: body.id, key: randomUUID(), linkAddress })
      ctx.target({ kind: 'conversation', id: body.id, pid })
      return sent
    })
  })
  route(http, api.linkMessages, (ctx, { query }) =>
    linkPage((statement) => ctx.read(statement), ctx.who, clock.now(), query),
  )
  route(http, api.linkSend, (ctx, { body }) => {
    ctx.target({ kind: 'link', id: ctx.who.linkId, pid: ctx.who.pid })
    return ctx.tx(async (tx) => {
      const { message, of } = await linkWrite(tx, ctx.who, clock.now(), body)
      ctx.target({ kind: 'conversation', id: of.id, pid: of.pid, detail: { seq: message.seq } })
      return message
    })
  })
  route(http, api.linkRead, async (ctx, { body }) => ({
    readSeq: await ctx.tx((tx) => linkRead(tx, ctx.who, clock.now(), body.seq)),
  }))
}
