import { audience } from '@teleward/contract/core/event.ts'
import * as api from '@teleward/contract/crm/endpoints.ts'
import { caseChanged } from '@teleward/contract/crm/events.ts'
import { openAiCompatible } from '../ai/provider.ts'
import type { Db } from '../platform/db/index.ts'
import { sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { route } from '../platform/http/index.ts'
import type { Timers } from '../platform/timers/index.ts'
import { crmConfig } from './config.ts'
import * as repo from './repo.ts'
import { linkMessage } from './links.ts'
import { caseInFull, crmMembers, leaveEntry, open, OVERDUE, setAlarm, TARGET } from './service.ts'
import { many, note, step } from './steps.ts'
import { storeSuggestion, questionOf, rate } from './suggestions.ts'

export function register({ http, db, clock, timers, config }: Deps): void {
  const deps = { timers }
  const ai = config.ai && openAiCompatible(config.ai)

  route(http, api.getSNs, async (ctx, { body }) => {
    const { rows, total } = await repo.list((q) => ctx.read(q), ctx.who, clock.now(), body)
    return { data: rows, page: body.page, pageSize: body.pageSize, total }
  })
  route(http, api.fetchSRQuantity, (ctx, { body }) => repo.counts((q) => ctx.read(q), ctx.who, clock.now(), body))
  route(http, api.getCrmConfig, (ctx) => crmConfig((q) => ctx.read(q), ctx.who, ai))
  route(http, api.crmMembers, (ctx, { body }) => crmMembers((q) => ctx.read(q), clock.now(), body))
  route(http, api.getCase, async (ctx, { params }) => {
    const one = await caseInFull((q) => ctx.read(q), ctx.who, params.sn, clock.now())
    ctx.target({ kind: 'case', id: one.sn, pid: one.pid })
    return one
  })
  route(http, api.createSN, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const made = await open(tx, deps, ctx.who, clock.now(), body)
      ctx.target({ kind: 'case', id: made.sn, pid: made.pid, detail: { type: made.type } })
      return made
    }),
  )
  route(http, api.updateSN, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'case', id: body.sn, detail: { step: body.action } })
      const after = await step(tx, deps, ctx.who, clock.now(), body, ctx.lang)
      ctx.target({ kind: 'case', id: after.sn, pid: after.pid, detail: { step: body.action } })
      return after
    }),
  )
  route(http, api.createSND, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'case', id: body.sn, detail: { step: 'note' } })
      const after = await note(tx, deps, ctx.who, clock.now(), body, ctx.lang)
      ctx.target({ kind: 'case', id: after.sn, pid: after.pid, detail: { step: 'note' } })
      return after
    }),
  )
  route(http, api.updateMultiSN, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const { action, cases } = body
      ctx.target({ kind: 'case', id: 0, detail: { step: action, cases: cases.map(({ sn }) => sn) } })
      const outcome = await many(tx, deps, ctx.who, clock.now(), body, ctx.lang)
      const done = outcome.results.flatMap(({ sn, code }) => (code === 'OK' ? [sn] : []))
      ctx.target({ kind: 'case', id: done[0] ?? 0, detail: { step: action, cases: done } })
      return outcome
    }),
  )
  route(http, api.snAiSuggestion, async (ctx, { body }) => {
    ctx.target({ kind: 'case', id: body.sn })
    const { one, question } = await questionOf((q) => ctx.read(q), ctx.who, ai, body.sn, ctx.lang)
    // No transaction stands open while the model thinks.
    const said = await ai?.ask(question)
    if (!said) throw new AppError('AI_UNAVAILABLE')
    if (!said.ok) throw new AppError('SEND_FAILED', { data: { reason: said.reason } })
    ctx.target({ kind: 'case', id: one.sn, pid: one.pid, detail: { model: said.model } })
    return ctx.tx((tx) => storeSuggestion(tx, ctx.who, clock.now(), one, said))
  })
  route(http, api.ratingAiResponse, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const rated = await rate(tx, ctx.who, clock.now(), body.id, body.rating)
      const of = rated.noteId === null ? { kind: 'case', id: rated.sn ?? 0 } : { kind: 'note', id: rated.noteId }
      ctx.target({ ...of, pid: rated.pid, detail: { rating: body.rating } })
      return rated.now
    }),
  )
  route(http, api.messageFromCase, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'case', id: body.sn })
      const { pid, ...sent } = await linkMessage(tx, ctx.who, clock.now(), { ...body, lang: ctx.lang })
      ctx.target({ kind: 'case', id: body.sn, pid, detail: { conversation: sent.conversationId, seq: sent.seq } })
      return sent
    }),
  )
  timers.on(TARGET, ({ key }) => targetNear(db, timers, Number(key), clock.now()))
  timers.on(OVERDUE, ({ key }) => targetMissed(db, timers, Number(key), clock.now()))
}

/** What is due next of an open case is about to be missed: who has it, and the unit, are told; the next alarm is set. */
async function targetNear(db: Db, timers: Timers, sn: number, now: Date): Promise<void> {
  await db.system.tx(async (tx) => {
    const one = await tx.maybe(sql<{
      version: number
      unitId: number
      owner: number | null
      warn: Date | null
      partnerId: number
      pid: number
    }>`
      select c.version, c.unit_id as "unitId", c.owner_mid as owner, c.partner_id as "partnerId", c.pid,
        case when c.first_at is null then least(c.first_warn, c.done_warn) else c.done_warn end as warn
      from crm_case c where c.sn = ${sn} and c.state = 'open' for update`)
    if (!one) return
    await setAlarm(tx, { timers }, sn, now)
    if (!one.warn || one.warn > now) return
    const to = [audience.unit(one.unitId), ...(one.owner === null ? [] : [audience.staff(one.owner)])]
    await tx.emit(caseChanged, to, { id: sn, version: one.version, what: 'late', mid: one.owner, by: null })
    const { owner: mid, partnerId, pid, warn } = one
    if (mid !== null)
      await leaveEntry(tx, { partnerId, sn, pid, mid, from: null, what: 'case.late', once: warn.toISOString() }, now)
  })
}

/** A target is missed: whoever looks at the cases sees it move. Who has it was told when it was about to be. */
async function targetMissed(db: Db, timers: Timers, sn: number, now: Date): Promise<void> {
  await db.system.tx(async (tx) => {
    const one = await tx.maybe(sql<{ version: number; unitId: number; owner: number | null }>`
      select c.version, c.unit_id as "unitId", c.owner_mid as owner from crm_case c where c.sn = ${sn} and c.state = 'open' for update`)
    if (!one) return
    await setAlarm(tx, { timers }, sn, now)
    const to = [audience.unit(one.unitId), ...(one.owner === null ? [] : [audience.staff(one.owner)])]
    await tx.emit(caseChanged, to, { id: sn, version: one.version, what: 'changed', mid: one.owner, by: null })
  })
}
