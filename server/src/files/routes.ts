import * as api from '@teleward/contract/files/endpoints.ts'
import { CHUNK_MAX_BYTES } from '@teleward/contract/files/rules.ts'
import { openRecord } from '../emr/access.ts'
import { type StaffActor, scopeOf } from '../platform/actor.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type Ctx, holderOf, RawReply, route } from '../platform/http/index.ts'
import { fastifyPath } from '../platform/http/route.ts'
import { localStorage } from '../storage/index.ts'
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
import { openable, oneFile, placeOf, step } from './files.ts'
import * as repo from './repo.ts'
import { begin, CHECK, check, EXPIRE, type FilesDeps, giveUp, offsetOf, one, receive, timeCame } from './uploads.ts'

type StaffCtx = Ctx<StaffActor>
const reader =
  (ctx: StaffCtx) =>
  <T>(query: Parameters<StaffCtx['read']>[0]) =>
    ctx.read<T>(query as never)
const TUS = { 'tus-resumable': '1.0.0' }

export function register(deps: Deps): void {
  const files: FilesDeps = {
    db: deps.db,
    storage: localStorage(deps.config.dataDir),
    timers: deps.timers,
    now: () => deps.clock.now(),
  }
  const signer = (ctx: StaffCtx) => fileSigner(deps, ctx.who)
  uploads(deps, files, signer)
  records(deps, signer)
  content(deps, files)
  deps.timers.on(EXPIRE, ({ key }) => timeCame(files, key))
  deps.timers.on(CHECK, ({ key }) => check(files, key))
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
    const made = await ctx.tx(async (tx) => {
      const row = await begin(files, tx, ctx.who, body)
      ctx.target({
        kind: 'upload',
        id: row.id,
        pid: row.patient?.pid ?? null,
        detail: { kind: row.kind, bytes: row.bytes },
      })
      return shownUpload(signed, row)
    })
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
      if (whole) await check(files, params.id)
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

function records({ http, clock }: Deps, signer: (ctx: StaffCtx) => Promise<FileSigner>): void {
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
  route(http, api.getFile, async (ctx, { params }) =>
    shownFile(await signer(ctx), await oneFile(reader(ctx), params.id)),
  )
  route(http, api.putFile, async (ctx, { params, body }) => {
    ctx.target({ kind: 'file', id: params.id, detail: { action: body.action } })
    const signed = await signer(ctx)
    return ctx.tx(async (tx) => {
      const after = await step(tx, ctx.who, clock.now(), params.id, body, (row) => shownFile(signed, row))
      ctx.target({
        kind: 'file',
        id: params.id,
        pid: after.patient?.pid ?? null,
        detail: { action: body.action, ...(after.id === params.id ? {} : { as: after.id }) },
      })
      return shownFile(signed, after)
    })
  })
  route(http, api.fileAddresses, async (ctx, { params }) => {
    const file = await openable(reader(ctx), params.id)
    ctx.target({ kind: 'file', id: file.id, pid: file.patient?.pid ?? null, detail: { kind: file.kind } })
    const signed = await signer(ctx)
    const view = fileAddress(signed, file.id, 'view')
    const { mime } = shownFile(signed, file)
    return { ...view, download: fileAddress(signed, file.id, 'original').url, mime }
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
    const { range } = request.headers
    const { body, headers, status } = await contentReply(files.storage, place, ticket.as as Shape, range)
    // One row when it is opened or saved, not one for every piece that a player asks for, nor for the small ones of a list.
    if (ticket.as !== 'thumb' && (!range || /^bytes=0-/.test(range)))
      await db.system.tx(
        (tx) =>
          tx.audit({
            action: ticket.as === 'original' ? 'file.save' : 'file.view',
            kind: 'read',
            target: { kind: 'file', id: place.id },
            pid: place.pid,
            detail: { kind: place.kind },
          }),
        { mid: holder.mid, partnerId: holder.partnerId, ip: request.ip, requestId: request.id },
      )
    return reply.status(status).headers(headers).send(body)
  })
}
