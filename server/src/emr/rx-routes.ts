import { addDays, startOfDay } from '@teleward/contract/core/zone.ts'
import * as api from '@teleward/contract/emr/rx-endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { route } from '../platform/http/index.ts'
import { opening, reader } from './opening.ts'
import { pharmacies } from './pharmacies.ts'
import { printableNoteOf, visitOf } from './record.ts'
import { makeRefillable } from './refill.ts'
import * as repo from './rx-repo.ts'
import { sendRx, stepRx } from './rx.ts'
import { numberOf, rxCode, rxText } from './rx-text.ts'

/** Prescriptions beyond the note: refills, pharmacies, text and QR code, and what becomes of them there. */
export function rxRoutes({ http, clock }: Deps): void {
  route(http, api.updateContinuousPrescription, (ctx, { body }) => {
    ctx.target({ kind: 'note', id: body.noteId, pid: body.pid, detail: { qid: body.qid, refill: body.refill } })
    return opening(ctx, body, () => ctx.tx((tx) => makeRefillable(tx, ctx.who, clock.now(), body)))
  })
  route(http, api.pharmacyList, (ctx, { query }) => pharmacies(reader(ctx), ctx.who, clock.now(), query))
  route(http, api.getRxString, async (ctx, { params, query }) => {
    const pid = (await visitOf(reader(ctx), params.qid))?.pid
    if (pid === undefined) throw new AppError('NOT_FOUND')
    return opening(ctx, { pid, qid: params.qid }, async () => {
      const sheet = await printableNoteOf(reader(ctx), ctx.who, params.qid)
      ctx.target({ kind: 'record', id: pid, pid, detail: { reason: sheet.access, qid: params.qid } })
      const lang = query.lang ?? ctx.lang
      return sheet.notes
        .filter(({ state, lines }) => (state === 'signed' || state === 'amended') && lines.length > 0)
        .map((note) => ({
          noteId: note.id,
          number: numberOf(note.id),
          text: rxText(sheet, note, lang),
          qr: rxCode(sheet, note),
        }))
    })
  })
  route(http, api.sendPrescription, (ctx, { body }) => {
    const { pid, qid, noteId, pharmacyId } = body
    ctx.target({ kind: 'note', id: noteId, pid, detail: { qid, pharmacyId: pharmacyId ?? null } })
    return opening(ctx, body, () => ctx.tx((tx) => sendRx(tx, ctx.who, clock.now(), body)))
  })
  route(http, api.getPrescriptions, async (ctx, { query }) => {
    const { who } = ctx
    const { from, to, ...rest } = query
    const asked = {
      ...rest,
      from: from ? startOfDay(from, who.timeZone) : null,
      to: to ? startOfDay(addDays(to, 1), who.timeZone) : null,
    }
    const [rows, [count]] = await Promise.all([ctx.read(repo.list(who, asked)), ctx.read(repo.count(who, asked))])
    const data = rows.map(({ row }) => repo.asSending(who, row))
    return { data, page: query.page, pageSize: query.pageSize, total: count?.n ?? 0 }
  })
  route(http, api.putPrescription, (ctx, { params, body }) => {
    ctx.target({ kind: 'prescription', id: params.id, detail: { act: body.action } })
    return ctx.tx(async (tx) => {
      const row = await stepRx(tx, ctx.who, clock.now(), { ...body, id: params.id })
      ctx.target({ kind: 'prescription', id: row.id, pid: row.pid, detail: { act: body.action, qid: row.qid } })
      return row
    })
  })
}
