import * as api from '@teleward/contract/healthchecks/endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { process } from './processing.ts'
import { checkDetail, checks } from './service.ts'
import { start, step } from './steps.ts'

export function register(deps: Deps): void {
  const { http, clock, timers } = deps
  process(deps)
  route(http, api.getHealthChecks, async (ctx, { query }) => {
    const { rows, total } = await checks((q) => ctx.read(q), ctx.who, query)
    return { data: rows, page: query.page, pageSize: query.pageSize, total }
  })
  route(http, api.postHealthCheck, (ctx, { body }) => {
    ctx.target({ kind: 'healthCheck', id: body.id, ...(body.pid === undefined ? {} : { pid: body.pid }) })
    return ctx.tx(async (tx) => {
      const made = await start({ tx, timers, who: ctx.who, now: clock.now() }, body)
      ctx.target({
        kind: 'healthCheck',
        id: made.id,
        ...(made.patient ? { pid: made.patient.pid } : {}),
        detail: { step: 'start' },
      })
      return made
    })
  })
  route(http, api.getHealthCheck, async (ctx, { params }) => {
    ctx.target({ kind: 'healthCheck', id: params.id })
    const found = await checkDetail((q) => ctx.read(q), params.id)
    ctx.target({ kind: 'healthCheck', id: params.id, ...(found.patient ? { pid: found.patient.pid } : {}) })
    return found
  })
  route(http, api.putHealthCheck, (ctx, { params, body }) => {
    const detail = { step: body.action }
    ctx.target({ kind: 'healthCheck', id: params.id, detail })
    return ctx.tx(async (tx) => {
      const found = await step({ tx, timers, who: ctx.who, now: clock.now() }, params.id, body)
      ctx.target({ kind: 'healthCheck', id: params.id, ...(found.patient ? { pid: found.patient.pid } : {}), detail })
      return found
    })
  })
}
