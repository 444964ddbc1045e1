import * as api from '@teleward/contract/monitoring/endpoints.ts'
import { withdrawReading } from '@teleward/contract/monitoring/withdrawal-endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { registerAlerts } from './alert-routes.ts'
import { registerGroups } from './group-routes.ts'
import { monitorData, receive } from './service.ts'
import { withdraw } from './withdrawals.ts'

export function register(deps: Deps): void {
  const { http, clock } = deps
  registerGroups(deps)
  registerAlerts(deps)
  route(http, api.monitorData, async (ctx, { body }) => {
    const { pid } = body
    if (pid !== undefined) ctx.target({ kind: 'record', id: pid, pid })
    const { rows, total } = await monitorData((statement) => ctx.read(statement), clock.now(), body)
    return { data: rows, page: body.page, pageSize: body.pageSize, total }
  })
  route(http, api.postDeviceReading, (ctx, { body }) => {
    ctx.target({ kind: 'record', id: body.pid, pid: body.pid, detail: { dataType: body.dataType } })
    return ctx.tx((tx) => receive(tx, ctx.who, clock.now(), body))
  })
  route(http, withdrawReading, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'reading', id: params.id })
      const asked = { id: params.id, reason: body.reason, lang: ctx.lang }
      const { value, pid } = await withdraw(tx, ctx.who, clock.now(), asked)
      ctx.target({ kind: 'reading', id: params.id, pid })
      return value
    }),
  )
}
