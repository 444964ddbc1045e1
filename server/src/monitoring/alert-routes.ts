import * as api from '@teleward/contract/monitoring/alert-endpoints.ts'
import { getEcg } from '@teleward/contract/monitoring/ecg-endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { lastShiftEnd } from '../staff/last-shift.ts'
import * as alertRepo from './alert-repo.ts'
import { remark, step } from './alerts.ts'
import { oneEcg } from './ecgs.ts'
import { takers } from './carers.ts'
import { mute, registerMute, unmute } from './mute.ts'
import * as overview from './overview-repo.ts'
import { ownRules, setOwnRules, tryRules } from './own-rules.ts'
import { registerReach, urgentAlerts } from './reach.ts'
import { measurements } from './trends.ts'
import { registerWatch } from './watch.ts'

export function registerAlerts(deps: Deps): void {
  const { http, clock, timers } = deps
  registerWatch(deps)
  registerReach(deps)
  registerMute(deps)
  route(http, api.getCareGroups, async (ctx) => {
    const groups = await overview.careGroups((q) => ctx.read(q))
    const cares = (takers as readonly string[]).includes(ctx.who.doctortype)
    return {
      groups,
      notice: cares && !groups.some(({ mine }) => mine) ? ('NO_CARE_GROUP' as const) : null,
      lastShiftEnd: await lastShiftEnd((q) => ctx.read(q), ctx.who, clock.now()),
    }
  })
  route(http, api.monitorMembers, async (ctx, { body }) => {
    const { rows, total } = await overview.members((q) => ctx.read(q), clock.now(), body)
    return { data: rows, page: body.page, pageSize: body.pageSize, total }
  })
  route(http, api.getAlerts, async (ctx, { query }) => {
    const { rows, total } = await alertRepo.list((q) => ctx.read(q), query)
    return { data: rows, page: query.page, pageSize: query.pageSize, total }
  })
  route(http, api.putAlert, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'alert', id: params.id, detail: { step: body.action } })
      const after = await step(tx, ctx.who, clock.now(), params.id, body, ctx.lang)
      ctx.target({ kind: 'alert', id: params.id, pid: after.pid, detail: { step: body.action } })
      return after
    }),
  )
  route(http, api.getUrgentAlerts, (ctx) => urgentAlerts((q) => ctx.read(q), clock.now()))
  route(http, api.postAlertNote, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'alert', id: params.id })
      const after = await remark(tx, ctx.who, clock.now(), params.id, body.note)
      ctx.target({ kind: 'alert', id: params.id, pid: after.pid })
      return after
    }),
  )
  route(http, api.putAlertMute, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'alert', id: params.id, detail: { until: body.until } })
      const after = await mute(tx, ctx.who, clock.now(), timers, params.id, body)
      ctx.target({ kind: 'alert', id: params.id, pid: after.pid, detail: { until: body.until } })
      return after
    }),
  )
  route(http, api.deleteAlertMute, (ctx, { params }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'alert', id: params.id })
      const after = await unmute(tx, ctx.who, clock.now(), timers, params.id)
      ctx.target({ kind: 'alert', id: params.id, pid: after.pid })
      return after
    }),
  )
  route(http, api.getMeasurements, (ctx, { params, query }) => {
    ctx.target({ kind: 'record', id: params.pid, pid: params.pid })
    return measurements((q) => ctx.read(q), clock.now(), ctx.who.timeZone, params.pid, query)
  })
  route(http, getEcg, (ctx, { params }) => {
    ctx.target({ kind: 'record', id: params.pid, pid: params.pid, detail: { ecg: params.id } })
    return oneEcg((q) => ctx.read(q), clock.now(), params.pid, params.id)
  })
  route(http, api.getMemberRules, (ctx, { params }) => {
    ctx.target({ kind: 'member', id: params.pid, pid: params.pid })
    return ownRules((q) => ctx.read(q), ctx.who, params.pid)
  })
  route(http, api.putMemberRules, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'member', id: params.pid, pid: params.pid })
      const { now, before } = await setOwnRules(tx, ctx.who, clock.now(), params.pid, body)
      const detail = { before: { rules: before.rules }, after: { rules: now.rules } }
      ctx.target({ kind: 'member', id: params.pid, pid: params.pid, detail })
      return now
    }),
  )
  route(http, api.postRuleTrial, (ctx, { body }) => tryRules((q) => ctx.read(q), ctx.who, clock.now(), body))
}
