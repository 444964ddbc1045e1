import { statusLabels } from '@teleward/contract/appointments/texts.ts'
import { appointmentStatus } from '@teleward/contract/appointments/schema.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import * as api from '@teleward/contract/emr/endpoints.ts'
import type { NoteAction } from '@teleward/contract/emr/rules.ts'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { doseUnitOf } from '@teleward/contract/prescriptions/taken.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import { route } from '../platform/http/index.ts'
import { reference } from '../reference/catalogue.ts'
import { type Terms, termCache } from '../synonyms/terms.ts'
import { type Opened, openRecord } from './access.ts'
import { aiRoutes } from './ai-routes.ts'
import { choices, codesWith, WITH_PATIENT } from './choices.ts'
import { copyNote } from './copies.ts'
import { confirmedUntil, confirmPerson } from './confirm.ts'
import * as lines from './prescription-items.ts'
import * as notes from './notes.ts'
import { opening, reader, type StaffCtx } from './opening.ts'
import * as record from './record.ts'
import { noteById } from './repo.ts'
import { safetyRoutes } from './safety-routes.ts'
import { rxRoutes } from './rx-routes.ts'
import { setRoutes } from './set-routes.ts'
import * as signing from './signing.ts'
import { aiState } from './suggestions.ts'
import { versionsOf } from './versions.ts'

export function register(deps: Deps): void {
  reading(deps)
  writing(deps)
  signatures(deps)
  searching(deps)
  safetyRoutes(deps)
  setRoutes(deps)
  rxRoutes(deps)
  aiRoutes(deps)
  deps.onStart(() => reference.warm())
}

function reading({ http, db, clock, config }: Deps): void {
  /** Audits the opening with what allowed it. */
  const opened = (ctx: StaffCtx, pid: number, reason: string, detail: Record<string, unknown> = {}) =>
    ctx.target({ kind: 'record', id: pid, pid, detail: { reason, ...detail } })

  route(http, api.getEmrData, (ctx, { body }) =>
    opening(ctx, body, async () => {
      const until = await confirmedUntil(db, clock, ctx.who.sid)
      const data = await ctx.tx(async (tx) =>
        record.emrData(tx.many, ctx.who, body, until, await aiState(tx.many, ctx.who, config.ai)),
      )
      if (data.access === 'none') throw new AppError('EMR_NOT_AUTHORISED', { data })
      opened(ctx, body.pid, data.access, { qid: body.qid })
      return data
    }),
  )
  route(http, api.fetchMRHistory, (ctx, { body }) =>
    opening(ctx, body, async () => {
      const state = await openRecord(reader(ctx), body.pid)
      opened(ctx, body.pid, await reasonOf(ctx, state, body.pid, body.withdrawn))
      const total = await record.historyTotal(reader(ctx), ctx.who.mid, state, body)
      return {
        data: await record.history(reader(ctx), ctx.who.mid, state, body),
        page: body.page,
        pageSize: body.pageSize,
        total,
      }
    }),
  )
  route(http, api.getNotes, (ctx, { params, query }) =>
    opening(ctx, params, async () => {
      const state = await openRecord(reader(ctx), params.pid)
      opened(ctx, params.pid, await reasonOf(ctx, state, params.pid))
      return record.notesOf(reader(ctx), ctx.who.mid, { ...params, pageSize: query.pageSize }, state)
    }),
  )
  route(http, api.mrNoteData, async (ctx, { body }) => {
    const pid = (await record.visitOf(reader(ctx), body.qid))?.pid
    if (pid === undefined) throw new AppError('NOT_FOUND')
    return opening(ctx, { pid, qid: body.qid }, async () => {
      const sheet = await record.printableNoteOf(reader(ctx), ctx.who, body.qid, body.noteId)
      opened(ctx, pid, sheet.access, { qid: body.qid })
      return sheet
    })
  })
  route(http, api.getRXData, async (ctx, { params }) => {
    const pid = (await record.visitOf(reader(ctx), params.qid))?.pid
    if (pid === undefined) throw new AppError('NOT_FOUND')
    return opening(ctx, { pid, qid: params.qid }, async () => {
      const sheet = await record.printableNoteOf(reader(ctx), ctx.who, params.qid)
      opened(ctx, pid, sheet.access, { qid: params.qid })
      return sheet.notes.filter((note) => note.state !== 'withdrawn')
    })
  })
  route(http, api.noteVersions, async (ctx, { params, query }) => {
    const note = await readable(ctx, params.id)
    opened(ctx, note.pid, await reasonOfNote(ctx, note), { noteId: note.id })
    return versionsOf(reader(ctx), note.id, query.page, query.pageSize)
  })
  route(http, api.soapIcd10, async (ctx, { body }) => {
    const { order, version } = body
    if (!order) {
      const note = await readable(ctx, body.noteId)
      // The page means this patient's note of this visit: another one's, though open to the caller, is a mistake.
      if (note.pid !== body.pid || note.qid !== body.qid)
        throw new AppError('FIELD_RELATED', {
          fields: [{ path: note.pid !== body.pid ? 'pid' : 'qid', code: 'FIELD_RELATED' }],
        })
      opened(ctx, note.pid, await reasonOfNote(ctx, note), { noteId: note.id })
      return { noteId: note.id, version: note.version, diagnoses: note.diagnoses }
    }
    if (version === undefined) throw new AppError('BAD_INPUT', { fields: [{ path: 'version', code: 'FIELD_EMPTY' }] })
    ctx.target({ kind: 'note', id: body.noteId, pid: body.pid, detail: { order: order.length } })
    const note = await ctx.tx((tx) =>
      lines.reorderIcd({ tx, who: ctx.who, now: clock.now() }, { ...body, order, version }),
    )
    return { noteId: note.id, version: note.version, diagnoses: note.diagnoses }
  })
}

async function readable(ctx: StaffCtx, id: string): Promise<Note> {
  const note = await noteById(reader(ctx), id, ctx.who.mid)
  if (!note) throw new AppError('NOT_FOUND')
  return note
}
const reasonOfNote = async (ctx: StaffCtx, note: Note) =>
  record.reasonFor(await openRecord(reader(ctx), note.pid), note.author.mid === ctx.who.mid)
/** Of all notes of a patient: own ones are asked for by their author, and never told by what came back. */
const reasonOf = async (ctx: StaffCtx, state: Opened, pid: number, withdrawn = false) =>
  record.reasonFor(state, state.access === 'none' && (await record.hasOwn(reader(ctx), ctx.who.mid, pid, withdrawn)))

type Owned = { pid: number; qid: number }
function writing({ http, clock }: Deps): void {
  const step = <T>(ctx: StaffCtx, id: string, about: Owned, work: (tx: Tx) => Promise<T>) => {
    ctx.target({ kind: 'note', id, pid: about.pid, detail: { qid: about.qid } })
    return opening(ctx, about, () => ctx.tx(work))
  }
  const lineStep = (tx: Tx, ctx: StaffCtx) => ({ tx, who: ctx.who, now: clock.now() })

  route(http, api.createNote, (ctx, { body }) =>
    inWords(ctx, () =>
      opening(ctx, body, () =>
        ctx.tx(async (tx) => {
          const note = await notes.createNote(tx, ctx.who, clock.now(), body)
          ctx.target({ kind: 'note', id: note.id, pid: note.pid, detail: { qid: note.qid } })
          return note
        }),
      ),
    ),
  )
  route(http, api.saveNote, (ctx, { params, body }) =>
    step(ctx, params.id, body, (tx) => notes.saveNote(tx, ctx.who, clock.now(), params.id, body)),
  )
  route(http, api.copyNote, (ctx, { body }) => {
    const { from, parts } = body
    ctx.target({ kind: 'note', id: body.id, pid: body.pid, detail: { qid: body.qid, from, parts } })
    return opening(ctx, body, () => ctx.tx((tx) => copyNote(tx, ctx.who, clock.now(), body)))
  })
  const one = (definition: typeof api.updateSubjective | typeof api.updateObject, part: 's' | 'o') =>
    route(http, definition, (ctx, { body: { text, ...body } }) =>
      step(ctx, body.id, body, (tx) => notes.saveNote(tx, ctx.who, clock.now(), body.id, { ...body, [part]: text })),
    )
  one(api.updateSubjective, 's')
  one(api.updateObject, 'o')
  route(http, api.upsertICD, (ctx, { body }) =>
    step(ctx, body.noteId, body, (tx) => lines.upsertIcd(lineStep(tx, ctx), body)),
  )
  route(http, api.deleteICD, (ctx, { body }) =>
    step(ctx, body.noteId, body, (tx) => lines.removeFrom(lineStep(tx, ctx), 'diagnosis', body)),
  )
  route(http, api.upsertMedicine, (ctx, { body }) =>
    step(ctx, body.noteId, body, (tx) => lines.upsertMedicine(lineStep(tx, ctx), body)),
  )
  route(http, api.deleteMedicine, (ctx, { body }) =>
    step(ctx, body.noteId, body, (tx) => lines.removeFrom(lineStep(tx, ctx), 'prescription_line', body)),
  )
  route(http, api.delNote, (ctx, { body }) =>
    step(ctx, body.id, body, (tx) => signing.withdrawNote(tx, ctx.who, clock.now(), body)),
  )
}

/** The password is proved before the transaction: the check takes longer than a transaction may. */
function signatures({ http, db, clock }: Deps): void {
  const signed = async (
    ctx: StaffCtx,
    action: NoteAction,
    ask: Owned & { id: string; password?: string | undefined },
    work: (tx: Tx) => Promise<Note>,
  ) => {
    ctx.target({ kind: 'note', id: ask.id, pid: ask.pid, detail: { qid: ask.qid, act: action } })
    await signing.foresee(reader(ctx), ctx.who, action, ask.id, clock.now())
    await confirmPerson({ db, clock }, ctx.who, ask.password)
    return inWords(ctx, () => ctx.tx(work))
  }
  route(http, api.recordSignature, (ctx, { body }) =>
    opening(ctx, body, () => signed(ctx, 'sign', body, (tx) => signing.signNote(tx, ctx.who, clock.now(), body))),
  )
  route(http, api.updateNote, (ctx, { body }) =>
    opening(ctx, body, () => {
      if (!body.reason.trim())
        throw new AppError('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'REASON_REQUIRED' }] })
      return signed(ctx, 'amend', body, (tx) => signing.amendNote(tx, ctx.who, clock.now(), body))
    }),
  )
}

/** A refusal of the appointment names its state in the caller's words. */
async function inWords<T>(ctx: { lang: Locale }, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const known = isAppError(error, 'APPT_ILLEGAL_STEP')
      ? appointmentStatus.safeParse(Reflect.get(Object(error.data), 'state'))
      : undefined
    if (!known?.success) throw error
    throw new AppError('APPT_ILLEGAL_STEP', {
      data: { state: statusLabels[ctx.lang][known.data], status: known.data },
      cause: error,
    })
  }
}

/** Results beyond this number are never shown: whoever needs others types more. */
const FOUND_MAX = 200
function searching({ http, db, clock }: Deps): void {
  const cache = termCache(db, clock)
  /** What ranks for this asker. The institution's terms are known from before: what is read is the asker's choices alone. */
  const preferences = async (ctx: StaffCtx, kind: 'icd' | 'drug', terms: keyof Terms) => {
    const [chosen, own] = await Promise.all([
      choices(reader(ctx), ctx.who, kind, clock.now()),
      cache.of(reader(ctx), ctx.who),
    ])
    return { chosen, terms: own[terms] }
  }
  const paged = <T>(all: readonly T[], { page, pageSize }: { page: number; pageSize: number }) => ({
    data: all.slice((page - 1) * pageSize, page * pageSize),
    page,
    pageSize,
    total: all.length,
  })
  route(http, api.getIcd10, async (ctx, { body }) => {
    const [by, withPatient] = await Promise.all([
      preferences(ctx, 'icd', 'diagnosis'),
      body.pid === undefined ? [] : codesWith(reader(ctx), ctx.who, body.pid),
    ])
    for (const [nth, code] of withPatient.entries()) by.chosen.set(code, WITH_PATIENT - nth)
    const known = new Set(withPatient)
    const found = reference.icd10().search(body.q, FOUND_MAX, by)
    return paged(
      found.map((row) => ({ ...row, withPatient: known.has(row.code) })),
      body,
    )
  })
  route(http, api.getMedicineInfo, async (ctx, { body }) => {
    const found = reference.drugs().search(body.q, FOUND_MAX, await preferences(ctx, 'drug', 'drug'))
    return paged(
      found.map((drug) => {
        const unit = doseUnitOf(drug)
        const totalUnit = unit === drug.unit ? null : drug.unit
        return { ...drug, name: drug.nameEn, nameZhTw: drug.nameZhTw || null, unit, totalUnit }
      }),
      body,
    )
  })
  route(http, api.fetchMedFreqRoute, () => ({
    frequencies: [...reference.frequencies()],
    routes: [...reference.routes()],
  }))
}
