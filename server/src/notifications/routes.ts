import * as api from '@teleward/contract/notifications/endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { notifications, setAllRead, setRead } from './service.ts'

export function register({ http, clock }: Deps): void {
  route(http, api.getNotifications, (ctx, { query }) => {
    ctx.target({ kind: 'notifications', id: ctx.who.mid })
    return notifications((statement) => ctx.read(statement), ctx.who, query)
  })
  route(http, api.putNotification, (ctx, { params, body }) => {
    ctx.target({ kind: 'notification', id: params.id, detail: { read: body.read } })
    return ctx.tx((tx) => setRead(tx, ctx.who, clock.now(), params.id, body.read))
  })
  route(http, api.putNotifications, (ctx, { body }) => {
    ctx.target({ kind: 'notifications', id: ctx.who.mid, detail: { read: body.read } })
    return ctx.tx((tx) => setAllRead(tx, ctx.who, clock.now(), body))
  })
}
