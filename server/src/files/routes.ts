import * as api from '@teleward/contract/files/endpoints.ts'
import * as external from '@teleward/contract/files/external-report-endpoints.ts'
import * as health from '@teleward/contract/files/health-batch-endpoints.ts'
import { CHUNK_MAX_BYTES } from '@teleward/contract/files/rules.ts'
import { openRecord } from '../emr/access.ts'
import { reader, type StaffCtx } from '../emr/opening.ts'
import { scopeOf } from '../platform/actor.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { holderOf, RawReply, route } from '../platform/http/index.ts'
import { fastifyPath } from '../platform/http/route.ts'
import { keepingOpened } from '../storage/deliveries.ts'
import { openTicket } from '../storage/tickets.ts'
import {
  contentReply,
  fileAddress,
  type FileSigner,
  fileSigner,
  pathOf,
  type Shape,
  shownFile,
  shownUpload,
} from './addresses.ts'
import { driveRoutes } from './drive-routes.ts'
import { keepReport, reportsOf, withdrawReport } from './external-reports.ts'
import { eyesOf, find, remark } from './eyes.ts'
import { dicomContentsOf, studyOf } from './dicom.ts'
import { paperGone } from '../consents/over.ts'
import { namedDriveFiles, namedFiles } from './named.ts'
import { openable, oneFile, placeOf, step } from './files.ts'
import { healthBatch, readHealthFile } from './health-batch.ts'
import { healthTemplateSheet } from './health-template.ts'
import { checkUpload } from './pairs.ts'
import * as repo from './repo.ts'
import { suggestionsFor } from './suggestions.ts'
import { begin, CHECK, EXPIRE, type FilesDeps, giveUp, offsetOf, one, receive, timeCame, type InTx } from './uploads.ts'

const TUS = { 'tus-resumable': '1.0.0' }

export function register(deps: Deps): void {
  const files: FilesDeps = {
    db: deps.db,
    storage: deps.storage.files,
    timers: deps.timers,
    now: () => deps.clock.now(),
  }
  const signer = (ctx: StaffCtx) => fileSigner(deps, ctx.who)
  uploads(deps, files, signer)
  records(deps, signer)
  findings(deps, signer)
  healthData(deps)
  reports(deps)
  driveRoutes(deps, files.storage)
  dicom(deps, files, signer)
  content(deps, files)
  deps.storage.named('medical', (keys) => namedFiles(deps.db, keys))
  deps.storage.named('drive', (keys) => namedDriveFiles(deps.db, keys))
  deps.timers.on(EXPIRE, ({ key }) => timeCame(files, key))
  deps.timers.on(CHECK, ({ key }) => checkUpload(files, key))
}

function uploads({ http }: Deps, files: FilesDeps, signer: (ctx: StaffCtx) => Promise<FileSigner>): void {
  route(http, api.getUploads, async (ctx, { query }) => {
    const rows = await ctx.read(repo.uploadsOf(ctx.who.mid, query))
    const signed = await signer(ctx)
    const data = rows.map(({ upload }) => shownUpload(signed, upload))
    return { data, page: query.page, pageSize: query.pageSize, total: rows[0]?.total ?? 0 }
  })
  route(http, api.postUpload, async (ctx, { body }) => {
    const signed = await signer(ctx)
    const inTx: InTx = (work) =>
      ctx.tx(async (tx) => {
        const row = await work(tx)
        const { id, kind, bytes, patient } = row
        ctx.target({ kind: 'upload', id, pid: patient?.pid ?? null, detail: { kind, bytes } })
        return row
      })
    const made = shownUpload(signed, await begin(files, inTx, ctx.who, body))
    for (const [name, value] of Object.entries({
      ...TUS,
      location: `/his/api/uploads/${made.id}`,
      'upload-offset': '0',
    }))
      ctx.header(name, value)
    return made
  })
  route(http, api.headUpload, async (ctx, { params }) => {
    const { received, bytes } = await offsetOf(reader(ctx), ctx.who.mid, params.id, files.now())
    return new RawReply('', { ...TUS, 'upload-offset': String(received), 'upload-length': String(bytes) })
  })
  route(
    http,
    api.patchUpload,
    async (ctx, { params, body }) => {
      const said = ctx.sent().header('upload-offset') ?? ''
      if (!/^\d{1,12}$/.test(said)) throw new AppError('BAD_INPUT')
      const { received, whole } = await receive(files, (work) => ctx.tx(work), ctx.who, {
        id: params.id,
        offset: Number(said),
        bytes: body,
      })
      if (whole) await checkUpload(files, params.id)
      for (const [name, value] of Object.entries({ ...TUS, 'upload-offset': String(received) })) ctx.header(name, value)
      return shownUpload(await signer(ctx), await one(reader(ctx), ctx.who.mid, params.id))
    },
    { bodyLimit: CHUNK_MAX_BYTES + 1024 },
  )
  route(http, api.deleteUpload, async (ctx, { params }) => {
    ctx.target({ kind: 'upload', id: params.id })
    const signed = await signer(ctx)
    return ctx.tx(async (tx) => shownUpload(signed, await giveUp(files, tx, ctx.who, params.id)))
  })
}

function records({ http, clock, timers }: Deps, signer: (ctx: StaffCtx) => Promise<FileSigner>): void {
  route(http, api.syncMedicalFile, async (ctx, { body }) => {
    const opened = await openRecord(reader(ctx), body.pid)
    const rows = await ctx.read(repo.filesOf(body))
    // What one brought oneself is there without the patient's authorisation, too; without any the record is closed.
    if (opened.access === 'none' && !rows.length) throw new AppError('EMR_NOT_AUTHORISED')
    ctx.target({
      kind: 'record',
      id: body.pid,
      pid: body.pid,
      detail: { reason: opened.access === 'none' ? 'own' : opened.access, files: true },
    })
    const signed = await signer(ctx)
    const data = rows.map(({ file }) => shownFile(signed, file))
    return { data, page: body.page, pageSize: body.pageSize, total: rows[0]?.total ?? 0 }
  })
  route(http, api.getFile, async (ctx, { params }) => {
    ctx.target({ kind: 'file', id: params.id })
    const file = await oneFile(reader(ctx), params.id)
    ctx.target({ kind: 'file', id: params.id, pid: file.patient?.pid ?? null, detail: { kind: file.kind } })
    return shownFile(await signer(ctx), file)
  })
  route(http, api.putFile, async (ctx, { params, body }) => {
    ctx.target({ kind: 'file', id: params.id, detail: { action: body.action } })
    const signed = await signer(ctx)
    return ctx.tx(async (tx) => {
      const now = clock.now()
      const after = await step(tx, ctx.who, now, params.id, body, (row) => shownFile(signed, row))
      // Last, for it may close what the file was seen by.
      if (body.action === 'withdraw' || body.action === 'wrongPatient')
        await paperGone(tx, timers, params.id, { mid: ctx.who.mid, now })
      ctx.target({
        kind: 'file',
        id: params.id,
        pid: after.patient?.pid ?? null,
        detail: { action: body.action, ...(after.id === params.id ? {} : { as: after.id }) },
      })
      return shownFile(signed, after)
    })
  })
  route(http, api.getFileSuggestions, async (ctx, { params }) => {
    ctx.target({ kind: 'file', id: params.id })
    const { pid, found } = await suggestionsFor(reader(ctx), params.id)
    ctx.target({ kind: 'file', id: params.id, pid, detail: { suggested: found.length } })
    return found
  })
  route(http, api.fileAddresses, async (ctx, { params }) => {
    const file = await openable(reader(ctx), params.id)
    ctx.target({ kind: 'file', id: file.id, pid: file.patient?.pid ?? null, detail: { kind: file.kind } })
    const signed = await signer(ctx)
    const view = fileAddress(signed, file.id, 'view')
    const { mime } = shownFile(signed, file)
    return {
      ...view,
      download: fileAddress(signed, file.id, 'original').url,
      data: file.data && fileAddress(signed, file.id, 'data').url,
      mime,
    }
  })
}

function findings({ http, clock }: Deps, signer: (ctx: StaffCtx) => Promise<FileSigner>): void {
  route(http, api.postFinding, async (ctx, { params, body }) => {
    ctx.target({ kind: 'file', id: params.id, detail: { finding: body.values.of } })
    const signed = await signer(ctx)
    return ctx.tx(async (tx) => {
      const after = await find(tx, ctx.who, clock.now(), params.id, body)
      ctx.target({
        kind: 'file',
        id: params.id,
        pid: after.patient?.pid ?? null,
        detail: { finding: body.values.of },
      })
      return shownFile(signed, after)
    })
  })
  route(http, api.getEyes, async (ctx, { params }) => {
    const { file, images, more } = await eyesOf(reader(ctx), params.eyeid)
    ctx.target({ kind: 'file', id: file.id, pid: file.patient?.pid ?? null, detail: { eyes: images.length } })
    const signed = await signer(ctx)
    return { eyeid: file.id, images: images.map((one) => shownFile(signed, one)), more }
  })
  route(http, api.putEye, async (ctx, { params, body }) => {
    ctx.target({ kind: 'file', id: params.eyeid, detail: { action: 'remark' } })
    const signed = await signer(ctx)
    return ctx.tx(async (tx) => {
      const after = await remark(tx, ctx.who, clock.now(), params.eyeid, body, (row) => shownFile(signed, row))
      ctx.target({
        kind: 'file',
        id: params.eyeid,
        pid: after.patient?.pid ?? null,
        detail: { action: 'remark' },
      })
      return shownFile(signed, after)
    })
  })
}

function healthData({ http, clock }: Deps): void {
  route(
    http,
    health.postHealthBatch,
    async (ctx, { body }) => {
      const read = await readHealthFile(body.file)
      return ctx.tx(async (tx) => {
        const result = await healthBatch(tx, ctx.who, ctx.lang, clock.now(), read, body)
        const { state, total, imported, bad } = result
        const replaced = result.rows.reduce((n, { said }) => n + said.replaces.length, 0)
        ctx.target({
          kind: 'healthDataBatch',
          id: body.importId,
          detail: { state, total, imported, bad, replaced },
        })
        return result
      })
    },
    { bodyLimit: 2 * health.HEALTH_MAX_BYTES },
  )
  route(http, health.healthTemplate, (ctx) => healthTemplateSheet(ctx.lang))
}

function reports({ http, clock }: Deps): void {
  route(http, external.getExternalReports, async (ctx, { params }) => {
    const { access, reports, more } = await reportsOf(reader(ctx), params.pid)
    const reason = access === 'none' ? 'own' : access
    ctx.target({ kind: 'record', id: params.pid, pid: params.pid, detail: { reason, reports: reports.length } })
    return { reports, more }
  })
  route(http, external.postExternalReport, async (ctx, { body }) => {
    return ctx.tx(async (tx) => {
      const report = await keepReport(tx, ctx.who, clock.now(), body)
      const { id, category, results, corrects } = report
      ctx.target({ kind: 'externalReport', id, pid: body.pid, detail: { category, results: results.length, corrects } })
      return report
    })
  })
  route(http, external.putExternalReport, async (ctx, { params, body }) => {
    ctx.target({ kind: 'externalReport', id: params.id })
    return ctx.tx(async (tx) => {
      const report = await withdrawReport(tx, ctx.who, clock.now(), params.id, body.reason)
      ctx.target({ kind: 'externalReport', id: params.id, pid: report.pid, detail: { withdrawn: true } })
      return report
    })
  })
}

function dicom({ http }: Deps, files: FilesDeps, signer: (ctx: StaffCtx) => Promise<FileSigner>): void {
  route(http, api.getDicom, async (ctx, { params }) => {
    ctx.target({ kind: 'file', id: params.dicomid })
    const { study, pid } = await studyOf(files, reader(ctx), await signer(ctx), params.dicomid)
    ctx.target({ kind: 'file', id: params.dicomid, pid, detail: { kind: study.kind, images: study.instances.length } })
    return study
  })
  route(http, api.getDicomContents, async (ctx, { params }) => {
    ctx.target({ kind: 'file', id: params.dicomid })
    const { contents, pid } = await dicomContentsOf(files.storage, reader(ctx), params.dicomid)
    ctx.target({ kind: 'file', id: params.dicomid, pid, detail: { elements: contents.tags.length } })
    return contents
  })
}

/** A picture in a page sends no bearer: the address names the session it was made for, and is no more than that may do now. */
function content({ http, db, clock }: Deps, files: FilesDeps): void {
  http.register(api.fileContent)
  http.app.get<{ Params: { id: string } }>(fastifyPath(api.fileContent.path), async (request, reply) => {
    const params = api.fileContent.params.safeParse(request.params)
    const query = api.fileContent.query.safeParse(request.query)
    if (!params.success || !query.success) throw new AppError('FILE_LINK_EXPIRED')
    const ticket = await openTicket(db, query.data.ticket, pathOf(params.data.id), clock.now())
    const holder = await holderOf(http.authenticate, ticket.sid, api.fileAddresses.permission)
    const place = await placeOf((one) => db.read(scopeOf(holder), one), params.data.id)
    const handed = await contentReply(files.storage, place, ticket.as as Shape, request.headers.range)
    const small = ticket.as === 'thumb'
    await keepingOpened(db, ticket, handed, () =>
      db.system.tx(
        (tx) =>
          tx.audit({
            action: small ? 'file.thumbnail' : ticket.as === 'original' ? 'file.save' : 'file.view',
            kind: 'read',
            target: { kind: 'file', id: place.id },
            pid: place.pid,
            detail: { kind: place.kind, ...(ticket.as === 'data' ? { part: 'data' } : {}) },
          }),
        { mid: holder.mid, partnerId: holder.partnerId, ip: request.ip, requestId: request.id },
      ),
    )
    return reply.status(handed.status).headers(handed.headers).send(handed.body)
  })
}
