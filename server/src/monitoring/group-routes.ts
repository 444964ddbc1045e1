import * as api from '@teleward/contract/monitoring/group-endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import * as repo from './group-repo.ts'
import * as groups from './groups.ts'
import { switchMonitoring } from './offs.ts'

export function registerGroups({ http, clock }: Deps): void {
  route(http, api.getMonitorGroups, async (ctx, { query }) => {
    const { rows, total } = await repo.list((q) => ctx.read(q), ctx.who, query)
    return { data: rows, page: query.page, pageSize: query.pageSize, total }
  })
  route(http, api.getMonitorChoices, (ctx) => repo.choices((q) => ctx.read(q), ctx.who))
  route(http, api.getMonitorGroup, (ctx, { params }) => {
    ctx.target({ kind: 'monitorGroup', id: params.id })
    return groups.detail((q) => ctx.read(q), ctx.who, params.id)
  })
  route(http, api.postMonitorGroup, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const made = await groups.make(tx, ctx.who, clock.now(), body)
      const { unitId, name, staff, members } = body
      ctx.target({
        kind: 'monitorGroup',
        id: made.id,
        detail: { before: null, after: { unitId, name, staff, members } },
      })
      return made
    }),
  )
  route(http, api.putMonitorGroup, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const { now, before, after } = await groups.change(tx, ctx.who, clock.now(), params.id, body)
      ctx.target({ kind: 'monitorGroup', id: params.id, detail: { before, after } })
      return now
    }),
  )
  route(http, api.deleteMonitorGroup, (ctx, { params, query }) =>
    ctx.tx(async (tx) => {
      const { now, before, after } = await groups.end(tx, ctx.who, clock.now(), params.id, query.version)
      ctx.target({ kind: 'monitorGroup', id: params.id, detail: { before, after } })
      return now
    }),
  )
  route(http, api.getMonitorRules, (ctx, { query }) => groups.limits((q) => ctx.read(q), ctx.who, query.group))
  route(http, api.putMonitorRules, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const { now, before, after } = await groups.setLimits(tx, ctx.who, clock.now(), params.id, body)
      ctx.target({ kind: 'monitorGroup', id: params.id, detail: { before, after } })
      return now
    }),
  )
  route(http, api.getMonitorOffs, async (ctx, { query }) => {
    const { rows, total } = await repo.offs((q) => ctx.read(q), query)
    return { data: rows, page: query.page, pageSize: query.pageSize, total }
  })
  route(http, api.putMonitorOff, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'member', id: params.pid, pid: params.pid })
      const { before, ...now } = await switchMonitoring(tx, ctx.who, clock.now(), params.pid, body)
      const detail = { before: { monitored: !before }, after: { monitored: now.off === null } }
      ctx.target({ kind: 'member', id: params.pid, pid: params.pid, detail })
      return now
    }),
  )
}
