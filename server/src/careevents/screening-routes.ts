import * as api from '@teleward/contract/careevents/screening-endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { events } from './repo.ts'
import { handInReport, reportOf } from './report.ts'
import { people, personAt, screening } from './screening.ts'
import { changeFollowUp, invite, keepResult, noteFacts } from './screening-steps.ts'
import { today } from './service.ts'

export function registerScreening({ http, clock, timers }: Deps): void {
  route(http, api.getHpaEvents, async (ctx, { body }) => {
    const { rows, total } = await events((q) => ctx.read(q), today(ctx.who, clock.now()), { ...body, kind: 'hpa' })
    return { data: rows, page: body.page, pageSize: body.pageSize, total }
  })
  route(http, api.getHpaReport, (ctx, { body }) => {
    ctx.target({ kind: 'careEvent', id: body.eventid, detail: { step: 'report' } })
    return reportOf((q) => ctx.read(q), ctx.who, clock.now(), body.eventid)
  })
  route(http, api.postHpaReport, (ctx, { params }) => {
    ctx.target({ kind: 'careEvent', id: params.id, detail: { step: 'handedIn' } })
    return ctx.tx((tx) => handInReport(tx, ctx.who, clock.now(), params.id))
  })
  route(http, api.getScreening, (ctx, { params }) => screening((q) => ctx.read(q), ctx.who, clock.now(), params.id))
  route(http, api.getScreeningPeople, async (ctx, { body }) => {
    ctx.target({ kind: 'careEvent', id: body.eventid, detail: { stage: body.stage, of: body.programme } })
    const { rows, total } = await people((q) => ctx.read(q), ctx.who, clock.now(), body)
    return { data: rows, page: body.page, pageSize: body.pageSize, total }
  })
  route(http, api.getScreeningPerson, (ctx, { params }) => {
    ctx.target({ kind: 'careEvent', id: params.id, pid: params.pid })
    return personAt((q) => ctx.read(q), ctx.who, clock.now(), params.id, params.pid)
  })
  route(http, api.postInvitations, (ctx, { params, body }) => {
    ctx.target({
      kind: 'careEvent',
      id: params.id,
      detail: { step: 'invite', of: body.programme, count: body.pids.length },
    })
    return ctx.tx((tx) => invite({ tx, timers, who: ctx.who, now: clock.now() }, params.id, body))
  })
  route(http, api.postScreeningFacts, (ctx, { params, body }) => {
    ctx.target({ kind: 'careEvent', id: params.id, pid: body.pid, detail: { step: 'facts' } })
    return ctx.tx((tx) => noteFacts({ tx, timers, who: ctx.who, now: clock.now() }, params.id, body))
  })
  route(http, api.postScreeningResult, (ctx, { params, body }) => {
    ctx.target({ kind: 'careEvent', id: params.id, pid: body.pid, detail: { step: 'screened', of: body.programme } })
    return ctx.tx((tx) => keepResult({ tx, timers, who: ctx.who, now: clock.now() }, params.id, body))
  })
  route(http, api.putFollowUp, (ctx, { params, body }) => {
    ctx.target({ kind: 'screeningFollowUp', id: params.id, detail: { step: body.done ? 'done' : 'change' } })
    return ctx.tx(async (tx) => {
      const person = await changeFollowUp({ tx, timers, who: ctx.who, now: clock.now() }, params.id, body)
      ctx.target({
        kind: 'screeningFollowUp',
        id: params.id,
        pid: person.person.pid,
        detail: { step: body.done ? 'done' : 'change' },
      })
      return person
    })
  })
}
