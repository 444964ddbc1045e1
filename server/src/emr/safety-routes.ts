import * as api from '@teleward/contract/emr/safety-endpoints.ts'
import { historyItems } from '@teleward/contract/members/history-items.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { openRecord } from './access.ts'
import { answerDrugCheck } from './drug-answers.ts'
import { checkDrugs, linesOf } from './drug-check.ts'
import { changeHistory, medHistory } from './history-form.ts'
import { opening, reader } from './opening.ts'
import { visitFor } from './record.ts'

/** History and allergies, and what a prescription is checked against. */
export function safetyRoutes({ http, clock }: Deps): void {
  route(http, api.getMedHistoryItems, () => [...historyItems])
  route(http, api.medHistories, (ctx, { params }) =>
    opening(ctx, params, async () => {
      const { form, reason } = await medHistory(reader(ctx), params.pid)
      ctx.target({ kind: 'record', id: params.pid, pid: params.pid, detail: { reason } })
      return form
    }),
  )
  route(http, api.updatePatientMedHistory, (ctx, { body }) => {
    ctx.target({ kind: 'record', id: body.pid, pid: body.pid })
    const about = { pid: body.pid, ...(body.qid === undefined ? {} : { qid: body.qid }) }
    return opening(ctx, about, () => ctx.tx((tx) => changeHistory(tx, ctx.who, clock.now(), body)))
  })
  route(http, api.drugChecks, async (ctx, { body }) => {
    const { pid, qid } = body
    const visit = await visitFor(reader(ctx), pid, qid)
    const opened = await openRecord(reader(ctx), pid, visit.unitId)
    ctx.target({ kind: 'record', id: pid, pid, detail: { reason: opened.access, qid } })
    const noteId = body.noteId ?? null
    return checkDrugs(
      reader(ctx),
      opened,
      { pid, noteId, lines: linesOf(body.lines), diagnoses: body.diagnoses },
      clock.now(),
    )
  })
  route(http, api.answerDrugCheck, (ctx, { body }) => {
    ctx.target({ kind: 'note', id: body.noteId, pid: body.pid, detail: { qid: body.qid } })
    return opening(ctx, body, () => ctx.tx((tx) => answerDrugCheck(tx, ctx.who, clock.now(), body)))
  })
}
