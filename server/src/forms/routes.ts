import * as api from '@teleward/contract/forms/endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { absence, patientBrief } from '../patients/service.ts'
import { changeForm, expire, formView, requireForm } from './answering.ts'
import { plantStandards } from './library.ts'
import { linkAnswer, linkForm } from './link.ts'
import { change, detail, make, publish, requireEither } from './manage.ts'
import { questionnaires } from './repo.ts'
import { answersOf, memberForms, results, summaryOf } from './results.ts'
import { FORM_OVER, remind, send } from './sending.ts'
import { answerSheet } from './sheet.ts'

/** A questionnaire of two thousand questions with their languages. */
const QUESTIONNAIRE_BYTES = 3 * 1024 * 1024

export function register(deps: Deps): void {
  const { http, db, clock, config, timers, onStart } = deps
  const sending = () => ({
    now: clock.now(),
    linkAddress: (token: string) => `${config.publicUrl ?? ''}/link/${token}`,
    timers,
  })
  onStart(() => db.system.tx((tx) => plantStandards(tx, clock.now())))
  timers.on(FORM_OVER, ({ key }) => db.system.tx((tx) => expire(tx, Number(key), clock.now())))

  route(http, api.getQuestionnaires, async (ctx, { query }) => {
    requireEither(ctx.who)
    const { rows, total } = await questionnaires((q) => ctx.read(q), ctx.who, query)
    return { data: rows, page: query.page, pageSize: query.pageSize, total }
  })
  route(
    http,
    api.postQuestionnaire,
    (ctx, { body }) =>
      ctx.tx(async (tx) => {
        const id = await make(tx, ctx.who, clock.now(), body)
        ctx.target({ kind: 'questionnaire', id, detail: { step: 'copyOf' in body ? 'copy' : 'make' } })
        return detail(tx.many, ctx.who, id, null)
      }),
    { bodyLimit: QUESTIONNAIRE_BYTES },
  )
  route(http, api.getQuestionnaire, (ctx, { params, query }) => {
    requireEither(ctx.who)
    return detail((q) => ctx.read(q), ctx.who, params.id, query.number ?? null)
  })
  route(
    http,
    api.putQuestionnaire,
    (ctx, { params, body }) => {
      const step = body.retire ? `retire.${body.retire}` : body.discard ? 'discard' : 'edit'
      ctx.target({ kind: 'questionnaire', id: params.id, detail: { step } })
      return ctx.tx(async (tx) => {
        await change(tx, ctx.who, clock.now(), params.id, body)
        return detail(tx.many, ctx.who, params.id, null)
      })
    },
    { bodyLimit: QUESTIONNAIRE_BYTES },
  )
  route(http, api.publishQuestionnaire, (ctx, { params, body }) => {
    ctx.target({ kind: 'questionnaire', id: params.id, detail: { step: 'publish' } })
    return ctx.tx(async (tx) => {
      const number = await publish(tx, ctx.who, clock.now(), params.id, body.version)
      ctx.target({ kind: 'questionnaire', id: params.id, detail: { step: 'publish', number } })
      return detail(tx.many, ctx.who, params.id, null)
    })
  })
  route(http, api.sendQuestionnaire, (ctx, { params, body }) => {
    ctx.target({ kind: 'questionnaire', id: params.id, detail: { step: 'send', way: body.way, pids: body.pids } })
    return ctx.tx((tx) => send(tx, ctx.who, sending(), params.id, body))
  })
  route(http, api.remindQuestionnaire, (ctx, { params, body }) => {
    ctx.target({ kind: 'questionnaire', id: params.id, detail: { step: 'remind' } })
    return ctx.tx((tx) => remind(tx, ctx.who, sending(), params.id, body.forms))
  })
  route(http, api.getResults, async (ctx, { params, query }) => {
    ctx.target({ kind: 'questionnaire', id: params.id, detail: { step: 'results' } })
    const { rows, total } = await results((q) => ctx.read(q), ctx.who, params.id, query)
    return { data: rows, page: query.page, pageSize: query.pageSize, total }
  })
  route(http, api.getSummary, (ctx, { params, query }) => {
    ctx.target({ kind: 'questionnaire', id: params.id, detail: { step: 'summary' } })
    return summaryOf((q) => ctx.read(q), ctx.who, params.id, query, ctx.lang)
  })
  route(http, api.getAnswerSheet, async (ctx, { params, query }) => {
    const answers = await answersOf((q) => ctx.read(q), ctx.who, params.id, query)
    ctx.target({ kind: 'questionnaire', id: params.id, detail: { format: 'xlsx', rows: answers.rows.length } })
    return answerSheet(answers, ctx.lang, ctx.who.timeZone)
  })
  route(http, api.getForm, async (ctx, { params }) => {
    const view = await formView((q) => ctx.read(q), params.cmsf_id)
    ctx.target({ kind: 'form', id: params.cmsf_id, pid: view.patient.pid })
    return view
  })
  route(http, api.putForm, async (ctx, { params, body }) => {
    ctx.target({ kind: 'form', id: params.cmsf_id, detail: { step: body.step } })
    const row = await requireForm((q) => ctx.read(q), params.cmsf_id)
    ctx.target({ kind: 'form', id: row.id, pid: row.pid, detail: { step: body.step } })
    return changeForm({ who: ctx.who, tx: (work) => ctx.tx(work), now: clock.now() }, row, body)
  })
  route(http, api.getMemberForms, async (ctx, { params }) => {
    ctx.target({ kind: 'member', id: params.pid, pid: params.pid, detail: { step: 'forms' } })
    if (!(await patientBrief((q) => ctx.read(q), params.pid))) throw await absence((q) => ctx.read(q), params.pid)
    return memberForms((q) => ctx.read(q), params.pid)
  })

  route(http, api.getLinkForm, (ctx) =>
    linkForm({
      who: ctx.who,
      read: (q) => ctx.read(q),
      tx: (work) => ctx.tx(work),
      now: clock.now(),
    }),
  )
  route(http, api.postLinkAnswers, (ctx, { body }) => {
    ctx.target({ kind: 'link', id: ctx.who.linkId, pid: ctx.who.pid, detail: { step: body.step } })
    return linkAnswer({ who: ctx.who, read: (q) => ctx.read(q), tx: (work) => ctx.tx(work), now: clock.now() }, body)
  })
}
