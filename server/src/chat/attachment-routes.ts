import * as api from '@teleward/contract/chat/endpoints.ts'
import { type AttachmentFormat, attachmentMime } from '@teleward/contract/chat/rules.ts'
import { extensionsOf, type FileFormat } from '@teleward/contract/core/file-kinds.ts'
import { CHUNK_MAX_BYTES } from '@teleward/contract/files/rules.ts'
import { type LinkActor, scopeOf, type StaffActor } from '../platform/actor.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type Ctx, holderOf, type RawReply, route } from '../platform/http/index.ts'
import { fastifyPath } from '../platform/http/route.ts'
import type { Storage } from '../storage/index.ts'
import { queuesByName } from '../storage/queues.ts'
import { fileReply } from '../storage/reply.ts'
import { keepingOpened } from '../storage/deliveries.ts'
import { addressOf, openTicket, signerOf } from '../storage/tickets.ts'
import { livingChat } from '../visit-links/of-unit.ts'
import { contentPath, shownAttachment } from './attached.ts'
import {
  type AttachmentDeps,
  type Author,
  begin,
  type StoredAttachment,
  keyOf,
  look,
  namedAttachments,
  receive,
  sentById,
  SWEEP,
  storeThumb,
  sweep,
  thumbOfAttachment,
} from './attachments.ts'
import { mine, ofLink, opened } from './link.ts'
import { takesPart } from './reach.ts'
import * as repo from './repo.ts'
import { requireConversation } from './service.ts'

const FILES = 20
type Shape = 'thumb' | 'view' | 'original'

export function registerChatFiles(deps: Deps): void {
  const { db, timers, clock, storage } = deps
  const files: AttachmentDeps = {
    db,
    timers,
    storage: storage.files,
    alone: queuesByName(),
    now: () => clock.now(),
  }
  storage.named('chat', (keys) => namedAttachments(db, keys))
  timers.on(SWEEP, ({ key }) => sweep(files, key))
  ofStaff(deps, files)
  content(deps, files.storage)
  ofPatients(deps, files)
}

const offsetIn = (ctx: { sent(): { header(name: string): string | undefined } }): number => {
  const said = ctx.sent().header('upload-offset') ?? ''
  if (!/^\d{1,12}$/.test(said)) throw new AppError('BAD_INPUT')
  return Number(said)
}
const piece = { bodyLimit: CHUNK_MAX_BYTES + 1024 }

function ofStaff({ http, db, clock }: Deps, files: AttachmentDeps): void {
  const reading =
    (ctx: Ctx<StaffActor>): (<T>(query: Parameters<typeof ctx.read<T>>[0]) => Promise<T[]>) =>
    (query) =>
      ctx.read(query)
  route(http, api.getChatFiles, async (ctx, { query }) => {
    ctx.target({ kind: 'conversation', id: query.id, pid: null })
    const conversation = await requireConversation(reading(ctx), ctx.who, query.id)
    ctx.target({ kind: 'conversation', id: query.id, pid: conversation.pid, detail: { files: true } })
    const rows = await ctx.read(repo.files(ctx.who, query.id, { before: query.before, limit: FILES + 1 }))
    const signer = await signerOf(db, ctx.who, clock.now())
    return {
      files: rows.slice(0, FILES).map(({ row: { attachment, ...row } }) => ({
        ...row,
        attachment: shownAttachment(signer, attachment),
      })),
      more: rows.length > FILES,
    }
  })
  route(http, api.postChatFile, async (ctx, { body }) => {
    ctx.target({ kind: 'conversation', id: body.id, pid: null })
    const thumb = await thumbOfAttachment(body)
    const begun = await ctx.tx(async (tx) => {
      const conversation = await requireConversation(tx.many, ctx.who, body.id)
      const { kind, bytes, fileId } = body
      ctx.target({ kind: 'conversation', id: body.id, pid: conversation.pid, detail: { file: fileId, kind, bytes } })
      return begin(files, tx, ctx.who, body.id, body, thumb)
    })
    await storeThumb(files, begun, thumb)
    // Whole and never looked at: the process died that was to.
    return look(files, (work) => ctx.tx(work), ctx.who, begun)
  })
  route(
    http,
    api.patchChatFile,
    async (ctx, { params, body }) => {
      const offset = offsetIn(ctx)
      const may = (tx: Tx, conversation: number) => requireConversation(tx.many, ctx.who, conversation)
      const after = await receive(files, (work) => ctx.tx(work), ctx.who, { id: params.id, offset, bytes: body }, may)
      ctx.header('upload-offset', String(after.received))
      return after
    },
    piece,
  )
  route(http, api.chatFileAddresses, async (ctx, { params }) => {
    ctx.target({ kind: 'chatFile', id: params.id })
    const [row] = await ctx.read(sentById(params.id, takesPart(ctx.who)))
    if (!row) throw new AppError('NOT_FOUND')
    ctx.target({ kind: 'conversation', id: row.conversationId, pid: row.pid, detail: { file: row.id, kind: row.kind } })
    const signer = await signerOf(db, ctx.who, clock.now())
    const address = (as: Shape) => addressOf(signer, contentPath(row.id), as)
    const view = address('view')
    return { ...view, download: address('original').url, thumb: row.thumbKey ? address('thumb').url : null }
  })
}

/** Shown or saved. What was built anew is what is handed out: a picture without what the camera wrote, a voice one can seek in. */
function handed(storage: Storage, row: StoredAttachment, as: Shape, range: string | undefined): Promise<RawReply> {
  const { format, name, copyKey, thumbKey } = row
  if (!format || (as === 'thumb' && !thumbKey)) throw new AppError('NOT_FOUND')
  const small = as === 'thumb' && thumbKey
  const ending = small ? (/\.(\w+)$/.exec(thumbKey)?.[1] ?? 'jpg') : endingOf(format)
  const mime = small ? (ending === 'png' ? 'image/png' : 'image/jpeg') : attachmentMime(format)
  const key = small || (copyKey ?? keyOf(row))
  return fileReply(storage, { key, mime, name, extension: ending, shown: as !== 'original' }, range)
}
const endingOf = (format: AttachmentFormat): string =>
  format === 'webm' || format === 'm4a' ? format : (extensionsOf[format as FileFormat][0] ?? 'bin')

/** A picture in a page and a player send no bearer: the address names the session it was made for, and is no more than that may do now. */
function content({ http, db, clock }: Deps, storage: Storage): void {
  http.register(api.chatFileContent)
  http.app.get<{ Params: { id: string } }>(fastifyPath(api.chatFileContent.path), async (request, reply) => {
    const params = api.chatFileContent.params.safeParse(request.params)
    const query = api.chatFileContent.query.safeParse(request.query)
    if (!params.success || !query.success) throw new AppError('FILE_LINK_EXPIRED')
    const ticket = await openTicket(db, query.data.ticket, contentPath(params.data.id), clock.now())
    const holder = await holderOf(http.authenticate, ticket.sid, api.chatFileAddresses.permission)
    const [row] = await db.read(scopeOf(holder), sentById(params.data.id, takesPart(holder)))
    if (!row) throw new AppError('NOT_FOUND')
    const given = await handed(storage, row, ticket.as as Shape, request.headers.range)
    const small = ticket.as === 'thumb'
    await keepingOpened(db, ticket, given, () =>
      db.system.tx(
        (tx) =>
          tx.audit({
            action: small ? 'file.thumbnail' : ticket.as === 'original' ? 'file.save' : 'file.view',
            kind: 'read',
            target: { kind: 'conversation', id: row.conversationId },
            pid: row.pid,
            detail: { file: row.id, kind: row.kind },
          }),
        { mid: holder.mid, partnerId: holder.partnerId, ip: request.ip, requestId: request.id },
      ),
    )
    return reply.status(given.status).headers(given.headers).send(given.body)
  })
}

function ofPatients({ http, clock }: Deps, files: AttachmentDeps): void {
  const author = (who: LinkActor): Author => ({ mid: null, partnerId: who.partnerId })
  route(http, api.linkFileBegin, async (ctx, { body }) => {
    ctx.target({ kind: 'link', id: ctx.who.linkId, pid: ctx.who.pid })
    const thumb = await thumbOfAttachment(body)
    const begun = await ctx.tx(async (tx) => {
      await livingChat(tx.many, ctx.who, clock.now())
      const { id } = await opened(tx, ctx.who, clock.now())
      const { kind, bytes, fileId } = body
      ctx.target({ kind: 'conversation', id, pid: ctx.who.pid, detail: { file: fileId, kind, bytes } })
      return begin(files, tx, author(ctx.who), id, body, thumb)
    })
    await storeThumb(files, begun, thumb)
    return look(files, (work) => ctx.tx(work), author(ctx.who), begun)
  })
  route(
    http,
    api.linkFilePiece,
    async (ctx, { params, body }) => {
      const offset = offsetIn(ctx)
      const may = async (tx: Tx, conversation: number) => {
        await livingChat(tx.many, ctx.who, clock.now())
        const own = await tx.maybe(ofLink(ctx.who))
        if (own?.id !== conversation) throw new AppError('NOT_FOUND')
      }
      const by = author(ctx.who)
      const after = await receive(files, (work) => ctx.tx(work), by, { id: params.id, offset, bytes: body }, may)
      ctx.header('upload-offset', String(after.received))
      return after
    },
    piece,
  )
  route(http, api.linkFileContent, async (ctx, { params, query }) => {
    await livingChat((one) => ctx.read(one), ctx.who, clock.now())
    const [row] = await ctx.read(sentById(params.id, mine(ctx.who)))
    if (!row) throw new AppError('NOT_FOUND')
    return handed(files.storage, row, query.as, ctx.sent().header('range'))
  })
}
